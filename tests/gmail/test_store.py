"""What becomes of a fetched thread."""

from datetime import timedelta

import pytest

from accounts.models import User
from database.acting import acting_as
from gmail.errors import CannotStore
from gmail.models import Account, Message, Thread
from gmail.source_kind import GMAIL
from gmail.store import gone, gone_account, store
from memories.learning.learn import learn_waiting
from memories.models import Chunk, Memory, Source, Work
from tests.gmail.letters import DANA, ME, NOON, Json, mail, sent, thread

LEASE = thread(
    mail(1, "Hi Robin,\n\nThe lease ends on 30 June.\n\nDana", at=NOON),
    sent(
        2,
        "I have two cats.\n\nOn Thu, 12 Mar 2026 Dana Whitfield wrote:\n"
        "> Hi Robin,\n>\n> The lease ends on 30 June.\n",
        subject="Re: The lease",
        at=NOON + timedelta(hours=1),
    ),
)


def test_a_thread_becomes_sources_that_can_be_cited(alice: User, account: Account) -> None:
    with acting_as(alice):
        stored = store(alice, account, LEASE)
        assert (stored.new, stored.changed, stored.gone) == (2, 0, 0)
        assert stored.thread
        assert (stored.thread.history_id, stored.thread.last_at) == (100, NOON + timedelta(hours=1))
        hers, mine = Source.objects.filter(kind=GMAIL).order_by("turn")
        assert hers.text == "The lease\n\nHi Robin,\n\nThe lease ends on 30 June.\n\nDana"
        assert (hers.speaker, hers.author, hers.happened_at) == ("Dana Whitfield", "other", NOON)
        assert (mine.speaker, mine.author, mine.thread) == ("", "person", hers.thread)
        assert [chunk.text for chunk in Chunk.objects.filter(own_words=True)] == [
            "I have two cats."
        ]
        row = Thread.objects.get()
        assert (row.subject, row.snippet) == ("The lease", "I have two cats.")


def test_own_words_alone_are_learned_from(alice: User, account: Account) -> None:
    with acting_as(alice):
        store(alice, account, LEASE)
    while learn_waiting(alice.pk):
        pass
    with acting_as(alice):
        assert [memory.content for memory in Memory.objects.all()] == ["I have two cats."]


def test_storing_again_changes_nothing(alice: User, account: Account) -> None:
    with acting_as(alice):
        store(alice, account, LEASE)
        before = list(Source.objects.order_by("id").values())
        Work.objects.update(state=Work.State.DONE)
        again = store(alice, account, LEASE)
        assert (again.new, again.changed, again.gone) == (0, 0, 0)
        assert list(Source.objects.order_by("id").values()) == before
        assert not Work.objects.exclude(state=Work.State.DONE)


def test_older_news_are_not_taken(alice: User, account: Account) -> None:
    with acting_as(alice):
        store(alice, account, LEASE | {"historyId": "1000"})
        outdated = store(alice, account, thread(mail(1, "Old"), history=999))
        assert outdated.outdated
        assert Message.objects.count() == 2


def test_a_changed_label_is_taken_over_without_reading_again(alice: User, account: Account) -> None:
    with acting_as(alice):
        store(alice, account, LEASE)
        Work.objects.update(state=Work.State.DONE)
        labelled: Json = {**LEASE, "historyId": "101"}
        labelled["messages"] = [
            {**LEASE["messages"][0], "labelIds": ["INBOX", "IMPORTANT", "CATEGORY_UPDATES"]},
            LEASE["messages"][1],
        ]
        assert store(alice, account, labelled).changed == 1
        row = Thread.objects.get()
        assert (row.important, row.category) == (True, "updates")
        assert not Work.objects.exclude(state=Work.State.DONE)


def test_spam_trash_drafts_and_chats_are_left_out(alice: User, account: Account) -> None:
    with acting_as(alice):
        unwanted = [
            mail(n, f"No {n}", labels=[label])
            for n, label in enumerate(("SPAM", "TRASH", "DRAFT", "CHAT"), start=2)
        ]
        store(alice, account, thread(mail(1, "Yes"), *unwanted))
        assert Message.objects.count() == Source.objects.count() == 1
        assert store(alice, account, thread(*unwanted, history=101)).thread is None
        assert not Thread.objects.exists()
        assert not Source.objects.exists()


def test_a_mail_that_went_takes_what_it_alone_taught(alice: User, account: Account) -> None:
    with acting_as(alice):
        store(alice, account, LEASE)
    while learn_waiting(alice.pk):
        pass
    with acting_as(alice):
        assert store(alice, account, thread(LEASE["messages"][0], history=101)).gone == 1
        assert Message.objects.count() == 1
        assert not Memory.objects.exists()


def test_a_thread_and_an_account_go(alice: User, account: Account) -> None:
    with acting_as(alice):
        store(alice, account, LEASE)
        store(alice, account, thread(mail(9, "Other"), number="beef"))
        assert gone(alice, account, "f00d") == 2
        assert Thread.objects.get().gmail_thread_id == "beef"
        assert not gone_account(alice, account)
        assert not Source.objects.exists()


@pytest.mark.parametrize("broken", [{}, {"id": "1", "messages": 3}, {"id": "1", "messages": [{}]}])
def test_what_is_no_mail_is_refused_in_plain_words(
    alice: User, account: Account, broken: Json
) -> None:
    with acting_as(alice), pytest.raises(CannotStore, match="not mail"):
        store(alice, account, broken)


def test_the_address_alone_makes_nobody_the_person(alice: User, account: Account) -> None:
    with acting_as(alice):
        store(alice, account, thread(mail(1, "I live in Rome.", sender=ME, to=DANA)))
        assert not Chunk.objects.filter(own_words=True)
