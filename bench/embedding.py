"""Measure the built-in embedding model in a process of its own; prints one JSON object.

    python -m bench.embedding

Times are of this machine; `rss_mb` is the peak of the whole process.
"""

import json
import os
import random
import resource
import statistics
import sys
import time

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

WORDS = (
    "the a my we on in at of to and never always prefer likes coffee tea train meeting Tuesday "
    "garden lease invoice doctor violin Berlin report quarterly allergic peanuts server holiday"
).split(" ")


def texts(count: int, words: tuple[int, int]) -> list[str]:
    """Make texts of so many words, the same ones at every run."""
    dice = random.Random(1)
    return [" ".join(dice.choices(WORDS, k=dice.randint(*words))) for _ in range(count)]


def peak_mb() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def main() -> None:
    from llm import embedding

    before = peak_mb()
    started = time.perf_counter()
    embedding.embed_query("warm up")
    load = time.perf_counter() - started

    queries = []
    for text in texts(200, (5, 12)):
        started = time.perf_counter()
        embedding.embed_query(text)
        queries.append((time.perf_counter() - started) * 1000)
    rates = {}
    for name, (count, words) in {"short": (400, (6, 22)), "long": (60, (150, 240))}.items():
        started = time.perf_counter()
        embedding.embed_texts(texts(count, words))
        rates[f"{name}_texts_per_s"] = round(count / (time.perf_counter() - started))
    result = {
        "load_ms": round(load * 1000),
        "query_ms_p50": round(statistics.median(queries), 1),
        "query_ms_p95": round(statistics.quantiles(queries, n=20)[-1], 1),
        **rates,
        "rss_mb_before": before,
        "rss_mb": peak_mb(),
    }
    sys.stdout.write(json.dumps(result) + "\n")


if __name__ == "__main__":
    main()
