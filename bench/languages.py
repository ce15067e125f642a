"""How often the language of a short sentence is told, and at what cost: python -m bench.languages.

Sentences are those of bench/data/languages.txt, 30 in each of eight languages, and the texts of
bench/sets/dev that say which language they are in.
"""

import json
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
_SAID = {"text", "question", "request", "fact", "forget_request"}


def sentences() -> dict[str, list[tuple[str, str]]]:
    """The sentences with their languages, by where they are from."""
    lines = (HERE / "data" / "languages.txt").read_text().splitlines()
    made = [(line[:2], line[4:]) for line in lines]
    kept = {each for path in (HERE / "sets/dev").glob("*.json") for each in _in(_loaded(path))}
    short = sorted(each for each in kept if 3 <= len(each[1].split()) <= 14)
    return {"eight languages": made, "bench/sets/dev": short}


def _loaded(path: Path) -> Any:
    return json.loads(path.read_text())


def _in(part: Any, language: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(part, dict):
        language = part.get("lang", language)
        for key, value in part.items():
            if language and key in _SAID and isinstance(value, str):
                yield language, value
            else:
                yield from _in(value, language)
    elif isinstance(part, list):
        for each in part:
            yield from _in(each, language)


def main() -> None:
    started = time.perf_counter()
    from memories.text import language_of

    language_of("Where to begin?")
    print(f"loaded in {time.perf_counter() - started:.2f} s")
    for name, given in sentences().items():
        started = time.perf_counter()
        told = Counter(
            "right" if found == language else "wrong" if found else "silent"
            for language, text in given
            for found in [language_of(text)]
        )
        each = (time.perf_counter() - started) / len(given) * 1000
        print(f"{name}: {len(given)}, {dict(told)}, {each:.3f} ms each")


if __name__ == "__main__":
    main()
