"""What is not to be learned, though it is told: passwords, numbers of cards, what is kept back."""

import re

from memories.text.patterns import lazily

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
_GROUPED = lazily(r"(?<!\d)\d{4}[ -]\d{4}[ -]\d{4}[ -]\d{4}(?!\d)")
_LUHN = (0, 2, 4, 6, 8, 1, 3, 5, 7, 9)


def is_secret(sentence: str) -> bool:
    """Whether a sentence tells a password, a PIN, or the number of a card."""
    word = _WORDS.search(sentence)
    if word and _VALUE.search(sentence[: word.start()] + " " + sentence[word.end() :]):
        return True
    return bool(_GROUPED.search(sentence)) or any(
        _is_card(match.group()) for match in _CARD.finditer(sentence)
    )


def kept_back(text: str) -> bool:
    """Whether a message asks not to be remembered."""
    return bool(_KEEP_BACK.search(text))


def _is_card(number: str) -> bool:
    digits = [int(each) for each in number if each.isdigit()]
    doubled = (_LUHN[d] if i % 2 else d for i, d in enumerate(reversed(digits)))
    return sum(doubled) % 10 == 0
