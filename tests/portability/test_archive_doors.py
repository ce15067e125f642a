"""An archive by page, API and command."""

import io
from pathlib import Path

import pytest
from cryptography.fernet import Fernet
from django.core.management import CommandError, call_command
from django.test import Client, override_settings

from accounts.models import User
from database.acting import acting_as
from imports.source_kind import GO_ON
from imports.work import import_waiting
from memories.keeping import remember
from memories.models import Change, Work
from portability import archive
from portability.archive import restoring
from tests.memories.calls import Program
from tests.portability.archives import exported, manifest

pytestmark = pytest.mark.django_db


def test_by_page_and_by_program(full: User, client: Client, files: Path) -> None:
    client.force_login(full)
    page = client.get("/settings/export").content.decode()
    assert archive.code_of(full) in page
    assert "3 Dokumente" in page
    answer = client.get("/settings/export/download")
    assert answer["Content-Disposition"].startswith('attachment; filename="yarnnn-20')
    data = answer.getvalue()
    api = client.get("/api/export")
    assert api["X-Yarnnn-Export-Code"] == archive.code_of(full)
    again = api.getvalue()
    assert manifest(again)["digest"] == manifest(data)["digest"]


def test_by_command(full: User, files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = files / "all.zip"
    call_command("export", full.email, str(out))
    assert archive.code_of(full) in capsys.readouterr().out
    assert manifest(out.read_bytes())["digest"] == manifest(exported(full))["digest"]
    assert out.stat().st_mode & 0o077 == 0
    with pytest.raises(CommandError, match="there already"):
        call_command("export", full.email, str(out))
    with pytest.raises(CommandError, match="no account"):
        call_command("export", "nobody@example.org", str(files / "x.zip"))


def send(user: User, data: bytes, **fields: str) -> str:
    file = io.BytesIO(data)
    file.name = "yarnnn.zip"
    begun = Program(user).send("imports", {"file": file, **fields})
    assert begun.status == 202
    while import_waiting(user.pk):
        pass
    return f"imports/{begun.data['id']}"


def test_over_the_api_it_goes_into_an_empty_account(full: User, bob: User) -> None:
    data = exported(full)
    program = Program(bob)
    path = send(bob, data)
    seen = program.get(path).data
    assert (seen["kind"], seen["state"], seen["skipped"]) == ("yarnnn", "preview", [])
    assert seen["counts"]["documents"] == 3
    assert seen["counts"]["forgotten"] == 1
    assert program.post(f"{path}/confirm").status == 202
    while import_waiting(bob.pk):
        pass
    assert program.get(path).data["state"] == "done"
    assert program.post(f"{path}/undo").code == "no_undo"
    assert manifest(exported(bob))["digest"] == manifest(data)["digest"]
    again = program.get(send(bob, data)).data
    assert (again["state"], "not empty" in again["reason"]) == ("failed", True)


def test_a_worker_that_dies_in_the_middle_is_followed_by_one_that_goes_on(
    full: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = exported(full)
    path = send(bob, data)
    Program(bob).post(f"{path}/confirm")

    def dying(*_: object) -> int:
        raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr(restoring, "_memories_findable", dying)
        with pytest.raises(SystemExit):
            import_waiting(bob.pk)
    Work.objects.filter(kind=GO_ON).update(state="waiting", lease=None)
    while import_waiting(bob.pk):
        pass
    assert Program(bob).get(path).data["state"] == "done"
    assert manifest(exported(bob))["digest"] == manifest(data)["digest"]


def test_elsewhere_the_api_takes_the_code(full: User, bob: User) -> None:
    data, code = exported(full), archive.code_of(full)
    with override_settings(ENCRYPTION_KEYS=[Fernet.generate_key().decode()]):
        path = send(bob, data)
        assert Program(bob).get(path).data["counts"]["sealed"] == 1
        Program(bob).post(f"{path}/confirm", {"code": code})
        while import_waiting(bob.pk):
            pass
        with acting_as(bob):
            assert remember(bob, "I am allergic to kiwis.", by=Change.By.LEARNING).memory is None


def test_imports_by_command(
    full: User, bob: User, files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = files / "all.zip"
    out.write_bytes(exported(full))
    call_command("import_file", "bob@example.org", str(out), "--look")
    assert "Waiting for you" in capsys.readouterr().out
    call_command("import_file", "bob@example.org", str(out))
    assert "Done: " in capsys.readouterr().out
    assert out.exists()
    assert manifest(exported(bob))["digest"] == manifest(out.read_bytes())["digest"]
    with pytest.raises(CommandError, match="not empty"):
        call_command("import_file", "bob@example.org", str(out))
    with pytest.raises(CommandError, match="could not be read"):
        call_command("import_file", "bob@example.org", str(files / "none.zip"))
