"""Changes that are plain: another value for what has one only, or a plain "no longer".

"I live in Bristol", "I live in Bath": nothing in the words of either is news, so a classifier that
reads for news sees none. English, German, Spanish.
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime

from memories.learning.changing.cancelled import cancels
from memories.learning.changing.deaths import has_died
from memories.learning.changing.endings import ends, people
from memories.text import content_words, in_english, language_of, names_in, statement, told_times
from memories.text.calendar.names import month_numbers, weekdays
from memories.text.calendar.words import MOVED
from memories.text.fact_parts import one_within, other_value
from memories.text.fact_patterns import OPENING
from memories.text.languages import small_words
from memories.text.lists.now import now_words
from memories.text.names.lists import PERSON, SERVICE
from memories.text.patterns import any_of, lazily
from memories.text.sameness.verbs import is_verb

# What tells that something is news, or a correction. It says nothing of what is told, and stands
# anywhere: "mein Chef heißt jetzt Omar", "en realidad vivo en York".
_NEWS = lazily(
    rf"\b(?:ahora mismo|{any_of(now_words())}|by now|actually|in fact|again"
    r"|nun|inzwischen|mittlerweile|neuerdings|nunmehr|zur zeit|eigentlich|doch|tatsächlich"
    r"|in wirklichkeit|wieder|gerade|endlich"
    r"|(?:seit|ab) (?:heute|gestern|kurzem|neuestem|sofort|(?:letzte[mnr]?|diese[mnr]?) \w+)"
    r"|en realidad|de hecho|la verdad es que|últimamente"
    r"|por fin|al final|(?:desde|a partir de) (?:hoy|ayer|ahora|hace poco)|ya(?! no\b))\b,?",
    re.IGNORECASE,
)
# Of oneself, and of one value at a time: what stands before the value, in each language.
_HOME = (
    r"(?:i|we)(?:['’]ve| have| just| finally| recently|['’]m| am)*"
    r" (?:live|lived|living|moved|moving|relocated)(?: (?:over|back))* (?:in|at|on|to|into)\b",
    r"(?:ich|wir) (?:wohne|wohnen|lebe|leben) in\b|(?:wohne|wohnen|lebe|leben) (?:ich|wir) in\b",
    r"(?:(?:ich|wir) (?:bin|sind)|(?:bin|sind) (?:ich|wir)) (?:\w+ ){0,4}?(?:nach|in) .{2,40}"
    r" (?:ge|umge)zogen",
    r"(?:yo |nosotros )?(?:vivo|vivimos) en\b",
    r"(?:yo |nosotros )?(?:me mudé|nos mudamos|me he mudado|nos hemos mudado) a\b",
)
_THINGS = (
    (
        r"(?:mobile |cell |phone |telephone )?(?:number)",
        r"(?:handy|telefon|mobil)?nummer",
        r"(?:número|móvil|teléfono)[^,.]{0,12}?",
    ),
    (r"(?:home |postal )?address", r"adresse|anschrift", r"dirección"),
    (r"rent", r"(?:kalt|warm)?miete", r"alquiler"),
    (r"salary", r"gehalt", r"sueldo|salario"),
    (r"weight", r"gewicht", r"peso"),
)
_VALUED = tuple(
    rf"(?:my|our) (?:new |current )?(?:{english}) is\b"
    rf"|(?:mein|unser)e? (?:neue[rs]? |aktuelle[rs]? )?(?:{german}) (?:ist|lautet|beträgt)\b"
    rf"|(?:ist|lautet|beträgt) (?:mein|unser)e? (?:neue[rs]? )?(?:{german})\b"
    rf"|(?:mi|el|la|nuestr[oa]) (?:nuev[oa] )?(?:{spanish})(?: nuev[oa])? (?:es|son)\b"
    rf"|(?:es|son) (?:mi|nuestr[oa]) (?:nuev[oa] )?(?:{spanish})\b"
    for english, german, spanish in _THINGS
)
_PLAIN = [
    lazily(rf"{OPENING}(?:{pattern})", re.IGNORECASE) for pattern in ("|".join(_HOME), *_VALUED)
]
_NO_LONGER = lazily(
    r"\b(?:no longer|not .{0,30}\bany\s?more|nicht mehr|kein\w* .{0,30}mehr|ya no)\b", re.IGNORECASE
)
_GONE = lazily(
    r"\b(?:mov(?:e|ed|ing)|relocat\w+|emigrat\w+|new|(?:um|weg)?gezogen|zog|neu\w*|mud\w+|nuev[oa])\b",
    re.IGNORECASE,
)
# News that comes beside what holds, and what can be said of several: "I know Omar now, too".
_BESIDE = lazily(
    r"\b(?:also|too|as well|another|other|second|auch|zusätzlich|noch|weitere\w*|andere\w*"
    r"|zweite\w*|también|además|otr[oa]s?|segund[oa]"
    r"|like|love|know|meet|met|visit\w*|speak|learn\w*|read\w*|have|has|had|own|play\w*|eat|drink"
    r"|watch\w*|see|saw|went|bought|mag|liebe|kenne\w*|treffe\w*|besuch\w*|spreche\w*|lerne\w*|lese"
    r"|habe\w*|hatte\w*|spiele\w*|esse|trinke|sehe|war|waren|gusta\w*|conozco|conocí|hablo|aprendo"
    r"|leo|tengo(?! \d)|toco|juego|como|bebo|veo|fui|compré)\b",
    re.IGNORECASE,
)
# That a day, a time or a price is another one now.
_MOVED = lazily(
    rf"\b(?:{MOVED}|raised|increas\w+|go(?:es|ing|ne)? up|went up|cut to|more expensive|dearer"
    r"|cheaper|erhöht|angehoben|geändert|teurer|billiger"
    r"|günstiger|aplaz\w+|cambi(?:ad\w+|aron|ó)|movi(?:d\w+|eron)|retras\w+|adelant\w+"
    r"|sub(?:e|ido|ió|en)|más (?:car|barat)[oa]s?)\b",
    re.IGNORECASE,
)
_ANY_DAY = datetime(2026, 1, 1, tzinfo=UTC)
_MONTHS = frozenset(month_numbers("en", "de", "es")) - {"may"}
_DAYS = frozenset(weekdays("en", "de", "es", plural=True))
# "A month" says of two prices how they are paid, not that they are one.
_UNITS = frozenset(
    "minute hour o'clock oclock day week month year euro dollar pound uhr minuten stunde tag"
    " woche monat jahr minuto hora día semana mes año".split()
)
# What is said of any appointment or price: two of them have it in common and are not one.
_OF_ANY = frozenset(
    "termin terminen appointment appointments meeting kostet kosten koste cost costs price preis"
    " zahl zahle zahlen pay pays paying weil because statt stattdessen instead since cita cuesta"
    " cuestan precio pago porque mal time".split()
)
# The language that writes compounds as one word, which end with what they are a kind of; and the
# minimum letters of that ending.
_COMPOUNDING, _COMPOUNDED = "de", 4
# Minimum share of the earlier statement's words that a denial repeats.
_REPEATED = 0.6
# What stands before a name and is no part of it: "mi dentista es el doctor Ruiz".
_TITLE = lazily(r"\b(?:el|la) (?:doctora?|[Dd]ra?\.?|señora?)(?= [^\W\d_a-z])")
# What says who somebody is, and nothing else of them.
_CALLED = frozenset(
    "name named called new heißt heisst heißen neuer neue neuen llama nueva nuevo".split()
)


def both_may_hold(old: str, new: str) -> bool:
    """Whether two homes of one are both true: "Tom lives in Scotland", "Tom lives in Leith"."""
    return one_within(old, new) and not (_NEWS.search(new) or _GONE.search(new))


def says_no_longer(text: str) -> bool:
    """Whether a text says that something is so no longer."""
    return bool(_NO_LONGER.search(text))


def plainly_changes(old: str, new: str) -> bool:
    """Whether the later statement plainly gives another value, or denies what was said."""
    before, now = statement(old), statement(new)
    if says_no_longer(new) and not says_no_longer(old):
        shared = set(before.stems) & set(now.stems)
        same_one = before.subjects == now.subjects or before.of_mine == now.of_mine
        return bool(shared) and same_one and len(shared) >= _REPEATED * len(set(before.stems))
    if ends(old, new) or has_died(old, new) or cancels(old, new) or is_moved(old, new):
        return True
    if before.signs != now.signs or set(before.stems) == set(now.stems):
        return False
    if both_may_hold(old, new):
        return False
    another = other_value(old, new)
    if another is not None:
        return another
    was, told = _without_news(old), _without_news(new)
    if any(plain.match(was) and plain.match(told) for plain in _PLAIN):
        return True
    if before.whom == now.whom and _NEWS.search(new) and _is_said_anew(was, told):
        return True
    return _is_another(was, told)


def _without_news(text: str) -> str:
    return " ".join(_NEWS.sub(" ", text).split())


def _is_said_anew(old: str, new: str) -> bool:
    """Whether the same is said with another name, number or day: "ich arbeite bei Bosch"."""
    if _BESIDE.search(old) or _BESIDE.search(new):
        return False
    was, told = _in_slots(old), _in_slots(new)
    return (
        was.keys() == told.keys()
        and bool(was.keys() - _SLOTS)
        and any(was[slot].isdisjoint(told[slot]) for slot in _SLOTS & was.keys())
    )


_NAME, _NUMBER, _WEEKDAY, _MONTH = "a name", "a number", "a day", "a month"
_TIMES = frozenset({_NUMBER, _WEEKDAY, _MONTH})
_SLOTS = _TIMES | {_NAME}
# The words of a sentence by their stems, those of each slot together.
Slots = dict[str, set[str]]


def is_moved(old: str, new: str) -> bool:
    """Whether the day, time or price of one thing is another now: "choir has been moved to …"."""
    moved = _MOVED.search(new)
    if not moved and not _NEWS.search(new):
        return False
    was, told = _in_slots(old), _in_slots(new)
    both = (was.keys() & told.keys()) - _SLOTS
    if both:
        # "Next Friday" says of two appointments when they are, not that they are one.
        both -= _in_times(old) | _in_times(new)
    language = language_of(new)
    both -= _persons(old) | _persons(new)
    of_one = any(_is_thing(was[key], language) for key in both) or (
        language == _COMPOUNDING and _of_one_compound(was, told)
    )
    if not any(_is_thing(words, language) for slot, words in told.items() if slot not in _SLOTS):
        # "The appointment was moved to Tuesday": there is nothing else it can be of.
        of_one = of_one or any(was[key] & _OF_ANY for key in both)
    of_one = of_one or _is_itself_moved(was.get(_NAME, set()) & told.get(_NAME, set()), new)
    if not of_one or not people(new) <= people(old):
        return False
    if people(old, places=False) - people(new) and statement(new).of_mine:
        # "Mum's appointment is on the 12th", "my appointment was moved to the 17th".
        return False
    before, now = (
        [found.get(_NUMBER, set()) | found.get(_MONTH, set()), found.get(_WEEKDAY, set())]
        for found in (was, told)
    )
    if moved:
        # The 14th is another day than the 9th, though that was at 14:00.
        was_on, is_on = _days_of_month(old), _days_of_month(new)
        if was_on and is_on - was_on:
            return True
        return any(a - b and b - a for a, b in zip(before, now, strict=True))
    return not _BESIDE.search(new) and bool(before[1]) and bool(now[1]) and not before[1] & now[1]


def _is_thing(words: set[str], language: str) -> bool:
    """Whether words tell what a sentence is about: "dentist", not "muss" or "the".

    An English verb may be a thing as well: "rent".
    """
    verbs = {word for word in words if language == "de" and is_verb(word, language)}
    said = {word for word in words if not _MOVED.fullmatch(word)}
    return bool(said - verbs - small_words() - _UNITS - _OF_ANY)


def _persons(text: str) -> set[str]:
    """The stems of the words that say of whom it tells: "my mum Bridie"."""
    # Of a dentist it is the appointment that is told of.
    persons = [
        one
        for one in names_in(text)
        if one.type == PERSON and not (one.role and one.role.role.field == SERVICE)
    ]
    spans = [text[one.start : one.stop] for one in persons]
    spans += [text[one.role.start : one.role.stop] for one in persons if one.role]
    return {word.stem for span in spans for word in content_words(span)}


def _in_times(text: str) -> set[str]:
    """The stems of the words that say when."""
    named = told_times(text, _ANY_DAY)
    return {word.stem for each in named for word in content_words(each.words)}


def _days_of_month(text: str) -> set[int]:
    """The days of a month that a text names by their number."""
    told = told_times(text, _ANY_DAY)
    return {each.since.day for each in told if any(letter.isdigit() for letter in each.words)}


def _is_itself_moved(names: set[str], new: str) -> bool:
    """Whether what no dictionary has is what was moved: "die Physio wurde verschoben"."""
    return any(
        re.search(rf"\b{re.escape(name)}\s+(?:wurde|wird|ist|was|is|has\s+been|got)\b", new.lower())
        for name in names
    )


def _of_one_compound(was: Slots, told: Slots) -> bool:
    """Whether a word of one is a compound of the other's: "die Kletterhalle", "meine Halle"."""
    first, second = ({w for k in found.keys() - _TIMES for w in found[k]} for found in (was, told))
    return any(
        one != other
        and min(len(one), len(other)) >= _COMPOUNDED
        and (
            one.endswith(other)
            or other.endswith(one)
            # "Der Zahnarzt wurde verschoben", "der Zahnarzttermin".
            or one == f"{other}termin"
            or other == f"{one}termin"
            # "Beim Kieferorthopäden", "der Kieferorthopäde".
            or one in (f"{other}n", f"{other}en")
            or other in (f"{one}n", f"{one}en")
        )
        for one in first - small_words() - _OF_ANY
        for other in second - small_words() - _OF_ANY
    )


