"""The pages of mail."""

import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client, override_settings
from django.urls import reverse

from accounts.models import User
from database.acting import acting_as
from gmail.models import Account, Message, Thread
from gmail.source_kind import GMAIL
from memories.forgetting.bulk_forget import Selection, forget_selection
from memories.keeping.remember import remember
from memories.keeping.vectors import embed_waiting
from memories.learning.learn import learn_waiting
from memories.models import Change, Memory, Source, Work
from memories.work import EMBED
from tests.gmail.conftest import Arrive
from tests.gmail.letters import NOON, mail, mailbox_of, part, sent

SET_UP = {"GOOGLE_OAUTH_CLIENT_ID": "id", "GOOGLE_OAUTH_CLIENT_SECRET": "secret"}


@pytest.fixture
def client(alice: User) -> Client:
    client = Client()
    client.force_login(alice)
    return client


def page(client: Client, url: str, status: int = 200, **how: str) -> str:
    """A page's text, its tags left out."""
    answer = client.get(url, headers=how or None)
    assert answer.status_code == status
    return " ".join(re.sub(r"<[^>]*>", " ", answer.content.decode()).split())


def put(account: Account, **fields: object) -> None:
    with acting_as(account.user_id):
        Account.objects.filter(pk=account.pk).update(**fields)


