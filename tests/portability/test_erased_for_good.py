"""What is erased is nowhere: in no column of any table, no stored file, no file of the database."""

import re
from collections.abc import Iterator
from contextlib import suppress
from email import message_from_bytes
from email.policy import default
from pathlib import Path
from urllib.parse import quote
from uuid import uuid4

import psycopg
import pytest
from django.apps import apps
from django.db import connections
from django.test import Client, override_settings
from psycopg import sql
from psycopg.types.json import Jsonb

from accounts.models import User
from chat import converse
from chat.answering.answer import answer_now
from chat.models import Conversation
from database.acting import acting_as
from documents.models import Document
from documents.process import read_waiting
from documents.rewrite import rewrite_waiting
from documents.upload import upload
from documents.upload_handler import received
from memories.forgetting.vacuum import vacuum_waiting
from memories.keeping import remember
from memories.keeping.vectors import embed_waiting
from memories.models import Change, Memory, Work
from memories.search.segments import pack_waiting
from portability.deletion import delete_person
from tests.environment import HOME
from tests.yarnnn.world import make_world
from yarnnn.backup import run_program
from yarnnn.embedded import postgres
from yarnnn.embedded.files import places

# No other test says it: what those took back is still in the files of tables without content.
CANARY = "numbatreykjavik"
SAID = f"My locker code at the pool is {CANARY}."
FILES = {
    f"{CANARY}.txt": f"A list of things.\n\n{SAID}\n\nThe end of it.\n",
    f"notes-{CANARY}.html": f"<title>On {CANARY}</title><p>My <b>locker</b> code at the pool is"
    f" {CANARY}.</p><p>Else.</p><!-- {CANARY} -->",
    f"{CANARY} letter.eml": f"From: a@example.org\nTo: b@example.org\nSubject: About {CANARY}\n"
    f"Date: Mon, 2 Mar 2026 10:00:00 +0000\nContent-Type: text/plain; charset=utf-8\n\n"
    f"Hello,\n\n{SAID}\n\nBye\n",
}

# Tables are written anew outside of any transaction.
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def stored(tmp_path: Path) -> Iterator[Path]:
    with override_settings(MEDIA_ROOT=tmp_path / "files"):
        yield tmp_path / "files"


def superuser(database: str) -> psycopg.Connection[tuple[object, ...]]:
    return psycopg.connect(postgres.address(HOME, "postgres", database), autocommit=True)


def columns_with(words: str) -> set[str]:
    """Every column of every table in which these words stand, read as text or as bytes."""
    found = set()
    with superuser(connections["default"].settings_dict["NAME"]) as connection:
        columns = connection.execute(
            "SELECT table_schema, table_name, column_name, data_type"
            " FROM information_schema.columns"
            " JOIN information_schema.tables USING (table_schema, table_name)"
            " WHERE table_type = 'BASE TABLE'"
            " AND table_schema NOT IN ('pg_catalog', 'information_schema')"
        ).fetchall()
        for schema, table, column, kind in columns:
            wanted = f"encode('{words}'::bytea, 'hex')" if kind == "bytea" else f"'{words}'"
            held = f"encode(\"{column}\", 'hex')" if kind == "bytea" else f'"{column}"::text'
            (there,) = connection.execute(
                f'SELECT EXISTS (SELECT FROM "{schema}"."{table}"'  # noqa: S608
                f" WHERE position({wanted} IN lower({held})) > 0)"
            ).fetchone() or (False,)
            if there:
                found.add(f"{table}.{column}")
    return found


def files_with(folder: Path, words: str) -> set[str]:
    return {
        str(path.relative_to(folder))
        for path in folder.rglob("*")
        if path.is_file() and words.encode() in path.read_bytes().lower()
    }


def on_disk(words: str) -> set[str]:
    """The tables and indexes in whose files these words stand."""
    name = connections["default"].settings_dict["NAME"]
    with superuser(name) as connection:
        connection.execute("CHECKPOINT")
        (number,) = connection.execute(
            "SELECT oid FROM pg_database WHERE datname = current_database()"
        ).fetchone() or (0,)
        files = files_with(places(HOME).postgres_data / "base" / str(number), words)
        named = connection.execute(
            "SELECT pg_relation_filenode(oid)::text, relname FROM pg_class"
        ).fetchall()
    relations = {str(file): str(relation) for file, relation in named}
    return {relations.get(file.partition(".")[0], file) for file in files}


