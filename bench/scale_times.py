"""What `bench.scale measure` measures, and how."""

import gc
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from django.db import connection, connections

from accounts.models import User
from bench.scale import LOUDNESS, NOISES, TOPICS, Made
from database.acting import acting_as
from llm import embedding
from memories.forgetting.remove import remove_taught
from memories.keeping.sources import NewSource, keep
from memories.learning.learn import learn
from memories.models import EmbeddingSpace, SearchItem, Source
from memories.recall.pipeline import Query, recall
from memories.search.index import layers, part_of
from memories.search.spaces import embedder_of, live_space
from memories.search.vector_search import QueryVector, nearest_query
from memories.source_kinds import CHAT

ASKERS = 8
SIZES = (200, 2_000, 20_000, 100_000)
# The same people at every size, asked in turn.
EACH = {200: 10, 2_000: 4, 20_000: 5, 100_000: 1}
WARM = 60
TABLES = ("window", "segment", "posting", "searchitem", "corpus")
PARTS = tuple(part_of(None, layer) for layer in layers())


def measured(questions: int) -> dict[str, Any]:
    """All figures, in milliseconds where nothing else is said."""
    space = live_space()
    made = Made(space.pk)
    people = {size: found for size in SIZES if (found := _people(size))}
    return {
        "load_before": os.getloadavg()[0],
        "people": User.objects.count(),
        "bytes": _bytes(),
        "recall": {size: _recalls(made, group, questions) for size, group in people.items()},
        "found_of_the_exact_nearest": {
            size: _exactness(space, group, questions // 2) for size, group in people.items()
        },
        "saving": _saving(made, people[2_000][-1], 2 * questions),
        "recalls_a_second_with_8_askers": {
            "vectors known": _side_by_side(people[2_000], made, 8 * questions, known=True),
            "embedded": _side_by_side(people[2_000], made, 4 * questions, known=False),
        },
        "load_after": os.getloadavg()[0],
    }


def _people(size: int) -> list[User]:
    emails = [f"scale-{size}-{number}@example.org" for number in range(EACH[size])]
    return list(User.objects.filter(email__in=emails).order_by("email"))


def _bytes() -> dict[str, int]:
    sizes = {}
    with connections["owner"].cursor() as cursor:
        for table in TABLES:
            cursor.execute("SELECT pg_total_relation_size(%s)", [f"memories_{table}"])
            (sizes[table],) = cursor.fetchone()
        cursor.execute(
            "SELECT pg_total_relation_size('memories_source'),"
            " pg_total_relation_size('memories_chunk')"
        )
        sizes["text beside it"] = sum(cursor.fetchone())
    return sizes | {"index": sum(sizes[table] for table in TABLES)}


def _recalls(made: Made, people: list[User], questions: int) -> dict[str, float]:
    """Whole recalls one at a time: with the question embedded, and with its vector known."""
    for number in range(WARM):
        recall(people[number % len(people)], Query(made.question()))
    gc.freeze()  # as each web process does once it is up (yarnnn.serving)
    with_it, without = [], []
    for number in range(questions):
        user, question = people[number % len(people)], made.question()
        with_it.append(_timed(lambda: recall(user, Query(question))))  # noqa: B023
        question = made.question()
        embedding.embed_query(question)
        without.append(_timed(lambda: recall(user, Query(question))))  # noqa: B023
    return {
        "vectors": _windows(people[0]),
        **_shares(without),
        **{f"embedded_{name}": share for name, share in _shares(with_it).items()},
    }


def _windows(user: User) -> int:
    with acting_as(user), connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM memories_window WHERE user_id = %s", [user.pk])
        return int(cursor.fetchone()[0])


def _exactness(space: EmbeddingSpace, people: list[User], questions: int) -> dict[str, float]:
    """How many of the exact nearest 10 and 100 are among the candidates by vector."""
    random = np.random.default_rng(3)
    shares: dict[int, list[float]] = {10: [], 100: []}
    for number in range(questions):
        user = people[number % len(people)]
        asked = _somewhere(random)
        with acting_as(user):
            query_vector = QueryVector(space.pk, asked, embedder_of(space).model)
            found = nearest_query(user.pk, query_vector, PARTS, 100, windows=_windows(user)).found()
            exact = _exact(user, space, asked)
        for depth, of in shares.items():
            of.append(len(set(found[:depth]) & set(exact[:depth])) / len(exact[:depth]))
    return {f"at_{depth}": round(statistics.mean(of), 4) for depth, of in shares.items()}


def _somewhere(random: np.random.Generator) -> embedding.Vectors:
    """A vector like those of the made-up chunks, and none of them."""
    with connections["owner"].cursor() as cursor:
        cursor.execute(
            "SELECT t.embedding::real[], n.embedding::real[] FROM bench_topic t, bench_noise n"
            " WHERE t.n = %s AND n.n = %s",
            [int(random.integers(TOPICS)), int(random.integers(NOISES))],
        )
        topic, noise = (np.array(vector, np.float32) for vector in cursor.fetchone())
    own = LOUDNESS * random.standard_normal(len(topic)).astype(np.float32)
    mixed: embedding.Vectors = topic + 0.7 * noise + 0.7 * own
    return np.asarray(mixed / np.linalg.norm(mixed), np.float32)


def _exact(user: User, space: EmbeddingSpace, asked: embedding.Vectors) -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT item FROM memories_window WHERE user_id = %s AND space = %s AND part = ANY(%s)"
            " ORDER BY embedding <=> %s::halfvec LIMIT 100",
            [user.pk, space.pk, list(PARTS), str(asked.tolist())],
        )
        return [item for (item,) in cursor.fetchall()]


