"""A backup made, something erased, the data folder deleted: restored, all is there but that."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import psycopg
import pytest

from tests.running import App, copy_of_a_new_home
from yarnnn.embedded import broker, postgres
from yarnnn.embedded.files import places, remove_socket_folders

pytestmark = pytest.mark.kill

SAY = """
from accounts.models import User
from accounts.signup import join
from chat import converse
from database.acting import acting_as
from documents.upload import upload
from documents.upload_handler import received
user = join(User(email="alice@example.org"), let_in=True)
other = join(User(email="bob@example.org"), let_in=True)
with acting_as(user):
    converse.say(user, None, "My sister is called Marit.")
    converse.say(user, None, "I live in Narvik.")
    converse.say(user, None, "I am allergic to kiwis.")
with received(b"The ferry leaves at six.", "plan.txt") as file:
    upload(user, file)
"""
# Said before the backup, and only afterwards learned; said once more to be erased.
LATER = """
from accounts.models import User
from chat.models import Conversation
from chat import converse
from database.acting import acting_as
from memories.forgetting import erase, forget
from memories.models import Change, Memory
from portability.deletion import delete_person
user = User.objects.get(email="alice@example.org")
with acting_as(user):
    forget(user, [Memory.objects.get(content__contains="kiwis").pk], by=Change.By.PERSON)
with acting_as(user):
    erase(user, Memory.objects.get(content__contains="Marit").pk)
with acting_as(user):
    converse.say(user, None, "This was said after the backup.")
delete_person(User.objects.get(email="bob@example.org"))
"""
LOOK = """
import json
from accounts.models import User
from database.acting import acting_as
from documents.models import Document
from memories.keeping import remember
from memories.models import Change, Memory, Source
from memories.recall import Query, recall
user = User.objects.get(email="alice@example.org")
with acting_as(user):
    print(json.dumps({
        "people": list(User.objects.values_list("email", flat=True)),
        "memories": sorted(m.content for m in Memory.objects.filter(state="current")),
        "texts": sorted(Source.objects.values_list("text", flat=True)),
        "files": [document.file.read().decode() for document in Document.objects.all()],
        "again": remember(user, "My sister is called Marit.", by=Change.By.LEARNING).memory is None,
    }))
"""


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    home = tmp_path / "home"
    copy_of_a_new_home(home)
    yield home
    broker.stop(home)
    postgres.stop(home)
    remove_socket_folders(places(home))


def stop(home: Path) -> None:
    postgres.stop(home)
    broker.stop(home)


def refused(app: App, *arguments: str) -> str:
    with pytest.raises(subprocess.CalledProcessError) as problem:
        app.manage(*arguments)
    said: str = problem.value.stderr
    return said.strip().splitlines()[-1]


def all_is_there_but_what_was_erased(app: App) -> None:
    """Whose, the memories, the texts with their masks, and the files; none of it comes again."""
    seen = json.loads(app.manage("shell", "--no-imports", "-c", LOOK).splitlines()[-1])
    assert seen["people"] == ["alice@example.org"]
    assert seen["memories"] == ["I am allergic to kiwis.", "I live in Narvik."]
    assert seen["files"] == ["The ferry leaves at six."]
    assert seen["again"] is True
    assert not any("Marit" in text for text in seen["texts"])
    assert "█" * 26 in seen["texts"][-1]


def test_all_is_there_again_but_what_was_erased(home: Path, tmp_path: Path) -> None:
    app, folder = App(home), tmp_path / "backups"
    app.manage("shell", "--no-imports", "-c", SAY)
    assert "keys" in app.manage("backup", str(folder))
    app.manage("shell", "--no-imports", "-c", LATER)
    log = (folder / "erasures.log").read_text()
    assert "Marit" not in log
    assert (home / "erasures.log").read_text() == log
    assert "not empty" in refused(app, "restore", str(folder))
    stop(home)
    shutil.rmtree(home)
    assert "erased since" in app.manage("restore", str(folder))
    all_is_there_but_what_was_erased(app)
    # Another backup of it knows of the erasures too, and the app starts.
    app.manage("backup", str(folder), "--keep", "1")
    assert len(list(folder.glob("20*"))) == 1
    app.start()
    app.stop()


def test_a_backup_that_is_damaged_or_without_its_keys_is_refused(
    home: Path, tmp_path: Path
) -> None:
    app, folder = App(home), tmp_path / "backups"
    app.manage("backup", str(folder), "--without-keys")
    stop(home)
    shutil.rmtree(home)
    assert "The keys are missing" in refused(app, "restore", str(folder))
    (backup,) = folder.glob("20*")
    with (backup / "database.dump").open("ab") as dump:
        dump.write(b"x")
    assert "is damaged" in refused(app, "restore", str(backup))
    assert "There is no backup" in refused(app, "restore", str(tmp_path / "nowhere"))


def test_with_a_server_of_ones_own(home: Path, tmp_path: Path) -> None:
    """Its data folder is a new one, of which nothing was there before."""
    shutil.rmtree(home)
    server = tmp_path / "server"
    postgres.start(server)
    try:
        with psycopg.connect(
            postgres.address(server, "postgres", "postgres"), autocommit=True
        ) as superuser:
            superuser.execute("CREATE ROLE yarnnn_backup LOGIN BYPASSRLS PASSWORD 'b'")
            superuser.execute("GRANT pg_read_all_data TO yarnnn_backup")
        app, folder = App(home, of_server(server)), tmp_path / "backups"
        app.manage("shell", "--no-imports", "-c", SAY)
        app.manage("backup", str(folder))
        app.manage("shell", "--no-imports", "-c", LATER)
        with psycopg.connect(
            postgres.address(server, "postgres", "postgres"), autocommit=True
        ) as superuser:
            superuser.execute("DROP DATABASE yarnnn WITH (FORCE)")
            superuser.execute("CREATE DATABASE yarnnn OWNER yarnnn_owner")
        shutil.rmtree(home)
        app.manage("restore", str(folder))
        all_is_there_but_what_was_erased(app)
        hidden = {**of_server(server), "DATABASE_BACKUP_URL": ""}
        assert "Set DATABASE_BACKUP_URL" in refused(App(home, hidden), "backup", str(folder))
    finally:
        postgres.stop(server)
        remove_socket_folders(places(server))


def of_server(server: Path) -> dict[str, str]:
    """Another folder's Postgres, as a server of one's own."""
    host = quote(str(postgres.socket_folder(server)), safe="")

    def url(role: str, password: str) -> str:
        return f"postgres://{role}:{password}@/yarnnn?host={host}"

    return {
        "DATABASE_URL": url("yarnnn_app", postgres.password_of(server, "yarnnn_app")),
        "DATABASE_OWNER_URL": url("yarnnn_owner", postgres.password_of(server, "yarnnn_owner")),
        "DATABASE_BACKUP_URL": url("yarnnn_backup", "b"),
    }
