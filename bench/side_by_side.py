"""Ask recall and three others the same questions about the same items with the same vectors.

    uv pip install bm25s langgraph-checkpoint-postgres
    python -m bench.side_by_side locomo.jsonl

The file is one of `manage.py bench_recall`. The others: BM25 (bm25s, stemmed), plain pgvector (one
table for everybody, ordered by cosine: all rows looked at, and through an HNSW index at its
defaults) and langgraph's PostgresStore at its defaults. All use the database that the settings
name, in tables that are gone afterwards, and one vector for each item: that of "speaker: text".
They ask in turn, question by question, so that what else the machine does hits all alike; the
embedding of the question is in none of the times. `--only` takes some of them; what those need
is then all that must be installed. What each line of the file gave is kept in `--kept`, so that a
long run may be stopped and started again:

    python bench/longmemeval_to_recall.py longmemeval_s.jsonl.gz > longmemeval.jsonl
    python -m bench.side_by_side longmemeval.jsonl --only yarnnn --only bm25s --kept kept.jsonl

Of each group it also says by how many questions the first is ahead of each of the others.
"""

import argparse
import json
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import mean, quantiles
from typing import TYPE_CHECKING, Any

import numpy as np

from bench.application import application

if TYPE_CHECKING:
    import psycopg

    from accounts.models import User
    from llm.embedding import Vectors
    from memories.recall_benchmark import BenchCase, BenchQuestion

DEPTHS = (5, 10)
DEEP = 10
# A long message may come back by several of its passages: so many items hold ten messages then.
IN_PASSAGES = 30

# Gives the ids found for a question, best first.
Search = Callable[["BenchQuestion", "Vectors"], Sequence[str]]


@dataclass(frozen=True)
class Row:
    """How one system fared with one question: shares found by depth, nDCG@10, milliseconds."""

    system: str
    group: str
    found: dict[str, float]
    ndcg: float
    ms: float


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--only", action="append", choices=SYSTEMS)
    parser.add_argument("--kept", type=Path)
    options = parser.parse_args()
    names = options.only or list(SYSTEMS)
    with application():
        from memories.recall_benchmark import read

        with options.file.open(encoding="utf-8") as lines:
            rows = _compared(read(lines), names, options.kept)
    for name in names:
        print(json.dumps(_figures([row for row in rows if row.system == name])))
    first, *others = names
    for other in others:
        print(json.dumps(_ahead(first, other, rows)))


def _compared(cases: "Iterable[BenchCase]", names: Sequence[str], kept: Path | None) -> list[Row]:
    done = _read_kept(kept)
    rows: list[Row] = []
    for number, case in enumerate(cases):
        there = [row for row in done.get(number, []) if row.system in names]
        if {row.system for row in there} != set(names) and any(q.relevant for q in case.questions):
            there = _asked(number, case, names)
            if kept is not None:
                with kept.open("a", encoding="utf-8") as file:
                    file.write(json.dumps([number, [asdict(row) for row in there]]) + "\n")
        rows += there
    return rows


def _read_kept(kept: Path | None) -> dict[int, list[Row]]:
    """What was measured before, by the number of the line."""
    if kept is None or not kept.exists():
        return {}
    lines = map(json.loads, kept.read_text(encoding="utf-8").splitlines())
    return {number: [Row(**row) for row in rows] for number, rows in lines}


def _asked(number: int, case: "BenchCase", names: Sequence[str]) -> list[Row]:
    from memories.recall_benchmark import ndcg, share_found

    rows = []
    with ExitStack() as stack:
        vectors = _vectors(case) if set(names) & NEED_VECTORS else _none()
        searches = {
            name: stack.enter_context(SYSTEMS[name](number, case, vectors)) for name in names
        }
        for question in case.questions:
            if not question.relevant:
                continue
            asked = _embedded(question)
            for name, search in searches.items():
                started = time.perf_counter()
                found = list(search(question, asked))
                milliseconds = (time.perf_counter() - started) * 1000
                shares = {
                    str(depth): share_found(found[:depth], question.relevant) for depth in DEPTHS
                }
                gain = ndcg(found[:DEEP], question.relevant)
                rows.append(Row(name, question.group, shares, gain, milliseconds))
    return rows


