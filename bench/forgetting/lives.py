"""Ordinary messages of people who had other things of the same life forgotten."""

import json
import random
from collections.abc import Iterator
from pathlib import Path

LIVES = Path(__file__).parents[1] / "answerer" / "lives.json"
FORGOTTEN = 20


def messages() -> Iterator[tuple[list[str], str]]:
    """Each message, with the things that its person had forgotten."""
    chance = random.Random(5)
    for life in json.loads(LIVES.read_text()):
        texts = [fact["text"] for fact in life["facts"]]
        chance.shuffle(texts)
        for text in texts[FORGOTTEN:]:
            yield texts[:FORGOTTEN], text
