"""What is not to be learned, though it is told: passwords, numbers of cards, what is kept back.

And where it stands in a sentence, and which question asks for it.
"""

import re
from collections.abc import Iterator

from memories.text.patterns import lazily
from memories.text.sameness.gist import gist
from memories.text.sentences import Span, masked, sentences

_WORDS = lazily(
    r"\b(?:pass-?\s?(?:words?|phrases?|codes?|wd)|pw|pwd|log-?in|credentials?|pins?|cv[cv]2?"
    r"|api[ _-]?keys?"
    r"|secret keys?|private keys?|seed phrases?|recovery (?:codes?|phrases?|keys?)|tokens?"
    r"|(?:\w+-?)?pass(?:wort|wörter)|kennwort|geheimzahl|geheimnummer|tans?|puk"
    r"|contraseñas?|claves?|código de (?:seguridad|acceso)|alarm codes?|security codes?)\b",
    re.IGNORECASE,
)
# Its value: with a digit or a sign in it, or said to be it. "I forgot my password" has none.
_VALUE = lazily(
    r"(?=\S*\d)\S{3,}|\S*[^\W\d_][#$%&*_!@+=]\S+"
    r"|(?:\b(?:is|are|ist|lautet|es|now|jetzt|ahora)|['’]s"
    r"|[:=])\s+[\"“'‘]?[\w\S]{4,}\s*[\"”'’]?\W*$",
    re.IGNORECASE,
)
# Where it is hidden is no secret value: "the note is in the hymn book, page 212".
_WHERE = lazily(
    r"\b(?:page|chapter|room|shelf|drawer|seite|kapitel|zimmer|fach|regal|página|capítulo|cajón)\s+\d+\b",
    re.IGNORECASE,
)
_CARD = lazily(r"(?<![\d-])(?:\d[ -]?){13,19}(?![\d-])")
_KEEP_BACK = lazily(
    r"\b(?:(?:don['’]?t|do not|please don['’]?t|never)\s+(?:save|store|remember|keep|record"
    r"|write\s+(?:this|that|it)"
    r"\s+down|note)\b(?!\s+(?:to|my|the)\b)|off the record|between (?:you and me|us)"
    r"|keep (?:this|it|that) (?:to yourself"
    r"|between us|off)|(?:nicht|bitte nicht)\s+(?:speichern|merken|abspeichern|notieren)"
    r"|(?:speicher\w*|merk\w*"
    r"|notier\w*)\s+(?:dir\s+)?(?:das|dir das|es|dies)\s+(?:bitte\s+)?nicht|unter uns gesagt"
    r"|nur unter uns|im vertrauen"
    r"|no (?:lo\s+)?(?:guardes|recuerdes|apuntes|anotes)|entre (?:nosotros|tú y yo)"
    r"|que no salga de aquí)\b",
    re.IGNORECASE,
)
# What says that the value follows; and what may be one by itself, with a sign or a digit in it.
_SAYS_IT = lazily(
    r"(?:\b(?:is|are|was|ist|sind|lautet|lauten|war|es|son|era|est|è|é|jest|now|jetzt|ahora|its)\b"
    r"|['’]s\b|[:=])\s*",
    re.IGNORECASE,
)
_TOKEN = lazily(r"\S*(?:\d|[^\W\d_][#$%&*_!@+=](?=\S))\S*")
# "It's GreenOtter#5 now": of what the sentence before names.
_GOES_ON = lazily(
    r"\W*(?:(?:now|jetzt|ahora)\s+)?(?:it(?:['’]?s)?|the\s+new\s+one|new\s+one|es|das|die|der|sie|es|lautet|neu"
    r"|la\s+nueva|el\s+nuevo|ahora|c['’]est)\b",
    re.IGNORECASE,
)
_DIGITS = lazily(r"\d{3}")
_CARDS = frozenset({"=credit card"})
_CODES = frozenset({"=code"})
_GROUPED = lazily(r"(?<!\d)\d{4}[ -]\d{4}[ -]\d{4}[ -]\d{4}(?!\d)")
_LUHN = (0, 2, 4, 6, 8, 1, 3, 5, 7, 9)


