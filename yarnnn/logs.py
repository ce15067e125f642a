"""Logging without content: nothing people said ends up in a log, not even by way of an error.

The message of an exception may quote the value that was wrong, so a traceback has the types and
the places only. Exceptions about the machine keep their message.
"""

from __future__ import annotations

import copy
import logging
import traceback
from types import TracebackType
from typing import Any

from django.db.utils import OperationalError

from yarnnn.embedded.files import CannotStart

_ABOUT_THE_MACHINE = (OSError, ImportError, OperationalError, CannotStart)
_Raised = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class WithoutContent(logging.Formatter):
    """Formats a record so that no value from the application's data can be in it."""

    def format(self, record: logging.LogRecord) -> str:
        record = copy.copy(record)
        if isinstance(record.args, dict):
            # Celery's lines about a task carry its error and its result.
            record.args = {name: _shortened(name, value) for name, value in record.args.items()}
        elif record.name.startswith("waitress") and record.args:
            # Addresses, whose query may be somebody's question.
            record.args = tuple(
                value.partition("?")[0] if isinstance(value, str) else value
                for value in record.args
            )
        return super().format(record)

    def formatException(self, ei: _Raised) -> str:  # noqa: N802 - logging's own name
        lines: list[str] = []
        raised: BaseException | None = ei[1]
        while raised is not None:
            message = f": {raised}" if isinstance(raised, _ABOUT_THE_MACHINE) else ""
            lines.append(f"{type(raised).__qualname__}{message}")
            lines += [
                f"  {frame.filename}:{frame.lineno} {frame.name}"
                for frame in traceback.extract_tb(raised.__traceback__)
            ]
            raised = raised.__cause__ or raised.__context__
            if raised is not None:
                lines.append("after")
        return "\n".join(lines)


def _shortened(name: str, value: object) -> object:
    if name == "exc":
        return str(value).partition("(")[0]
    return "" if name in {"args", "kwargs", "return_value", "traceback"} else value


def configuration(level: str) -> dict[str, Any]:
    """One line for each event, on the standard error stream."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {
                "()": WithoutContent,
                "format": "{asctime} {levelname} {name}: {message}",
                "style": "{",
            }
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "django": {"handlers": [], "level": level, "propagate": True},
            "django.server": {"handlers": [], "level": level, "propagate": True},
            # It warns whenever a request waits for a thread, and of clients that have gone.
            "waitress": {"level": "ERROR"},
            # A wrong address is the visitor's business; errors of ours are errors.
            "django.request": {"level": "ERROR"},
            # Every search for a person's rows would be in there, with its values.
            "django.db.backends": {"level": "WARNING"},
            "httpx2": {"level": "WARNING"},
            "openai": {"level": "WARNING"},
        },
    }
