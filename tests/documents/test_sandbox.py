"""A hostile file harms the process that reads it and nothing else, and ends with one clear line."""

import subprocess
import sys
import time
from threading import Thread

import psutil
import pytest

from documents import sandbox
from documents.reading.pieces import CannotRead
from tests.documents import files
from tests.documents.reading import read_apart, refused_apart
from tests.documents.test_pdf import laughing, laughs
from tests.running import wait_for

WORDS = files.lines("Here are some words.")


def readers() -> list[psutil.Process]:
    """The reading processes of this test run that still live."""
    found = []
    for child in psutil.Process().children(recursive=True):
        try:
            if "documents.reading" in child.cmdline():
                found.append(child)
        except psutil.Error:
            continue
    return found


def test_a_file_is_read_as_it_is_found() -> None:
    result = read_apart(files.pdf([WORDS, WORDS]), "../../etc/passwd\n.pdf")
    assert (result.pages, result.words) == (2, 8)
    assert not readers()


def test_a_refusal_comes_through() -> None:
    assert refused_apart(b"GIF89a" + bytes(50)).code == "kind"


def test_what_takes_too_long_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "SECONDS", 2.0)
    started = time.monotonic()
    refusal = refused_apart(laughing())
    assert (refusal.code, refusal.message) == ("time", sandbox.TIME)
    assert time.monotonic() - started < 30
    assert not readers()


@pytest.mark.long
def test_what_was_read_before_the_reader_died_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "SECONDS", 8.0)
    drawn = b"/XObject << /X 5 0 R >>"
    result = read_apart(files.pdf([WORDS, b"/X Do"], objects=laughs(), resources=drawn))
    assert result.text == "Here are some words."
    assert not result.complete
    assert result.notes == (f"What comes after page 1 was not read. {sandbox.TIME}",)


def test_what_needs_too_much_memory_dies_alone() -> None:
    page = b"<html><body>" + b"<b>" * 13_000_000
    assert refused_apart(page).code in {"memory", "crash", "damaged"}
    assert not readers()


def test_a_reader_that_is_killed_is_told() -> None:
    refusals: list[CannotRead] = []
    thread = Thread(target=lambda: refusals.append(refused_apart(laughing())))
    thread.start()
    while not (found := readers()):
        time.sleep(0.02)
    found[0].kill()
    thread.join(timeout=60)
    assert refusals[0].code == "memory"


def test_the_reader_knows_no_secret_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "SECONDS", 60.0)
    monkeypatch.setenv("SECRET_KEY", "quokka")
    thread = Thread(target=lambda: refused_apart(laughing()))
    thread.start()
    while not (found := readers()):
        time.sleep(0.02)
    # Between the two steps of its start it is still what we are.
    wait_for(lambda: "quokka" not in str(found[0].environ()))
    environment = found[0].environ()
    found[0].kill()
    thread.join(timeout=60)
    assert set(environment) <= {"PATH", "LANG", "PYTHONDONTWRITEBYTECODE"}


def test_it_cannot_say_more_than_a_document_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "MOST_BYTES", 1000)
    assert refused_apart(b"word " * 1000).code == "memory"


@pytest.mark.parametrize(
    "deed",
    [
        "import socket; socket.create_connection(('127.0.0.1', 9))",
        "import socket; socket.socket()",
        "import subprocess; subprocess.run(['true'])",
        "import os; os.system('true')",
        "open('/tmp/quokka', 'w')",
        "import os; os.open('/tmp/quokka', os.O_CREAT | os.O_WRONLY)",
        "import os; os.remove('/tmp/quokka')",
        "bytearray(2_000_000_000)",
    ],
)
def test_it_can_do_nothing_but_read(deed: str) -> None:
    code = f"from documents.reading import limits\nlimits.enter()\n{deed}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "PermissionError" in done.stderr or "MemoryError" in done.stderr


@pytest.mark.long
def test_ten_thousand_empty_pages_are_read_in_time() -> None:
    started = time.monotonic()
    result = read_apart(files.pdf([b""] * 10_000))
    assert (result.pages, result.words) == (10_000, 0)
    assert result.notes == ("There is no text in it.",)
    assert time.monotonic() - started < 60


def test_a_list_of_pages_that_never_ends_is_left() -> None:
    levels = [
        b"<< /Type /Pages /Kids [%s] /Count 10000000000 >>" % (b"%d 0 R " % (place + 6) * 10)
        for place in range(10)
    ]
    data = files.pdf([WORDS], objects=levels)
    looped = data.replace(b"/Pages 2 0 R", b"/Pages 5 0 R")
    result = read_apart(looped)
    assert (result.pages, result.complete) == (1, False)
