"""What speaks of a topic: "my car", "Clara"."""

from collections.abc import Sequence

from memories.answers.persons.kinship import Who
from memories.answers.scoring import answer_scoring
from memories.answers.scoring.asked import Asked, take_apart
from memories.answers.scoring.features import Features
from memories.answers.scoring.reading import Reading, read
from memories.answers.vocabulary import taxonomy
from memories.text import content_words, stem_of

# What speaks of a topic covers its words and is like it as a whole, one of them the better.
SPEAKS = ((0.7, 0.22), (0.4, 0.5))


def speak_of(topic: str, passages: Sequence[str]) -> list[bool]:
    """Which passages speak of a topic, in these words or in others."""
    asked, features = _examined(topic, passages)
    return [_speaks(asked, each) for each in features]


def _speaks(asked: Asked, found: Features) -> bool:
    if found.sibling or found.missing_name or (found.aims and found.met < 1):
        return False
    if not asked.keys:
        return bool(found.aims) or found.whole >= SPEAKS[0][0]
    if not found.aims and found.about_another:
        # That one's sister is a vet tells nothing of one's cat.
        return found.least_covered >= 1
    return any(found.least_covered >= words and found.whole >= whole for words, whole in SPEAKS)


def _examined(question: str, passages: Sequence[str]) -> tuple[Asked, list[Features]]:
    readings = [read(passage) for passage in passages]
    known = frozenset(Who(r.told for r in readings).names)
    again: list[Reading] = [read(passage, known) for passage in passages]
    asked = take_apart(question, known)
    return asked, answer_scoring.examine(asked, again, Who(r.told for r in again))


def stems_with_kin(text: str) -> set[str]:
    """The stems of a text, and of other words for what it names: "sister", "sibling"."""
    stems = {word.stem for word in content_words(text)}
    general = {
        stem_of(kind.family)
        for table in (taxonomy.relations(), taxonomy.things())
        for stem in stems
        if (kind := table.get(stem))
    }
    same = {
        stem
        for table in (taxonomy.relations(), taxonomy.things())
        for stem, kind in table.items()
        if kind.member and any(table.get(own) == kind for own in stems)
    }
    return stems | general | same