def _in_slots(text: str) -> Slots:
    """The stems of a sentence, with one key for all names, numbers and days in it."""
    found: Slots = {}
    for word in content_words(text):
        key, low = word.stem, word.spelling.lower()
        if low[0].isdigit():
            key = _NUMBER
        elif low in _DAYS:
            key = _WEEKDAY
        elif low in _MONTHS:
            key = _MONTH
        elif word.spelling.isupper() and len(low) > 1:
            # "MRI" and "MOT" name things.
            pass
        elif word.start and word.spelling[0].isupper() and in_english(low, "de") == low:
            # In German every noun has a capital: a name is what no dictionary has.
            key = _NAME
        found.setdefault(key, set()).add(low)
    return found


def _is_another(old: str, new: str) -> bool:
    """Whether somebody else has the place that only one has: "mein Chef heißt Omar"."""
    before = dict(_who_is(old))
    return any(role in before and not name & before[role] for role, name in _who_is(new))


def _who_is(text: str) -> Iterator[tuple[str, frozenset[str]]]:
    """Who is what to the person, where a text tells that and nothing else of them."""
    text = " ".join(_TITLE.sub("", text).split())
    named = [one for one in names_in(text) if one.name]
    for one in named:
        said = one.role
        if said is None or not said.role.one or said.owner or said.former or len(named) > 1:
            continue
        rest = (
            word
            for word in content_words(text)
            if not one.start <= word.start < one.stop
            and not said.start <= word.start < said.stop
            and word.spelling.lower() not in _CALLED
        )
        if all(word.spelling.lower() in small_words() for word in rest):
            yield said.role.key, frozenset(one.name.lower().split())
