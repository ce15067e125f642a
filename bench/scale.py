"""How recall and saving scale, on made-up people in a database of their own.

    export YARNNN_HOME=/somewhere/new
    python -m bench.scale fill --rows 10000     # then 100000, then 1000000: it adds what is missing
    python -m bench.scale measure > at-10000.json

Filling goes through the product's own tables and its own packing, but not through its verbs (a
million messages would take hours). Measuring asks through the product's own `recall` and saves
through its own `keep` and `learn`, prints one JSON object, and needs a machine that does nothing
else. The first people stay the same at every size: how their times grow is how others weigh on one.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

import numpy as np

from bench.application import application

# Size of a person (in chunks) and how many of them, by rows in all.
STAGES: dict[int, tuple[tuple[int, int], ...]] = {
    10_000: ((200, 10), (2_000, 4)),
    100_000: ((200, 80), (2_000, 32), (20_000, 1)),
    1_000_000: ((200, 710), (2_000, 279), (20_000, 10), (100_000, 1)),
}
WORDS_PER_CHUNK = 60
TURNS = 50
VOCABULARY = 30_000
TOPICS, NOISES, LOUDNESS = 200, 10_000, 0.8
BATCH = 5_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("fill", "measure"))
    parser.add_argument("--rows", type=int, default=10_000, choices=STAGES)
    parser.add_argument("--questions", type=int, default=100)
    asked = parser.parse_args()
    with application():
        if asked.what == "fill":
            _fill(asked.rows)
            return
        from bench.scale_times import measured

        json.dump(measured(asked.questions), sys.stdout, indent=1)


def _fill(rows: int) -> None:
    from memories.search.spaces import live_space

    space = live_space()
    made = Made(space.pk)
    _make_vectors(space.dimension)
    for size, count in STAGES[rows]:
        for number in range(count):
            made.person(size, number)
    _owner("VACUUM (ANALYZE)")


class Made:
    """Made-up people: words by Zipf's law, vectors around topics, as sentences have them."""

    def __init__(self, space: int) -> None:
        from memories.text.words import stems

        self.space = space
        self.random = np.random.default_rng(7)
        letters = list("bcdfghklmnprstvw"), list("aeiou")
        self.words = np.array(
            [
                "".join(
                    str(self.random.choice(letters[i % 2]))
                    for i in range(int(self.random.integers(4, 10)))
                )
                for _ in range(VOCABULARY)
            ]
        )
        self.stems = [(stems(word) or [word])[0] for word in self.words]
        shares = 1 / np.arange(1, VOCABULARY + 1) ** 0.95
        self.shares = np.cumsum(shares / shares.sum())

    def picks(self, rows: int, words: int) -> "np.ndarray[Any, np.dtype[np.intp]]":
        drawn = np.searchsorted(self.shares, self.random.random((rows, words)))
        return np.minimum(drawn, VOCABULARY - 1)

    def question(self) -> str:
        """Six words of mixed rarity."""
        return " ".join(self.words[self.picks(1, 6)[0]])

    def person(self, size: int, number: int) -> None:
        """Make this person with so many chunks, if not there yet."""
        from accounts.models import User
        from memories.search.segments import pack
        from memories.search.terms import terms

        email = f"scale-{size}-{number}@example.org"
        if User.objects.filter(email=email).exists():
            return
        user = User.objects.create(email=email)
        numbers = terms(user.pk, self.stems)
        for first in range(0, size, BATCH):
            self._chunks(user.pk, first, min(BATCH, size - first), numbers)
        pack(user.pk)

    def _chunks(self, user: UUID, first: int, count: int, numbers: Any) -> None:
        from memories.search.postings import listed

        picks = self.picks(count, WORDS_PER_CHUNK)
        values = {
            "user": user,
            "space": self.space,
            "turns": TURNS,
            "first": first,
            "texts": [" ".join(words) for words in self.words[picks]],
            "terms": [listed(words) for words in numbers[picks]],
            "topics": self.random.integers(TOPICS, size=count).tolist(),
            "noises": self.random.integers(NOISES, size=count).tolist(),
        }
        with _acting(user) as cursor:
            for statement in FILL:
                cursor.execute(statement, values)


# Ids are those of the row's number, so that no statement has to hand them to the next.
FILL = (
    """
    CREATE TEMPORARY TABLE made ON COMMIT DROP AS
    SELECT uuidv7() AS source, uuidv7() AS chunk, %(first)s + n - 1 AS n, body, terms, topic, noise
    FROM unnest(%(texts)s::text[], %(terms)s::bytea[], %(topics)s::int[], %(noises)s::int[])
        WITH ORDINALITY AS rows (body, terms, topic, noise, n)
    """,
    """
    INSERT INTO memories_source (id, user_id, kind, text, title, thread, turn, author, speaker,
        happened_at, zone, content_hash, local_only, metadata, created)
    SELECT source, %(user)s, 'chat', body, '', 'talk ' || n / %(turns)s, n %% %(turns)s, 'person',
        '', now() - n * interval '1 hour', 'UTC', '', false, '{}', now()
    FROM made
    """,
    """
    INSERT INTO memories_chunk (id, user_id, source_id, position, start, stop, heading, own_words,
        token_count, metadata)
    SELECT chunk, %(user)s, source, 0, 0, length(body), '', true, 80, '{}' FROM made
    """,
    """
    INSERT INTO memories_searchitem (user_id, chunk_id, part, terms, length)
    SELECT %(user)s, chunk, 1, terms, length(terms) / 4 FROM made ORDER BY n
    """,
    """
    INSERT INTO memories_corpus (user_id) VALUES (%(user)s) ON CONFLICT DO NOTHING
    """,
    """
    INSERT INTO memories_window (user_id, space, part, item, position, start, stop, embedding, bits)
    SELECT %(user)s, %(space)s, 1, id, 0, 0, length(body), embedding, binary_quantize(embedding)
    FROM (
        SELECT i.id, body, l2_normalize(topics.embedding + noises.embedding) AS embedding
        FROM made
        JOIN memories_searchitem i ON i.chunk_id = made.chunk
        JOIN bench_topic topics ON topics.n = topic
        JOIN bench_noise noises ON noises.n = noise
    ) AS embedded
    """,
)


def _make_vectors(dimension: int) -> None:
    """Topics and what differs from them, in tables that all may read."""
    random = np.random.default_rng(1)
    for table, count, loudness in (("topic", TOPICS, 1.0), ("noise", NOISES, LOUDNESS)):
        vectors = loudness * random.standard_normal((count, dimension))
        rows = [str(vector.round(3).tolist()) for vector in vectors]
        _owner(f"DROP TABLE IF EXISTS bench_{table}")
        _owner(
            f"CREATE TABLE bench_{table} AS SELECT n - 1 AS n, v::halfvec AS embedding"  # noqa: S608
            " FROM unnest(%s::text[]) WITH ORDINALITY AS r (v, n)",
            rows,
        )
        _owner(f"GRANT SELECT ON bench_{table} TO PUBLIC")
        _owner(f"CREATE INDEX ON bench_{table} (n)")
        _owner(f"ANALYZE bench_{table}")


@contextmanager
def _acting(user: UUID) -> Iterator[Any]:
    from django.db import connection

    from database.acting import acting_as

    with acting_as(user), connection.cursor() as cursor:
        yield cursor


def _owner(statement: str, *values: Any) -> None:
    from django.db import connections

    with connections["owner"].cursor() as cursor:
        cursor.execute(statement, list(values) if values else None)


if __name__ == "__main__":
    main()
