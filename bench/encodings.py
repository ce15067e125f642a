"""How often a text is read as it was written, by its encoding: python -m bench.encodings.

The texts are those of bench/sets/dev, bench/answerer and bench/data/languages.txt that have letters
beyond ASCII, each by itself and behind 2,000 letters of English.
"""

import json
from pathlib import Path
from typing import Any

from documents.reading.encodings import encoding_of

HERE = Path(__file__).parent
ENCODINGS = "utf-8 utf-16 utf-16-le utf-16-be cp1252 latin-1 cp1250 mac-roman cp850".split()
_BEFORE = "They said that the boat would be ready by the end of the month. " * 32


def texts() -> set[str]:
    """All strings of the sets that are not ASCII."""
    paths = [*(HERE / "sets/dev").glob("*.json"), HERE / "answerer/lives.json"]
    found = {text for path in paths for text in _strings(json.loads(path.read_text()))}
    found |= {line[4:] for line in (HERE / "data/languages.txt").read_text().splitlines()}
    return {text for text in found if not text.isascii()}


def _strings(part: Any) -> list[str]:
    if isinstance(part, dict):
        return [text for value in part.values() for text in _strings(value)]
    if isinstance(part, list):
        return [text for value in part for text in _strings(value)]
    return [part] if isinstance(part, str) else []


def main() -> None:
    given = sorted(texts())
    for name in ENCODINGS:
        for before in ("", _BEFORE):
            right = wrong = 0
            for text in given:
                try:
                    data = (before + text).encode(name)
                except UnicodeEncodeError:
                    continue
                read = data.decode(encoding_of(data), errors="replace").removeprefix("\ufeff")
                right, wrong = right + (read == before + text), wrong + (read != before + text)
            where = "behind English" if before else "by itself"
            print(f"{name:10} {where:15} {right} right, {wrong} wrong")


if __name__ == "__main__":
    main()
