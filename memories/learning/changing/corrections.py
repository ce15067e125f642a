"""What corrects something said before: "the fee is 40, I misheard", "on the 24th, not the 22nd".

Neither sentence need say that anything changed: the first was wrong. The person is asked, for a
number is soon mistaken. English, German, Spanish; the words of a mistake in French and Italian too.
"""

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from functools import partial
from itertools import chain, pairwise

from memories.text import content_words, language_of, names_in, sentences, undated
from memories.text.calendar.names import month_numbers, weekdays
from memories.text.calendar.words import NUMBERS
from memories.text.languages import small_words
from memories.text.names.spellings import TITLES
from memories.text.sameness.verbs import is_verb

# Words that say that what was said before was wrong.
_MISTAKEN = re.compile(
    r"\b(?:misheard|misread|mistaken|my mistake|i was wrong|correction|scratch that|i meant|oops"
    r"|(?:got|read|heard|said|had|wrote) (?:it|that|this) wrong|wrong (?:day|date|number|time)"
    r"|(?:mixed|muddled) (?:(?:it|them|that|(?:my|the) \w+) )?up|muddled|typo|misspoke|mistyped"
    r"|my bad|quatsch|tippfehler|(?:ich )?meinte|mein ich|i mean|digo|mist geschrieben|war falsch"
    r"|stimmt gar nicht|not right|(?:got|had|told you) the (?:wrong \w+|\w+ wrong)|leído mal"
    r"|error (?:from|on) my (?:side|part)|other way r?ound|wait,? no|no,? wait|hang on"
    r"|it['’]?s (?:spel(?:t|led)|written)|schreibt sich|wird (?:\w+ )?geschrieben|se escribe"
    r"|verhört|verlesen|vertan|vertippt|verwechselt|verschrieben|geirrt|irrtum|durcheinander"
    r"|stimmte? nicht|falsch (?:gesagt|gelesen|verstanden|notiert|gemerkt)|korrektur|ich meinte"
    r"|me (?:he )?(?:equivo[cq]\w+|confund\w+|liado)|me lié|quise decir|quería decir"
    r"|(?:entendí|leí|escribí) mal|al revés|je me suis trompée?"
    r"|j['’]ai mal (?:lu|compris)|mi sono sbagliat[oa])\b",
    re.IGNORECASE,
)
# Words that may say so, and much else.
_AFTER_ALL = re.compile(
    r"\b(?:actually|in fact|turns out|after all|(?:jetzt )?doch(?: erst| nur| schon| lieber)?"
    r"|eigentlich|tatsächlich|en realidad|al final|de hecho|en fait|finalement|in realtà)\b",
    re.IGNORECASE,
)
# A value that is said not to be it: "not the 22nd", "nicht am 24.", "statt Eiche".
_NOT_IT = re.compile(
    r"\b(?:not|instead of|rather than|nicht|keine?[nrs]?|statt|anstatt|no|en vez de|pas|non)\s+"
    r"(?:(?:on|at|in|for|until|the|am|um|im|bis|der|die|das|den|el|la|a|las|le|il)\s+){0,2}"
    r"(?P<value>[^\W_][\w.,]*(?:\s+[^\W_][\w.]*){0,2})",
    re.IGNORECASE,
)
# The same behind it: "el 5 no, el 10", "den 24. nicht, sondern …".
_IT_IS_NOT = re.compile(
    r"\b(?P<value>\d[\w.]*|[^\W\d_]{3,})\s+(?:no|nicht|nein|non|pas)\s*(?=[,.;:!–—]|$)",
    re.IGNORECASE,
)
# Said again, with a cry: "Viola!! Isolde plays the viola".
_CRIED = re.compile(r"^\W*(\w{3,})!+\s+.*\b\1\b", re.IGNORECASE | re.DOTALL)
# What comes beside what was said, and does not put it right.
_BESIDE = re.compile(
    r"\b(?:also|too|as well|another|forgot|auch|außerdem|noch|zusätzlich|vergessen|también|además"
    r"|otr[oa]s?|olvid\w+)\b",
    re.IGNORECASE,
)
_POSSESSIVE = re.compile(
    r"\b(?!(?:it|that|he|she|what|who|there|here|let|where|how)\b)(\w+)['’]s\b"
)
_NUMBER = re.compile(r"\d[\d.,:]*(?:st|nd|rd|th|[a-z]\b)?")
_ORDINAL = re.compile(r"(?<=\d)(?:st|nd|rd|th)$")
_DAY_OF_DATE = re.compile(r"0?(\d{1,2})[./]\d{1,2}(?:[./]\d{2,4})?$")
_APOSTROPHE = re.compile(r"['’]")
_PARTS = re.compile(r"[,.;:!?–—]+(?:\s+|$)")
# What may come before or behind a value that puts another right, said right after it.
_SLIPPED = re.compile(
    r"^\W*(?:\*\s*\w|(?:oops|ups|upps|uy|ops|sorry|perdón|perdona|wait|moment"
    r"|no(?! longer| more)|nee|nein|nö|actually|correction|corrección|argh)\b)"
    r"|\b(?:sorry|argh|perdón)\W*$",
    re.IGNORECASE,
)
_ASIDE = re.compile(
    r"\b(?:oops|ups|upps|uy|ops|sorry|perdón|perdona|wait|moment|no|nee|nein|nö|actually|correction|korrektur"
    r"|corrección|argh|quatsch|tippfehler|(?:ich\s+)?meinte|mein\s+ich|i\s+meant?|digo|quería\s+decir"
    r"|quise\s+decir)\b[,:!]*",
    re.IGNORECASE,
)
# Maximum words of a part that says something was a mistake; minimum letters of a word compared by
# spelling; minimum similarity of two names, and of two numbers.
_SENTENCE, _SPELLED = 9, 4
_ALIKE, _ALIKE_NUMBER = 0.6, 0.5
# What a fragment may begin with besides its value; and its maximum number of words.
_SORRY = frozenset(
    "sorry oops ups upps uy no nein nee ach actually wait perdón perdona correction"
    " korrektur".split()
)
_FRAGMENT = 4
# Minimum number of shared words between an admitted mistake and what it was about.
_SHARED = 2
_DAYS = frozenset(weekdays("en", "de", "es", plural=True))
_MONTHS = frozenset(month_numbers("en", "de", "es")) - {"may"}
# "Six years". One is an article too, and "once" says how often.
_WORDED = {word: str(number) for word, number in NUMBERS.items() if number > 1 and word != "once"}


