"""Hostile files from the upload to the end: one clear line each, and nothing left behind."""

import http.client
import io
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import IO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, override_settings

from accounts.models import ApiToken, User
from accounts.tokens import make_token
from database.acting import acting_as
from documents.models import Document
from documents.upload import upload
from documents.upload_handler import ReceiveBounded, received
from memories.models import Chunk, SearchItem, Source, Work
from tests.documents import files
from tests.documents.conftest import files_in, work_off
from tests.documents.test_pdf import laughing
from tests.documents.test_sandbox import readers
from tests.memories.calls import Answer, Program
from tests.running import wait_for

WORDS = files.lines("Here are some words.")


def bomb() -> bytes:
    """A small DOCX that unpacks to 250 MB."""
    out = io.BytesIO(files.docx(files.p("Hello")))
    with (
        zipfile.ZipFile(out, "a", zipfile.ZIP_DEFLATED) as written,
        written.open("word/media/image1.xml", "w", force_zip64=True) as part,
    ):
        for _ in range(25):
            part.write(b" " * 10_000_000)
    return out.getvalue()


@pytest.fixture
def program(alice: User) -> Program:
    return Program(alice)


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where this process puts files that are not to stay."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    return folder


def sent(program: Program, data: bytes, name: str) -> Answer:
    return program.send("documents", {"file": SimpleUploadedFile(name, data)})


def ended(program: Program, data: bytes, name: str) -> dict[str, object]:
    """What the document says of itself in the end."""
    answer = sent(program, data, name)
    assert answer.status == 201, answer
    work_off(program.user)
    found: dict[str, object] = program.get(f"documents/{answer.data['id']}").data
    return found


def assert_one_line(reason: object) -> None:
    assert isinstance(reason, str)
    assert reason.endswith(".")
    assert "\n" not in reason
    assert "Traceback" not in reason


def assert_nothing_taken_in(program: Program) -> None:
    """Of a file that failed its row says why, and the file can be tried again: there is no more."""
    with acting_as(program.user):
        assert not Source.objects.exists()
        assert not Chunk.objects.exists()
        assert not SearchItem.objects.exists()


def assert_nothing_left(program: Program, stored: Path, temporary: Path) -> None:
    """After a file was refused, or deleted: no row, no file, no temporary file, no process."""
    for document in program.get("documents").data["documents"]:
        assert program.delete(f"documents/{document['id']}").status == 204
    with acting_as(program.user):
        assert not Document.objects.exists()
    assert_nothing_taken_in(program)
    assert not Work.objects.exists()
    assert files_in(stored) == []
    assert files_in(temporary) == []
    assert not readers()


@pytest.mark.parametrize(
    ("make", "name", "told"),
    [
        (bomb, "letter.docx", "unpack to far more"),
        (laughing, "laughs.pdf", "too long to read"),
        (lambda: files.pdf([WORDS])[:300], "half.pdf", "damaged or was cut off"),
        (lambda: files.docx(files.p("Hello"))[:500], "half.docx", "damaged or was cut off"),
        (
            lambda: b"Words and more of them. " * 4000 + bytes(range(256)) * 300,
            "half.txt",
            "begins as text",
        ),
        (lambda: b"%PDF-1.7\n" + files.docx(files.p("Hello")), "both.pdf", "damaged"),
    ],
    ids=["bomb", "laughs", "cut-pdf", "cut-docx", "changes", "polyglot"],
)
def test_a_file_that_does_harm_fails_with_one_line(
    program: Program,
    stored: Path,
    temporary: Path,
    monkeypatch: pytest.MonkeyPatch,
    make: Callable[[], bytes],
    name: str,
    told: str,
) -> None:
    # What never ends takes all of it.
    seconds = 4.0 if "too long" in told else 15.0
    monkeypatch.setattr("documents.sandbox.SECONDS", seconds)
    started = time.monotonic()
    found = ended(program, make(), name)
    assert found["state"] == "failed", found
    assert_one_line(found["reason"])
    assert told in str(found["reason"])
    assert time.monotonic() - started < 60
    assert_nothing_taken_in(program)
    assert_nothing_left(program, stored, temporary)


@pytest.mark.parametrize(
    ("data", "name", "told"),
    [
        (b"<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>", "a.html", "SVG"),
        (b"GIF89a" + files.pdf([WORDS]), "picture.pdf", "picture (GIF)"),
        (b"MZ\x90\x00" + files.docx(files.p("Hello")), "setup.docx", "program"),
    ],
)
def test_what_pretends_to_be_a_document_is_refused_at_the_door(
    program: Program, stored: Path, temporary: Path, data: bytes, name: str, told: str
) -> None:
    answer = sent(program, data, name)
    assert (answer.status, answer.code) == (415, "kind")
    assert_one_line(answer.data["error"]["message"])
    assert told in answer.data["error"]["message"]
    assert_nothing_left(program, stored, temporary)


def test_the_plain_form_says_first_what_was_refused(alice: User, client: Client) -> None:
    client.force_login(alice)
    picture = SimpleUploadedFile("harbour.png", b"\x89PNG\r\n\x1a\n and the rest")
    answer = client.post("/documents/upload", {"file": picture})
    page = answer.content.decode()
    assert answer.status_code == 422
    told = page.index('role="alert"')
    assert told < page.index("harbour.png") < page.index("This is a picture (PNG).")
    assert page.index("This is a picture (PNG).") < page.index('<form class="drop"')


