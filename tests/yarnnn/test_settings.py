"""Settings: documented, and refused with one line where they cannot be right."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.environment import PROJECT
from yarnnn import environment, settings
from yarnnn.environment import BadSetting, Environment


def documented() -> dict[str, str]:
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \|", (PROJECT / "docs/settings.md").read_text(), re.M)
    return {name: default.strip("`") for name, default in rows}


def test_every_setting_is_documented_with_its_default_and_nothing_else_is() -> None:
    assert documented() == settings.env.known


def test_the_example_file_has_every_setting_and_no_other() -> None:
    lines = (PROJECT / ".env.example").read_text().splitlines()
    names = [line.removeprefix("#").partition("=")[0] for line in lines if "=" in line]
    assert sorted(names) == sorted(settings.env.known)


@pytest.mark.parametrize("value", ["-1", "70000", "eighty", "80.5"])
def test_a_number_out_of_range_is_refused(value: str) -> None:
    with pytest.raises(BadSetting, match="PORT must be a whole number from 0 to 65535, not"):
        Environment({"PORT": value}).number("PORT", 8000, least=0, most=65535)


def test_a_flag_is_yes_or_no() -> None:
    assert Environment({"OPEN_SIGNUP": "on"}).flag("OPEN_SIGNUP", default=False)
    assert not Environment({"OPEN_SIGNUP": ""}).flag("OPEN_SIGNUP", default=False)
    with pytest.raises(BadSetting, match="OPEN_SIGNUP must be 1 or 0, not 'maybe'"):
        Environment({"OPEN_SIGNUP": "maybe"}).flag("OPEN_SIGNUP", default=False)


def test_a_wrong_address_is_refused_without_repeating_its_password() -> None:
    given = Environment({"DATABASE_URL": "mysql://root:hunter2@host/db"})
    with pytest.raises(BadSetting, match="DATABASE_URL must be an address") as refused:
        given.url("DATABASE_URL", ("postgres",), "postgres://user:password@host/yarnnn")
    assert "hunter2" not in str(refused.value)


def test_plain_http_is_for_this_machine_alone() -> None:
    for host in ("localhost:9", "127.0.0.1:9", "[::1]:9"):
        given = Environment({"GMAIL_API_ENDPOINT": f"http://{host}/"})
        assert given.endpoint("GMAIL_API_ENDPOINT", "") == f"http://{host}"
    given = Environment({"GMAIL_API_ENDPOINT": "http://127.0.0.1.example"})
    with pytest.raises(BadSetting, match="must be an address with https"):
        given.endpoint("GMAIL_API_ENDPOINT", "https://gmail.googleapis.com")


def test_a_misspelt_setting_is_refused_with_the_right_name() -> None:
    with pytest.raises(BadSetting, match=r"no setting YARNNN_HOEM.*YARNNN_HOME"):
        environment.refuse_unknown({"YARNNN_HOEM": "x"}, {"YARNNN_HOME": ""})


def test_the_environment_wins_over_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "settings"
    file.write_text("# a comment\nHOST=0.0.0.0\nexport PORT='9000'\nEMAIL_FROM=a=b\n\n")
    monkeypatch.setenv("YARNNN_ENV_FILE", str(file))
    monkeypatch.setenv("HOST", "127.0.0.5")
    monkeypatch.setenv("PORT", "")
    values = environment.of_this_process(PROJECT)
    assert (values["HOST"], values["PORT"], values["EMAIL_FROM"]) == ("127.0.0.5", "9000", "a=b")


def test_a_line_that_is_no_setting_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "settings"
    file.write_text("HOST=localhost\nwhat is this\n")
    monkeypatch.setenv("YARNNN_ENV_FILE", str(file))
    with pytest.raises(BadSetting, match=r"Line 2 of .*settings is not of the form NAME=value"):
        environment.of_this_process(PROJECT)


@pytest.mark.parametrize(
    ("name", "value", "line"),
    [
        ("PUBLIC_URL", "https://example.org/path", "PUBLIC_URL must be scheme and host only"),
        ("DATABASE_URL", "postgres://a@b/c", "Set both DATABASE_URL"),
        ("GOOGLE_OAUTH_CLIENT_ID", "1234.apps.example", "Set both GOOGLE_OAUTH_CLIENT_ID"),
        ("GOOGLE_OAUTH_TOKEN_URI", "http://10.0.0.7/token", "GOOGLE_OAUTH_TOKEN_URI must be"),
        ("GMAIL_API_ENDPOINT", "gmail.example", "GMAIL_API_ENDPOINT must be"),
        ("YARNNN_RERANK_MODEL", "judge", "Set both YARNNN_RERANK_URL and YARNNN_RERANK_MODEL."),
        ("OAUTHLIB_INSECURE_TRANSPORT", "1", "OAUTHLIB_INSECURE_TRANSPORT is set, but"),
    ],
)
def test_a_bad_setting_stops_the_start_with_one_line(
    name: str, value: str, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("YARNNN_HOME", str(tmp_path))
    monkeypatch.setenv(name, value)
    result = subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 1
    assert result.stderr.startswith(line)
    assert result.stderr.count("\n") == 1


def test_keys_are_made_once_and_are_the_owners_alone(tmp_path: Path) -> None:
    from yarnnn import keys

    home = tmp_path / "home"
    assert keys.secret_key(home) == keys.secret_key(home)
    (first,) = keys.encryption_keys(home)
    file = home / "keys" / "encryption"
    assert file.stat().st_mode & 0o777 == 0o600
    file.write_text(f"newer\n{first}\n")
    assert keys.encryption_keys(home) == ["newer", first]


def test_mail_addresses_say_how_to_connect() -> None:
    mail = environment.mail("smtp+tls://me%40example.org:pa%2Fss@mail.example.org")
    assert (mail["EMAIL_HOST"], mail["EMAIL_PORT"], mail["EMAIL_USE_TLS"]) == (
        "mail.example.org",
        587,
        True,
    )
    assert (mail["EMAIL_HOST_USER"], mail["EMAIL_HOST_PASSWORD"]) == ("me@example.org", "pa/ss")
    assert environment.mail("smtps://mail.example.org")["EMAIL_PORT"] == 465
    assert "dummy" in environment.mail("")["EMAIL_BACKEND"]
