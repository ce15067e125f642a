"""The application's code for a bench, with the servers it needs."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager


@contextmanager
def application() -> Iterator[None]:
    """Django set up, the database up to date, on embedded servers where the settings name none."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yarnnn.settings")
    import django
    from django.conf import settings

    django.setup()
    from yarnnn.database import bring_up_to_date
    from yarnnn.embedded import servers

    with ExitStack() as stack:
        if settings.EMBEDDED_POSTGRES:
            stack.enter_context(servers(settings.YARNNN_HOME))
        bring_up_to_date()
        yield
