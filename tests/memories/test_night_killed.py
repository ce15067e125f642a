"""A night whose worker is killed at random moments ends as one left alone, and goes back whole."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from accounts.models import User
from database.acting import acting_as
from memories import work
from memories.keeping import remember
from memories.learning.night import take_back_all
from memories.models import Change, Memory, Night, Work
from tests.environment import PROJECT
from tests.memories.digest import digest
from tests.memories.test_night_taken_back import again

pytestmark = [pytest.mark.kill, pytest.mark.django_db(transaction=True)]

KILLS = 10
# Fades in five of the night's batches, of 200 each.
OLD, TWICE = 900, 40

# Stays and forks: each worker is a process of its own, and does not take two seconds to start.
_FORKS = """
import os, sys
import django
django.setup()
from django.conf import settings
settings.DATABASES["default"]["NAME"] = sys.argv[1]
from memories.learning import night
print("ready", flush=True)
for line in sys.stdin:
    if pid := os.fork():
        print(pid, flush=True)
        os.waitpid(pid, 0)
        print("ended", flush=True)
    else:
        while night.night_waiting(line.strip()):
            pass
        os._exit(0)
"""


class Workers:
    """Processes that do the night that waits, one after the other."""

    def __init__(self) -> None:
        self._forks = subprocess.Popen(
            [sys.executable, "-c", _FORKS, connection.settings_dict["NAME"]],
            cwd=PROJECT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._told() == "ready"

    def do_the_night(self, user: User, *, kill_after: float | None = None) -> None:
        """Let a worker do the night, or begin it and be killed after so many seconds."""
        work.enqueue(user.pk, work.NIGHT, [user.pk])
        assert self._forks.stdin
        self._forks.stdin.write(f"{user.pk}\n")
        self._forks.stdin.flush()
        worker = int(self._told())
        if kill_after is not None:
            time.sleep(kill_after)
            # It may be done; until its parent has been told so, nobody else has its number.
            with suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)
        assert self._told() == "ended"

    def end(self) -> None:
        self._forks.communicate(timeout=60)

    def _told(self) -> str:
        assert self._forks.stdout
        return self._forks.stdout.readline().strip()


@pytest.fixture
def workers() -> Iterator[Workers]:
    them = Workers()
    yield them
    them.end()


def test_one_end_and_one_beginning_whenever_it_is_killed(alice: User, workers: Workers) -> None:
    lived(alice)
    before = digest(alice)
    begun = time.monotonic()
    workers.do_the_night(alice)
    took = time.monotonic() - begun
    whole, end = changes_of(alice), digest(alice, times=False)
    goes_back(alice, before)
    seed = int(os.environ.get("KILLS_SEED", time.time()))
    moments = random.Random(seed)
    halfway = []
    for _ in range(KILLS):
        moment = moments.uniform(0, took)
        workers.do_the_night(alice, kill_after=moment)
        halfway.append(changes_of(alice))
        the_lease_is_over()
        workers.do_the_night(alice)
        told = f"KILLS_SEED={seed}: killed after {moment:.2f} of {took:.2f} s at {halfway[-1]}"
        assert changes_of(alice) == whole, told
        assert digest(alice, times=False) == end, told
        goes_back(alice, before)
    # Not all of them came before its first change, or after its last.
    assert any(0 < changes < whole for changes in halfway), halfway


def lived(user: User) -> None:
    """A memory of which most is to fade, with doubles and a contradiction."""
    ago = timezone.now() - timedelta(days=80)
    for first in range(0, OLD, 100):
        with acting_as(user):
            for number in range(first, first + 100):
                remember(user, f"The gate number {number} is green.", by=Change.By.LEARNING)
    with acting_as(user):
        Memory.objects.filter(user=user).update(updated=ago, created=ago, source_kind="chat")
    for number in range(TWICE):
        again(user, f"The pond number {number} by the mill froze over.")
        again(user, f"the pond number {number} by the mill froze over")
    again(user, "Lena lives in Bath.", subject="Lena", attribute="lives in", value="Bath")
    again(user, "Lena lives in York.", subject="Lena", attribute="lives in", value="York")


def changes_of(user: User) -> int:
    with acting_as(user):
        return Change.objects.filter(user=user, by=Change.By.NIGHT).count()


def the_lease_is_over() -> None:
    """As it would be some time after the worker's death."""
    Work.objects.filter(state=Work.State.WORKING).update(lease=timezone.now(), tries=0)
    work.sweep()


def goes_back(user: User, before: str) -> None:
    """Take the night back, look that all is as before, and let the journal forget it."""
    with acting_as(user):
        back, left = take_back_all(user)
        assert back
        assert not left
    assert digest(user) == before
    with acting_as(user):
        Change.objects.filter(user=user, at__gte=Night.objects.get(user=user).began).delete()
        Night.objects.filter(user=user).delete()
        Work.objects.filter(user=user, kind=work.NIGHT).delete()
