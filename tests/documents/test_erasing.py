"""Forgetting reaches file names, titles and the stored file; erasing asks what becomes of it."""

import pytest
from django.test import Client

from accounts.models import ApiToken, User
from accounts.tokens import make_token
from chat import converse
from database.acting import acting_as
from documents import file_kinds
from documents.erasing import REMOVED
from documents.models import Document
from documents.redaction import in_html
from documents.rewrite import rewrite_waiting
from memories.forgetting.forget import ForgetResult, erase, forget, undo
from memories.hooks import Files
from memories.keeping.remember import remember
from memories.models import Change, Forgotten, Memory, Source
from tests.documents.conftest import Give, again
from tests.documents.files import lines, pdf

SECRET = "My locker code at the pool is 47115."
WHOLE = f"Locker 47115\n\nThe pool opens at nine. {SECRET} Bring a towel.\n"


@pytest.fixture
def secret(alice: User) -> Memory:
    with acting_as(alice):
        memory = remember(alice, SECRET, by=Change.By.PERSON).memory
    assert memory
    return memory


@pytest.fixture
def web(client: Client, alice: User) -> Client:
    client.force_login(alice)
    return client


def drop(user: User, memory: Memory) -> ForgetResult:
    with acting_as(user):
        return forget(user, [memory.pk], by=Change.By.PERSON)


def given(web: Client, document: Document) -> bytes | None:
    """The file as it is downloaded; None where it is not given out."""
    answer = web.get(f"/documents/{document.pk}/file")
    return b"".join(answer) if answer.status_code == 200 else None


def test_names_go_with_what_they_tell_and_come_back(
    alice: User, give: Give, secret: Memory
) -> None:
    document = give(alice, WHOLE.encode(), "pool-locker-47115.txt")
    with acting_as(alice):
        chat = converse.say(alice, None, "Good morning").said.conversation
        converse.rename(chat, "The 47115 thing")
        other = converse.say(alice, None, "Good evening").said.conversation
        converse.rename(other, "Where the locker is")
    done = drop(alice, secret)
    document = again(document)
    assert document.source
    assert document.filename == "█████████████████.txt"
    assert "47115" not in document.source.text + document.source.title
    with acting_as(alice):
        chat.refresh_from_db()
        other.refresh_from_db()
        assert chat.title == "The █████ thing"
        undo(alice, done.batch)
        chat.refresh_from_db()
        assert chat.title == "The 47115 thing"
    document = again(document)
    assert document.source
    assert document.filename == document.source.title == "pool-locker-47115.txt"
    assert document.source.text.strip() == WHOLE.strip()


@pytest.mark.parametrize(
    ("said", "name", "left"),
    [
        (SECRET, "pool-code-47115-copy.txt", "████-████-█████-copy.txt"),
        (SECRET, "code of the pool locker (copy).txt", "████ of the ████ ██████ (copy).txt"),
        ("I have a bad hip.", "my bad hip scans.txt", "my ███ ███ scans.txt"),
        ("I have gout.", "gout-diary.txt", "████-diary.txt"),
        ("I have a bad hip.", "Anna bad hip.txt", "Anna bad hip.txt"),
        ("I have a bad hip.", "bad weather, new hip.txt", "bad weather, new hip.txt"),
    ],
)
def test_short_words_of_a_name_that_tells_it_are_gone_once_it_is_erased(
    web: Client, alice: User, give: Give, said: str, name: str, left: str
) -> None:
    document = give(alice, b"Trams run every ten minutes.\n", name)
    with acting_as(alice):
        memory = remember(alice, said, by=Change.By.PERSON).memory
    assert memory
    assert web.post(f"/memory/{memory.pk}/erase").status_code == 302
    document = again(document)
    assert document.source
    assert document.filename == document.source.title == left
    assert left in web.get(f"/documents/{document.pk}").content.decode()


def test_a_name_made_of_what_stands_elsewhere_as_well_stays(alice: User, give: Give) -> None:
    give(alice, b"Three castles of Ghent are open all year.\n", "castles.txt")
    document = give(alice, b"Trams run every ten minutes.\n", "Ghent trams.txt")
    with acting_as(alice):
        mine = remember(alice, "I live in Ghent.", by=Change.By.PERSON).memory
    assert mine
    drop(alice, mine)
    assert again(document).filename == "Ghent trams.txt"


def test_a_file_is_not_given_out_while_something_in_it_is_forgotten(
    web: Client, alice: User, give: Give, secret: Memory
) -> None:
    document = give(alice, WHOLE.encode())
    with acting_as(alice):
        _, key = make_token(alice, "test", ApiToken.Scope.READ)
    headers = {"Authorization": f"Bearer {key}"}
    assert given(web, document) == WHOLE.encode()
    done = drop(alice, secret)
    assert given(web, document) is None
    assert "it can’t be downloaded".encode() in web.get(f"/documents/{document.pk}").content
    refused = Client().get(f"/api/documents/{document.pk}/file", headers=headers)
    assert refused.status_code == 409
    assert refused.json()["error"]["code"] == "withheld"
    with acting_as(alice):
        undo(alice, done.batch)
    assert given(web, document) == WHOLE.encode()


def test_a_file_that_says_what_was_forgotten_before_is_not_given_out(
    web: Client, alice: User, give: Give, secret: Memory
) -> None:
    drop(alice, secret)
    document = give(alice, WHOLE.encode())
    assert given(web, document) is None
    assert b"forgotten before it was uploaded" in web.get(f"/documents/{document.pk}").content


