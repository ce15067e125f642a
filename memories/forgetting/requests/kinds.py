"""All things of a kind that a request may name: "my appointments in May", "alle meine PINs".

Whoever names a kind in the plural means each of them. As with areas, what is of a kind is what
answers one of its questions, however it is said; here it may also be said without an "I".
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from memories.forgetting.requests.areas import OfArea, area_of, how_well, in_area
from memories.forgetting.requests.candidates import Unit
from memories.text import gist, identifiers
from memories.text.calendar.names import month_numbers
from memories.text.identifiers import IdKind
from memories.text.meaning.number_words import number_words

# How well (a logit) something must answer one of a kind's questions to be of it, or to be offered;
# with a day and a time of day nearly anything is an appointment.
_SURELY, _AT_A_TIME, _MAYBE = 2.65, -0.5, 2.0
_LEADS = (
    r"(?:all|any|every|these|those|my|our|the|upcoming|other|old|secret|various"
    r"|alle[nr]?|meinen?|unseren?|die|den|diese[n]?|ganzen|sämtlichen?|anderen|alten|beiden"
    r"|tod[oa]s|l[oa]s|mis|nuestr[oa]s|tout(?:e)?s|les|mes|nos|tutt[ei]|le|i|gli|mie|miei|os|as|meus"
    r"|minhas|mijn|alle|de|wszystkie|moje)"
)
_MONTHS = month_numbers("en", "de", "es", "fr")
_IN_MONTH = rf"(?:\s+(?:in|im|from|for|of|vom|von|en|de|del|du)\s+(?:{'|'.join(_MONTHS)}))?"
# With whom the others begin: "my mother's PIN", in words.
_OPENS = 3
_FAMILY = frozenset(
    "=mother =father =parents =children =son =daughter =brother =sister =siblings =wife =husband"
    " =partner =grandmother =grandfather =grandparents =aunt =uncle =cousin =nephew =niece =friend"
    " =neighbour =colleague =boss".split()
)
# "…, those I gave you", "brauchst du dir nicht zu merken"; but not "of my sister's".
_REST = (
    r"(?:\s+(?:i|you|that|which|should|must|are|were|have|do|don['’]t|can|need|ich|du|die|sind|hab\w*"
    r"|brauch\w*|soll\w*|kann\w*|hat|waren|que|qui|che|wat|które)\b.*|\s*[^\w\s].*)?"
)
_CLOCK = re.compile(
    r"\b\d{1,2}[:.h]\d\d\b|\b\d{1,2}\s?(?:uhr|[ap]\.?m\b|o['’]?clock|h\b)"
    r"|\b(?:half|quarter|ten|five|twenty)\s+(?:past|to)\b"
    rf"|\bat\s+(?:half|noon|{'|'.join(number_words(1, 12, 'en'))}|\d{{1,2}})\b"
    rf"|\b(?:halb|viertel)\s+\w+|\bum\s+(?:halb\s+)?(?:{'|'.join(number_words(1, 12, 'de'))}"
    r"|achte|\d{1,2})\b|\ba\s+las?\s+\w+|\bà\s+\d{1,2}\s?h",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class TopicKind:
    """How the things of a kind are called in the plural, and questions that each answers.

    Those that are `timed` have a day and a time of day.
    """

    names: str
    questions: tuple[str, ...]
    timed: bool = False


_KINDS = (
    TopicKind(
        rf"appointments|appts|(?:{'|'.join(_MONTHS)})?termine[n]?|citas|rendez-vous|appuntamenti|consultas|afspraken|wizyty",
        (
            "When is my appointment?",
            "When do I have to see the doctor?",
            "When am I at the dentist?",
            "What time is my appointment?",
            "When is the meeting?",
            "When is my exam?",
        ),
        timed=True,
    ),
    TopicKind(
        r"pins|(?:door|gate|pass|access|secret|pin)?\s?codes|pass\s?words|combinations|pass\s?phrases"
        r"|(?:pin-?|zugangs|tür)?codes|geheimzahlen|pass(?:wörter|worte)n?|kennwörtern?|claves|contraseñas"
        r"|códigos|mots\s+de\s+passe|codici|senhas|wachtwoorden|hasła",
        (
            "What is my PIN?",
            "What is the code for the door?",
            "What is my password?",
            "What is the combination of the safe?",
            "What is the WiFi password?",
            "What is the code of the alarm?",
            "How do I unlock it?",
        ),
    ),
)


@dataclass(frozen=True)
class KindAsked:
    """A kind that a request names, of one month alone where it says so (1 to 12)."""

    kind: TopicKind
    month: int | None


def questions_of(topic: str, *, whole: bool) -> tuple[str, ...]:
    """What else to look up for a topic: its words find little of an area or a kind."""
    if area := area_of(topic, whole=whole):
        return area.questions
    asked = kind_asked(topic)
    return asked.kind.questions if asked else ()


def all_of(topic: str, units: Sequence[Unit], *, whole: bool) -> OfArea:
    """What of these belongs to the area or kind that a topic names; nothing where it names none."""
    if area := area_of(topic, whole=whole):
        return in_area(area, units)
    asked = kind_asked(topic)
    return of_kind(asked, units) if asked else OfArea([], [])


def kind_asked(topic: str) -> KindAsked | None:
    """The kind whose things a topic names in the plural, and nothing besides."""
    for kind, pattern in _patterns():
        if match := pattern.match(topic.strip().lower()):
            # "Termine im Mai", "die Novembertermine".
            month = _NAMED.search(match.group())
            return KindAsked(kind, _MONTHS[month.group()] if month else None)
    return None


def of_kind(asked: KindAsked, units: Sequence[Unit]) -> OfArea:
    """What of these is of the kind; what is another's, or of no known month, may be."""
    if asked.month:
        units = [unit for unit in units if _month_of(unit.text) in (asked.month, None)]
    likely = list(zip(how_well(asked.kind.questions, units), units, strict=True))
    surely = [u for answers, u in likely if answers >= _least(asked, u) and _is_sure(asked, u.text)]
    ranked = sorted(likely, key=lambda pair: -pair[0])
    return OfArea(surely, [u for answers, u in ranked if answers >= _MAYBE and u not in surely])


