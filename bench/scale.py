"""How recall and saving scale: `python -m bench.scale --rows 1000000 --people 1000`.

Fills the database that the settings name (use a fresh YARNNN_HOME, or URLs of an empty one)
with made-up people by COPY, then asks through the product's own `recall` and saves through
its own `keep` and `learn`. Prints one JSON object. Nothing else should run on the machine.

Sizes: one person with a tenth of all rows, ten with a fiftieth each, the rest a long tail.
"""

import argparse
import json
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any
from uuid import UUID

import numpy as np

WORDS_PER_CHUNK = 60
VOCABULARY = 30_000
TOPICS = 200
BATCH = 2_000


def main() -> None:
    asked = _arguments()
    _set_up()
    from django.core.management import call_command

    from memories.spaces import live_space

    call_command("migrate", verbosity=0)
    space = live_space()
    assert space
    made = Made(np.random.default_rng(7))
    started = time.perf_counter()
    people = {
        size: [made.person(size, space.pk, space.dimension) for _ in range(count)]
        for size, count in _sizes(asked.rows, asked.people)
    }
    filled = time.perf_counter() - started
    _owner("ANALYZE", "VACUUM (ANALYZE) memories_window", "VACUUM (ANALYZE) memories_posting")
    result: dict[str, Any] = {
        "rows": asked.rows,
        "people": sum(len(group) for group in people.values()),
        "fill_seconds": round(filled),
        "index_bytes": _index_bytes(),
        "recall_ms": {
            size: _measure(made, group[: asked.askers], asked.questions)
            for size, group in people.items()
        },
        "eight_at_once_per_second": _side_by_side(made, people, asked.questions),
        "save_ms": _saving(made, next(iter(people.values()))[0], asked.questions),
    }
    json.dump(result, sys.stdout, indent=1)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--people", type=int, default=100)
    parser.add_argument("--questions", type=int, default=100)
    parser.add_argument("--askers", type=int, default=5)
    return parser.parse_args()


def _set_up() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yarnnn.settings")
    import django

    django.setup()


