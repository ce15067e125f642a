"""You, in short: a few sentences of what is known of the person, by subject, each with its source.

Nothing is generated: the person's own words are said back, in the second person where that is safe.
What belongs to a subject is told by its tags, and what comes first by how much it will matter.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop

from accounts.models import User
from memories.models import Memory, Tagging
from memories.pages.display import ShownSource, of_evidence
from memories.recall import rows
from memories.text import first_person, in_second_person, written_out
from memories.text.fact_parts import ME
from memories.text.names.find import names_in
from memories.text.names.lists import PERSON, SERVICE
from memories.text.names.named_entity import NamedEntity
from memories.text.secrets import for_who_asks

# Number of sentences told per subject, out of how many of the latest.
TOLD, LATEST = 3, 40
# Number of a memory's tags used to sort it.
CERTAIN = 2
# Maximum position, in characters, of the subject that opens a sentence: "My sister".
OPENING = 4
# Beside these, what the person confirmed or pinned.
SURE = 100
# Longer ones are no clause, in characters.
LONGEST = 120
# The person themselves, as whom a sentence begins with.
_OF_ME = re.compile(
    rf"(?:{'|'.join((*first_person.words(first_person.SUBJECTS), 'me', 'mir', 'mich'))})\b",
    re.IGNORECASE,
)
_KNOWN = (Memory.State.CURRENT, Memory.State.FADED)


@dataclass(frozen=True)
class ProfileSubject:
    """A subject of the profile, and the tags of what belongs to it."""

    title: str
    tags: tuple[str, ...]


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


_PEOPLE = ProfileSubject(gettext_noop("People"), ("family", "people"))
_HOME = ProfileSubject(gettext_noop("Home"), ("home",))
_WORK = ProfileSubject(gettext_noop("Work"), ("work", "learning"))
# What comes first in a list of subjects has its memories first.
SUBJECTS = (
    _HOME,
    _WORK,
    ProfileSubject(gettext_noop("Health"), ("health",)),
    ProfileSubject(gettext_noop("Food"), ("food",)),
    _PEOPLE,
    ProfileSubject(gettext_noop("Pets"), ("pets",)),
    ProfileSubject(gettext_noop("Free time"), ("sport", "music", "hobbies", "reading")),
    ProfileSubject(gettext_noop("Plans"), ("plans",)),
)
# Where what is known of the person belongs, whatever its tags.
_BY_ATTRIBUTE = {"lives in": _HOME, "address": _HOME, "rent": _HOME}
_BY_ATTRIBUTE |= {"works at": _WORK, "works as": _WORK, "salary": _WORK, "teaches": _WORK}


def profile(user: User) -> list[ProfileSection]:
    """The subjects of which something is known, each with its sentences. Inside `acting_as`."""
    candidates = _candidates(user)
    of = [(memory, _subject_of(memory)) for memory in candidates]
    chosen = [
        (each, _best(each, [memory for memory, its in of if its is each])) for each in SUBJECTS
    ]
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
    """What may belong to some subject, the most telling first: what faded is no less true."""
    tags = [tag for subject in SUBJECTS for tag in subject.tags]
    ids = {pk for tag in tags for pk in _latest(user, tag)}
    holds = Q(valid_until=None) | Q(valid_until__gt=timezone.now())
    current = Memory.objects.filter(holds, user=user, state__in=_KNOWN, project=None)
    sure = current.filter(Q(pinned=True) | Q(confirmed__isnull=False))
    ids |= set(sure.order_by("-updated", "-id").values_list("pk", flat=True)[:SURE])
    found = current.filter(pk__in=ids).order_by("-updated", "-id")
    told = [m for m in found if len(m.content) <= LONGEST and not for_who_asks(m.content)]
    return sorted(told, key=_weight, reverse=True)


def _latest(user: User, tag: str) -> list[UUID]:
    bearing = Tagging.objects.filter(user=user, state__in=_KNOWN, tag=tag)
    return list(bearing.order_by("state", "-updated").values_list("memory_id", flat=True)[:LATEST])


def _best(subject: ProfileSubject, memories: Sequence[Memory]) -> list[Memory]:
    """What tells most of a subject: what is of it above all first, each beginning once."""
    told: dict[str, Memory] = {}
    for memory in sorted(memories, key=lambda m: not m.tags or m.tags[0] not in subject.tags):
        told.setdefault(_beginning(memory.content), memory)
    return list(told.values())[:TOLD]


def _subject_of(memory: Memory) -> ProfileSubject | None:
    """Where it belongs: by what it tells of the person, to people it is told of, by its tags."""
    if memory.subject == ME and (known := _BY_ATTRIBUTE.get(memory.attribute)):
        return known
    of = [next((s for s in SUBJECTS if tag in s.tags), None) for tag in memory.tags[:CERTAIN]]
    people = of[:1] == [_PEOPLE] or _tells_of_somebody(memory.content)
    if people and not _OF_ME.match(written_out(memory.content)):
        return _PEOPLE
    return next((subject for subject in of if subject not in (None, _PEOPLE)), None)


def _tells_of_somebody(content: str) -> bool:
    """Whether a person comes first in a sentence: "My sister …", "Tadhg's asthma …".

    Not where it says who does what for the person, or their trade: "my GP is Dr Lund", "plumber".
    """
    return any(
        named.type == PERSON and not (named.role and named.role.role.field == SERVICE)
        for named in names_in(content)
        if _start(named) <= OPENING
    )


def _start(named: NamedEntity) -> int:
    return min(named.start, named.role.start) if named.role else named.start


def _beginning(content: str) -> str:
    return " ".join(content.lower().split()[:3])


def _weight(memory: Memory) -> float:
    sure = 1.0 if memory.confirmed or memory.pinned else memory.confidence
    return sure * (0.5 + memory.importance)
