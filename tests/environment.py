"""The settings of a test run: the application's own, in an environment of their own.

Nothing of the developer's own environment reaches the tests: no key, no model, no data folder.
"""

import os
import signal
import tomllib
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
# Every room, as import-linter knows them; the client is a package of its own.
ROOMS: tuple[str, ...] = tuple(
    package
    for package in tomllib.loads((PROJECT / "pyproject.toml").read_text())["tool"]["importlinter"][
        "root_packages"
    ]
    if not package.startswith("client.")
)
# Who runs the tests may name the folder; to a worker it is handed down as YARNNN_HOME. Each worker
# has a folder of its own in it, and with it a database server: what is erased stays in the files
# while a transaction in another database of the same server is older.
_worker = os.environ.get("PYTEST_XDIST_WORKER", "")
_named = os.environ.get("YARNNN_HOME" if _worker else "YARNNN_TEST_HOME")
HOME = Path(_named or PROJECT / ".test-home", _worker).resolve()

_OURS = ("YARNNN_", "OPENAI_", "DATABASE_", "CELERY_", "EMAIL_", "DJANGO_")
_GOOGLES = ("GOOGLE_", "GMAIL_", "OAUTHLIB_")
_ALONE = {"HOST", "PORT", "PUBLIC_URL", "SECRET_KEY", "ENCRYPTION_KEYS", "OPEN_SIGNUP", "LOG_LEVEL"}

for _name in list(os.environ):
    if _name.startswith(_OURS + _GOOGLES) or _name in _ALONE:
        del os.environ[_name]
os.environ["YARNNN_ENV_FILE"] = ""
# Playwright keeps an event loop in the tests' thread, which Django would take for async code.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
os.environ["YARNNN_HOME"] = str(HOME)
# What a script starts in the background is deaf to Ctrl-C, and would leave its servers behind.
signal.signal(signal.SIGINT, signal.default_int_handler)