class TestHome:
    def test_before_connecting_it_says_what_is_read(self, client: Client) -> None:
        with override_settings(**SET_UP):
            told = page(client, "/gmail")
            html = client.get("/gmail").content.decode()
        assert "What you sent in the last 365 days, then your inbox" in told
        assert 'href="/gmail/connect">Connect Gmail</a>' in html
        assert "console.cloud.google.com" not in told

    @override_settings(GOOGLE_OAUTH_CLIENT_ID="", PUBLIC_URL="https://me.example")
    def test_without_a_client_it_says_how_to_get_one(self, client: Client) -> None:
        told = page(client, "/gmail")
        html = client.get("/gmail").content.decode()
        for value in (
            "https://me.example/gmail/callback",
            "https://www.googleapis.com/auth/gmail.readonly",
            "GOOGLE_OAUTH_CLIENT_ID=",
            "GOOGLE_OAUTH_CLIENT_SECRET=",
        ):
            # Each in a field of its own, with a button that copies it.
            field = re.search(rf'<input[^>]* id="([\w-]+)" value="{re.escape(value)}"', html)
            assert field, value
            assert f'data-copy="{field[1]}"' in html
        assert 'href="https://console.cloud.google.com/auth/clients"' in html
        for words in ("Branding", "Audience", "Clients", "Data access", "seven days"):
            assert words in told
        assert "Google hasn’t verified this app" in told
        assert 'href="/gmail/connect"' not in html

    @override_settings(GOOGLE_OAUTH_CLIENT_ID="")
    def test_without_a_client_a_file_is_offered_first(self, client: Client, charlie: User) -> None:
        offered = f'<a class="button button-primary" href="{reverse("imports:imports")}">'
        html = client.get("/gmail").content.decode()
        assert html.index('id="by-file"') < html.index(offered) < html.index("Google Cloud")
        assert "take an mbox of any mail program" in page(client, "/gmail")
        assert client.get(reverse("imports:imports")).status_code == 200
        client.force_login(charlie)
        html = client.get("/gmail").content.decode()
        assert html.index(offered) < html.index("Whoever runs this installation")
        with override_settings(**SET_UP):
            assert 'id="by-file"' not in client.get("/gmail").content.decode()

    @override_settings(GOOGLE_OAUTH_CLIENT_ID="")
    def test_where_settings_are_written_depends_on_how_it_was_started(
        self, client: Client, tmp_path: Path
    ) -> None:
        file = tmp_path / "mine.env"
        with override_settings(SETTINGS_FILE=file, IN_CONTAINER=False):
            assert f"{file} (a file you create)" in page(client, "/gmail")
            file.touch()
            told = page(client, "/gmail")
            assert f"{file} , each" in told
            assert "Ctrl-C" in told
        with override_settings(SETTINGS_FILE=file, IN_CONTAINER=True):
            told = page(client, "/gmail")
            assert str(file) not in told
            assert ".env beside docker-compose.yml" in told
            assert "docker compose up -d" in told
        with override_settings(SETTINGS_FILE=None, IN_CONTAINER=False):
            assert "the environment that Yarnnn is started with" in page(client, "/gmail")

    @override_settings(GOOGLE_OAUTH_CLIENT_ID="")
    def test_only_the_owner_is_told_how_to_set_it_up(self, client: Client, charlie: User) -> None:
        client.force_login(charlie)
        told = page(client, "/gmail")
        assert "Whoever runs this installation" in told
        assert "GOOGLE_OAUTH" not in client.get("/gmail").content.decode()

    def test_it_moves_by_itself_until_all_is_read(self, client: Client, account: Account) -> None:
        put(account, state="sent", sent_total=80, sent_done=20, inbox_total=40)
        moving = client.get("/gmail").content.decode()
        assert 'hx-trigger="every 2s"' in moving
        told = page(client, "/gmail", HX_Request="true")
        assert "Reading what you sent" in told
        assert "20 of about 80" in told
        assert "left" in told
        assert "<html" not in client.get("/gmail", headers={"HX-Request": "true"}).content.decode()
        put(account, state="live", sent_done=80, inbox_done=9)
        assert 'hx-trigger="every 2s"' not in client.get("/gmail").content.decode()
        assert "80 read" in page(client, "/gmail")

    @pytest.mark.parametrize(
        ("fields", "words"),
        [
            ({"state": "reauth", "reason": "The permission has ended."}, "Connect again"),
            ({"state": "paused", "resume_state": "inbox"}, "Resume"),
            ({"state": "live", "reason": "Google is busy."}, "Google is busy."),
            ({"state": "leaving"}, "Being removed"),
            ({"state": "disabled", "reason": "No Gmail in it."}, "No Gmail in it."),
        ],
    )
    def test_each_state_has_its_words(
        self, client: Client, account: Account, fields: dict[str, object], words: str
    ) -> None:
        put(account, **fields)
        assert words in page(client, "/gmail")

    def test_what_could_not_be_read_can_be_tried_again(
        self, alice: User, client: Client, account: Account
    ) -> None:
        with acting_as(alice):
            row = Thread.objects.create(
                user=alice,
                account=account,
                gmail_thread_id="x",
                history_id=1,
                set_aside=True,
                failures=3,
                reason="It is not mail.",
            )
        told = client.get("/gmail").content.decode()
        assert "1 conversation could not be read" in told
        assert "It is not mail." in told
        assert reverse("gmail:retry", args=[row.pk]) in told

    def test_what_is_found_by_words_alone_so_far_is_said(
        self, alice: User, client: Client, account: Account, arrive: Arrive
    ) -> None:
        for n in range(3):
            arrive(mail(n, f"The pier has {n} boats."), number=str(n))
        put(account, state="live")
        with acting_as(alice):
            first = Source.objects.earliest("created")
            Work.objects.filter(kind=EMBED, subject=first.pk).update(state="done")
        told = page(client, "/gmail")
        assert "Up to date with Gmail, still preparing search by meaning" in told
        assert "You can search 3 mails by words now; 1 of 3 by meaning so far." in told
        assert 'hx-trigger="every 10s"' in client.get("/gmail").content.decode()
        # A page that saw mail come in is told anew, one that knows is not.
        busy = client.get("/gmail", headers={"HX-Request": "true"})
        assert busy["HX-Refresh"] == "true"
        assert "by meaning" in page(client, "/gmail?pace=preparing", HX_Request="true")
        while embed_waiting(alice.pk):
            pass
        told = page(client, "/gmail")
        assert "by meaning" not in told
        assert "Up to date with Gmail" in told

    @pytest.mark.parametrize(
        ("fields", "minutes"),
        [
            ({"state": "sent", "sent_total": 900, "inbox_total": 1800, "both_total": 900}, 16),
            ({"state": "inbox", "inbox_total": 1800, "both_total": 900, "inbox_done": 900}, 4),
            ({"state": "sent", "sent_total": 900, "inbox_total": 0}, 8),
        ],
    )
    def test_what_is_in_sent_mail_and_in_the_inbox_takes_its_time_once(
        self, client: Client, account: Account, fields: dict[str, object], minutes: int
    ) -> None:
        put(account, **fields)
        with override_settings(GMAIL_UNITS_PER_MIN=4500):
            assert f"About {minutes} minutes left" in page(client, "/gmail")

    def test_several_mailboxes_each_have_a_card(
        self, alice: User, client: Client, account: Account
    ) -> None:
        with acting_as(alice):
            mailbox_of(alice, "sub-2", "work@example.org")
        told = page(client, "/gmail")
        assert account.address in told
        assert "work@example.org" in told

    def test_only_the_owner_is_told_of_service_accounts(
        self, client: Client, charlie: User
    ) -> None:
        assert "mailboxes of an organisation" in page(client, "/gmail")
        client.force_login(charlie)
        assert "organisation" not in page(client, "/gmail")


