"""Strange mail comes over HTTP: it is read as the same words in a plain mail would be.

Each mailbox is read twice: with the strange mails by one person, and by another with the same
mails written plainly. In the end both have the same rows, and the strange words stand on the page.
"""

import re
from collections.abc import Mapping
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.utils import timezone
from googleapiclient.http import BatchHttpRequest

from accounts.models import User
from database.acting import acting_as
from gmail import pages
from gmail.models import Thread
from gmail.reading.parse import LONGEST
from gmail.syncing.lease import MailboxLease, owe
from memories.models import Work
from tests.gmail.letters import part
from tests.gmail.post import (
    assert_all_is_well,
    beat,
    browser_of,
    connected,
    gmail_page,
    google_of,
    read_all,
    read_whole,
    rows,
    said,
    step,
)
from tests.gmail.test_odd_mail import HOSTILE, HOSTILE_HTML
from tests.google.faults import Reply, error
from tests.google.letters import DANA, ROBIN, mail, received, sent
from tests.google.mailbox import Mailbox, Message
from tests.google.server import Google

pytestmark = [pytest.mark.long, pytest.mark.django_db]

# Strange and plain: what differs between two mails that say the same.
Pair = tuple[Mapping[str, Any], Mapping[str, Any]]


def mailbox() -> Mailbox:
    """Two mails that nothing is wrong with."""
    box = Mailbox(address="robin@larsen.example")
    box.add(sent("Pier", "My boat lies at pier 4."))
    box.add(received("Closing", "We close at nine."))
    return box


def written(payload: Message) -> Mapping[str, Any]:
    return {"payload": payload}


def both_ways(pairs: Mapping[str, Pair]) -> tuple[Mailbox, Mailbox]:
    """The mailbox with all these mails, strange and plain: each under its subject."""
    strange = mailbox()
    plain = strange.copy()
    for subject, ways in pairs.items():
        odd, straight = (mail(DANA, ROBIN, subject, "", **how) for how in ways)
        for name in ("id", "threadId", "internalDate"):
            straight[name] = odd[name]
        strange.add(odd)
        plain.add(straight)
    return strange, plain


def assert_the_same_is_read(
    alice: User, bob: User, pairs: Mapping[str, Pair], *, apart: Mapping[str, bytes] | None = None
) -> Google:
    """`apart` is what the strange mails' texts are that Gmail keeps apart, by number."""
    strange, plain = both_ways(pairs)
    strange.files.update(apart or {})
    with google_of(strange) as google:
        mine = read_whole(alice)
        assert_all_is_well(alice)
    with google_of(plain):
        assert mine == read_whole(bob)
    return google


def page_of(user: User, **which: Any) -> str:
    with acting_as(user):
        thread = Thread.objects.get(user=user, **which)
    answer = browser_of(user).get(f"/gmail/threads/{thread.pk}")
    assert answer.status_code == 200
    return said(answer)


def text(words: str) -> Mapping[str, Any]:
    return written(part(words))


def test_html_nested_single_part_and_empty_mail(alice: User, bob: User) -> None:
    words = "The lease ends on 30 June."
    html = part(f"<div><p>{words}</p></div>", "text/html")
    deep = part(kind="multipart/mixed", parts=[part(kind="multipart/related", parts=[html])])
    both = part(kind="multipart/alternative", parts=[part(words), html])
    bare = {"mimeType": "text/plain", "headers": [], "body": part(words)["body"]}
    pairs: dict[str, Pair] = {
        "html alone": (written(html), text(words)),
        "nested": (written(deep), text(words)),
        "alternatives": (written(both), text(words)),
        "one part without a number or a name": (written(bare), text(words)),
        "no body": (written({"headers": [], "mimeType": "text/plain"}), text("")),
        "no parts": (written(part(kind="multipart/mixed")), text("")),
    }
    assert_the_same_is_read(alice, bob, pairs)
    for subject in ("html alone", "nested"):
        assert words in page_of(alice, subject=subject)
    assert len(rows(alice)["messages"]) == 8


