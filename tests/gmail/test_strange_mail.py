"""Strange mail comes over HTTP: it is read as the same words in a plain mail would be.

Each mailbox is read twice: with the strange mails by one person, and by another with the same
mails written plainly. In the end both have the same rows, and the strange words stand on the page.
"""

import re
from collections.abc import Mapping
from typing import Any

import pytest
from googleapiclient.http import BatchHttpRequest

from accounts.acting import acting_as
from accounts.models import User
from gmail import pages
from gmail.models import Thread
from gmail.parse import LONGEST
from tests.gmail.letters import part
from tests.gmail.post import (
    assert_all_is_well,
    browser_of,
    google_of,
    read_whole,
    rows,
    said,
)
from tests.gmail.test_odd_mail import HOSTILE, HOSTILE_HTML
from tests.google.letters import DANA, ROBIN, mail, received, sent
from tests.google.mailbox import Mailbox, Message

pytestmark = pytest.mark.django_db

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


def assert_the_same_is_read(alice: User, bob: User, pairs: Mapping[str, Pair]) -> None:
    strange, plain = both_ways(pairs)
    with google_of(strange):
        mine = read_whole(alice)
        assert_all_is_well(alice)
    with google_of(plain):
        assert mine == read_whole(bob)


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


def test_giant_texts_do_not_fill_the_memory_together(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They come in smaller batches, each cut while it comes."""
    held: list[int] = []
    inner = BatchHttpRequest._deserialize_response

    def hold(batch: Any, payload: str) -> Any:
        held.append(len(payload))
        return inner(batch, payload)

    monkeypatch.setattr(BatchHttpRequest, "_deserialize_response", hold)
    line = "All work and no play makes a dull mail. "
    huge, long = line * (4_000_000 // len(line)), line * (2_500_000 // len(line))
    pairs: dict[str, Pair] = {f"huge {n}": (text(huge), text(long)) for n in range(4)}
    assert_the_same_is_read(alice, bob, pairs)
    assert max(held) < 2_100_000


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