def corrects(old: str, new: str) -> bool:
    """Whether the later sentence says that the earlier one has a wrong number or day."""
    about = topics(new, old) & topics(old, new)
    if _denies_value(old, new) and (about or _names(old) & _names(new)):
        return True
    differs = any(
        was and told and was.isdisjoint(told)
        for was, told in zip(_values(old), _values(new), strict=True)
    )
    if about and _MISTAKEN.search(new) and len(about) >= _SHARED:
        # "Wait no, I said the 3rd, it's the 13th".
        pairs = zip(_values(old), _values(new), strict=True)
        differs = differs or any(was and told - was for was, told in pairs)
    if not (about and differs):
        return False
    if _MISTAKEN.search(new):
        return True
    after_all = [said for span in sentences(new) if _AFTER_ALL.search(said := span.of(new))]
    return any(topics(_AFTER_ALL.sub(" ", said), old) <= about for said in after_all)


def puts_right(old: str, new: str) -> bool:
    """Whether what is said right after the earlier sentence says that it was a mistake.

    "Oops, it's flat 34": nothing else can be meant. By the words of a mistake, or a value that is
    said not to be it; and another value, or a topic and a name, of the earlier.
    """
    mistaken = _MISTAKEN.search(new) or _CRIED.search(new)
    if not _BESIDE.search(new) and filled_in(old, new):
        return True
    if _BESIDE.search(new) or not (mistaken or _denied(new) & _telling(old)):
        return False
    if any(_gives_another(denied, rest, _telling(old)) for denied, rest in _denials(new)):
        return True
    was, told = _values(old), _values(new)
    if any(a and b and b - a for a, b in zip(was, told, strict=True)):
        return True
    if mistaken and _denied(new) & set(_words(old)) - small_words():
        return True
    shared = (topics(old, new) & topics(new, old)) | (_names(old) & _names(new))
    return bool(mistaken) and len(shared) >= _SHARED


def topics(text: str, beside: str = "") -> frozenset[str]:
    """What a sentence is about (stems): without names, numbers and days."""
    people = _names(text) | _names(beside)
    return frozenset(
        word.stem
        for word in content_words(text)
        if not _is_value(low := word.spelling.lower())
        and low not in small_words()
        and low not in people
        and low.removesuffix("s") not in people
    )


def _is_value(word: str) -> bool:
    return _kind(word) != "name"


