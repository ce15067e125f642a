"""Wiring only: settings, addresses, the task queue, and what starts them."""

import os

# The matrices multiplied here are small. Shared among threads, as OpenBLAS would, one takes 15 µs
# on an idle machine, and milliseconds where other processes hold the processors. It reads this
# when numpy is imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from yarnnn.celery import app as celery_app

__all__ = ["celery_app"]
