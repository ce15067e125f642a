"""You, in short: a few sentences of what is known of the person, by subject, each with its source.

Nothing is generated: the person's own words are said back, in the second person where that is safe.
Which memories may belong to a subject is asked of the index, so that it does not matter how many
there are; how they begin tells whether they are about the person.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop

from accounts.models import User
from memories.models import Memory
from memories.pages.display import ShownSource, of_evidence
from memories.recall import rows
from memories.search import memories_holding
from memories.text import in_second_person, stems

# Of each subject so many sentences are told, out of so many that come near its words.
TOLD, LOOKED_AT = 4, 40
# Beside these, what is newest and what the person confirmed or pinned.
NEWEST = 100
# Longer ones are no clause, in characters.
LONGEST = 160
_KNOWN = (Memory.State.CURRENT, Memory.State.FADED)


@dataclass(frozen=True)
class ProfileSubject:
    """A subject of the profile: words that memories of it have, and what tells of it in them."""

    title: str
    words: str
    tells: re.Pattern[str]


@dataclass(frozen=True)
class ProfileSentence:
    """One sentence, with the number of its source."""

    text: str
    number: int
    url: str
    quote: str
    source: ShownSource


@dataclass(frozen=True)
class ProfileSection:
    """What is told of one subject."""

    title: str
    sentences: Sequence[ProfileSentence]


def _subject(title: str, words: str, *tells: str) -> ProfileSubject:
    return ProfileSubject(title, words, re.compile(rf"\b(?:{'|'.join(tells)})", re.IGNORECASE))


# Whoever belongs to the person, at the beginning of a sentence: what is told there is told of them.
_OF_OTHERS = (
    r"(?:(?:my|our) (?:partner|wife|husband|girlfriend|boyfriend|daughters?|sons?|children|kids"
    r"|grand(?:children|kids|son|daughter|mother|father)|sisters?|brothers?|mother|father|mum|mom"
    r"|dad|best friend|friends?)\b"
    r"|(?:mein|meine|unser|unsere) (?:frau|mann|partner\w*|töchter|tochter|söhne|sohn|kinder"
    r"|enkel\w*|schwestern?|brüder|bruder|mutter|vater|oma|opa|freund\w*)\b"
    r"|(?:mi|nuestr[ao]) (?:mujer|marido|pareja|hij[ao]|herman[ao]|madre|padre|niet[ao])\b)"
)
_OF_ME = r"(?:i|my|we|our|ich|mein\w*|wir|unser\w*|tengo|soy|estoy|mi|allerg\w*|alérgic\w*)\b"

# In English, German and Spanish. What comes first in a list of subjects has its memories first.
SUBJECTS = (
    _subject(
        gettext_noop("Home"),
        "live living home flat house apartment moved born wohne wohnung haus lebe vivo casa piso",
        r"(?:i|we)(?:'ve| have| still| now)* (?:live (?:in|on|at|with|near|by|alone)\b"
        r"|moved (?:to|into|here|from)\b|rent|grew up|was born|come from)",
        r"i(?:'m| am) from|my (?:flat|house|apartment|home(?:town)?)(?= (?:is|was|has|in|on|at)\b)"
        r"|i was born",
        r"(?:ich|wir) (?:wohnen?\b|leben? (?:in|im|an|am|auf|bei|mit|allein)\b"
        r"|kommen? aus (?=[^\W\d_a-z])|bin .{0,40}gezogen)|(?:meine|unsere) wohnung\b"
        r"|(?:mein|unser) haus\b",
        r"viv(?:o|imos)\b|nací|soy de|mi (?:casa|piso)",
    ),
    _subject(
        gettext_noop("Work"),
        "work job company boss manager office study university teach arbeite beruf firma chef"
        " studiere trabajo empresa jefe estudio",
        r"i(?:'ve| have| also| still| now)* (?:work(?:ed)? (?:at|as|for|in)|stud(?:y|ied)|teach)",
        r"my (?:job|boss|manager|company|employer|profession)\b"
        r"|i run (?:a|my|the) (?!\w*(?:marathon|race|mile|lap|bath|fever|temperature)\b)",
        r"ich (?:arbeite|studiere|unterrichte)|mein\w* (?:chef\w*|job|beruf|firma|arbeit)\b",
        r"trabajo (?:en|como|de|para)|estudio\b|mi (?:jefe|jefa|empresa|trabajo)\b",
    ),
    _subject(
        gettext_noop("Health"),
        "allergic allergy doctor medicine asthma diabetes glasses allergisch arzt medikament"
        " alérgico médico medicina",
        rf"(?!{_OF_OTHERS})(?:{_OF_ME}).*\b(?:allerg|penicillin|asthma|diabet|medicat|insulin"
        r"|migraine|epilep|blood (?:type|pressure)"
        r"|gluten|lactose|pregnan|medikament|blutdruck|schwanger|alérgic|alergia|embaraz)",
        r"my (?:doctor|gp|knees?|back|dentist|eyes?|heart)"
        r"(?= (?:is|are|was|has|hurts?|aches?|said|told)\b)",
        r"(?:mein\w*|unser\w*) (?:\w*(?:arzt|ärztin)|knie|rücken|herz)\b|mi (?:médic\w|dentista)\b",
    ),
    _subject(
        gettext_noop("Food"),
        "eat drink food coffee tea vegetarian vegan meat favourite esse trinke kaffee tee"
        " vegetarisch fleisch como bebo café té vegetariano carne",
        r"i(?:'m| am)? (?:a )?(?:vegan|vegetarian|\w* ?(?:eat|drink))",
        r"i (?:prefer|love|like|hate|can't stand|never|don't) .{0,30}(?:coffee|tea|meat|fish|cheese"
        r"|wine|beer|chocolate|food|cake|bread|pasta|soup|milk|spicy)",
        r"ich (?:bin vegan|bin vegetar|esse|trinke)|(?:soy vegan|soy vegetar|no como|bebo\b)",
    ),
    _subject(
        gettext_noop("People"),
        "partner wife husband daughter son sister brother mother father friend grandchildren"
        " frau mann tochter sohn schwester bruder mutter vater enkel mujer marido hija hijo hermana"
        " hermano madre padre",
        rf"{_OF_OTHERS}",
    ),
    _subject(
        gettext_noop("Pets"),
        "dog cat puppy kitten rabbit hund hündin dackel katze kater kaninchen perro gato",
        r"(?:my|our) (?:dogs?|cats?|puppy|kitten|rabbits?|horse|budgie|parrot|hens?)\b",
        r"(?:i|we) have (?:a|an|two|three|four|\d+) (?:dogs?|cats?|puppy|kitten|rabbits?|horse)",
        r"(?:mein|meine|unser|unsere) \w*(?:hund|hündin|dackel|katzen?|kater|kaninchen|pferd)\b",
        r"(?:ich|wir) haben? (?:eine?n?|zwei|drei|vier|\d+) "
        r"\w*(?:hund|hündin|dackel|katzen?|kater|kaninchen)",
        r"(?:mi|nuestr[ao]) (?:perr[ao]|gat[ao])\b",
    ),
    _subject(
        gettext_noop("Plans"),
        "plan planning moving trip going learn umzug reise möchte viaje quiero mudanza",
        r"(?:i|we)(?:'m|'re| am| are) (?:moving|planning|going to|travelling|learning)",
        r"(?:i|we) (?:want|plan|hope|decided) to|(?:i|we) started to learn",
        r"(?:ich|wir) (?:will|wollen|möchten?|plane|planen|ziehen?)\b",
        r"(?:quiero|queremos) (?=\w+r\b)|(?:voy a|vamos a|me mudo)\b",
    ),
)


def profile(user: User) -> list[ProfileSection]:
    """The subjects of which something is known, each with its sentences. Inside `acting_as`."""
    candidates = _candidates(user)
    taken: set[UUID] = set()
    chosen = [(subject, _best(subject, candidates, taken)) for subject in SUBJECTS]
    evidence = {row.memory.pk: row for row in rows(user, [m for _, some in chosen for m in some])}
    told: list[ProfileSection] = []
    number = 0
    for subject, memories in chosen:
        clauses = []
        for memory in memories:
            quoted = evidence[memory.pk].evidence
            if quoted is None:
                continue
            number += 1
            source = of_evidence(user, quoted)
            text = in_second_person(memory.content) or memory.content.rstrip(" .")
            clauses.append(ProfileSentence(text, number, source.url, quoted.quote, source))
        if clauses:
            told.append(ProfileSection(gettext(subject.title), clauses))
    return told


def _candidates(user: User) -> list[Memory]:
    """What may belong to some subject, the latest first: what faded is no less true."""
    near = (memories_holding(user.pk, stems(each.words), LOOKED_AT) for each in SUBJECTS)
    ids = {pk for found in near for pk in found}
    holds = Q(valid_until=None) | Q(valid_until__gt=timezone.now())
    current = Memory.objects.filter(holds, user=user, state__in=_KNOWN, project=None)
    newest = current.order_by("-updated", "-id").values_list("pk", flat=True)
    ids |= set(newest[:NEWEST])
    ids |= set(newest.filter(Q(pinned=True) | Q(confirmed__isnull=False))[:NEWEST])
    found = current.filter(pk__in=ids).order_by("-updated", "-id")
    return [memory for memory in found if len(memory.content) <= LONGEST]


def _best(subject: ProfileSubject, candidates: Sequence[Memory], taken: set[UUID]) -> list[Memory]:
    """What tells most surely of a subject, each way of telling once; as sure, the latest."""
    told: dict[str, Memory] = {}
    for memory in sorted(candidates, key=_weight, reverse=True):
        tells = subject.tells.match(_plain(memory))
        if tells and memory.pk not in taken:
            told.setdefault(tells.group().lower(), memory)
    best = list(told.values())[:TOLD]
    taken |= {memory.pk for memory in best}
    return best


def _plain(memory: Memory) -> str:
    return memory.content.replace("’", "'").lstrip()


def _weight(memory: Memory) -> float:
    sure = 1.0 if memory.confirmed or memory.pinned else memory.confidence
    return sure * (0.5 + memory.importance)