def is_secret(sentence: str) -> bool:
    """Whether a sentence tells a password, a PIN, or the number of a card."""
    word = _WORDS.search(sentence)
    rest = _WHERE.sub(" ", f"{sentence[: word.start()]} {sentence[word.end() :]}") if word else ""
    if _VALUE.search(rest):
        return True
    return bool(_GROUPED.search(sentence)) or any(
        _is_card(match.group()) for match in _CARD.finditer(sentence)
    )


def tells_code(sentence: str) -> bool:
    """Whether it tells a code, as that of a door: it is learned, and is for whoever asks for it."""
    return bool(_DIGITS.search(sentence) and _CODES & gist(sentence).keys)


def for_who_asks(text: str) -> bool:
    """Whether it is nothing to show unasked: others may look over one's shoulder."""
    return is_secret(text) or tells_code(text)


def secret_spans(text: str) -> list[Span]:
    """The sentences of a text that tell a secret, and such as go on to: "It changed. It's Ab#5"."""
    found: list[Span] = []
    named = False
    for span in sentences(text):
        words = span.of(text)
        goes_on = named and _GOES_ON.match(words) and _TOKEN.search(words)
        if is_secret(words) or goes_on:
            found.append(span)
        named = bool(_WORDS.search(words))
    return found


def secret_values(text: str) -> list[Span]:
    """Where the values of secrets and codes stand: the password itself, the digits of the PIN."""
    secret = secret_spans(text)
    codes = [span for span in sentences(text) if span not in secret and tells_code(span.of(text))]
    found = [
        Span(told.start + value.start, told.start + value.stop)
        for told in secret
        for value in _values_in(told.of(text))
    ]
    return found + [
        Span(told.start + value.start(), told.start + value.end())
        for told in codes
        for value in _TOKEN.finditer(told.of(text))
        if _DIGITS.search(value.group())
    ]


def without_secret(text: str) -> str:
    """A text in which the values of secrets are blacked out, of the same length."""
    for span in secret_values(text):
        text = masked(text, span.start, span.stop)
    return text


def asks_for_secret(question: str, sentence: str) -> bool:
    """Whether a question asks for the very kind of secret that a sentence tells: for the PIN, say.

    "The code" may be any of them.
    """
    wanted, told = _kinds_in(question), _kinds_in(sentence)
    if wanted & told:
        return True
    if not told:
        # The number of a card, which needs no word.
        asked = gist(question)
        return bool((_CARDS | _CODES) & (asked.keys | asked.kin))
    return wanted == _CODES or (told == _CODES and bool(wanted))


def _kinds_in(text: str) -> frozenset[str]:
    """The kinds of secrets that a text names: by what the word means, else by the word."""
    kinds: set[str] = set()
    for match in _WORDS.finditer(text):
        words = gist(match.group()).words
        kinds |= {key for word in words for key in word.meant or (word.stem,)}
    said = gist(text)
    return frozenset(kinds | (_CODES & said.keys))


def _values_in(text: str) -> Iterator[Span]:
    """Where the values stand: after what says so to the end, and whatever looks like one."""
    word = _WORDS.search(text)
    says = _SAYS_IT.search(text, word.end()) if word else None
    stop = len(text)
    if says and says.end() < len(text):
        stop = says.start()
        yield Span(says.end(), len(text))
    taken = [match.span() for match in _WORDS.finditer(text)]
    for match in _TOKEN.finditer(text, 0, stop):
        if not any(start < match.end() and match.start() < end for start, end in taken):
            yield Span(*match.span())


def kept_back(text: str) -> bool:
    """Whether a message asks not to be remembered."""
    return bool(_KEEP_BACK.search(text))


def _is_card(number: str) -> bool:
    digits = [int(each) for each in number if each.isdigit()]
    doubled = (_LUHN[d] if i % 2 else d for i, d in enumerate(reversed(digits)))
    return sum(doubled) % 10 == 0
