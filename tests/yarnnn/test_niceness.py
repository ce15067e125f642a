"""Stepping back, seen from the process that does it and from what Linux says of its session."""

import subprocess
import sys
from pathlib import Path

import pytest

CODE = """
import os, time
from pathlib import Path
from yarnnn.niceness import step_back

step_back(7)
group = Path("/proc/self/autogroup")
print(os.getpriority(os.PRIO_PROCESS, 0), group.read_text() if group.exists() else "")
"""


def step_back_alone(*, leads: bool) -> tuple[str, list[str]]:
    """The niceness of a process that stepped back by 7, and what Linux says of its session.

    Linux says nothing of a session that has no group of its own, as in some containers.
    """
    niceness, *group = subprocess.check_output(
        [sys.executable, "-c", CODE], text=True, start_new_session=leads
    ).split()
    return niceness, group


def test_who_leads_a_session_takes_it_along() -> None:
    niceness, group = step_back_alone(leads=True)
    assert niceness == "7"
    assert group[-1:] in ([], ["7"])


@pytest.mark.skipif(not Path("/proc/self/autogroup").exists(), reason="needs grouping by session")
def test_who_does_not_lead_one_leaves_it_alone() -> None:
    niceness, group = step_back_alone(leads=False)
    assert niceness == "7"
    assert group == Path("/proc/self/autogroup").read_text().split()