def _figures(rows: Sequence[Row]) -> dict[str, Any]:
    cuts = quantiles([row.ms for row in rows], n=100, method="inclusive")
    return {
        "system": rows[0].system,
        **_quality(rows),
        "ms_p50": round(cuts[49], 1),
        "ms_p95": round(cuts[94], 1),
        "groups": {
            group: _quality([row for row in rows if row.group == group])
            for group in sorted({row.group for row in rows})
        },
    }


def _quality(rows: Sequence[Row]) -> dict[str, Any]:
    return {
        "queries": len(rows),
        **{f"recall@{k}": round(mean(row.found[str(k)] for row in rows), 3) for k in DEPTHS},
        "ndcg@10": round(mean(row.ndcg for row in rows), 3),
    }


def _ahead(first: str, other: str, rows: Sequence[Row]) -> dict[str, Any]:
    """How many questions' worth of answers one finds more than the other among the first ten."""
    by_group: dict[str, float] = {}
    for row in rows:
        if row.system in (first, other):
            sign = 1 if row.system == first else -1
            by_group[row.group] = by_group.get(row.group, 0) + sign * row.found[str(DEEP)]
    questions = {group: round(ahead, 2) for group, ahead in sorted(by_group.items())}
    return {"system": first, "ahead of": other, "by questions": questions}


def _none() -> "Vectors":
    return np.empty((0, 0), np.float32)


def _vectors(case: "BenchCase") -> "Vectors":
    from llm.embedding import embed_texts

    return embed_texts([f"{told.author}: {told.text}" for told in case.items])


def _embedded(question: "BenchQuestion") -> "Vectors":
    from llm.embedding import embed_query

    return embed_query(question.text)


@contextmanager
def _ours(_: int, case: "BenchCase", __: "Vectors") -> Iterator[Search]:
    from memories.recall.pipeline import recall
    from memories.recall.query import Query
    from memories.recall_benchmark import Measurements, settle, somebody, sources_of, tell

    with somebody() as user:
        ids = tell(user, case.items, Measurements())
        settle(user, Measurements())
        _warm(user, case)

        def recalled(question: "BenchQuestion", limit: int) -> Sequence[str]:
            items = recall(user, Query(question.text, limit=limit, now=question.at)).items
            return sources_of(items, ids)

        def search(question: "BenchQuestion", _: "Vectors") -> Sequence[str]:
            found = recalled(question, DEEP)
            return found if len(found) >= DEEP else recalled(question, IN_PASSAGES)

        yield search


def _warm(user: "User", case: "BenchCase") -> None:
    """Embed all wordings of the questions, which are remembered when they are asked."""
    from database.acting import acting_as
    from llm.embedding import embed_query
    from memories.recall.entity_mentions import speakers_named
    from memories.text.question_parser import understand

    last = max(told.at for told in case.items if told.at)
    for question in case.questions:
        with acting_as(user):
            names = speakers_named(user.pk, question.text)
        for meaning in understand(question.text, question.at or last, user.zone, names).meanings:
            embed_query(meaning)


@contextmanager
def _bm25(_: int, case: "BenchCase", __: "Vectors") -> Iterator[Search]:
    import bm25s
    import snowballstemmer

    stemmer = snowballstemmer.stemmer("english")
    ids = [told.id for told in case.items]

    def cut(texts: Sequence[str]) -> Any:
        return bm25s.tokenize(list(texts), stopwords="en", stemmer=stemmer, show_progress=False)

    index = bm25s.BM25()
    texts = [f"{told.author}: {told.text}" for told in case.items]
    index.index(cut(texts), show_progress=False)

    def search(question: "BenchQuestion", _: "Vectors") -> Sequence[str]:
        found, _scores = index.retrieve(
            cut([question.text]), k=min(DEEP, len(ids)), show_progress=False
        )
        return [ids[place] for place in found[0]]

    yield search


