"""Settings, all of them from the environment. docs/settings.md says what each does."""

import os
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

BASE_DIR = Path(__file__).resolve().parent.parent
YARNNN_HOME = Path(os.environ.get("YARNNN_HOME", BASE_DIR / ".yarnnn")).resolve()

SECRET_KEY = os.environ.get("SECRET_KEY", "only-until-the-data-folder-keeps-one")
ENCRYPTION_KEYS: list[str] = os.environ.get("ENCRYPTION_KEYS", "").split()
DEBUG = False
ALLOWED_HOSTS = ["*"]

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "django_htmx",
    "template_partials",
    "rest_framework",
    "drf_spectacular",
    "accounts",
    "memories",
    "documents",
    "gmail",
    "chat",
]
AUTH_USER_MODEL = "accounts.User"
ROOT_URLCONF = "yarnnn.urls"
WSGI_APPLICATION = "yarnnn.wsgi.application"
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]


def _database(url: str) -> dict[str, Any]:
    parts = urlsplit(url)
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": parts.path.lstrip("/"),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or "") or dict(parse_qsl(parts.query)).get("host", ""),
        "PORT": str(parts.port or ""),
        "CONN_MAX_AGE": 0,
    }


DATABASES = {
    "default": _database(os.environ.get("DATABASE_URL", "")),
    "owner": _database(os.environ.get("DATABASE_OWNER_URL", "")),
}
USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en"
STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]

# Models: docs/models.md. Without a chat model nothing leaves the machine.
OPENAI_API_KEY = os.environ.get("OPENAI_API_KEY", "")
OPENAI_BASE_URL = os.environ.get("OPENAI_BASE_URL", "")
YARNNN_CHAT_MODEL = os.environ.get("YARNNN_CHAT_MODEL", "")
YARNNN_MODEL_TIMEOUT = float(os.environ.get("YARNNN_MODEL_TIMEOUT") or 120)  # s between two bytes
YARNNN_EMBEDDING_MODEL = os.environ.get("YARNNN_EMBEDDING_MODEL", "")  # "" is the built-in one
YARNNN_EMBEDDING_BASE_URL = os.environ.get("YARNNN_EMBEDDING_BASE_URL", "")
YARNNN_EMBEDDING_API_KEY = os.environ.get("YARNNN_EMBEDDING_API_KEY", "")
YARNNN_EMBEDDING_DIMENSION = int(os.environ.get("YARNNN_EMBEDDING_DIMENSION") or 0) or None
YARNNN_EMBEDDING_THREADS = int(os.environ.get("YARNNN_EMBEDDING_THREADS") or 2)
