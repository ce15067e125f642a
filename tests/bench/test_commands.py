"""Every command of bench/ starts as its own words say: by its name, with nothing set."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests import tiers

ROOT = Path(__file__).resolve().parents[2]
COMMANDS = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for path in (ROOT / "bench").rglob("*.py")
    if re.search(r"ArgumentParser\(", path.read_text())
)


@pytest.mark.parametrize("command", tiers.every(4, COMMANDS))
def test_a_command_tells_what_it_does(command: str) -> None:
    plain = {key: value for key, value in os.environ.items() if not key.startswith("DJANGO")}
    told = subprocess.run(
        [sys.executable, "-m", command, "--help"],
        cwd=ROOT, env=plain, capture_output=True, text=True, timeout=180, check=False,
    )  # fmt: skip
    assert told.returncode == 0, told.stderr
    assert "usage:" in told.stdout
