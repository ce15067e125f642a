"""Documents by the API: uploading, what becomes of it, the file back, deleting."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, override_settings

from accounts.models import ApiToken, Project, User
from accounts.tokens import make_token
from database.acting import acting_as
from documents.models import Document
from tests.documents import files
from tests.documents.conftest import Give, files_in, work_off
from tests.memories.calls import Answer, Program


@pytest.fixture
def program(alice: User) -> Program:
    return Program(alice)


def named(data: bytes, name: str = "notes.txt") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data)


def test_a_file_is_taken_in_read_and_found(program: Program, alice: User) -> None:
    text = b"The spare key hangs behind the clock. It is for the neighbours when we are away."
    sent = program.send("documents", {"file": named(text)})
    assert (sent.status, sent.data["state"], sent.data["known"]) == (201, "waiting", False)
    assert sent.data["progress"] == 0
    work_off(alice)
    read = program.get(f"documents/{sent.data['id']}").data
    assert (read["state"], read["progress"], read["kind"]) == ("done", 100, "txt")
    assert (read["words"], read["language"], read["complete"]) == (16, "en", True)
    assert read["processed"]
    assert read["memories"] == []
    best = program.get("recall", q="where is the spare key?").data["items"][0]
    assert best["id"].startswith("document:")
    assert best["source"]["id"] == read["source"]
    assert "behind the clock" in best["quote"]


KEY = (
    "The house stands on the corner of the square. It was built by a miller from the north. "
    "The spare key hangs behind the clock in the kitchen. The cellar floods in spring. "
    "Nobody has slept in the attic for years."
)


def test_an_answer_marks_the_words_that_answer_and_quotes_what_stands_around_them(
    program: Program, alice: User, client: Client
) -> None:
    program.send("documents", {"file": named(KEY.encode())})
    work_off(alice)
    said = program.post("chat", {"message": "Where does the spare key hang?"}).data
    cited = said["citations"][0]
    assert cited["quote"] == KEY[cited["start"] : cited["stop"]] == KEY
    answer = KEY[cited["answer_start"] : cited["answer_stop"]]
    assert answer == "The spare key hangs behind the clock in the kitchen."
    client.force_login(alice)
    card = client.get(f"/chat/{said['conversation']}").content.decode()
    place = f"?at={cited['answer_start']}-{cited['answer_stop']}"
    found = re.search(r'href="([^"]*' + re.escape(place) + '[^"]*)"', card)
    assert found
    page = client.get(found[1], follow=True).content.decode()
    assert re.findall(r"<mark[^>]*>(.*?)</mark>", page) == [answer]
    assert "The cellar floods in spring." in page


def test_what_recall_quotes_of_a_document_opens_at_the_sentence_that_answers(
    program: Program, alice: User, client: Client
) -> None:
    filler = "The miller walked along the river for a long while and thought of nothing. " * 12
    program.send("documents", {"file": named(f"{filler}{KEY} {filler}".encode())})
    work_off(alice)
    (best, *_) = program.get("recall", q="where does the spare key hang?").data["items"]
    sentence = "The spare key hangs behind the clock in the kitchen."
    first = best["source"]["start"]
    assert best["quote"][best["answer_start"] - first : best["answer_stop"] - first] == sentence
    assert len(best["quote"]) > 600
    client.force_login(alice)
    page = client.get("/memory", {"q": "Where does the spare key hang?"}).content.decode()
    place = f"?at={best['answer_start']}-{best['answer_stop']}"
    found = re.search(r'href="([^"]*' + re.escape(place) + '[^"]*)"', page)
    assert found
    opened = client.get(found[1], follow=True).content.decode()
    assert re.findall(r"<mark[^>]*>(.*?)</mark>", opened) == [sentence]


def test_the_same_bytes_are_recognised(program: Program, alice: User) -> None:
    first = program.send("documents", {"file": named(b"Once and again.")})
    again = program.send("documents", {"file": named(b"Once and again.", "other.txt")})
    assert (first.status, again.status) == (201, 200)
    assert again.data["id"] == first.data["id"]
    assert again.data["known"]
    work_off(alice)
    assert program.send("documents", {"file": named(b"Once and again.")}).data["state"] == "done"
    assert len(program.get("documents").data["documents"]) == 1


def test_several_files_at_once(program: Program, garden: Project, stored: Path) -> None:
    form = {
        "file": [
            named(b"The first.", "1.txt"),
            named(b"\x89PNG\r\n\x1a\n", "2.txt"),
            named(b"", "3.txt"),
            named(b"# The fourth\n\nIt is **here**.", "../4.md"),
        ],
        "project": str(garden.pk),
    }
    sent = program.send("documents", form)
    assert sent.status == 201
    assert [it["filename"] for it in sent.data["documents"]] == ["1.txt", "4.md"]
    assert {it["project"] for it in sent.data["documents"]} == {str(garden.pk)}
    (batch,) = {it["batch"] for it in sent.data["documents"]}
    assert [(it["filename"], it["error"]["code"]) for it in sent.data["refused"]] == [
        ("2.txt", "kind"),
        ("3.txt", "empty"),
    ]
    assert len(program.get("documents", batch=batch).data["documents"]) == 2
    assert len(files_in(stored)) == 2


@pytest.mark.parametrize(
    ("form", "status", "code"),
    [
        ({}, 422, "missing"),
        ({"other": named(b"text")}, 422, "missing"),
        ({"file": "text"}, 422, "missing"),
        ({"file": named(b"")}, 422, "empty"),
        ({"file": named(b"\x89PNG\r\n\x1a\n")}, 415, "kind"),
        ({"file": named(b"x" * 1_000_001)}, 413, "too_large"),
        ({"file": named(b"text"), "project": "x"}, 422, "invalid"),
        ({"file": named(b"text"), "project": "0" * 32}, 404, "not_found"),
        ({"file": named(b"text"), "own_words": "perhaps"}, 422, "invalid"),
        ({"file": named(b"text"), "colour": "red"}, 422, "unknown_field"),
    ],
)
def test_what_is_not_taken_in(
    program: Program, stored: Path, form: dict[str, Any], status: int, code: str
) -> None:
    with override_settings(YARNNN_UPLOAD_MB=1):
        answer = program.send("documents", form)
    assert (answer.status, answer.code) == (status, code)
    assert files_in(stored) == []
    assert program.get("documents").data == {"documents": [], "next": None}


def test_something_other_than_a_form_is_refused(program: Program) -> None:
    assert (program.post("documents", {"file": "x"})).code == "unsupported_media_type"


def test_the_list_goes_page_by_page_and_can_be_narrowed(
    program: Program, alice: User, garden: Project
) -> None:
    for number in range(5):
        where = {"project": str(garden.pk)} if number % 2 else {}
        program.send("documents", {"file": named(b"Number %d." % number, f"{number}.txt"), **where})
    work_off(alice)
    program.send("documents", {"file": named(b"The sixth.", "sixth.txt")})
    first = program.get("documents", limit=4).data
    rest = program.get("documents", limit=4, cursor=first["next"]).data
    names = [it["filename"] for it in (*first["documents"], *rest["documents"])]
    assert names == ["sixth.txt", "4.txt", "3.txt", "2.txt", "1.txt", "0.txt"]
    assert rest["next"] is None

    def found(**query: str) -> list[str]:
        return [it["filename"] for it in program.get("documents", **query).data["documents"]]

    assert found(project=str(garden.pk)) == ["3.txt", "1.txt"]
    assert found(state="waiting") == ["sixth.txt"]
    assert found(q="SIXTH") == ["sixth.txt"]
    assert program.get("documents", state="lost").code == "invalid"


def test_what_failed_says_why_and_can_be_tried_again(
    program: Program, alice: User, stored: Path
) -> None:
    sent = program.send("documents", {"file": named(files.pdf([b""]), "a.pdf")}).data
    (path,) = files_in(stored)
    path.rename(path.with_suffix(".away"))
    work_off(alice)
    failed = program.get(f"documents/{sent['id']}").data
    assert failed["state"] == "failed"
    assert failed["reason"] == "The file is no longer there. Upload it again."
    path.with_suffix(".away").rename(path)
    assert program.post(f"documents/{sent['id']}/retry").data["state"] == "waiting"
    work_off(alice)
    assert program.get(f"documents/{sent['id']}").data["state"] == "done"
    assert program.post(f"documents/{sent['id']}/retry").code == "not_failed"


def test_deleting_leaves_nothing(program: Program, give: Give, alice: User, stored: Path) -> None:
    document = give(alice, b"My bicycle is blue. I keep it in the cellar.", own_words=True)
    found = program.get(f"documents/{document.pk}").data
    assert {"My bicycle is blue.", "I keep it in the cellar."} & {
        memory["content"] for memory in found["memories"]
    }
    assert program.delete(f"documents/{document.pk}").status == 204
    assert program.get(f"documents/{document.pk}").status == 404
    assert program.get(f"sources/{found['source']}").status == 404
    assert program.get("recall", q="what colour is my bicycle?").data["items"] == []
    assert files_in(stored) == []


@pytest.mark.parametrize(
    ("data", "name", "kind"),
    [
        (b"<html><script>alert(1)</script><p>Hello there.</p>", "page.html", "octet-stream"),
        (files.pdf([files.lines("Some words.")]), "plan\u202e\r\n.pdf", "pdf"),
    ],
)
def test_the_file_comes_back_as_an_attachment_of_a_safe_type(
    alice: User, give: Give, data: bytes, name: str, kind: str
) -> None:
    document = give(alice, data, name)
    _, secret = make_token(alice, "laptop", ApiToken.Scope.READ)
    client = Client(headers={"Authorization": f"Bearer {secret}"})
    answer = client.get(f"/api/documents/{document.pk}/file")
    assert b"".join(answer) == data
    assert answer["Content-Type"] == f"application/{kind}"
    assert answer["Content-Disposition"].startswith("attachment; filename")
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert "sandbox" in answer["Content-Security-Policy"]


def test_a_read_only_token_uploads_and_deletes_nothing(alice: User, give: Give) -> None:
    document = give(alice, b"It stays.")
    reader = Program(alice, ApiToken.Scope.READ)
    assert reader.send("documents", {"file": named(b"No.")}).code == "read_only"
    assert reader.delete(f"documents/{document.pk}").code == "read_only"
    with acting_as(alice):
        assert Document.objects.count() == 1


def test_it_is_described(client: Client) -> None:
    described: Answer = client.get("/api/schema", {"format": "json"}).json()
    calls = described["paths"]  # type: ignore[index]
    assert {"get", "post"} <= set(calls["/api/documents"])
    form = calls["/api/documents"]["post"]["requestBody"]["content"]["multipart/form-data"]
    assert set(form["schema"]["properties"]) == {"file", "project", "own_words"}
    assert {"get", "delete"} <= set(calls["/api/documents/{id}"])