def in_log(words: str) -> set[str]:
    return files_with(places(HOME).postgres_data / "pg_wal", words)


def in_folder(words: str) -> set[str]:
    """The files of the data folder with these words: of this database, the broker, what was logged.

    Other databases of the same server are other tests'.
    """
    name = connections["default"].settings_dict["NAME"]
    with superuser(name) as connection:
        connection.execute("CHECKPOINT")
        (number,) = connection.execute(
            "SELECT oid FROM pg_database WHERE datname = current_database()"
        ).fetchone() or (0,)
    found = files_with(HOME, words)
    base = re.compile(r"postgres/base/(\d+)/")
    return {file for file in found if not (at := base.match(file)) or at[1] == str(number)}


def in_dump(words: str, folder: Path) -> bool:
    """Whether a backup's dump of the database, unpacked, has these words."""
    file = folder / "dump.sql"
    where = postgres.address(HOME, "postgres", connections["default"].settings_dict["NAME"])
    run_program("pg_dump", where, "--format=plain", f"--file={file}", "--no-password")
    return words.encode() in file.read_bytes().lower()


def say(user: User, text: str) -> Conversation:
    with acting_as(user):
        turn = converse.say(user, None, text)
    answer_now(user.pk, turn.answer.pk)
    return turn.said.conversation


def work_off(user: User) -> None:
    for work in (read_waiting, embed_waiting, pack_waiting, rewrite_waiting):
        while work(user.pk):
            pass


def plant(user: User) -> Memory:
    """Say it in a chat, call another chat by it, and upload files that say it in every place."""
    say(user, SAID)
    other = say(user, "My bicycle is a green Kestrel Nine.")
    with acting_as(user):
        converse.rename(other, f"About {CANARY}")
    for name, text in FILES.items():
        with received(text.encode(), name) as file:
            upload(user, file, own_words=name.endswith("txt"))
    work_off(user)
    with acting_as(user):
        return Memory.objects.get(content__contains=CANARY, state="current")


@pytest.mark.long
def test_nothing_of_it_is_left_anywhere(
    alice: User, client: Client, stored: Path, tmp_path: Path
) -> None:
    client.force_login(alice)
    memory = plant(alice)
    before = columns_with(CANARY)
    assert before >= {
        "memories_memory.content",
        "memories_source.text",
        "memories_source.title",
        "memories_evidence.quote",
        "chat_conversation.title",
        "documents_document.title",
        "documents_document.filename",
    }
    assert len(files_with(stored, CANARY)) == len(FILES)
    with superuser(connections["default"].settings_dict["NAME"]) as connection:
        # As happens by itself now and then: the planner's statistics hold values as well.
        connection.execute("ANALYZE")
    assert on_disk(CANARY)
    # What was logged when it was planted another test's checkpoint may have recycled meanwhile.
    with superuser(connections["default"].settings_dict["NAME"]) as connection:
        connection.execute("SET synchronous_commit = on")
        connection.execute("SELECT pg_logical_emit_message(true, 'canary', %s)", [CANARY])
    assert in_log(CANARY)
    assert in_dump(CANARY, tmp_path)
    assert client.post(f"/memory/{memory.pk}/erase").status_code == 302
    assert columns_with(CANARY) == set()
    work_off(alice)
    assert files_with(stored, CANARY) == set()
    vacuum_waiting(alice.pk)
    with acting_as(alice):
        assert set(
            Work.objects.filter(kind__in=["vacuum", "rewrite"]).values_list("state", flat=True)
        ) == {"done"}
    assert columns_with(CANARY) == set()
    assert on_disk(CANARY) == set()
    assert in_log(CANARY) == set()
    assert in_folder(CANARY) == set()
    assert not in_dump(CANARY, tmp_path)


