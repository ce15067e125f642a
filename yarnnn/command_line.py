"""What `manage.py` does around a command: the servers it needs, and one line when they fail."""

from __future__ import annotations

import sys
from contextlib import ExitStack

from django.conf import settings
from django.core.management import execute_from_command_line

from yarnnn.embedded import CannotStart, servers

# These look at the code only. `up` starts the servers itself, and keeps them.
_WITHOUT_DATABASE = {
    *("up", "upgrade", "help", "version", "--help", "-h", "--version", "check", "collectstatic"),
    *("compilemessages", "diffsettings", "findstatic", "makemessages", "spectacular"),
}
# These must see the database as it is.
_AS_IT_IS = {"migrate", "makemigrations", "showmigrations", "sqlmigrate", "dbshell", "restore"}


def run(arguments: list[str]) -> None:
    """Run one command, with the embedded Postgres up for as long as it takes."""
    command = arguments[1] if len(arguments) > 1 else "help"
    try:
        with ExitStack() as stack:
            if command not in _WITHOUT_DATABASE:
                if settings.EMBEDDED_POSTGRES:
                    stack.enter_context(servers(settings.YARNNN_HOME))
                if command not in _AS_IT_IS:
                    _bring_up_to_date()
            execute_from_command_line(arguments)
    except CannotStart as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit(130)


def _bring_up_to_date() -> None:
    import django

    django.setup()
    from yarnnn.database import bring_up_to_date

    bring_up_to_date()
