"""Letting the processes that somebody waits for go first."""

import os
from contextlib import suppress
from pathlib import Path

# What Linux shares processors among where it groups processes by session: within a group a
# process's own niceness counts, between groups only the group's.
_GROUP = Path("/proc/self/autogroup")


def step_back(niceness: int) -> None:
    """Take a smaller share of the processors while others want them (Unix's nice, 0 to 19).

    The whole session steps back with a process that leads one; one that does not lead leaves its
    session alone, for whoever else is in it.
    """
    os.setpriority(os.PRIO_PROCESS, 0, niceness)
    if os.getsid(0) == os.getpid():
        # There is no such file where sessions are not grouped, or none that may be written.
        with suppress(OSError):
            _GROUP.write_text(str(niceness))