def _sizes(rows: int, people: int) -> list[tuple[int, int]]:
    """How many people have how many chunks: (size, people)."""
    big, middle = rows // 10, rows // 50
    rest = rows - big - 10 * middle
    small = max(people - 11, 1)
    # Half of the rest in people of ten times the size of the others.
    ten, one = small // 11 or 1, small - (small // 11 or 1) or 1
    return [
        (max(rest // 2 // one, 1), one),
        (max(rest // 2 // ten, 1), ten),
        (middle, 10),
        (big, 1),
    ]


class Made:
    """Made-up people: words by Zipf's law, vectors around topics, as sentences have them."""

    def __init__(self, random: np.random.Generator) -> None:
        self.random = random
        letters = list("bcdfghklmnprstvw"), list("aeiou")
        self.words = [
            "".join(str(random.choice(letters[i % 2])) for i in range(int(random.integers(4, 10))))
            for _ in range(VOCABULARY)
        ]
        shares = 1 / np.arange(1, VOCABULARY + 1) ** 0.95
        self.shares = shares / shares.sum()
        self.number = 0

    def question(self) -> str:
        """Six words of mixed rarity."""
        return " ".join(self.words[i] for i in self.random.choice(VOCABULARY, 6, p=self.shares))

    def text(self) -> str:
        picked = self.random.choice(VOCABULARY, WORDS_PER_CHUNK, p=self.shares)
        return " ".join(self.words[i] for i in picked)

    def vectors(self, count: int, dimension: int) -> "np.ndarray[Any, np.dtype[np.float32]]":
        centres = self.random.standard_normal((TOPICS, dimension)).astype(np.float32)
        own = centres[self.random.integers(TOPICS, size=count)]
        own = own + 0.8 * self.random.standard_normal((count, dimension)).astype(np.float32)
        unit: np.ndarray[Any, np.dtype[np.float32]] = own / np.linalg.norm(
            own, axis=1, keepdims=True
        )
        return unit

    def person(self, size: int, space: int, dimension: int) -> Any:
        from accounts.models import User

        self.number += 1
        user = User.objects.create(email=f"person{self.number}@example.org")
        for first in range(0, size, BATCH):
            self._fill(user.pk, first, min(BATCH, size - first), space, dimension)
        self._count(user.pk)
        return user

    def _fill(self, user: UUID, first: int, count: int, space: int, dimension: int) -> None:
        from pgvector import HalfVector

        from accounts.ids import uuid7
        from memories.words import stems, terms

        texts = [self.text() for _ in range(count)]
        sources, chunks = [uuid7() for _ in texts], [uuid7() for _ in texts]
        counted = [terms(user, stems(text)) for text in texts]
        now = time.strftime("%Y-%m-%d %H:%M:%S+00")
        with _acting(user) as cursor:
            _insert(
                cursor,
                "memories_source (id, user_id, kind, text, title, thread, turn, author, speaker,"
                " happened_at, zone, content_hash, local_only, metadata, created)",
                "uuid uuid text text text text int text text timestamptz text text bool jsonb"
                " timestamptz",
                (
                    (
                        *(source, user, "chat", text, "", f"talk {(first + i) // 50}", i % 50),
                        *("person", "", now, "UTC", "", False, "{}", now),
                    )
                    for i, (source, text) in enumerate(zip(sources, texts, strict=True))
                ),
            )
            _insert(
                cursor,
                "memories_chunk (id, user_id, source_id, position, start, stop, heading,"
                " own_words, token_count, metadata)",
                "uuid uuid uuid int int int text bool int jsonb",
                (
                    (chunk, user, source, 0, 0, len(text), "", True, 80, "{}")
                    for chunk, source, text in zip(chunks, sources, texts, strict=True)
                ),
            )
            cursor.execute(
                "INSERT INTO memories_searchitem (user_id, chunk_id, part, terms, length)"
                " SELECT %s, chunk, 1, terms::int[], length FROM unnest(%s::uuid[], %s::text[],"
                " %s::int[]) AS n (chunk, terms, length) RETURNING id",
                [
                    user,
                    chunks,
                    ["{" + ",".join(map(str, sorted(c))) + "}" for c in counted],
                    [c.total() for c in counted],
                ],
            )
            items = [item for (item,) in cursor.fetchall()]
            _insert(
                cursor,
                "memories_posting (user_id, term, part, item, frequency, length)",
                "uuid int int int int int",
                (
                    (user, term, 1, item, frequency, c.total())
                    for item, c in zip(items, counted, strict=True)
                    for term, frequency in sorted(c.items())
                ),
            )
            _insert(
                cursor,
                "memories_window (user_id, space, dimension, part, item, position, start, stop,"
                " embedding)",
                "uuid int int int int int int int halfvec",
                (
                    (user, space, dimension, 1, item, 0, 0, len(text), HalfVector(v).to_text())
                    for item, text, v in zip(
                        items, texts, self.vectors(count, dimension), strict=True
                    )
                ),
            )

    def _count(self, user: UUID) -> None:
        with _acting(user) as cursor:
            cursor.execute(
                "INSERT INTO memories_termfrequency SELECT user_id, term, count(*)"
                " FROM memories_posting WHERE user_id = %s GROUP BY 1, 2",
                [user],
            )
            cursor.execute(
                "INSERT INTO memories_corpus SELECT user_id, count(*), sum(length)"
                " FROM memories_searchitem WHERE user_id = %s GROUP BY 1",
                [user],
            )


@contextmanager
def _acting(user: UUID) -> Iterator[Any]:
    from django.db import connection

    from accounts.acting import acting_as

    with acting_as(user), connection.cursor() as cursor:
        yield cursor


def _insert(cursor: Any, table: str, types: str, rows: Iterable[tuple[Any, ...]]) -> None:
    """Insert rows column by column: COPY is not possible under row-level security."""
    columns = [list(column) for column in zip(*rows, strict=True)]
    names = [f"c{i}" for i in range(len(columns))]
    # A vector travels as text.
    values = [f"{n}::{t}" for n, t in zip(names, types.split(), strict=True)]
    arrays = [f"%s::{'text' if t == 'halfvec' else t}[]" for t in types.split()]
    cursor.execute(
        f"INSERT INTO {table} SELECT {', '.join(values)}"  # noqa: S608
        f" FROM unnest({', '.join(arrays)}) AS n ({', '.join(names)})",
        columns,
    )


def _owner(*statements: str) -> None:
    from django.db import connections

    with connections["owner"].cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def _index_bytes() -> dict[str, int]:
    from django.db import connections

    tables = ("window", "posting", "termfrequency", "corpus", "searchitem", "source", "chunk")
    with connections["owner"].cursor() as cursor:
        sizes = {}
        for table in tables:
            cursor.execute("SELECT pg_total_relation_size(%s)", [f"memories_{table}"])
            (sizes[table],) = cursor.fetchone()
    return sizes


def _measure(made: Made, people: list[Any], questions: int) -> dict[str, float]:
    """Whole recalls one at a time: without and with the embedding of the question."""
    from llm import embedding
    from memories.recall import Query, recall

    without, embedding_too = [], []
    for number in range(questions):
        user, question = people[number % len(people)], made.question()
        embedding_too.append(_timed(lambda: recall(user, Query(question))))  # noqa: B023
        embedding.embed_query(question)
        without.append(_timed(lambda: recall(user, Query(question))))  # noqa: B023
    return {
        "p50": _share(without, 50),
        "p95": _share(without, 95),
        "with_embedding_p50": _share(embedding_too, 50),
        "with_embedding_p95": _share(embedding_too, 95),
    }


def _side_by_side(made: Made, people: dict[int, list[Any]], questions: int) -> dict[int, float]:
    from django.db import connections

    from memories.recall import Query, recall

    def ask(pair: tuple[Any, str]) -> None:
        recall(pair[0], Query(pair[1]))
        connections["default"].close()

    rates = {}
    for size, group in people.items():
        pairs = [(group[i % len(group)], made.question()) for i in range(questions * 2)]
        with ThreadPoolExecutor(8) as pool:
            seconds = _timed(lambda: list(pool.map(ask, pairs))) / 1000  # noqa: B023
        rates[size] = round(len(pairs) / seconds, 1)
    return rates


def _saving(made: Made, user: Any, count: int) -> dict[str, float]:
    from accounts.acting import acting_as
    from memories.keep import Said, keep
    from memories.learn import learn
    from memories.models import Source

    def save(text: str) -> None:
        with acting_as(user):
            learn(user, keep(user, Said(Source.Kind.CHAT, text, thread="new")))

    times = [_timed(lambda: save(f"I live in {made.text()[:200]}.")) for _ in range(count)]
    return {"p50": _share(times, 50), "p95": _share(times, 95)}


def _timed(work: Callable[[], Any]) -> float:
    started = time.perf_counter()
    work()
    return (time.perf_counter() - started) * 1000


def _share(times: list[float], percent: int) -> float:
    return round(statistics.quantiles(times, n=100)[percent - 1], 1)


if __name__ == "__main__":
    main()
