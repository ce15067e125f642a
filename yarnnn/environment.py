"""Reads settings from the environment: a bad value stops the start with one clear line."""

from __future__ import annotations

import difflib
import os
import re
import subprocess
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from web.loopback import is_loopback


class BadSetting(SystemExit):
    """Ends the process; its message is the one line that the person sees."""


class Environment:
    """Settings by name. An empty value counts as none; every name asked for is remembered."""

    def __init__(self, values: Mapping[str, str]) -> None:
        self._values = values
        # Name to default as the documentation writes it.
        self.known: dict[str, str] = {}

    def text(self, name: str, default: str = "") -> str:
        self.known[name] = default
        return self._values.get(name, "").strip() or default

    def number(self, name: str, default: int, *, least: int, most: int) -> int:
        """A whole number from `least` to `most`."""
        raw = self.text(name, str(default))
        try:
            value = int(raw)
        except ValueError:
            value = least - 1
        if not least <= value <= most:
            raise BadSetting(f"{name} must be a whole number from {least} to {most}, not {raw!r}.")
        return value

    def amount(self, name: str) -> Decimal:
        """A sum of money, 0 where none is set."""
        raw = self.text(name, "0")
        try:
            value = Decimal(raw)
        except InvalidOperation:
            value = Decimal(-1)
        if not (value.is_finite() and 0 <= value < 1_000_000):
            raise BadSetting(f"{name} must be an amount such as 0.25, not {raw!r}.")
        return value

    def flag(self, name: str, *, default: bool) -> bool:
        raw = self.text(name, "1" if default else "0").lower()
        if raw not in {"0", "1", "true", "false", "yes", "no", "on", "off"}:
            raise BadSetting(f"{name} must be 1 or 0, not {raw!r}.")
        return raw in {"1", "true", "yes", "on"}

    def choice(self, name: str, default: str, choices: tuple[str, ...]) -> str:
        raw = self.text(name, default)
        if raw.upper() not in choices:
            raise BadSetting(f"{name} must be one of {', '.join(choices)}, not {raw!r}.")
        return raw.upper()

    def url(self, name: str, schemes: tuple[str, ...], example: str) -> str:
        """An address with one of the schemes, or "" when none is set.

        What was given is not repeated in the error: it may hold a password.
        """
        raw = self.text(name)
        if not raw:
            return ""
        try:
            parts = urlsplit(raw)
            _ = parts.port
        except ValueError:
            parts = urlsplit("")
        if parts.scheme not in schemes or not (parts.netloc or parts.path):
            raise BadSetting(f"{name} must be an address such as {example}.")
        return raw

    def endpoint(self, name: str, default: str) -> str:
        """An https address of another service; plain http only on this machine itself."""
        raw = self.text(name, default)
        try:
            parts = urlsplit(raw)
            _ = parts.port
        except ValueError:
            parts = urlsplit("")
        if parts.scheme == "https" and parts.hostname:
            return raw.rstrip("/")
        if parts.scheme == "http" and is_loopback(parts.hostname or ""):
            return raw.rstrip("/")
        raise BadSetting(
            f"{name} must be an address with https, such as {default}; http is for this machine "
            "alone, such as http://localhost:8001."
        )


def of_this_process(project: Path) -> dict[str, str]:
    """The process's environment; what it leaves open comes from the project's .env file."""
    values = dict(os.environ)
    file = settings_file(values, project)
    if file is not None and file.is_file():
        values = {**_read_file(file), **{name: value for name, value in values.items() if value}}
    return values


def settings_file(values: Mapping[str, str], project: Path) -> Path | None:
    """The file that settings are read from, there or not; None where none is to be read."""
    named = values.get("YARNNN_ENV_FILE", "-")
    return Path(values.get("YARNNN_ENV_FILE", project / ".env")) if named else None


def in_container() -> bool:
    """Tell whether this is a container: its paths mean nothing to whoever runs it."""
    marks = (Path("/.dockerenv"), Path("/run/.containerenv"))
    return any(mark.exists() for mark in marks) or "KUBERNETES_SERVICE_HOST" in os.environ


def refuse_unknown(values: Mapping[str, str], known: Mapping[str, str]) -> None:
    """Stop at a name of ours that no setting has: a misspelt one would be ignored silently."""
    for name in values:
        if name.startswith("YARNNN_") and name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            hint = f" Did you mean {near[0]}?" if near else " docs/settings.md lists them all."
            raise BadSetting(f"There is no setting {name}.{hint}")


