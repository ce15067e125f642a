"""Nudges to the broker, sent by a thread of their own: nobody who saves waits for them."""

import logging
import os
import threading
import time

from celery import current_app

logger = logging.getLogger(__name__)

# After a broker that did not answer, it is left alone for so many seconds: the sweeper nudges.
QUIET = 15.0

# So many seconds a nudge waits for others.
GATHER = 0.25

# Task, queue, argument, and in how many seconds.
Nudge = tuple[str, str, str, float]


class _Nudger:
    """Sends each waiting nudge once, however often it was asked for meanwhile."""

    def __init__(self) -> None:
        self._waiting: set[Nudge] = set()
        self._changed = threading.Condition()
        self._process = 0

    def send(self, nudge: Nudge) -> None:
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
            with self._changed:
                nudges, self._waiting = self._waiting, set()
            try:
                for task, queue, argument, delay in sorted(nudges):
                    current_app.send_task(
                        task, [argument], queue=queue, retry=False, countdown=delay or None
                    )
            except Exception as problem:  # noqa: BLE001 — the sweeper will nudge again
                logger.warning("The broker did not take a nudge: %s", type(problem).__name__)
                time.sleep(QUIET)


_nudger = _Nudger()


def send(task: str, queue: str, argument: str, delay: float = 0) -> None:
    """Have a task called soon, or in so many seconds.

    Returns at once; a broker that is down only delays it.
    """
    _nudger.send((task, queue, argument, delay))
