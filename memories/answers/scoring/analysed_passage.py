"""A passage read once, and whom a question is about."""

from dataclasses import dataclass
from functools import lru_cache

from memories.answers.persons import people
from memories.answers.persons.kinship import Kinship, MentionedPeople, PersonRef, known_as
from memories.answers.scoring.question import AnalysedQuestion
from memories.answers.vocabulary import synonyms
from memories.text import NamedEntity, Word, content_words, in_english, names_in
from memories.text.names.lists import PERSON, PET

_SOMEBODY = (PERSON, PET)


@dataclass(frozen=True)
class AnalysedPassage:
    """A passage, read once. `text` is in English."""

    text: str
    words: tuple[Word, ...]
    stems: frozenset[str]
    told: MentionedPeople
    points: frozenset[int]


def read(passage: str, known: frozenset[str] = frozenset()) -> AnalysedPassage:
    """Read a passage in whatever language it is."""
    text = in_english(_with_capitals(passage))
    words = tuple(content_words(text))
    told = people.told_of(text, known | _somebody_in(passage))
    return AnalysedPassage(
        text,
        words,
        frozenset(word.stem for word in words),
        told,
        synonyms.points_in(text),
    )


def _with_capitals(passage: str) -> str:
    """A passage with its names in capitals: in small letters "malte" would be "painted"."""
    text = passage
    for one in _named(passage):
        if text[one.start : one.stop].islower():
            spelled = text[one.start : one.stop].title()
            text = text[: one.start] + spelled + text[one.stop :]
    return text


def _somebody_in(passage: str) -> frozenset[str]:
    """Who is named in a passage, where words beside a name tell: "Clive the donkey is 28"."""
    names = (one.name.lower() for one in _named(passage) if one.type in _SOMEBODY)
    return frozenset(word for name in names for word in name.split())


@lru_cache(maxsize=4_000)
def _named(passage: str) -> tuple[NamedEntity, ...]:
    return tuple(one for one in names_in(passage) if one.name)


def aims_of(asked: AnalysedQuestion, who: Kinship) -> tuple[PersonRef, ...]:
    """Whom a question is about: "my partner's brother" is about the brother."""
    refs = [ref for ref in asked.told.refs if ref.kinds or not ref.placed or ref.names & who.people]
    owners = {owner for ref in refs for owner, _ in ref.kinds}
    return tuple(
        ref
        for ref in refs
        if not (ref.owns and (who.resolved(ref) | known_as(ref)) & owners and len(refs) > 1)
    )
