"""Which of the passages that were judged an answer shows."""

from collections.abc import Sequence

from memories.answers.passage_ranking import RankedPassages
from memories.answers.passages import AnswerPassage, distinct
from memories.answers.scoring.analysed_passage import AnalysedPassage
from memories.answers.scoring.question import asks_several
from memories.answers.scoring.similarity import Similarity
from memories.answers.shapes import Answer
from memories.answers.verdicts import Verdict
from memories.recall import Item
from memories.text import first_person

# How many passages an answer shows at most.
SHOWN = 3
SHOWN_UNSURE = 2
# A passage as good as this share of the best one is shown too; where none of them answers, the
# next is shown whatever it is.
NEARLY = 0.75
HALF = 0.4
# Where several things are asked for, this share of the best is enough to be shown beside it.
SEVERAL = 0.16
# There what is of a kind with the best is told beside it: so like it, and as near to the question
# by this share.
OF_A_KIND, AS_NEAR = 0.28, 0.4
# Of documents what is at least this likely is shown beside the best.
CLOSE = 0.01


def with_answer(items: Sequence[Item], found: Answer) -> list[Item]:
    """What was recalled, after what surely answers and recall does not find: by who wrote it."""
    same = {item.id: item.text for item in items}
    told = [p.item for p in found.passages] if found.verdict is Verdict.SURE else []
    found_else = {i.id: i for i in told if not i.memory_id and same.get(i.id) != i.text}
    return [*found_else.values(), *(item for item in items if item.id not in found_else)]


def choose(
    judged: RankedPassages,
    passages: Sequence[AnswerPassage],
    readings: Sequence[AnalysedPassage],
    verdict: Verdict,
    *,
    in_full: str,
) -> list[AnswerPassage]:
    """The passages shown, best first: those that answer together or half of it, else the best and
    those nearly as good.
    """
    if judged.also or judged.half:
        return distinct([passages[n] for n in (judged.order[0], *judged.also)])
    sure = verdict is Verdict.SURE
    nearly, shown = (NEARLY, SHOWN) if sure else (HALF, SHOWN_UNSURE)
    if asks_several(in_full):
        nearly, shown = SEVERAL, SHOWN
    first = judged.each[judged.order[0]] if judged.order else 0.0
    chosen = [passages[n] for n in judged.order if judged.each[n] >= first * nearly]
    if asks_several(in_full) and not any(p.was_read for p in chosen):
        chosen += [passages[n] for n in _of_a_kind(judged, passages, readings, in_full)]
    if all(p.was_read for p in chosen) and not first_person.IN_ENGLISH.search(in_full):
        chosen = chosen[:1] + _best_of_each(judged, passages, without=chosen[:1])
        shown = SHOWN
    return distinct(chosen)[:shown]


def _of_a_kind(
    judged: RankedPassages,
    passages: Sequence[AnswerPassage],
    readings: Sequence[AnalysedPassage],
    question: str,
) -> list[int]:
    """What was told that is of a kind with the best: "I teach maths", "I drive the bakery van"."""
    best = readings[judged.order[0]].text
    near = Similarity([question, *(reading.text for reading in readings)])
    least = near.of(question, best) * AS_NEAR
    return [
        n
        for n in judged.order[1:]
        if judged.each[n] >= CLOSE
        and not passages[n].was_read
        and near.of(best, readings[n].text) >= OF_A_KIND
        and near.of(question, readings[n].text) >= least
    ]


def _best_of_each(
    judged: RankedPassages, passages: Sequence[AnswerPassage], without: Sequence[AnswerPassage]
) -> list[AnswerPassage]:
    """The best sentence of each passage of a document, best first: one may be what is looked for.

    Who asks about a document sees a few passages, and no harm is done by one too many.
    """
    seen = {passage.item.id for passage in without}
    found: list[AnswerPassage] = []
    for n in judged.order:
        passage = passages[n]
        if passage.was_read and judged.each[n] >= CLOSE and passage.item.id not in seen:
            seen.add(passage.item.id)
            found.append(passage)
    return found