def refuse_insecure_sign_in(values: Mapping[str, str], *endpoints: str) -> None:
    """Stop where somebody lets Google's tokens travel in the open."""
    local = all(is_loopback(urlsplit(each).hostname or "") for each in endpoints)
    if values.get("OAUTHLIB_INSECURE_TRANSPORT") and not local:
        raise BadSetting(
            "OAUTHLIB_INSECURE_TRANSPORT is set, but Google's addresses are not on this machine. "
            "Remove it."
        )


def _read_file(file: Path) -> dict[str, str]:
    """Read NAME=value lines; # begins a comment line, quotes around a value are taken off."""
    values: dict[str, str] = {}
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadSetting(f"The settings file {file} cannot be read: {error}.") from error
    for number, line in enumerate(lines, start=1):
        stripped = line.strip().removeprefix("export ")
        if not stripped or stripped.startswith("#"):
            continue
        name, equals, value = stripped.partition("=")
        if not equals or not name.strip().isidentifier():
            raise BadSetting(f"Line {number} of {file} is not of the form NAME=value.")
        value = value.strip()
        if len(value) > 1 and value[0] == value[-1] and value[0] in "'\"":
            value = value[1:-1]
        values[name.strip()] = value
    return values


def database(url: str) -> dict[str, Any]:
    """Django's settings of the Postgres database at this address."""
    parts = urlsplit(url)
    options = dict(parse_qsl(parts.query))
    return {
        "ENGINE": "yarnnn.pooled_postgres",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": options.pop("host", "") or unquote(parts.hostname or ""),
        "PORT": str(parts.port or ""),
        "OPTIONS": options,
    }


def mail(url: str) -> dict[str, Any]:
    """Django's mail settings for smtp://user:password@host:port (+tls: STARTTLS; smtps: TLS)."""
    if not url:
        return {"EMAIL_BACKEND": "django.core.mail.backends.dummy.EmailBackend", "EMAIL_HOST": ""}
    parts = urlsplit(url)
    ports = {"smtp": 25, "smtp+tls": 587, "smtps": 465}
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": unquote(parts.hostname or "localhost"),
        "EMAIL_PORT": parts.port or ports[parts.scheme],
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_TLS": parts.scheme == "smtp+tls",
        "EMAIL_USE_SSL": parts.scheme == "smtps",
        "EMAIL_TIMEOUT": 20,
    }


def ocr(languages: str) -> str:
    """Languages for tesseract, such as "eng+deu": it has to be installed, and to know them."""
    if not languages:
        return ""
    if not re.fullmatch(r"[A-Za-z_]+(?:\+[A-Za-z_]+)*", languages):
        raise BadSetting(f"YARNNN_OCR must be languages such as eng or eng+deu, not {languages!r}.")
    try:
        listed = subprocess.run(
            ["tesseract", "--list-langs"], capture_output=True, text=True, timeout=20, check=True
        )
    except (OSError, subprocess.SubprocessError):
        raise BadSetting(
            "YARNNN_OCR is set, but tesseract is not installed. Debian: apt install tesseract-ocr."
        ) from None
    # "osd" tells which way up a page lies.
    known = listed.stdout.split()
    missing = [each for each in [*languages.split("+"), "osd"] if each not in known]
    if missing:
        raise BadSetting(
            f"YARNNN_OCR: tesseract does not have {', '.join(missing)}. Debian: apt install "
            f"tesseract-ocr-{missing[0].replace('_', '-')}."
        )
    return languages


def storage(url: str) -> dict[str, Any]:
    """Django's storage of uploaded files: a folder, or s3://bucket/folder?endpoint_url=…&region=….

    The keys come from the environment as boto3 reads it (AWS_ACCESS_KEY_ID and others).
    """
    if not url:
        return {"BACKEND": "django.core.files.storage.FileSystemStorage"}
    parts = urlsplit(url)
    asked = dict(parse_qsl(parts.query))
    options: dict[str, Any] = {
        "bucket_name": parts.netloc,
        "location": parts.path.strip("/"),
        "endpoint_url": asked.get("endpoint_url"),
        "region_name": asked.get("region"),
        "default_acl": None,
        "file_overwrite": False,
    }
    return {"BACKEND": "storages.backends.s3.S3Storage", "OPTIONS": options}