@contextmanager
def _pgvector_exact(number: int, case: "BenchCase", vectors: "Vectors") -> Iterator[Search]:
    with _table(number, case, vectors) as search:
        yield search


@contextmanager
def _pgvector_hnsw(number: int, case: "BenchCase", vectors: "Vectors") -> Iterator[Search]:
    with _table(number, case, vectors, "USING hnsw (embedding vector_cosine_ops)") as search:
        yield search


@contextmanager
def _table(
    number: int, case: "BenchCase", vectors: "Vectors", index: str = "(person)"
) -> Iterator[Search]:
    """A table as the tutorials make it, with an index; each line of the file is one person."""
    with _connected() as connection:
        connection.execute(
            "CREATE TEMP TABLE plain"
            f" (person int, id text, text text, embedding vector({vectors.shape[1]}))"
        )
        with connection.cursor() as cursor:
            cursor.executemany(
                "INSERT INTO plain VALUES (%s, %s, %s, %s::vector)",
                [
                    (number, told.id, told.text, str(vector.tolist()))
                    for told, vector in zip(case.items, vectors, strict=True)
                ],
            )
        connection.execute(f"CREATE INDEX ON plain {index}")
        connection.execute("ANALYZE plain")

        def search(_: "BenchQuestion", asked: "Vectors") -> Sequence[str]:
            rows = connection.execute(
                "SELECT id, text FROM plain WHERE person = %s"
                " ORDER BY embedding <=> %s::vector LIMIT %s",
                [number, str(asked.tolist()), DEEP],
            ).fetchall()
            return [id_ for id_, _text in rows]

        yield search


@contextmanager
def _langgraph(number: int, case: "BenchCase", vectors: "Vectors") -> Iterator[Search]:
    from langgraph.store.base import PutOp
    from langgraph.store.postgres import PostgresStore

    known = {told.text: vector for told, vector in zip(case.items, vectors, strict=True)}

    def embed(texts: Sequence[str]) -> list[list[float]]:
        return [known[text].tolist() for text in texts]

    schema = f"side_by_side_{number}"
    with _connected() as connection:
        connection.execute(f"CREATE SCHEMA {schema}")
        connection.execute(f"SET search_path TO {schema}, public")
        try:
            from psycopg.rows import dict_row

            connection.row_factory = dict_row
            store = PostgresStore(
                connection,
                index={"dims": int(vectors.shape[1]), "embed": embed, "fields": ["text"]},
            )
            store.setup()
            for start in range(0, len(case.items), 200):
                store.batch(
                    PutOp(("person", str(number)), told.id, {"text": told.text}, index=None)
                    for told in case.items[start : start + 200]
                )
            connection.execute("ANALYZE")

            def search(question: "BenchQuestion", asked: "Vectors") -> Sequence[str]:
                known[question.text] = asked
                found = store.search(("person", str(number)), query=question.text, limit=DEEP)
                return [item.key for item in found]

            yield search
        finally:
            connection.execute(f"DROP SCHEMA {schema} CASCADE")


@contextmanager
def _connected() -> "Iterator[psycopg.Connection[Any]]":
    """A connection of the database's owner, which may make tables. Nothing is prepared ahead."""
    import psycopg
    from django.db import connections

    parameters = connections["owner"].get_connection_params()
    wanted = ("host", "port", "user", "password", "dbname", "sslmode")
    with psycopg.connect(
        **{name: parameters[name] for name in wanted if parameters.get(name)}, autocommit=True
    ) as connection:
        yield connection


SYSTEMS: dict[str, Any] = {
    "yarnnn": _ours,
    "bm25s": _bm25,
    "pgvector, exact": _pgvector_exact,
    "pgvector, hnsw": _pgvector_hnsw,
    "langgraph": _langgraph,
}
NEED_VECTORS = {"pgvector, exact", "pgvector, hnsw", "langgraph"}


if __name__ == "__main__":
    main()