def _values(text: str) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """The numbers of a sentence, its days of the week, and its months."""
    found = (each.rstrip(".,:") for each in _NUMBER.findall(text.lower()))
    numbers = frozenset(_ORDINAL.sub("", each) for each in found)
    # "The 22nd" is a part of "22.6.", and "not 15" means "15k".
    numbers |= {each[:-1] for each in numbers if each[-1].isalpha()}
    numbers |= {_DAY_OF_DATE.match(each)[1] for each in numbers if _DAY_OF_DATE.match(each)}  # type: ignore[index]
    words = frozenset(re.findall(r"\w+", text.lower()))
    numbers |= {_WORDED[word] for word in words & _WORDED.keys()}
    return numbers, words & _DAYS, words & _MONTHS


def denies(old: str, new: str) -> bool:
    """Whether a value or name of the earlier sentence is said not to be it, and another is given.

    "It's Dr Nemetz, not Nemeth", "it is not Amlodipine 10, it is Amlodipine 5".
    """
    was, about = _telling(old), (topics(new, old) & topics(old, new)) - TITLES
    if _MISTAKEN.search(new) and len(about) >= _SHARED and _denied(new) & set(_words(old)):
        # "I meant the red toolbox, not the blue one".
        return True
    return any(
        _gives_another(denied, rest, was) and bool(about or _telling(rest) & was)
        for denied, rest in _denials(new)
    )


def _gives_another(denied: str, rest: str, was: frozenset[str]) -> bool:
    """Whether a value of the earlier sentence is denied, and another of its kind is given."""
    return denied in was and any(_kind(word) == _kind(denied) for word in _telling(rest) - was)


def filled_in(old: str, new: str) -> str:
    """The earlier sentence with the values that a fragment gives for those it denies, "" if none.

    "My boss is Lydia", then "sorry, Linda, not Lydia". Where another day is given, without the date
    in brackets of the one before.
    """
    was = _telling(old)
    for denied, rest in _denials(new):
        given = [word for word in _telling(rest) - was if _kind(word) == _kind(denied)]
        words = [word.strip(" ,.!") for word in rest.split()]
        spelled = [word for word in words if word.lower() in given and word.lower() not in _SORRY]
        there = re.search(rf"\b{re.escape(denied)}\b", old, re.IGNORECASE)
        if there and len(spelled) == 1 and len(words) <= _FRAGMENT:
            return old[: there.start()] + spelled[0] + old[there.end() :]
    return _with_what_was_meant(old, new) if _is_slip(new) else ""


def _is_slip(text: str) -> bool:
    """Whether a message may put right what was said a moment ago: "*Maura", "oops, 4471"."""
    return bool(_MISTAKEN.search(text) or _SLIPPED.search(text))


def _with_what_was_meant(old: str, new: str) -> str:
    """The earlier sentence with the values that a fragment gives, each in the place of its like.

    "Oops no, 281", "*Maura", "the pill is 16 mg": of the only number or name, of what stands behind
    the same word, or of what is spelled most alike.
    """
    mistaken = _MISTAKEN.search(new) is not None
    told, denied, language = _ASIDE.sub(" ", new), _denied(new), language_of(new)
    right = old
    if len(topics(told, old) & topics(old, told)) > 1 + mistaken:
        # It says more of it again: that is no fragment.
        return ""
    for part in _PARTS.split(told):
        words = part.split()
        if len(words) > (_SENTENCE if mistaken else _FRAGMENT) or _MISTAKEN.search(part):
            continue
        given = [word for word in map(_bare, words) if word and _gives(word, old)]
        given = [word for word in given if word.lower() not in denied]
        of_it = mistaken and bool(topics(part, old) & topics(old, part))
        values = [word for word in given if word[0].isdigit() or _kind(word.lower()) != "name"]
        for value in values or given[-1:]:
            # "23 kilos": what stands behind a number is its unit.
            unit = [behind for word, behind in pairwise(map(_bare, words)) if word == value]
            besides = {*given} - {value, *values, *(unit if mistaken else ())}
            other = {word for word in besides if not (mistaken and is_verb(word, language))}
            if (other and not of_it) or _names(part) - _names(old) - {value.lower()}:
                # "Oops, dinner's at 7" is of something else.
                continue
            led = [before for before, word in pairwise(map(_bare, words)) if word == value]
            if there := _like(value, right, led):
                right = undated(right) if _dates(there, value, right) else right
                there = rf"(?<!\w){re.escape(there)}(?P<th>st|nd|rd|th)?(?!\w)"
                right = re.sub(there, partial(_as_said, value), right, count=1)
    return right if right != old else ""


