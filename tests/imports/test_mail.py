"""Mail in a file: parted, threaded, kept by the rooms that keep Gmail's, once, and taken back."""

import io
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from database.acting import acting_as
from gmail.models import Account, Correspondent, Message, Thread
from gmail.source_kind import GMAIL
from gmail.store import store
from imports import mail_files, mbox, starting
from imports.apps import MOST_DEATHS
from imports.models import Imported
from imports.source_kind import GO_ON
from imports.work import import_waiting
from memories.models import Entity, Memory, Source, Work
from memories.recall import Query, recall
from tests.gmail.letters import mailbox_of, thread
from tests.google import letters
from tests.imports import exports
from tests.imports.conftest import Send, expire_leases, learn_and_embed, looked, work_off

pytestmark = pytest.mark.django_db

BEGAN = datetime(2024, 3, 4, 5, 6, 7, tzinfo=UTC)
ME = "Alice Moss <alice@example.org>"
DANA = "Dana Whitfield <dana@harbour.example>"


def mail(number: int, sender: str, to: str, subject: str, text: str, **more: str) -> bytes:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = sender, to, subject
    message["Date"] = format_datetime(BEGAN + timedelta(hours=number))
    message["Message-ID"] = f"<{number}@mail.example>"
    if sender != ME:
        message["Received"] = "from a by b; Mon, 4 Mar 2024 05:06:07 +0000"
    for name, value in more.items():
        message[name.replace("_", "-")] = value
    message.set_content(text)
    return bytes(message)


def boxed(*mails: bytes) -> bytes:
    line = b"From 17@xxx Mon Mar 04 05:06:07 +0000 2024\n"
    return b"".join(line + one.replace(b"\nFrom ", b"\n>From ") + b"\n" for one in mails)


ASKED = mail(1, DANA, ME, "The boat", "When does it leave?\n\nFrom Dana, with love\n")
TOLD = mail(
    2,
    ME,
    DANA,
    "Re: The boat",
    "I live in Narvik now, so I take the ferry.\n\nOn Monday Dana wrote:\n> When does it leave?\n",
    In_Reply_To="<1@mail.example>",
    References="<1@mail.example>",
)
SPAM = mail(3, "x@spam.example", ME, "You won", "Click.", X_Gmail_Labels="Spam,Opened")
ALONE = mail(4, "news@tide.example", ME, "Tides", "High tide at nine.", List_Id="<tide>")
BOX = boxed(ASKED, TOLD, SPAM, ALONE)


def subjects(user: User) -> dict[str, list[str]]:
    with acting_as(user):
        found = Thread.objects.order_by("last_at").prefetch_related("messages__source")
        return {
            one.messages.order_by("internal_date").values_list("source__title", flat=True)[0]: [
                message.source.text
                for message in one.messages.order_by("internal_date")
                if message.source
            ]
            for one in found
        }


def test_a_file_of_mail_is_read_as_a_mailbox_is(alice: User, bring: Send) -> None:
    it = bring(BOX, "All mail.mbox")
    assert (it.kind, it.state, it.reason) == ("mbox", "done", "")
    assert it.counts == {"mails": 3, "threads": 2, "yours": 1}
    assert it.added == {"mails": 3}
    assert it.addresses == ["alice@example.org"]
    assert it.skipped == [{"why": "mails in spam, trash, drafts and chats", "count": 1}]
    found = subjects(alice)
    assert list(found) == ["The boat", "Tides"]
    assert "From Dana, with love" in found["The boat"][0]
    learn_and_embed(alice)
    with acting_as(alice):
        own = Message.objects.get(from_person=True)
        assert own.internal_date == BEGAN + timedelta(hours=2)
        assert Memory.objects.filter(content__contains="Narvik", state="current").exists()
        assert not Memory.objects.filter(content__contains="leave").exists()
        assert Entity.objects.get(type="person").name == "Dana Whitfield"
        mailbox = Account.objects.get()
        assert (mailbox.state, mailbox.address) == ("file", "alice@example.org")