class TestThreads:
    def test_latest_first_and_more_by_a_link(self, client: Client, arrive: Arrive) -> None:
        for n in range(35):
            arrive(
                mail(n, f"Word {n}", subject=f"Subject {n}", at=NOON + timedelta(hours=n)),
                number=str(n),
            )
        first = client.get("/gmail/threads").content.decode()
        assert first.index("Subject 34") < first.index("Subject 5")
        assert "Subject 4<" not in first
        more = re.search(r'href="(/gmail/threads\?cursor=[^"]+)"', first)
        assert more
        rest = client.get(more[1].replace("&amp;", "&"), headers={"HX-Request": "true"})
        assert "Subject 4<" in rest.content.decode()
        assert "<html" not in rest.content.decode()

    def test_who_writes_and_what(self, client: Client, arrive: Arrive) -> None:
        arrive(mail(1, "Hello"), sent(2, "Hi <b>you</b>", at=NOON + timedelta(hours=1)))
        told = page(client, "/gmail/threads")
        assert "Dana Whitfield, you 2" in told
        assert "Hi &lt;b&gt;you&lt;/b&gt;" in told

    def test_labels_choose(self, client: Client, arrive: Arrive) -> None:
        arrive(mail(1, "Hello", subject="In"), number="a")
        arrive(sent(2, "Hi", subject="Out"), number="b")
        told = client.get("/gmail/threads?label=SENT").content.decode()
        assert "Out" in told
        assert ">In<" not in told

    def test_asking_finds_the_mail_and_marks_the_passage(
        self, alice: User, client: Client, arrive: Arrive
    ) -> None:
        arrive(mail(1, "The lease ends on 30 June."), number="a")
        arrive(mail(2, "Bring cake.", subject="Party", sender="Ken <k@o.example>"), number="b")
        while embed_waiting(alice.pk):
            pass
        told = client.get("/gmail/threads", {"q": "When does the rental contract finish?"})
        found = re.search(r'href="(/gmail/threads/[^"]+)#passage"', told.content.decode())
        assert found
        opened = client.get(found[1].replace("&amp;", "&")).content.decode()
        assert "30 June" in re.findall(r'<mark id="passage">([^<]*)</mark>', opened)[0]

    @pytest.mark.usefixtures("account")
    def test_nothing_found_is_said(self, client: Client) -> None:
        assert "No mail matches" in page(client, "/gmail/threads?q=zebra")

    @pytest.mark.parametrize("query", ["cursor=x", "q=%00", "cursor=2026-01-01~1"])
    def test_what_is_no_place_is_not_there(self, client: Client, query: str) -> None:
        page(client, f"/gmail/threads?{query}", 404)