def test_charsets_nul_bytes_and_broken_base64(alice: User, bob: User) -> None:
    def coded(words: str, codec: str, declared: str) -> Pair:
        return written(part(words.encode(codec), charset=declared)), text(words)

    broken = part("Käse, and more of it.")
    packed = broken["body"]["data"]
    broken["body"]["data"] = f"{packed[:4]}*\n{packed[4:]}"
    pairs: dict[str, Pair] = {
        "coded anew, declared as before": coded("Grüße aus Köln", "utf-8", "iso-8859-1"),
        "as declared": coded("Привет, Роб", "koi8-r", "koi8-r"),
        "unknown": coded("“quoted” — €5", "cp1252", "no-such-charset"),
        "wrong": coded("“quoted” — €5", "cp1252", "us-ascii"),
        "shifted": coded("こんにちは", "iso2022_jp", "ISO-2022-JP"),
        "nul": (written(part(b"one\0two")), text("onetwo")),
        "base64": (written(broken), text("Käse, and more of it.")),
    }
    assert_the_same_is_read(alice, bob, pairs)
    assert "“quoted” — €5" in page_of(alice, subject="unknown")
    assert "こんにちは" in page_of(alice, subject="shifted")


def test_strange_headers(alice: User, bob: User) -> None:
    def headed(name: str, value: str, plainly: str) -> Pair:
        return {"headers": {name: value}}, {"headers": {name: plainly}}

    pairs: dict[str, Pair] = {
        "a date that is none": headed("Date", "Thu, 99 Foo 20x6 25:61 +9999", ""),
        "a comma in a name": headed("From", '"Whitfield, Dana" <dana@harbour.example>', DANA),
        "a comma without quotes": headed("From", "Whitfield, Dana <dana@harbour.example>", DANA),
        "a name that is coded": headed(
            "From", "=?utf-8?q?Dana_Whitfield?= <Dana@Harbour.example>", DANA
        ),
        "many, one with a comma": headed(
            "To",
            '"Larsen, Robin" <robin@larsen.example>, tove@larsen.example; undisclosed:;',
            "Robin Larsen <robin@larsen.example>, tove@larsen.example",
        ),
        "names in capitals": headed("TO", ROBIN, ROBIN),
    }
    assert_the_same_is_read(alice, bob, pairs)
    assert "Dana Whitfield dana@harbour.example" in page_of(alice, subject="a comma in a name")


def test_headers_that_are_missing(alice: User, bob: User) -> None:
    box = mailbox()
    plain = box.copy()
    four = ("From", "Subject", "To", "Date")
    letters: dict[str, set[str]] = {}
    for names in (*({name} for name in four), set(four)):
        letter = box.add(received("The lease", "It ends on 30 June."))
        headers = letter["payload"]["headers"]
        letter["payload"]["headers"] = [each for each in headers if each["name"] not in names]
        letters[letter["id"]] = names
    with google_of(box):
        mine = read_whole(alice)
        assert_all_is_well(alice)
    for number, names in letters.items():
        (row,) = [row for row in mine["messages"] if row[1] == number]
        assert row[3] == ("" if "From" in names else "dana@harbour.example")
        to = [one["address"] for one in row[7]]
        assert to == ([] if "To" in names else ["robin@larsen.example"])
        assert row[5] == ("" if "Subject" in names else "The lease\n\n") + "It ends on 30 June."
        page = page_of(alice, gmail_thread_id=number)
        assert ("No subject" if "Subject" in names else "The lease") in page
        assert ("Somebody" if "From" in names else "Dana Whitfield") in page
    # And nothing else is disturbed.
    with google_of(plain):
        others = read_whole(bob)
    assert [row for row in mine["messages"] if row[1] not in letters] == others["messages"]


