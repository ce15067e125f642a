"""Collects the static files under names made from their content, when they have changed."""

from __future__ import annotations

import hashlib
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command

from yarnnn.embedded.files import alone


def collect_if_changed() -> bool:
    """Bring STATIC_ROOT up to date; tells whether there was anything to do."""
    root = Path(settings.STATIC_ROOT)
    with alone(settings.YARNNN_HOME / "run" / "static.lock"):
        mark = root / ".made-from"
        wanted = _fingerprint()
        if mark.exists() and mark.read_text() == wanted:
            return False
        call_command("collectstatic", interactive=False, clear=True, verbosity=0)
        mark.write_text(wanted)
    return True


def _fingerprint() -> str:
    """Changes with every file's path, size or time of change."""
    digest = hashlib.sha256(str(settings.STORAGES["staticfiles"]).encode())
    for finder in get_finders():
        for path, storage in finder.list([]):
            status = Path(storage.path(path)).stat()
            digest.update(f"{path}\0{status.st_size}\0{status.st_mtime_ns}\n".encode())
    return digest.hexdigest()
