"""Mail by the API."""

from datetime import timedelta

import pytest
from django.test import Client

from accounts.models import ApiToken, User
from accounts.tokens import make_token
from memories.keeping.vectors import embed_waiting
from tests.gmail.conftest import Arrive
from tests.gmail.letters import ME, NOON, Json, mail, part, sent


class Api:
    def __init__(self, user: User) -> None:
        _, self._token = make_token(user, "test", ApiToken.Scope.READ)
        self._client = Client(headers={"authorization": f"Bearer {self._token}"})

    def get(self, path: str, status: int = 200, **query: object) -> Json:
        answer = self._client.get(f"/api{path}", {k: str(v) for k, v in query.items()})
        assert answer.status_code == status, answer.content
        told: Json = answer.json()
        return told


@pytest.fixture
def api(alice: User) -> Api:
    return Api(alice)


def test_threads_come_latest_first_a_page_at_a_time(api: Api, arrive: Arrive) -> None:
    for n in range(5):
        arrive(mail(n, f"Word {n}", at=NOON + timedelta(days=n)), number=str(n))
    first = api.get("/gmail/threads", limit=3)
    assert [one["snippet"] for one in first["threads"]] == ["Word 4", "Word 3", "Word 2"]
    rest = api.get("/gmail/threads", limit=3, cursor=first["next"])
    assert [one["snippet"] for one in rest["threads"]] == ["Word 1", "Word 0"]
    assert rest["next"] is None


def test_a_thread_has_its_mails(api: Api, arrive: Arrive) -> None:
    file = part(kind="application/pdf", filename="lease.pdf", number="1")
    hers = part(kind="multipart/mixed", parts=[part("The lease ends on 30 June."), file])
    message = arrive(mail(1, hers), sent(2, "Thanks", at=NOON + timedelta(hours=1)))
    told = api.get(f"/gmail/threads/{message.thread_id}")
    assert (told["subject"], told["messages"], told["labels"]) == (
        "The lease",
        2,
        ["INBOX", "SENT"],
    )
    first, second = told["mails"]
    assert first["sender"] == {"address": "dana@lakeside.example", "name": "Dana Whitfield"}
    assert [one["address"] for one in first["to"]] == [ME]
    assert "30 June" in first["text"]
    assert [one["filename"] for one in first["attachments"]] == ["lease.pdf"]
    assert (first["from_me"], second["from_me"]) == (False, True)


@pytest.mark.parametrize(
    ("path", "status"), [("?cursor=x", 422), ("?limit=0", 422), ("?q=%00", 400)]
)
def test_what_cannot_be_is_refused(api: Api, path: str, status: int) -> None:
    api.get(f"/gmail/threads{path}", status)


def test_people_are_entities(api: Api, arrive: Arrive) -> None:
    arrive(mail(1, "Hello"), sent(2, "Hi"))
    (dana,) = api.get("/entities", q="dana")["entities"]
    assert (dana["name"], dana["aliases"]) == ("Dana Whitfield", ["dana@lakeside.example"])
    assert (dana["type"], dana["mention_count"]) == ("person", 2)


class TestAsking:
    """By words, meaning, person and time."""

    @pytest.fixture(autouse=True)
    def mailbox(self, alice: User, arrive: Arrive) -> None:
        ken = "Ken Ode <ken@ode.example>"
        letters: tuple[tuple[str, str, Json], ...] = (
            ("The rent goes up by 40 pounds in summer.", "March", {"at": NOON}),
            (
                "The lease can be ended with two months’ notice.",
                "May",
                {"at": NOON + timedelta(60)},
            ),
            ("The lease of my car is dear.", "Cars", {"sender": ken, "at": NOON}),
            ("My sister plays the cello in an orchestra.", "Music", {"sender": ken}),
            ("The train leaves at nine from platform four.", "Trip", {"sender": ken}),
        )
        for n, (text, subject, how) in enumerate(letters):
            arrive(mail(n, text, subject=subject, **how), number=str(n))
        while embed_waiting(alice.pk):
            pass

    @pytest.mark.parametrize(
        ("question", "quote"),
        [
            ("platform four", "The train leaves at nine"),
            ("Whose sibling makes music?", "plays the cello"),
            ("What did Dana say about the lease?", "two months"),
            ("What did Dana say about the lease in March 2026?", "goes up by 40 pounds"),
            ("What did Ken say about the lease?", "of my car is dear"),
        ],
    )
    def test_the_right_mail_is_first(self, api: Api, question: str, quote: str) -> None:
        found = api.get("/gmail/threads", q=question)["threads"]
        assert quote in found[0]["quote"]
        item = api.get("/recall", q=question, limit=3)["items"][0]
        assert item["id"].startswith("gmail:")
        assert quote in item["source"]["quote"] if "quote" in item["source"] else item["quote"]

    def test_a_name_alone_finds_whoever_bears_it(self, api: Api) -> None:
        found = api.get("/gmail/threads", q="Dana")["threads"]
        assert {"March", "May"} <= {one["subject"] for one in found}