def _least(asked: KindAsked, unit: Unit) -> float:
    """How well a sentence must answer."""
    timed = asked.kind.timed and _month_of(unit.text) and _CLOCK.search(unit.text)
    return _AT_A_TIME if timed else _SURELY


def _is_sure(asked: KindAsked, text: str) -> bool:
    whose = gist(" ".join(text.split()[:_OPENS])).whose - {"me"}
    of_others = any(not who.startswith("=") or who in _FAMILY for who in whose)
    return not of_others and (not asked.month or _month_of(text) == asked.month)


def _month_of(text: str) -> int | None:
    """The month of the first day that a text names with its month."""
    dates = (each.canonical for each in identifiers(text) if each.kind is IdKind.DATE)
    return next((int(date.split("-")[-2]) for date in dates), None)


_NAMED = re.compile(rf"\b(?:{'|'.join(sorted(_MONTHS, key=len, reverse=True))})(?=\b|termine)")


@cache
def _patterns() -> tuple[tuple[TopicKind, "re.Pattern[str]"], ...]:
    each = r"(?:{lead}\s+)*(?:{names})"
    more = r"(?:\s*(?:,|&|and|und|y|et|e|en|i)\s+{one})*"
    found = []
    for kind in _KINDS:
        one = each.format(lead=_LEADS, names=kind.names)
        found.append(
            (
                kind,
                re.compile(
                    rf"^\W*(?:(?:and|und|y|et)\s+)?{one}{more.format(one=one)}{_IN_MONTH}{_REST}$"
                ),
            )
        )
    return tuple(found)
