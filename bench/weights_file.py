"""Write what was fitted into memories/recall/data/weights.toml, and leave the rest as it stands."""

import re
from collections.abc import Mapping
from pathlib import Path


def write(table: str, weights: Mapping[str, float], file: Path | None = None) -> None:
    """Put these numbers in the place of those of the same names in a table of the file."""
    from memories.recall.weights import FILE

    file = file or FILE
    lines, inside = [], ""
    for line in file.read_text(encoding="utf-8").splitlines():
        if header := re.fullmatch(r"\[(\w+)\]", line):
            inside = header[1]
        named = re.match(r'"(.+)" = ', line)
        if inside == table and named and named[1] in weights:
            line = f"{named[0]}{weights[named[1]]}"
        lines.append(line)
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
