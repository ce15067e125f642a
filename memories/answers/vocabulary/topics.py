"""What speaks of a topic: "my car", "Clara"."""

from collections.abc import Sequence

from memories.answers.persons.kinship import Kinship
from memories.answers.scoring import answer_scoring
from memories.answers.scoring.analysed_passage import AnalysedPassage, read
from memories.answers.scoring.cues import same_thing, things_in
from memories.answers.scoring.features import AnswerFeatures
from memories.answers.scoring.question import AnalysedQuestion, take_apart
from memories.answers.scoring.similarity import learn_words, likeness, nearest_word
from memories.answers.vocabulary import synonyms, taxonomy
from memories.text import content_words, stem_of

# What speaks of a topic covers its words and is like it as a whole, one of them the better.
SPEAKS = ((0.7, 0.22), (0.4, 0.5))
# Two words that touch the same point of life cover each other this well.
SAME_POINT = 0.85


def speak_of(topic: str, passages: Sequence[str]) -> list[bool]:
    """Which passages speak of a topic, in these words or in others."""
    readings = [read(passage) for passage in passages]
    known = frozenset(Kinship(r.told for r in readings).names)
    readings = [read(passage, known) for passage in passages]
    asked = take_apart(topic, known)
    features = answer_scoring.examine(asked, readings, Kinship(r.told for r in readings))
    alike = likeness(asked.text, [reading.text for reading in readings])
    learn_words([*asked.keys, *(word.spelling for each in readings for word in each.words)])
    return [
        _speaks(asked, each, whole, min((covers(key, reading) for key in asked.keys), default=0.5))
        for each, whole, reading in zip(features, alike, readings, strict=True)
    ]


def _speaks(asked: AnalysedQuestion, found: AnswerFeatures, whole: float, covered: float) -> bool:
    """`covered` is how well the least covered word of the topic is."""
    if found.sibling or found.missing_name or (found.aims and found.met < 1):
        return False
    if not asked.keys:
        return bool(found.aims) or whole >= SPEAKS[0][0]
    if not found.aims and found.about_another:
        # That one's sister is a vet tells nothing of one's cat.
        return covered >= 1
    return any(covered >= words and whole >= likely for words, likely in SPEAKS)


def covers(key: str, passage: AnalysedPassage) -> float:
    """How well a passage covers a word: by itself, by what means the same, or by what is near."""
    if key in passage.stems:
        return 1.0
    if synonyms.points_in(key) & passage.points:
        return SAME_POINT
    kind = taxonomy.things().get(key)
    if kind and any(same_thing(kind, found) for found in things_in(passage, kind.family)):
        return 1.0
    return nearest_word(key, [word.spelling for word in passage.words])


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
