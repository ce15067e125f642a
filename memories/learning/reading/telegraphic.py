"""What is told in telegraphic style: "Wife is Saoirse. Midwife at Bronglais."

A sentence without a subject goes on with what the one before it is about, and stands alone with
that in front: "Saoirse: midwife at Bronglais". Where its own subject is left out as one's own
("Live in York.", "Fahre einen VW."), or another begins ("Dentist on Friday."), it does not.
"""

import re
from collections.abc import Sequence
from functools import partial

from memories.learning.reading.facts import FactSpan
from memories.learning.reading.own_parts import OwnSentence
from memories.learning.reading.pronouns import called
from memories.text import NamedEntity, language_of, names_in
from memories.text.calendar.names import weekdays
from memories.text.languages import ENGLISH
from memories.text.names.lists import PERSON, PET, SERVICE, kinds, roles, several
from memories.text.names.small_words import CALLED, IS, MY, THE, THEIRS, A, small_words
from memories.text.patterns import lazily
from memories.text.sameness.verbs import is_verb

_WORD = lazily(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
# Words by which the person speaks of themselves, or to somebody.
_OF_ONESELF = lazily(
    r"\b(?:i|i['’]\w+|we|we['’]\w+|me|us|my|mine|our|ours|myself|you|your|ich|mir|mich|wir|uns|mein\w*"
    r"|unser\w*|du|dir|dich|dein\w*|yo|mi|mis|me|nos|nuestr\w+|tu|tus)\b|[?]",
    re.IGNORECASE,
)
# What begins a sentence with a subject of its own, or leads on otherwise than by leaving it out.
_LEADS = frozenset(
    "he she it they there this that these those who what and but so or then if when because also"
    " please thanks today tomorrow yesterday tonight now later every er sie es man da dort und aber"
    " oder dann wenn weil auch bitte danke heute morgen gestern jetzt später jeden jede él ella"
    " ello hay eso esto y pero hoy mañana ayer ahora cada at in on by from to for with um am im bei"
    " mit von zu ab bis en con para por after before since without despite last nach vor seit ohne"
    " trotz tras desde sin".split()
)
_LEADS |= MY | THE | THEIRS | A
# A verb that begins a sentence and is one's own: "live", "don't"; German ones end in -e.
_OWN_VERB = lazily(
    r"(?:(?:am|was|have|had|got|do|don['’]t|didn['’]t|can|can['’]t|could|couldn['’]t|will|won['’]t"
    r"|would|need|want|like|love|hate|prefer|live|work|drive|take|play|own|keep|use|eat|drink|go"
    r"|going|think|know|remember|forget|tell|feel|feeling|paid|pay|booked|bought|sold|moved|started"
    r"|joined|saw|met|been|gave|went|ordered|swim|run|cycle|walk|study|teach|sing|speak|owe|left"
    r"|quit)\b"
    r"|(?-i:[A-ZÄÖÜ]?[a-zäöüß]{2,}e)\s+(?:ich\b|(?:den|die|das|einen?|eine|keine?n?|ihn|sie|es|zu|zum"
    r"|zur|in|im|bei|beim|mit|nach|nur|seit|am|als|gern|nicht|immer|jeden?)\b)"
    r"|(?:bin|hab|habe|hatte|war|kann|muss|will|mag|möchte|brauche|esse|trinke|fahre|baue)\b"
    r"|(?:soy|tengo|vivo|trabajo|estoy|voy|quiero|prefiero|odio|como|bebo|juego|toco)\b)",
    re.IGNORECASE,
)
# What one has one of, and speaks of without "my": it goes on with nothing.
_THINGS_OF_ONES_OWN = frozenset(
    "rent salary passport wifi password pin code birthday appointment flight train ferry bus ticket"
    " tickets keys key insurance bank phone number email address car bike van dentist doctor gym"
    " work job school uni class course holiday miete gehalt reisepass wlan passwort geburtstag"
    " termin flug zug fähre schlüssel versicherung konto handy nummer adresse arbeit schule urlaub"
    " alquiler sueldo pasaporte contraseña vuelo tren llaves seguro banco móvil trabajo".split()
)
# But with a number right behind it, it is whoever's the sentence before is about: "Birthday 3 May".
_ANYBODYS = lazily(
    r"(?:birthday|b-?day|phone|mobile|number|e-?mail|address|geburtstag|geb|handy|handynummer|nummer"
    r"|telefon|adresse|cumpleaños|teléfono|móvil)\b\W*(?:(?:is|ist|es|on|am|el|the|den)\s+){0,2}\W*"
    r"(?:\w+\s+)?(?:\d|\w+@)",
    re.IGNORECASE,
)
# "Midwife at Bronglais" is what somebody is; "dentist at 9" is an appointment.
_IS_ONE = lazily(
    r"\W*(?:[\w’'-]+\s+){1,2}?(?:at|in|for|with|bei|beim|im|am|an|seit|since|en|de)\s+(?!\d)(?:the\s+)?"
    rf"(?!{'|'.join(weekdays('en', 'de'))}|noon)",
    re.IGNORECASE,
)
# "Mum and dad split up" is about two.
_AND = lazily(r"\s*(?:&|and\b|und\b|y\b|e\b|or\b|oder\b)\s", re.IGNORECASE)
_LABEL = lazily(r"\W*([^\W\d_][\w’' -]{2,30}?):\s+\S")
# "Kredit bei der VR Bank, 185 im Monat": what a sentence without a verb is about.
_THING = lazily(r"\W*((?:[^\W\d_][\w’'-]*)(?:\s+[\w’'-]+){0,4}?)\s*(?:,|$|[.!])")
# These end as German verbs do.
_NO_VERBS = frozenset(
    "gegen neben wegen zwischen diesen jeden allen beiden gut fast oft nicht".split()
)
_NOT = frozenset("not never no nicht nie kein keine nunca".split())
_VERB_SOON = 3
_DUTIES = frozenset({"work", SERVICE})
_LONGEST_TOPIC = 40
# "Groundsman is Iolo": fewer words than these stand before a name.
_TOLD = 4
_SHORTEST, _LONGEST = 2, 16


def going_on(text: str, part: OwnSentence, parts: Sequence[OwnSentence]) -> FactSpan | None:
    """A sentence with what it is about, where that stands in one before it; None where not so."""
    at = parts.index(part)
    if not at or not _lacks_subject(part.words):
        return None
    topic = _topic_before(text, at, parts)
    if not topic:
        return None
    verb = _first_word(part.words)
    language = language_of(text) or ENGLISH
    first = part.words[0].lower() if _is_small(part.words, language) else part.words[0]
    # "Iolo: scared of wasps", but "Clause hatte …".
    joint = " " if is_verb(verb, language) and not verb.endswith("ed") else ": "
    return FactSpan(part.span, f"{topic}{joint}{first}", 1, left_out=True)


def _topic_before(text: str, at: int, parts: Sequence[OwnSentence]) -> str:
    """What the sentence before is about, or that which it goes on with itself."""
    for place in range(at - 1, -1, -1):
        between = text[parts[place].span.stop : parts[place + 1].span.start]
        if between.strip() or "\n\n" in between:
            return ""
        goes_on = _lacks_subject(parts[place].words) or len(parts[place].words.split()) == 1
        if not place or not goes_on:
            return _topic(parts[place].words)
    return ""


def _topic(words: str) -> str:
    """Whom or what a sentence begins with: a name, whoever has a role, a label, a bare noun."""
    if named := _somebody_first(words):
        words = called(named)
        return words[:1].upper() + words[1:]
    if _OF_ONESELF.search(words):
        return ""
    if (label := _LABEL.match(words)) is not None:
        return label[1]
    thing = _THING.match(words)
    first = _first_word(words).lower()
    bare = thing is not None and first not in _LEADS and not _OWN_VERB.match(words)
    if thing is None or not bare or len(thing[1]) > _LONGEST_TOPIC:
        return ""
    language = language_of(words) or ENGLISH
    return "" if any(is_verb(word, language) for word in thing[1].split()) else thing[1]


def _somebody_first(words: str) -> NamedEntity | None:
    """Who a sentence begins with, by name or by what they are: "Wife is Saoirse", "Mum's 80"."""
    named = [one for one in names_in(words) if one.type in (PERSON, PET)]
    if not named:
        return None
    first = min(named, key=lambda one: one.start)
    if _AND.match(words, first.stop):
        return None
    before = [word.lower() for word in _WORD.findall(words[: first.start])]
    told = len(before) < _TOLD and (len(before) < 2 or before[-1] in IS | CALLED)
    opens = told or all(word in MY | IS | CALLED or (word,) in roles() for word in before)
    return first if opens and (first.role is None or not first.role.owner) else None


def _lacks_subject(words: str) -> bool:
    """Whether a sentence leaves out whom it is about, and that is not the person."""
    spelled = _WORD.findall(words)
    if not _SHORTEST <= len(words.split()) <= _LONGEST or not spelled or _OF_ONESELF.search(words):
        return False
    if _ANYBODYS.match(words):
        return True
    low = spelled[0].lower().replace("’", "'").removesuffix("'s")
    if low in _LEADS | _THINGS_OF_ONES_OWN or _OWN_VERB.match(words) or _LABEL.match(words):
        return False
    if (low,) in roles():
        return roles()[(low,)].field in _DUTIES and _IS_ONE.match(words) is not None
    if low in several() or low in kinds():
        return False
    language = language_of(words) or ENGLISH
    if is_verb(low, language):
        return True
    soon = [word for word in spelled[1:_VERB_SOON] if word.lower() not in small_words()]
    if low not in _NOT and any(map(partial(_is_verb_soon, language=language), soon)):
        # "Bins go out on Tuesday" has a subject.
        return False
    return not any(not words[: one.start].strip() for one in names_in(words))


def _is_verb_soon(word: str, language: str) -> bool:
    german = language == "de" and word.islower() and word.endswith(("en", "t"))
    german = german and word not in _NO_VERBS
    return german or is_verb(word, language)


def _first_word(words: str) -> str:
    found = _WORD.search(words)
    return found.group() if found else ""


def _is_small(words: str, language: str) -> bool:
    """Whether the first word of a sentence has its capital only because it is the first."""
    return language in (ENGLISH, "es") or is_verb(_first_word(words).lower(), language)
