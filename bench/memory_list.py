"""How long the Memory page takes for a person with very many memories: python -m bench.memory_list

Fills the database that the settings name with one more person (100,000 memories), measures, and
takes them out again. `vacuum analyze` is assumed to have been done in between, as autovacuum does.
"""

import argparse
import json
import os
import time
from collections.abc import Callable
from statistics import quantiles
from typing import Any

import django

from memories.source_kinds import NOTE

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yarnnn.settings")
django.setup()

from django.db import connection, connections  # noqa: E402
from django.test import Client  # noqa: E402

from accounts.models import User  # noqa: E402
from bench.application import application  # noqa: E402
from bench.filling import QUESTION, fill  # noqa: E402
from database.acting import acting_as  # noqa: E402
from memories.models import Memory  # noqa: E402
from memories.recall import listing  # noqa: E402
from memories.recall.listing import EVERYWHERE, MemoryFilters  # noqa: E402
from memories.search.spaces import live_space  # noqa: E402

TRIES = 30


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--memories", type=int, default=100_000)
    memories: int = options.parse_args().memories
    with application():
        user = User.objects.create_user(f"bench-{time.time_ns()}@example.org")
        try:
            fill(user, live_space(), memories * 2)
            vacuum()
            print(json.dumps({"memories": memories, "ms": measured(user)}, indent=2))
        finally:
            remove(user)


def measured(user: User) -> dict[str, dict[str, float]]:
    client = Client()
    client.force_login(user)

    def listed(filters: MemoryFilters, cursor: str | None = None) -> Callable[[], object]:
        def run() -> object:
            with acting_as(user):
                return listing.page(user, filters, cursor=cursor)

        return run

    def counted() -> object:
        with acting_as(user):
            return listing.facets(user, MemoryFilters())

    with acting_as(user):
        cursor = None
        for _ in range(200):
            page = listing.page(user, MemoryFilters(), cursor=cursor)
            cursor, key = page.following, page.rows[0].memory.key
    return {
        "first page": timed(listed(MemoryFilters())),
        "page 200": timed(listed(MemoryFilters(), cursor)),
        "by kind": timed(listed(MemoryFilters(kind=Memory.Kind.NOTE))),
        "by source": timed(listed(MemoryFilters(source=NOTE))),
        "by scope": timed(listed(MemoryFilters(scope=EVERYWHERE))),
        "by tag": timed(listed(MemoryFilters(tag="tag4"))),
        "by tag and kind": timed(listed(MemoryFilters(tag="tag4", kind=Memory.Kind.FACT))),
        "by namespace": timed(listed(MemoryFilters(namespace=("app",)))),
        "by namespace, page 200": timed(listed(MemoryFilters(namespace=("app",)), cursor)),
        "by namespace and kind": timed(
            listed(MemoryFilters(namespace=("app", "part4"), kind=Memory.Kind.FACT))
        ),
        "by namespace and key": timed(listed(MemoryFilters(namespace=("app",), key=key))),
        "facets": timed(counted),
        "GET /memory": timed(lambda: opened(client, "/memory")),
        "GET /memory?q=": timed(lambda: opened(client, f"/memory?q={QUESTION}")),
    }


def opened(client: Client, path: str) -> bytes:
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.content


def timed(run: Callable[[], Any]) -> dict[str, float]:
    """Median and 95th percentile, in milliseconds."""
    run()
    times = []
    for _ in range(TRIES):
        start = time.perf_counter()
        run()
        times.append((time.perf_counter() - start) * 1000)
    cuts = quantiles(times, n=20)
    return {"p50": round(cuts[9], 1), "p95": round(cuts[18], 1)}


def vacuum() -> None:
    with connections["owner"].cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")


def remove(user: User) -> None:
    """Everything of the person's, in an order that the foreign keys allow."""
    with acting_as(user), connection.cursor() as cursor:
        for table in (
            "memories_searchitem",
            "memories_evidence",
            "memories_memory",
            "memories_chunk",
            "memories_source",
        ):
            cursor.execute(f"DELETE FROM {table} WHERE user_id = %s", [user.pk])  # noqa: S608
    user.delete()


if __name__ == "__main__":
    main()
