"""What the recogniser alone makes of sets of rewordings and look-alikes, sentence by sentence.

    python -m bench.forgetting.recognise SET.json … [--errors]

Of each SET ([{fact, rewordings, similar_but_different}]): how many are held back for sure, how many
with a question at least: in a chat, and where nobody can be asked at once. Then how many ordinary
messages would be, of somebody who had 20 things forgotten (bench/answerer/lives.json). Sentences
are compared whole; the application also looks at their clauses.
"""

import argparse
import json
import os
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yarnnn.settings")

import django

django.setup()

from bench.forgetting.lives import FORGOTTEN, messages  # noqa: E402
from memories.keeping.recognising import (  # noqa: E402
    ComparedSentence,
    TombstoneMatch,
    read_meanings,
    verdicts,
)
from memories.text import gist  # noqa: E402


def judged(pairs: Sequence[tuple[str, str]]) -> list[TombstoneMatch]:
    texts = list(dict.fromkeys(text for pair in pairs for text in pair))
    read = zip(map(gist, texts), read_meanings(texts), strict=True)
    known = dict(zip(texts, (ComparedSentence(*each) for each in read), strict=True))
    return verdicts([(known[fact], known[said]) for fact, said in pairs])


def shares(found: Sequence[TombstoneMatch]) -> str:
    asked, waits, sure = (
        f"{sum(each >= least for each in found) / len(found):.1%}"
        for least in (TombstoneMatch.NEAR, TombstoneMatch.LIKELY, TombstoneMatch.SAME)
    )
    return f"asked in a chat at least {asked}, waits for an answer elsewhere {waits}, sure {sure}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sets", nargs="*", type=Path)
    parser.add_argument("--errors", action="store_true")
    asked = parser.parse_args()
    for file in asked.sets:
        cases = json.loads(file.read_text())
        for key, wanted in (
            ("rewordings", TombstoneMatch.NEAR),
            ("similar_but_different", TombstoneMatch.OTHER),
        ):
            pairs = [(case["fact"], text) for case in cases for text in case[key]]
            found = judged(pairs)
            print(f"{file.name}, {key}: {len(found)}")
            print(f"   {shares(found)}")
            if asked.errors:
                for (fact, text), what in zip(pairs, found, strict=True):
                    if (what >= TombstoneMatch.NEAR) != (wanted >= TombstoneMatch.NEAR):
                        print(f"   {what.name}: {fact} | {text}")
    every = list(messages())
    each = iter(judged([(fact, text) for gone, text in every for fact in gone]))
    most = [max(islice(each, FORGOTTEN)) for _ in every]
    print(f"{len(most)} ordinary messages, {FORGOTTEN} things of the same life forgotten")
    print(f"   {shares(most)}")


if __name__ == "__main__":
    main()