def test_a_pages_scripts_are_neither_kept_nor_shown(
    program: Program, client: Client, stored: Path, temporary: Path
) -> None:
    page = (
        b"<html><head><script>steal()</script><style>p{color:red}</style></head><body onload='x()'>"
        b"<script>steal()</script><p>The harbour opens at six. "
        b"<b>&lt;script&gt;alert(1)&lt;/script&gt;</b></p>"
        b"<iframe src='//evil.example'></iframe><img src=x onerror='alert(2)'></body></html>"
    )
    found = ended(program, page, "page.html")
    assert (found["state"], found["kind"]) == ("done", "html")
    client.force_login(program.user)
    html = client.get(f"/documents/{found['id']}").content.decode()
    assert "The harbour opens at six." in html
    assert "&lt;script&gt;alert(1)" in html
    for hostile in ("<script>alert", "steal()", "onerror", "evil.example", "onload='x"):
        assert hostile not in html
    assert_nothing_left(program, stored, temporary)


PATHS = [
    ("../../../etc/passwd", "passwd"),
    ("..\\..\\boot.ini", "boot.ini"),
    ("/etc/cron.d/x", "x"),
    ("....//a\u202etxt.exe", "atxt.exe"),
    ("..", "A file without a name"),
    ("a\r\nSet-Cookie: b.txt", "aSet-Cookie: b.txt"),
]


@pytest.mark.parametrize(("name", "kept"), PATHS[:4])
def test_a_path_in_a_name_leads_nowhere(
    program: Program, stored: Path, temporary: Path, name: str, kept: str
) -> None:
    found = ended(program, b"Only words.", name)
    (path,) = files_in(stored)
    assert path == stored / "documents" / str(program.user.pk) / str(found["id"])
    assert found["filename"] == kept
    assert_nothing_left(program, stored, temporary)


@pytest.mark.parametrize(("name", "kept"), PATHS)
def test_a_name_is_cleaned_by_whatever_door_it_comes(
    alice: User, stored: Path, name: str, kept: str
) -> None:
    """Django cleans those of forms; programs of our own hand theirs on as they are."""
    with received(b"Only words.", "x") as file:
        file._name = name  # type: ignore[attr-defined]  # the setter would clean it
        document = upload(alice, file).document
    assert document.filename == kept
    assert [path.name for path in files_in(stored)] == [str(document.pk)]


@pytest.mark.long
def test_ten_thousand_empty_pages_end(program: Program, stored: Path, temporary: Path) -> None:
    found = ended(program, files.pdf([b""] * 10_000), "empty.pdf")
    assert (found["state"], found["pages"], found["words"]) == ("done", 10_000, 0)
    assert found["notes"] == ["There is no text in it."]
    assert_nothing_left(program, stored, temporary)


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[tuple[IO[bytes], int]]:
    """The temporary file of each part of an upload that came in, and how long it was then."""
    found: list[tuple[IO[bytes], int]] = []
    receive = ReceiveBounded.receive_data_chunk

    def noted(handler: ReceiveBounded, raw_data: bytes, start: int) -> None:
        receive(handler, raw_data, start)
        found.append((handler._file, handler._file.tell()))

    monkeypatch.setattr(ReceiveBounded, "receive_data_chunk", noted)
    return found


def test_an_upload_beyond_the_limit_is_not_written_to_the_disk(
    program: Program,
    stored: Path,
    temporary: Path,
    written: list[tuple[IO[bytes], int]],
) -> None:
    with override_settings(YARNNN_UPLOAD_MB=1):
        answer = sent(program, b"words " * 500_000, "long.txt")
    assert (answer.status, answer.code) == (413, "too_large")
    assert_one_line(answer.data["error"]["message"])
    assert len(written) > 20
    assert max(size for _, size in written) <= 1_000_000
    assert_nothing_left(program, stored, temporary)


PART = b'--x\r\nContent-Disposition: form-data; name="file"; filename="%s.txt"\r\n\r\n'
WHOLE = PART % b"whole" + b"Only words.\r\n"


@pytest.mark.parametrize("before", [b"", WHOLE], ids=["alone", "after-another"])
def test_an_upload_that_is_cut_off_leaves_nothing(
    alice: User,
    live_server: object,
    stored: Path,
    temporary: Path,
    written: list[tuple[IO[bytes], int]],
    before: bytes,
) -> None:
    """The connection ends in the middle of a file: what it came with is not all there either."""
    _, secret = make_token(alice, "laptop", ApiToken.Scope.FULL)
    address = str(live_server).removeprefix("http://")
    connection = http.client.HTTPConnection(address, timeout=60)
    connection.putrequest("POST", "/api/documents")
    connection.putheader("Authorization", f"Bearer {secret}")
    connection.putheader("Content-Type", "multipart/form-data; boundary=x")
    connection.putheader("Content-Length", "3000000")
    connection.endheaders()
    connection.send(before + PART % b"cut" + b"words " * 200_000)
    wait_for(lambda: sum(size for _, size in written) > 1_000)
    connection.close()
    # They have no names: closed, they are gone.
    wait_for(lambda: all(file.closed for file, _ in written))
    with acting_as(alice):
        assert not Document.objects.exists()
    assert not Work.objects.exists()
    assert files_in(stored) == []
    assert files_in(temporary) == []