def test_a_mail_of_25_megabytes_is_cut_and_says_so(alice: User, bob: User) -> None:
    line = "All work and no play makes a dull mail. "
    huge, long = line * (25_000_000 // len(line)), line * (2_500_000 // len(line))
    assert_the_same_is_read(alice, bob, {"huge": (text(huge), text(long))})
    (row,) = [row for row in rows(alice)["messages"] if row[5].startswith("huge")]
    assert LONGEST <= len(row[5]) < LONGEST + 100
    assert "Left out: the rest: it is very long." in page_of(alice, subject="huge")


@pytest.fixture
def paid(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The units of the quota that were counted."""
    units: list[int] = []
    spend = MailboxLease.spend

    def counted(lease: MailboxLease, each: int, *, many: int = 1) -> int:
        times = spend(lease, each, many=many)
        units.append(each * times)
        return times

    def owed(user: User, account: UUID, each: int) -> None:
        units.append(each)
        owe(user, account, each)

    monkeypatch.setattr(MailboxLease, "spend", counted)
    monkeypatch.setattr("gmail.syncing.fetching.owe", owed)
    return units


@pytest.fixture
def smaller(monkeypatch: pytest.MonkeyPatch) -> None:
    """All limits a fortieth of what they are: so are the texts that reach them."""
    for name, size in (
        ("reading.bodies.LONGEST_PART", 50_000),
        ("google.clipping.CLIPPED", 50_004),
        ("google.clipping._AT_ONCE", 6_400),
        ("google.mail.MOST", 100_000),
        ("reading.parse.LONGEST", 5_000),
    ):
        monkeypatch.setattr(f"gmail.{name}", size)


@pytest.mark.usefixtures("smaller")
def test_giant_texts_do_not_fill_the_memory_together(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch, paid: list[int]
) -> None:
    """They come in smaller batches, each cut while it comes, and each is counted."""
    lease: list[int] = []
    inner = BatchHttpRequest._deserialize_response

    def hold(batch: Any, payload: str) -> Any:
        lease.append(len(payload))
        return inner(batch, payload)

    monkeypatch.setattr(BatchHttpRequest, "_deserialize_response", hold)
    line = "All work and no play makes a dull mail. "
    huge, long = line * (100_000 // len(line)), line * (62_500 // len(line))
    pairs: dict[str, Pair] = {f"huge {n}": (text(huge), text(long)) for n in range(8)}
    strange, plain = both_ways(pairs)
    with google_of(strange, GMAIL_BATCH_SIZE=8) as google:
        mine = read_whole(alice)
        assert_all_is_well(alice)
        assert 50_000 < max(lease) < 52_500
        assert sum(paid) == google.units()
        # Sent mail; eight at once, then two, then one by one.
        assert len(google.fetched()) == 1 + 8 + 2 + 9
        for number in range(8):
            strange.add(received(f"Small {number}", "Come and see it."))
        before = len(google.fetched())
        beat(alice)
        assert len(google.fetched()) == before + 8
    with google_of(plain):
        assert mine["messages"] == read_whole(bob)["messages"]


def apart(kind: str, words: str, number: str) -> Message:
    """A text of which only the number comes, and how long it is."""
    return {**part(words, kind), "body": {"attachmentId": number, "size": len(words.encode())}}


@pytest.mark.usefixtures("smaller")
def test_long_texts_that_gmail_keeps_apart_are_fetched(
    alice: User, bob: User, paid: list[int]
) -> None:
    words, long = "Grüße vom Hafen.", "The log goes on. " * 6_000
    html = f"<p>{words}</p>"
    both = [apart("text/plain", words, "b"), apart("text/html", html, "c")]
    inner = part(kind="multipart/mixed", parts=[apart("text/html", html, "d")])
    pairs: dict[str, Pair] = {
        "one part": (written(apart("text/plain", words, "a")), text(words)),
        "alternatives": (written(part(kind="multipart/alternative", parts=both)), text(words)),
        "nested": (written(part(kind="multipart/mixed", parts=[inner])), text(words)),
        "long": (written(apart("text/plain", long, "e")), text(long)),
    }
    kept = {"a": words, "b": words, "c": html, "d": html, "e": long}
    files = {number: said.encode() for number, said in kept.items()}
    google = assert_the_same_is_read(alice, bob, pairs, apart=files)
    assert [call.name for call in google.calls].count("attachments.get") == 5
    assert words in page_of(alice, subject="nested")


def test_texts_kept_apart_are_counted_and_paid_for(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch, paid: list[int]
) -> None:
    monkeypatch.setattr("gmail.syncing.fetching.CREDIT", 30)
    box = mailbox()
    for number in range(3):
        parts = [apart("text/plain", f"Page {n}.", f"{number}-{n}") for n in range(12)]
        box.files.update({f"{number}-{n}": f"Page {n}.".encode() for n in range(12)})
        box.add(mail(DANA, ROBIN, "Pages", "", payload=part(kind="multipart/mixed", parts=parts)))
    with google_of(box) as google:
        mine = read_whole(alice)
        assert sum(paid) == google.units()
    pages = [row for row in mine["messages"] if row[5].startswith("Pages")]
    assert len(pages) == 3
    for row in pages:
        # Of very many some stay files.
        assert "Page 9." in row[5]
        assert "Page 10." not in row[5]
        assert len(row[11]) == 2
    assert_all_is_well(alice)


def test_what_is_owed_makes_the_next_call_wait(alice: User) -> None:
    with google_of(GMAIL_UNITS_PER_MIN=60) as google:
        account = connected(alice)
        owe(alice, account.pk, 5_000)
        step(alice)
        assert "profile" not in [call.name for call in google.calls]
        due = Work.objects.get(subject=account.pk).not_before
        assert timedelta(seconds=1_300) < due - timezone.now() < timedelta(seconds=1_402)


def test_a_text_kept_apart_that_is_gone_leaves_the_mail(alice: User) -> None:
    box = mailbox()
    box.add(mail(DANA, ROBIN, "Gone", "", payload=apart("text/plain", "Not there.", "a")))
    with google_of(box):
        mine = read_whole(alice)
        assert_all_is_well(alice)
    (row,) = [row for row in mine["messages"] if row[5].startswith("Gone")]
    assert row[5] == "Gone\n\nAttachments: A file without a name"


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (error(429, "rateLimitExceeded"), "Google asked to go slower."),
        (error(503, "backendError"), "Google is having problems."),
        (Reply(body=b'{"da'), "Google's answer was cut off."),
    ],
)
def test_a_text_kept_apart_that_does_not_come_now(
    alice: User, bob: User, reply: Reply, words: str
) -> None:
    box, said = mailbox(), "The lease ends on 30 June."
    box.files["a"] = said.encode()
    box.add(mail(DANA, ROBIN, "The lease", "", payload=apart("text/plain", said, "a")))
    with google_of(box) as google:
        google.fail("attachments.get", reply)
        connected(alice)
        for _ in range(3):
            step(alice)
        assert words in gmail_page(alice)
        read_all(alice)
        assert said in page_of(alice, subject="The lease")
        assert rows(alice) == read_whole(bob)
        assert_all_is_well(alice)


def test_a_huge_thread_and_hostile_texts(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "MAILS", 40)
    box = mailbox()
    plain = box.copy()
    first = box.add(received("A long talk", "Number 0."))
    for number in range(1, 50):
        box.add(received("Re: A long talk", f"Number {number}.", thread=first["threadId"]))
    # How long each of them takes is measured in test_odd_mail.py.
    hostile = [part(HOSTILE[name]) for name in ("quote signs", "wrote")]
    hostile += [part(HOSTILE_HTML[name], "text/html") for name in ("divs", "quotes")]
    for payload in hostile:
        box.add(mail(DANA, ROBIN, "Read this", "", payload=payload))
    with google_of(box) as google:
        mine = read_whole(alice)
        fetched = google.fetched()
        assert len(fetched) == len(set(fetched)) == 3 + len(hostile)
        assert_all_is_well(alice)
    talk = [row for row in mine["messages"] if row[0] == first["threadId"]]
    assert len(talk) == 50
    assert len([row for row in mine["threads"] if row[2] == "Read this"]) == len(hostile)
    page = page_of(alice, subject="A long talk")
    assert "10 more mails are not shown" in page
    assert len(re.findall(r"Number \d+\.", page)) == 40
    with google_of(plain):
        others = read_whole(bob)
    ours = {row[1] for row in others["messages"]}
    assert [row for row in mine["messages"] if row[1] in ours] == others["messages"]
