"""Uploads of imports: larger than documents may be, and counted by a limit of their own."""

from functools import cache
from typing import Any

from django.conf import settings
from django.core.files.uploadhandler import StopFutureHandlers
from django.urls import reverse

from documents.upload_handler import ReceiveBounded

_VIEWS = ("imports:imports", "api_imports")


@cache
def paths() -> frozenset[str]:
    """The addresses that imports are sent to."""
    return frozenset(map(reverse, _VIEWS))


def limit() -> int:
    """How large a file may be, in bytes."""
    return int(settings.YARNNN_IMPORT_MB) * 1_000_000


class ReceiveImports(ReceiveBounded):
    """Takes the uploads of imports, and leaves all others to the next handler."""

    _mine = False

    def handle_raw_input(self, input_data: Any, META: Any, *args: Any, **kwargs: Any) -> None:  # noqa: N803
        match = getattr(self.request, "resolver_match", None)
        self._mine = match is not None and match.view_name in _VIEWS
        super().handle_raw_input(input_data, META, *args, **kwargs)

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        if self._mine:
            super().new_file(*args, **kwargs)
            raise StopFutureHandlers

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes | None:
        if not self._mine:
            return raw_data
        return super().receive_data_chunk(raw_data, start)

    def file_complete(self, file_size: int) -> Any:
        return super().file_complete(file_size) if self._mine else None

    def upload_interrupted(self) -> None:
        if self._mine:
            super().upload_interrupted()

    def limit(self) -> int:
        return limit()
