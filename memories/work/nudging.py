"""Nudges to the broker, sent by a thread of their own: nobody who saves waits for them.

A nudge says that there is work of a kind. Until a worker has taken it there is no second one.
"""

import logging
import os
import threading
import time
from datetime import timedelta

from celery import current_app
from django.db import connection

from memories.models import Nudge

logger = logging.getLogger(__name__)

# Seconds without nudging through a broker that did not answer; the sweeper does it instead.
QUIET = 15.0

# How long a nudge waits for others, in seconds.
GATHER = 0.25

# A nudge that nobody has taken by then may be lost, with its broker or its worker.
LOST_AFTER = timedelta(seconds=20)

# Kind, task, queue, and in how many seconds.
_Waiting = tuple[str, str, str, float]


class _Nudger:
    """Sends each waiting nudge once, however often it was asked for meanwhile."""

    def __init__(self) -> None:
        self._waiting: set[_Waiting] = set()
        self._changed = threading.Condition()
        self._process = 0

    def send(self, nudge: _Waiting) -> None:
        with self._changed:
            self._waiting.add(nudge)
            # A thread does not survive a fork: each process starts its own.
            if self._process != os.getpid():
                self._process = os.getpid()
                threading.Thread(target=self._run, name="nudges", daemon=True).start()
            self._changed.notify()

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: bool(self._waiting))
            # What is said in a row is nudged for together, and embedded together.
            time.sleep(GATHER)
            if not self.send_waiting():
                time.sleep(QUIET)

    def send_waiting(self) -> bool:
        """Send what waits now; tells whether the broker took it all."""
        with self._changed:
            nudges, self._waiting = self._waiting, set()
        sent = [_send(*nudge) for nudge in sorted(nudges)]
        return all(sent)


_nudger = _Nudger()


def send(kind: str, task: str, queue: str, delay: float = 0) -> None:
    """Have a task of this kind called soon, or after `delay` seconds.

    Returns at once; a broker that is down only delays it.
    """
    _nudger.send((kind, task, queue, delay))


def taken(*kinds: str) -> None:
    """The nudges of these kinds have reached a worker, or are lost: the next ones may go out."""
    Nudge.objects.filter(kind__in=kinds).delete()


_NOTE = """
INSERT INTO memories_nudge AS n (kind, sent) VALUES (%(kind)s, statement_timestamp())
ON CONFLICT (kind) DO UPDATE SET sent = excluded.sent
    WHERE n.sent <= excluded.sent - make_interval(secs => %(lost_after)s)
"""


def _send(kind: str, task: str, queue: str, delay: float) -> bool:
    """Send one nudge, unless one is on its way. False where the broker did not take it."""
    try:
        # One for later is on its way for long: the others do not wait for it.
        if not delay and not _note(kind):
            return True
        try:
            current_app.send_task(task, queue=queue, retry=False, countdown=delay or None)
        except Exception:
            taken(kind)
            raise
    except Exception as problem:  # noqa: BLE001 — the sweeper will nudge again
        logger.warning("A nudge could not be sent: %s", type(problem).__name__)
        return False
    finally:
        connection.close()
    return True


def _note(kind: str) -> bool:
    """Note that a nudge is on its way; False where one is already."""
    with connection.cursor() as cursor:
        cursor.execute(_NOTE, {"kind": kind, "lost_after": LOST_AFTER.total_seconds()})
        return bool(cursor.rowcount > 0)