class TestThread:
    def test_nothing_is_loaded_from_elsewhere(self, client: Client, arrive: Arrive) -> None:
        html = (
            '<p>See <a href="https://evil.example/x">this</a>'
            '<img src="https://evil.example/p.png"><script>alert(1)</script></p>'
        )
        message = arrive(mail(1, part(html, "text/html")))
        shown = client.get(f"/gmail/threads/{message.thread_id}").content.decode()
        assert "evil.example" not in shown
        assert "See this" in shown

    def test_a_citation_leads_to_the_message(self, client: Client, arrive: Arrive) -> None:
        message = arrive(mail(1, "The lease ends on 30 June."))
        url = f"/gmail/source/{message.source_id}?at=11-16"
        answer = client.get(url)
        assert answer.status_code == 302
        opened = client.get(answer["Location"]).content.decode()
        assert '<mark id="passage">The l</mark>' in opened
        moved = client.get(url, headers={"HX-Request": "true"})["HX-Redirect"]
        assert moved == f"{answer['Location']}#passage"

    def test_a_forgotten_mail_shows_no_words(
        self, alice: User, client: Client, arrive: Arrive
    ) -> None:
        message = arrive(mail(1, "The boiler is loud."))
        with acting_as(alice):
            assert message.source_id
            forget_selection(alice, Selection(source=message.source_id), by=Change.By.PERSON)
        for url in (
            f"/gmail/threads/{message.thread_id}?mail={message.source_id}&at=0-9",
            "/gmail/threads",
        ):
            told = page(client, url)
            assert "boiler" not in told
            assert "lease" not in told

    def test_a_file_can_be_read_and_others_are_only_named(
        self, client: Client, arrive: Arrive
    ) -> None:
        files = [
            part(kind="application/pdf", filename="lease.pdf", number="1"),
            part(kind="image/png", filename="pond.png", number="2"),
        ]
        message = arrive(mail(1, part(kind="multipart/mixed", parts=[part("See"), *files])))
        shown = client.get(f"/gmail/threads/{message.thread_id}").content.decode()
        assert reverse("gmail:read_attachment", args=[message.pk, "1"]) in shown
        assert reverse("gmail:read_attachment", args=[message.pk, "2"]) not in shown
        assert "pond.png" in shown


class TestLearned:
    @pytest.fixture
    def cats(self, alice: User, arrive: Arrive) -> Message:
        message = arrive(sent(1, "I have two cats.\n\nI live in Porto."))
        while learn_waiting(alice.pk):
            pass
        with acting_as(alice):
            remember(alice, "I live in Porto.", by=Change.By.PERSON)
        return message

    @pytest.mark.usefixtures("cats")
    def test_what_goes_and_what_stays_is_said_first(self, client: Client) -> None:
        told = page(client, "/gmail/learned/remove")
        goes, stays = told.split("Will be kept")
        assert "I have two cats." in goes
        assert "I live in Porto." in stays
        assert "Forget 1 memory" in told

    @pytest.mark.usefixtures("cats")
    def test_what_mail_alone_taught_goes_and_comes_back(self, alice: User, client: Client) -> None:
        answer = client.post("/gmail/learned/remove", follow=True).content.decode()
        with acting_as(alice):
            current = Memory.objects.filter(state=Memory.State.CURRENT)
            assert [memory.content for memory in current] == ["I live in Porto."]
        undo = re.search(r"/memory/undo/[\w-]+", answer)
        assert undo
        assert client.post(undo[0]).status_code == 302
        with acting_as(alice):
            assert current.all().count() == 2
            assert "two cats" in Source.objects.get(kind=GMAIL).text

    @pytest.mark.usefixtures("account")
    def test_again_there_is_nothing(self, client: Client) -> None:
        answer = client.post("/gmail/learned/remove", follow=True)
        assert "Nothing was learned from mail alone" in answer.content.decode()


def test_before_disconnecting_it_says_what_goes(
    client: Client, account: Account, arrive: Arrive
) -> None:
    arrive(mail(1, "Hello"), sent(2, "Hi"))
    told = page(client, f"/gmail/{account.pk}/leave")
    assert "2 mails and the permission to read" in told
    assert "Disconnect and remove" in told