def _as_said(value: str, was: "re.Match[str]") -> str:
    """A value in the place of another: the 24th in that of the 22nd."""
    if not (was["th"] and value.isdigit()):
        return value
    ones = 0 if int(value) // 10 % 10 == 1 else int(value) % 10
    return value + {1: "st", 2: "nd", 3: "rd"}.get(ones, "th")


def _dates(was: str, value: str, text: str) -> bool:
    """Whether the date in brackets behind a time is none any more, with another value for one."""
    in_brackets = was.isdigit() and re.search(rf"\(\D*{was}\b", text) is not None
    return in_brackets or _kind(value.lower()) in ("day", "month")


def _bare(word: str) -> str:
    """A word without the marks around it: "£75,", "16th!!", "*Maura"."""
    return _ORDINAL.sub("", word.strip(" ,.!?;:*()\"'“”„£€$"))


def _gives(word: str, old: str) -> bool:
    """Whether a word may be a value that the earlier sentence does not have."""
    low = _APOSTROPHE.split(word.lower())[0]
    known = {_APOSTROPHE.split(_bare(each).lower())[0] for each in old.split()}
    return low not in known and low not in small_words() and low not in _SORRY


def _like(value: str, old: str, led: Sequence[str]) -> str:
    """The word of a sentence in whose place a value stands; "" where that is not plain."""
    kind, low = _kind(value.lower()), value.lower()
    words = [_bare(word) for word in undated(old).split()]
    was = [word for word in words if word and _kind(word.lower()) == kind and word.lower() != low]
    if kind == "name":
        was = [word for word in was if len(word) >= _SPELLED and word.lower() not in small_words()]
        names = [word for word in was if word.lower() in _names(old)]
        if value[:1].isupper() and len(names) == 1 and value.lower() in _names(f"it is {value}"):
            return names[0]
    elif len(set(was)) == 1:
        return was[0]
    behind = [word for before, word in pairwise(words) if word in was and before in led]
    if len(behind) == 1:
        return behind[0]
    alike = sorted((SequenceMatcher(None, low, word.lower()).ratio(), word) for word in was)
    least = _ALIKE if kind == "name" else _ALIKE_NUMBER
    plain = alike and (len(alike) == 1 or alike[-1][0] > alike[-2][0])
    return alike[-1][1] if plain and alike[-1][0] >= least else ""


def says_mistaken(text: str) -> bool:
    """Whether a text says of what was said before that it was wrong."""
    return _MISTAKEN.search(text) is not None


def says_the_rest(old: str, new: str) -> bool:
    """Whether the later sentence says all that the earlier does, but for numbers, days and names.

    With a value that it denies it can be nothing but that sentence, put right.
    """
    about = topics(old, new)
    return bool(about) and about <= topics(new, old) and _names(old) <= _names(new)


def _denies_value(old: str, new: str) -> bool:
    """Whether a number or day of the earlier sentence is said not to be it."""
    return bool(_denied(new) & frozenset[str]().union(*_values(old)))


def _denied(text: str) -> set[str]:
    return {denied for denied, _ in _denials(text)}


def _denials(text: str) -> Iterator[tuple[str, str]]:
    """What is said not to be it, and the rest: "not Amlodipine 10, it is Amlodipine 5", the 10."""
    for match in chain(_NOT_IT.finditer(text), _IT_IS_NOT.finditer(text)):
        rest = f"{text[: match.start()]} {text[match.end() :]}"
        others = _words(rest)
        denied = next((word for word in _words(match["value"]) if word not in others), "")
        if denied:
            yield denied, rest


def _kind(word: str) -> str:
    if word[0].isdigit() or word in _WORDED:
        return "number"
    return "day" if word in _DAYS else "month" if word in _MONTHS else "name"


def _words(text: str) -> list[str]:
    return [_ORDINAL.sub("", word.rstrip(".,:").lower()) for word in text.split()]


def _telling(text: str) -> frozenset[str]:
    """The numbers, days and names of a sentence, in lower case."""
    capitals = (word.spelling.lower() for word in content_words(text) if word.spelling[0].isupper())
    return frozenset[str]().union(*_values(text), _names(text), capitals) - TITLES


def _names(text: str) -> frozenset[str]:
    named = {word.lower() for one in names_in(text) for word in (one.name or "").split()}
    return frozenset(named | {match[1].lower() for match in _POSSESSIVE.finditer(text)})