def test_erasing_rewrites_what_is_text_and_what_is_still_sealed_can_come_back(
    web: Client, alice: User, give: Give, secret: Memory
) -> None:
    other = "My gate code at the marina is 90210."
    document = give(alice, f"{WHOLE}\n{other}\n".encode())
    with acting_as(alice):
        gate = remember(alice, other, by=Change.By.PERSON).memory
    assert gate
    done = drop(alice, gate)
    with acting_as(alice):
        erase(alice, secret.pk)
    assert rewrite_waiting(alice.pk)
    # The other is only forgotten: it stays in the file, which is not given out.
    assert given(web, document) is None
    with acting_as(alice):
        undo(alice, done.batch)
    copy = given(web, document)
    assert copy
    assert b"47115" not in copy
    assert other.encode() in copy
    assert b"The pool opens at nine." in copy
    assert not again(document).withheld


def a_pdf() -> bytes:
    return pdf([lines("The pool opens at nine.", SECRET, "Bring a towel.")])


def test_of_what_cannot_be_rewritten_the_person_chooses(
    web: Client, alice: User, give: Give, secret: Memory
) -> None:
    document = give(alice, a_pdf(), "pool.pdf")
    page = web.get(f"/memory/{secret.pk}/erase").content.decode()
    assert "pool.pdf" in page
    assert 'value="remove" required' in page
    drop(alice, secret)
    assert given(web, document) is None
    page = web.get(f"/memory/{secret.pk}/erase").content.decode()
    assert 'value="keep" required' in page
    answer = web.post(f"/memory/{secret.pk}/erase")
    assert answer.status_code == 422
    assert "choose whether to remove the whole file" in answer.content.decode()
    with acting_as(alice):
        assert Memory.objects.filter(pk=secret.pk).exists()
        assert not Forgotten.objects.filter(sealed=None).exists()
    assert web.post(f"/memory/{secret.pk}/erase", {"files": "remove"}).status_code == 302
    document = again(document)
    assert not document.file
    assert REMOVED in document.notes
    assert document.source
    assert "The pool opens at nine." in document.source.text
    shown = web.get(f"/documents/{document.pk}")
    assert shown.status_code == 200
    assert f"/documents/{document.pk}/file" not in shown.content.decode()
    assert web.get(f"/documents/{document.pk}/file").status_code == 404
    # The same file can be uploaded again.
    assert give(alice, a_pdf(), "pool.pdf").pk != document.pk


@pytest.mark.parametrize("files", [Files.KEEP, Files.REMOVE])
def test_a_program_chooses_as_well(
    web: Client, alice: User, give: Give, secret: Memory, files: Files
) -> None:
    document = give(alice, a_pdf(), "pool.pdf")
    with acting_as(alice):
        _, key = make_token(alice, "test", ApiToken.Scope.FULL)
    call = f"/api/memories/{secret.pk}/erase"
    headers = {"Authorization": f"Bearer {key}"}
    refused = Client().generic("POST", call, headers=headers)
    assert refused.status_code == 422
    assert refused.json()["error"]["code"] == "files"
    with acting_as(alice):
        assert Memory.objects.get(pk=secret.pk).state == Memory.State.CURRENT
    done = Client().post(call, {"files": files}, "application/json", headers=headers)
    assert done.status_code == 204
    kept = given(web, document)
    assert kept == (a_pdf() if files is Files.KEEP else None)


def test_where_no_copy_can_be_made_the_file_goes(
    web: Client, alice: User, give: Give, secret: Memory
) -> None:
    document = give(alice, WHOLE.encode())
    with acting_as(alice):
        erase(alice, secret.pk)
        # As if another version had read it: its words stand at other places now.
        Source.objects.filter(document=document).update(text="Other words.")
    rewrite_waiting(alice.pk)
    assert not again(document).file
    assert given(web, document) is None


@pytest.mark.parametrize(
    ("kind", "data", "words", "left"),
    [
        ("txt", "It is 4-7-1\n1. Not 47112.", "4711", "It is █-█-█\n█. Not 47112."),
        ("txt", "caf\u00e9 one".encode("latin-1"), "café", b"**** one"),
        ("md", "**The** [code](x) is", "the code", "**███** [████](x) is"),
        ("csv", 'a,"b ""c"" d"\ne', "b c d", 'a,"█ ""█"" █"\ne'),
        ("html", "<p>Caf&eacute; <b>Z</b>oo</p><i title='cafe zoo'>", "Café Zoo",
         "<p>████ <b>█</b>██</p><i title='cafe zoo'>"),
        ("html", "<p>one</p><!-- one --><i title='one'>", "one",
         "<p>███</p><!-- ███ --><i title='███'>"),
    ],
)  # fmt: skip
def test_words_are_found_however_they_are_written(
    kind: str, data: str | bytes, words: str, left: str | bytes
) -> None:
    given = data if isinstance(data, bytes) else data.encode()
    read_as = file_kinds.named(kind)
    assert read_as
    assert read_as.without
    copy = read_as.without(given, [words])
    assert copy == (left if isinstance(left, bytes) else left.encode())


def test_what_begins_no_tag_and_closes_no_comment_takes_no_time() -> None:
    hostile = b"<!--" * 200_000 + b"&" * 200_000 + b"<" * 200_000
    assert in_html(hostile, ["nothing like it"]) == hostile


def test_a_stranger_cannot_choose(alice: User, charlie: User, give: Give, secret: Memory) -> None:
    document = give(alice, a_pdf(), "pool.pdf")
    client = Client()
    client.force_login(charlie)
    assert client.post(f"/memory/{secret.pk}/erase", {"files": "remove"}).status_code == 404
    assert again(document).file