# Another word for the account that goes, so that neither test finds the other's.
EVERYWHERE = "quollsvalbard"
# Of these the words are the application's own, or say how a row is worked with.
_SET = """
SELECT c.table_name, c.column_name, c.data_type, c.character_maximum_length
FROM information_schema.columns c
JOIN information_schema.tables t USING (table_schema, table_name)
WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.is_generated = 'NEVER'
    AND c.data_type IN ('text', 'character varying', 'json', 'jsonb', 'ARRAY')
    AND (c.data_type <> 'ARRAY' OR c.udt_name IN ('_text', '_varchar'))
    AND EXISTS (
        SELECT FROM information_schema.columns u
        WHERE u.table_schema = 'public' AND u.table_name = c.table_name
            AND u.column_name = 'user_id')
"""


def choices() -> set[tuple[str, str]]:
    """Columns that take one of a few words, none of them the person's."""
    return {
        (model._meta.db_table, str(field.column))
        for model in apps.get_models()
        for field in model._meta.local_concrete_fields
        if field.choices or field.remote_field or field.primary_key
    }


def plant_everywhere(user: User) -> set[str]:
    """Write the word into every column of words or JSON of all rows of a person."""
    closed, planted = choices(), set()
    with superuser(connections["default"].settings_dict["NAME"]) as connection:
        for table, column, kind, longest in connection.execute(_SET).fetchall():
            if (str(table), str(column)) in closed:
                continue
            value: object = f"{EVERYWHERE} {uuid4().hex}"
            if isinstance(longest, int):
                value = str(value)[:longest]
                if longest < len(EVERYWHERE):
                    continue
            if kind == "ARRAY":
                value = [value]
            elif str(kind).startswith("json"):
                value = Jsonb({"said": value})
            one = sql.SQL("SELECT ctid FROM {} WHERE user_id = %s LIMIT 1").format(
                sql.Identifier(str(table))
            )
            put = sql.SQL("UPDATE {} SET {} = %s WHERE ctid = ({})").format(
                sql.Identifier(str(table)), sql.Identifier(str(column)), one
            )
            with suppress(psycopg.errors.CheckViolation):
                if connection.execute(put, [value, user.pk]).rowcount:
                    planted.add(f"{table}.{column}")
    return planted


@pytest.mark.long
def test_an_account_leaves_no_word_of_any_column(
    alice: User, bob: User, client: Client, stored: Path, tmp_path: Path
) -> None:
    make_world(alice)
    with acting_as(bob):
        remember(bob, "I have two cats.", by=Change.By.PERSON)
    with received(f"On {EVERYWHERE}.".encode(), f"{EVERYWHERE}.txt") as file:
        upload(alice, file)
    planted = plant_everywhere(alice)
    assert len(planted) > _MANY, planted
    assert planted >= {"memories_memory.content", "memories_source.text", "chat_conversation.title"}
    assert planted <= columns_with(EVERYWHERE)
    assert files_with(stored, EVERYWHERE)
    assert in_folder(EVERYWHERE)
    assert in_dump(EVERYWHERE, tmp_path)
    delete_person(alice)
    assert columns_with(EVERYWHERE) == set()
    assert files_with(stored, EVERYWHERE) == set()
    vacuum_waiting(bob.pk)
    assert in_folder(EVERYWHERE) == set()
    assert not in_dump(EVERYWHERE, tmp_path)
    with acting_as(bob):
        assert Memory.objects.get().content == "I have two cats."


_MANY = 40


def shown(data: bytes, kind: str) -> str:
    if kind != "eml":
        return data.decode()
    mail = message_from_bytes(data, policy=default)
    return f"{mail.as_string()}{mail.get_content()}"


@pytest.mark.long
def test_a_copy_without_it_can_be_downloaded(alice: User, client: Client) -> None:
    client.force_login(alice)
    memory = plant(alice)
    client.post(f"/memory/{memory.pk}/erase")
    with acting_as(alice):
        documents = list(Document.objects.order_by("pk"))
    waiting = client.get(f"/documents/{documents[0].pk}/file")
    assert waiting.status_code == 302
    work_off(alice)
    for document, whole in zip(documents, FILES.values(), strict=True):
        answer = client.get(f"/documents/{document.pk}/file")
        copy = shown(b"".join(answer), document.kind)
        assert CANARY not in copy
        assert CANARY not in str(answer.headers)
        assert quote("█") in str(answer.headers)
        for kept in ("list of things", "The end", "Else", "Hello", "Bye", "From: a@example.org"):
            assert (kept in copy) == (kept in whole)
