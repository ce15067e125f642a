"""Collects the static files under names made from their content, when they have changed."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.files.base import ContentFile
from django.core.management import call_command
from whitenoise.storage import CompressedManifestStaticFilesStorage

from yarnnn.embedded.files import alone

# Our own files by folder and suffix; what others made lies in static/vendor/ and is left alone.
_OWN = (("css", ".css"), ("js", ".js"))
_COMMENT = re.compile(r"^[ \t]*/\*.*?\*/[ \t]*\n?", re.DOTALL | re.MULTILINE)
_LINE_COMMENT = re.compile(r"^[ \t]*//.*\n", re.MULTILINE)
_INDENT = re.compile(r"^[ \t]+|\n(?=\n)", re.MULTILINE)
_AROUND = re.compile(r"\s*([{};,>])\s*")
_ZERO = re.compile(r"(?<![\w.])0(?=\.\d)")
_VALUE = re.compile(r"(?<=[{;(])([\w-]+):\s+")
_BESIDE = re.compile(r" ([+~]) (?=[.#:*\[])")
_TIMES = re.compile(r"(?<=[\d)]) \* (?=[\w(])")


class Storage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Static files as browsers get them: our own styles and scripts without what people read."""

    def save(self, name: str | None, content: Any, max_length: int | None = None) -> str:
        path = Path(name or "")
        if (path.parent.name, path.suffix) in _OWN:
            content = ContentFile(slim(content.read().decode(), path.suffix).encode())
        stored: str = super().save(name, content, max_length)
        return stored


def slim(text: str, suffix: str) -> str:
    """A style sheet (".css") or a script (".js") of ours without comments and indentation.

    Comments that stand on lines of their own go; of a style sheet also the spaces around marks,
    and the zero of 0.5.
    """
    text = _INDENT.sub("", _LINE_COMMENT.sub("", _COMMENT.sub("", text)))
    if suffix != ".css":
        return text
    text = _BESIDE.sub(r"\1", _VALUE.sub(r"\1:", _AROUND.sub(r"\1", text)))
    return _ZERO.sub("", _TIMES.sub("*", text)).replace(";}", "}")


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
