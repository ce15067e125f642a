"""gunicorn's configuration: threads, so that an answer can stream while others are served."""

import gc
from pathlib import Path

from django.conf import settings

from yarnnn import logs

_host = f"[{settings.HOST}]" if ":" in settings.HOST else settings.HOST
bind = f"{_host}:{settings.PORT}"
workers = settings.WEB_WORKERS
# Loaded once, before the workers part: nothing is read twice, and one that dies is soon back.
preload_app = True
# What is loaded now stays for good: searching it for garbage would make the start a sixth longer.
gc.disable()
worker_class = "gthread"
threads = settings.WEB_THREADS
# A worker's heartbeat is a file; on a slow disk it would seem dead.
_memory = Path("/dev/shm")  # noqa: S108
worker_tmp_dir = str(_memory) if _memory.is_dir() else None
timeout = 120
graceful_timeout = 3
keepalive = 15
control_socket_disable = True
loglevel = settings.LOG_LEVEL.lower()
logconfig_dict = logs.configuration(settings.LOG_LEVEL)


def when_ready(_: object) -> None:
    """Search for garbage from now on, but never again in what has been loaded."""
    gc.freeze()
    gc.enable()
