"""Recall's numbers: one file that the code reads, the tuners write and the docs speak of."""

import re
from pathlib import Path

from django.conf import settings

from bench import weights_file
from memories.recall import weights


def test_the_docs_name_every_feature() -> None:
    told = (Path(settings.BASE_DIR) / "docs/recall.md").read_text(encoding="utf-8")
    features = told[told.index("## Features") : told.index("## Other languages")]
    assert set(re.findall(r"\*([^*]+)\*", features)) == set(weights.RANKING)
    assert weights.FILE.name in told


def test_a_tuner_writes_its_numbers_and_nothing_else(tmp_path: Path) -> None:
    before = weights.FILE.read_text(encoding="utf-8")
    copy = tmp_path / "weights.toml"
    copy.write_text(before, encoding="utf-8")

    weights_file.write("own", {"always": -4.25, "nearest": 0.0}, copy)

    after = copy.read_text(encoding="utf-8")
    changed = [
        (old, new)
        for old, new in zip(before.splitlines(), after.splitlines(), strict=True)
        if old != new
    ]
    assert changed == [
        ('"always" = -3.9', '"always" = -4.25'),
        ('"nearest" = -1.1', '"nearest" = 0.0'),
    ]
