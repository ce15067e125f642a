"""One of the processes that ask at once, as `bench.scale measure` starts them.

Reads who asks and what as JSON from its input, says "ready", and asks when it is told to.
"""

import gc
import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yarnnn.settings")
    import django

    django.setup()
    from accounts.models import User
    from llm.embedding import embed_query
    from memories.recall.pipeline import Query, recall

    work = json.loads(sys.stdin.readline())
    people = list(User.objects.filter(email__in=work["people"]))

    def ask(number: int) -> None:
        recall(people[number % len(people)], Query(work["questions"][number]))

    with ThreadPoolExecutor(work["threads"]) as pool:
        list(pool.map(ask, range(work["warm"])))
        if work["known"]:
            for question in work["questions"]:
                embed_query(question)
        gc.freeze()  # as each web process does once it is up (yarnnn.serving)
        print("ready", flush=True)
        sys.stdin.readline()
        list(pool.map(ask, range(work["warm"], len(work["questions"]))))
    print("done", flush=True)


if __name__ == "__main__":
    main()
