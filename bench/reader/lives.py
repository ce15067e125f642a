"""Lives and stories as the readers are trained on them: in English words, follow-ups in full."""

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.answerer import written
from memories.text import in_english

STORIES = sorted((Path(__file__).parents[1] / "learning" / "data").glob("stories_*.jsonl"))
TOGETHER = 8


@dataclass(frozen=True)
class Life:
    """Statements, and questions with the places of those that answer them, in English words."""

    statements: list[str]
    questions: list[str]
    right: list[list[int]]


def in_full(lives: Sequence[written.Life], chance: random.Random) -> list[Life]:
    """Lives with the questions as the chat asks them: a follow-up completed."""
    found = []
    for life in lives:
        at = {number: place for place, number in enumerate(life.statements)}
        asked = [q for q in life.questions if not q.right or any(n in at for n in q.right)]
        found.append(
            Life(
                [in_english(text) for text in life.statements.values()],
                [in_english(_completed(question, life, chance)) for question in asked],
                [[at[number] for number in q.right if number in at] for q in asked],
            )
        )
    return found


def of_stories() -> Iterator[Life]:
    """Stories of change (bench/learning/data), some beside each other as if one had told them.

    What was so before answers for what is so now as well: that it no longer is, others tell.
    """
    stories = [json.loads(line) for file in STORIES for line in file.read_text().splitlines()]
    by_language = sorted(stories, key=lambda story: str(story["lang"]))
    for start in range(0, len(by_language), TOGETHER):
        life = Life([], [], [])
        for story in by_language[start : start + TOGETHER]:
            at = len(life.statements)
            life.statements.extend(in_english(text) for text in story["statements"])
            for question, answer in [*story["now"], *story["before"]]:
                changed = [old for old, new in story["changed"] if new == answer]
                life.questions.append(in_english(question))
                life.right.append([at + place for place in (answer, *changed)])
        yield life


def _completed(asked: written.Asked, life: written.Life, chance: random.Random) -> str:
    """A question, a follow-up as the chat completes it: by the one before, or its answer too."""
    if not asked.before:
        return asked.text
    answer = chance.choice(["", f"{life.statements.get(asked.told, '')} "])
    return f"{asked.text} ({answer}{asked.before})"