def test_it_is_found_and_opened_in_its_thread(alice: User, bring: Send, client: Client) -> None:
    bring(BOX, "mail.mbox")
    learn_and_embed(alice)
    best = recall(alice, Query("when is high tide?")).items[0]
    assert best.place.source_kind == GMAIL
    client.force_login(alice)
    page = client.get(reverse("gmail:source", args=[best.place.source_id]), follow=True)
    assert page.status_code == 200
    home = client.get("/gmail").content.decode()
    assert "Imported from a file" in home
    assert "Disconnect" not in home


def test_threads_with_own_mail_come_first(
    alice: User, preview: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    early = mail(0, DANA, ME, "Rope", "Rope is cheap this week.")
    it = preview(boxed(early, ALONE, ASKED, TOLD), "mail.mbox")
    with acting_as(alice):
        starting.confirm(alice, it)
    monkeypatch.setattr(mail_files, "STEP_SECONDS", 0)
    came: list[str] = []
    while import_waiting(alice.pk):
        with acting_as(alice):
            there = Message.objects.order_by("pk").values_list("source__title", flat=True)
            came += [title for title in there if title not in came]
    assert came == ["The boat", "Re: The boat", "Rope", "Tides"]


def test_they_come_first_too_where_the_person_says_whose_they_are(
    alice: User, preview: Send, files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = "Alice Moss <al@old.example>"
    late = mail(9, old, DANA, "Tar", "I have tar.")
    it = preview(boxed(mail(0, DANA, old, "Rope", "Rope is cheap."), ASKED, late), "mail.mbox")
    assert it.counts["yours"] == 0
    with acting_as(alice):
        starting.confirm(alice, it, addresses=["al@old.example"])
    monkeypatch.setattr(mail_files, "STEP_SECONDS", 0)
    import_waiting(alice.pk)
    with acting_as(alice):
        assert [one.source.title for one in Message.objects.all() if one.source] == ["Tar"]
    assert len(list(files.glob("imports/*/*"))) == 1
    work_off(alice)
    it = looked(alice, it.pk)
    assert (it.counts["yours"], it.added, it.skipped) == (1, {"mails": 3}, [])
    assert not list(files.glob("imports/*/*"))


def test_killed_ten_times_before_anything_is_kept_it_goes_on(
    alice: User, preview: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    it = preview(BOX, "mail.mbox")
    with acting_as(alice):
        starting.confirm(alice, it)
    _die_of(alice, 10, monkeypatch)
    work_off(alice)
    assert looked(alice, it.pk).added == {"mails": 3}


def test_what_kills_every_worker_is_given_up(
    alice: User, preview: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    it = preview(BOX, "mail.mbox")
    with acting_as(alice):
        starting.confirm(alice, it)
    _die_of(alice, MOST_DEATHS, monkeypatch)
    assert Work.objects.get(kind=GO_ON, subject=it.pk).state == Work.State.FAILED


def _die_of(user: User, times: int, monkeypatch: pytest.MonkeyPatch) -> None:
    class Killed(BaseException):
        pass

    def dying(*_: Any) -> bool:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(mail_files, "_put_own_first", dying)
        for _ in range(times):
            with pytest.raises(Killed):
                import_waiting(user.pk)
            expire_leases()


def test_a_zip_of_google_takeout(alice: User, bring: Send) -> None:
    data = exports.zipped(
        {
            "Takeout/Mail/Inbox.mbox": boxed(ASKED, ALONE),
            "Takeout/Mail/Gesendet.mbox": boxed(TOLD, ASKED),
            "Takeout/archive_browser.html": b"<html></html>",
        }
    )
    it = bring(data, "takeout.zip")
    assert it.added == {"mails": 3}
    assert {"why": "mails that are in the file more than once", "count": 1} in it.skipped
    assert len(subjects(alice)["The boat"]) == 2


def test_a_newer_file_adds_only_what_is_new(alice: User, bring: Send) -> None:
    bring(boxed(ASKED), "a.mbox")
    again = bring(boxed(ASKED), "a.mbox")
    assert again.added == {"mails": 0}
    more = bring(boxed(ALONE, TOLD, ASKED), "b.mbox")
    # It's addressed as the first file was: nobody's own, or Alice's.
    assert more.added["mails"] == 2
    part = bring(boxed(TOLD), "c.mbox")
    assert part.added == {"mails": 0}
    with acting_as(alice):
        assert Message.objects.count() == 3


def test_undo_leaves_nothing(alice: User, bring: Send) -> None:
    it = bring(BOX, "mail.mbox")
    learn_and_embed(alice)
    with acting_as(alice):
        starting.undo(alice, it)
    work_off(alice)
    with acting_as(alice):
        left: list[Any] = [Account, Thread, Message, Correspondent, Source, Memory, Imported]
        assert [model.__name__ for model in left if model.objects.exists()] == []
        assert not Entity.objects.exists()


def test_what_a_connected_mailbox_has_is_not_doubled(alice: User, bring: Send) -> None:
    with acting_as(alice):
        account = mailbox_of(alice)
        message = letters.received("The boat", "When does it leave?", ago=timedelta(days=30))
        store(alice, account, thread(message, number="f00d", history=100))
    at = datetime.now(UTC) - timedelta(days=30, minutes=3)
    same = mail(9, letters.DANA, letters.ROBIN, "The boat", "When does it leave?")
    date = f"Date: {format_datetime(at)}".encode()
    same = b"\n".join(date if x.startswith(b"Date:") else x for x in same.splitlines())
    it = bring(boxed(same + b"\n", ALONE), "mail.mbox")
    assert it.added == {"mails": 1}
    assert {"why": "mails that are here already, from another mailbox", "count": 1} in it.skipped


def test_the_person_says_which_addresses_are_theirs(
    alice: User, preview: Send, client: Client
) -> None:
    old = "Alice Moss <al@old.example>"
    data = boxed(
        mail(1, old, DANA, "Hello", "I work at the harbour."),
        mail(2, DANA, old, "Re: Hello", "I live in Kiruna."),
    )
    it = preview(data, "old.mbox")
    assert set(it.senders) == {"al@old.example", "dana@harbour.example"}
    client.force_login(alice)
    page = f"/settings/import/{it.pk}"
    assert "Which addresses are yours?" in client.get(page).content.decode()
    client.post(f"{page}/confirm", {"address": "al@old.example"})
    work_off(alice)
    assert looked(alice, it.pk).addresses == ["al@old.example"]
    learn_and_embed(alice)
    with acting_as(alice):
        current = Memory.objects.filter(state="current")
        assert [memory.content for memory in current] == ["I work at the harbour."]


STRANGE = {
    "no date": mail(5, DANA, ME, "x", "y").replace(b"Date:", b"Etad:"),
    "a broken date": mail(5, DANA, ME, "x", "y").replace(b"Mon, 04 Mar 2024", b"99 Foo 20240"),
    "bytes in headers": mail(5, DANA, ME, "x", "y").replace(
        b"Subject: x", b"Subject: \xff\xfe\xe4"
    ),
    "no body": b"From: a@b.example\nDate: Mon, 04 Mar 2024 05:06:07 +0000\n\n",
    "no headers at all": b"just words\n\n",
    "an unknown charset": mail(5, DANA, ME, "x", "y").replace(b"utf-8", b"x-unknown-9"),
    "nested for ever": b"Content-Type: multipart/mixed; boundary=a\n\n" + b"--a\n" * 3000,
    "a bare return": mail(5, DANA, ME, "x", "y").replace(b"\n", b"\r\n"),
}


@pytest.mark.parametrize("how", STRANGE)
def test_one_strange_mail_never_loses_the_file(alice: User, bring: Send, how: str) -> None:
    it = bring(boxed(ASKED, STRANGE[how], ALONE), "mail.mbox")
    assert it.state == "done"
    assert {"The boat", "Tides"} <= set(subjects(alice))


def test_a_damaged_file_in_a_zip_of_mail_loses_no_other(alice: User, bring: Send) -> None:
    many = boxed(*(mail(n, DANA, ME, f"No. {n}", f"{n}" * 3_000) for n in range(10, 60)))
    files = {"Takeout/Mail/Inbox.mbox": many, "Takeout/Mail/Sent.mbox": boxed(TOLD, ALONE)}
    data = bytearray(exports.zipped(files))
    # Near the end of what is packed in the first.
    at = data.index(b"PK", 4) - 40
    data[at : at + 20] = b"\xff" * 20
    it = bring(bytes(data), "takeout.zip")
    assert 20 < it.added["mails"] < 52
    assert {"The boat", "Tides"} & set(subjects(alice))
    assert {"why": "the rest of a file that is cut off or broken", "count": 1} in it.skipped


def test_lines_that_begin_with_from_part_no_mail() -> None:
    body = b"Subject: a\n\nText\n\nFrom here on it rained.\nNote: all day.\n\n>From there on not.\n"
    line = b"From a@b Mon Mar  4 05:06:07 2024\n"
    data = line + body + b"\n" + line + b"Subject: b\n\nEnd\n"
    found = list(mbox.mails(io.BytesIO(data)))
    assert [data[start : start + length].count(b"Subject") for start, length, _ in found] == [1, 1]
    assert b"Subject: a" in found[0][2]
    assert b"Text" not in found[0][2]
    assert sum(length for _, length, _ in found) == len(data)


def test_an_archive_may_have_no_blank_line_above_a_mail() -> None:
    line = b"From dana at harbour.example  Mon Mar  4 05:06:07 2024\n"
    one = (
        line
        + b"From: dana at harbour.example (Dana)\nSubject: a\n\nURL: <http://x.example/a.htm>\n"
    )
    said = b"From Dana I heard on Mon Mar  4 05:06:07 2024\nthat it rained.\n"
    found = list(mbox.mails(io.BytesIO(one + one + said + one)))
    assert [length for _, length, _ in found] == [len(one), len(one + said), len(one)]
    assert all(head.startswith(line) for _, _, head in found)


def test_an_archive_of_a_mailing_list_spells_addresses_out(alice: User, bring: Send) -> None:
    """As Mailman writes them, with the line above each mail; one date has a zone that is none."""
    data = b"".join(
        b"From %s  Mon Mar  4 05:06:07 2024\nFrom: %s\nDate: %s\nMessage-ID: <%d@l>\n\n"
        b"I live in Kiruna now.\n\n" % (spelled.partition(b" (")[0], spelled, date, number)
        for number, (spelled, date) in enumerate(
            (
                (b"alice at example.org (Alice Moss)", b"Mon, 04 Mar 2024 05:06:07 +50579034"),
                (b"dana at harbour.example (dana at harbour.example)", b"some time"),
            )
        )
    )
    it = bring(data, "list.mbox")
    assert (it.counts["yours"], it.skipped) == (1, [])
    assert set(it.senders) == {"alice@example.org", "dana@harbour.example"}
    with acting_as(alice):
        mails = Message.objects.order_by("sender")
        assert [(mail.sender_name, mail.internal_date) for mail in mails] == [
            ("Alice Moss", BEGAN),
            ("", BEGAN),
        ]


def test_own_mail_is_known_by_addresses_in_any_language() -> None:
    index = mbox.MailboxIndex()
    box = boxed(
        *(mail(n, "Bo <bo@x.example>", DANA, "s", "t") for n in range(1, 4)),
        *(
            mail(n, DANA, "bo@x.example", "s", "t", Delivered_To="bo@x.example")
            for n in range(4, 9)
        ),
    ).replace(b"Received: from a by b; Mon, 4 Mar 2024 05:06:07 +0000\n", b"", 3)
    for start, length, head in mbox.mails(io.BytesIO(box)):
        index.note(start, length, head)
    assert mbox.own_addresses(index, ()) == ["bo@x.example"]
    assert mbox.own_addresses(index, {"dana@harbour.example"}) == ["dana@harbour.example"]