def _saving(made: Made, user: User, count: int) -> dict[str, float]:
    """Keep a message with its words, and learn from it by rules; one of five teaches something.

    They are taken away again: no worker embeds and packs them here, and whoever is measured next
    is to be who was measured before.
    """

    def save(number: int) -> None:
        text = f"{made.question()}. {made.question()}."
        if number % 5 == 0:
            text = f"I prefer {text}"
        with acting_as(user):
            learn(user, keep(user, NewSource(CHAT, text, thread="new", learned_from=True)))

    times = [_timed(lambda: save(number)) for number in range(count)]  # noqa: B023
    with acting_as(user):
        items = SearchItem.objects.filter(user=user).count()
        saved = Source.objects.filter(user=user, thread="new")
        remove_taught(user, set(saved.values_list("pk", flat=True)))
    return {"items_of_the_person": items, **_shares(times)}


def _side_by_side(people: list[User], made: Made, questions: int, *, known: bool) -> float:
    """Recalls a second with eight asking at once, in as many processes as there are cores.

    `known` means that the questions' vectors are there before the time runs.
    """
    cores = os.cpu_count() or 1
    emails = [user.email for user in people]
    askers = []
    for _ in range(cores):
        asked = [made.question() for _ in range(WARM + questions // cores)]
        work = {"people": emails, "questions": asked, "threads": ASKERS // cores, "warm": WARM}
        work |= {"known": known}
        asker = subprocess.Popen(
            [sys.executable, "-m", "bench.scale_asker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        askers.append(asker)
        _tell(asker, json.dumps(work))
    for asker in askers:
        _hear(asker)
    started = time.perf_counter()
    for asker in askers:
        _tell(asker, "go")
    for asker in askers:
        _hear(asker)
    seconds = time.perf_counter() - started
    for asker in askers:
        asker.wait()
    return round(questions // cores * cores / seconds, 1)


def _tell(asker: subprocess.Popen[str], line: str) -> None:
    assert asker.stdin
    asker.stdin.write(line + "\n")
    asker.stdin.flush()


def _hear(asker: subprocess.Popen[str]) -> None:
    assert asker.stdout
    if not asker.stdout.readline():
        sys.exit("One of those who asked stopped early.")


def _timed(work: Callable[[], Any]) -> float:
    started = time.perf_counter()
    work()
    return (time.perf_counter() - started) * 1000


def _shares(times: list[float]) -> dict[str, float]:
    cuts = statistics.quantiles(times, n=100, method="inclusive")
    return {"p50": round(cuts[49], 1), "p95": round(cuts[94], 1)}
