"""Google may write the same in other ways, or leave out what its documentation lets it."""

import json
from collections.abc import Callable, Mapping
from copy import deepcopy
from functools import cache
from typing import Any

import pytest

from accounts.models import User
from tests.gmail.post import (
    account_of,
    assert_all_is_well,
    beat,
    connected,
    gmail_page,
    google_of,
    read_all,
    rows,
    said,
    step,
    undisturbed,
)
from tests.gmail.post import connect as connect_as
from tests.google.faults import Reply, error, oauth_error
from tests.google.letters import received, tiny_mailbox
from tests.google.mailbox import Mailbox, Message
from tests.google.server import Google

pytestmark = [pytest.mark.long, pytest.mark.django_db]

Json = dict[str, Any]
Twist = Callable[[Json], Json]
_NUMBERS = ("historyId", "internalDate", "id")


def as_numbers(told: Any) -> Any:
    """Numbers where Google writes them as text."""
    if isinstance(told, list):
        return [as_numbers(each) for each in told]
    if not isinstance(told, dict):
        return told
    return {
        name: int(value)
        if name in _NUMBERS and isinstance(value, str) and value.isdecimal()
        else as_numbers(value)
        for name, value in told.items()
    }


def without(*names: str) -> Twist:
    """The same without these fields, however deep they are."""

    def strip(told: Any) -> Any:
        if isinstance(told, list):
            return [strip(each) for each in told]
        if not isinstance(told, dict):
            return told
        return {name: strip(value) for name, value in told.items() if name not in names}

    return strip


def twice(told: Json) -> Json:
    """A thread that is listed twice."""
    return told | {"threads": [*told.get("threads", []), *told.get("threads", [])[:1]]}


def nothing_is_null(*names: str) -> Twist:
    """What is not there stands there as null."""
    return lambda told: dict.fromkeys(names) | told


def in_other_order(told: Any) -> Any:
    """The fields of everything the other way round."""
    if isinstance(told, list):
        return [in_other_order(each) for each in told]
    if not isinstance(told, dict):
        return told
    return {name: in_other_order(told[name]) for name in reversed(told)}


def mails_twice(told: Json) -> Json:
    """A thread whose mails stand there twice, the latest first."""
    return told | {"messages": [*reversed(told["messages"]), *told["messages"]]}


def bare_records(told: Json) -> Json:
    """History that names no thread beside what happened, nor a number of its own."""
    records = [
        {name: each[name] for name in each if name not in ("id", "messages")}
        for each in told.get("history", [])
    ]
    return told | {"history": records}


def both(*twists: Twist) -> Twist:
    def twist(told: Json) -> Json:
        for each in twists:
            told = each(told)
        return told

    return twist


def whole_second(message: Message) -> Message:
    """The same mail at a full second, as a Date header has it."""
    message["internalDate"] = message["internalDate"][:-3] + "000"
    return message


VARIANTS: Mapping[str, Mapping[str, Twist]] = {
    "written otherwise": {
        "profile": as_numbers,
        "threads.list": both(as_numbers, twice, nothing_is_null("threads", "nextPageToken")),
        "threads.get": as_numbers,
        "history.list": both(as_numbers, nothing_is_null("history", "nextPageToken")),
        "labels.list": lambda _: {"labels": None},
        "token": lambda told: told | {"id_token": "e30.e30.c2ln"},
        "userinfo": lambda told: {"id": told["sub"], "email": told["email"].upper()},
    },
    "left out": {
        "threads.list": without("historyId", "resultSizeEstimate", "snippet"),
        "threads.get": both(
            without("partId", "filename", "sizeEstimate", "snippet"),
            lambda told: {name: told[name] for name in told if name != "historyId"},
        ),
        "token": without("scope", "expires_in"),
        "userinfo": without("email"),
    },
    "in another order": {
        "profile": in_other_order,
        "threads.list": in_other_order,
        "threads.get": both(in_other_order, mails_twice),
        "history.list": both(in_other_order, bare_records),
        "labels.list": lambda told: {"labels": [{"id": 7}, {}, *told["labels"]]},
    },
    "by the Date header": {"threads.get": without("internalDate")},
}


@cache
def _boat() -> Message:
    """The same each time, so that what an undisturbed run makes of the mailbox is known."""
    return whole_second(received("A new boat", "Come and see it."))


@pytest.mark.parametrize("variant", VARIANTS)
def test_it_comes_to_the_same(alice: User, bob: User, variant: str) -> None:
    box = tiny_mailbox()
    for message in box.messages.values():
        whole_second(message)
    with google_of(box) as google:
        google.twists.update(VARIANTS[variant])
        connected(alice)
        read_all(alice)
        beat(alice)
        fetched = google.fetched()
        assert len(fetched) == len(set(fetched)) == 9
        box.add(deepcopy(_boat()))
        beat(alice)
        google.twists.clear()
        assert rows(alice) == undisturbed(bob, google)
        assert_all_is_well(alice)


def test_lists_with_empty_pages(alice: User, bob: User) -> None:
    """A page may be empty and lead on, also the first."""
    box = tiny_mailbox()
    with google_of(box) as google:
        _with_empty_pages(google, box)
        connected(alice)
        read_all(alice)
        assert rows(alice) == undisturbed(bob, google)
        assert_all_is_well(alice)


def _with_empty_pages(google: Google, box: Mailbox) -> None:
    """Before each page of threads comes one with nothing but the token of the next."""
    list_page = box.threads

    def threads(query: Mapping[str, list[str]]) -> Json:
        token = query.get("pageToken", [""])[0]
        if not token.startswith("full:"):
            return {"nextPageToken": f"full:{token}", "resultSizeEstimate": 201}
        wanted = token.removeprefix("full:")
        return list_page({**query, "pageToken": [wanted]} if wanted else _without_token(query))

    google.people[0].mailbox.threads = threads  # type: ignore[method-assign]


def _without_token(query: Mapping[str, list[str]]) -> dict[str, list[str]]:
    return {name: values for name, values in query.items() if name != "pageToken"}


def test_batches_are_answered_in_another_order(alice: User, bob: User) -> None:
    with google_of(tiny_mailbox()) as google:
        google.backwards = True
        connected(alice)
        google.fail("threads.get", error(503, "backendError"), skip=2)
        read_all(alice)
        fetched = google.fetched()
        assert len(fetched) == len(set(fetched)) == 9
        assert rows(alice) == undisturbed(bob, google)


@pytest.mark.parametrize("boundary", ['"batch_in quotes"', "batch_-Az09_=.x"])
def test_batches_are_parted_otherwise(alice: User, bob: User, boundary: str) -> None:
    with google_of() as google:
        google.boundary = f'"{boundary}"' if "=" in boundary else boundary
        connected(alice)
        read_all(alice)
        assert rows(alice) == undisturbed(bob, google)


@pytest.mark.parametrize(
    "reply",
    [error(410, "gone"), error(400, "invalidArgument", "Invalid value for startHistoryId")],
)
def test_a_cursor_that_is_too_old_is_told_otherwise(alice: User, bob: User, reply: Reply) -> None:
    box = tiny_mailbox()
    with google_of(box) as google:
        connected(alice)
        read_all(alice)
        box.add(received("A new boat", "Come and see it."))
        google.fail("history.list", reply)
        beat(alice)
        read_all(alice)
        assert rows(alice) == undisturbed(bob, google)
        assert_all_is_well(alice)


@pytest.mark.parametrize("name", ["threads.list", "history.list"])
def test_a_page_that_leads_to_itself_is_not_read_for_ever(
    alice: User, bob: User, name: str
) -> None:
    with google_of() as google:
        connected(alice)
        if name == "history.list":
            read_all(alice)
        token = "1-0-x" if name == "threads.list" else "h-0"
        google.twists[name] = lambda told: told | {"nextPageToken": token}
        calls = _until_it_is_told(alice, google)
        assert calls.count(name) <= 104
        google.twists.clear()
        beat(alice)
        read_all(alice)
        assert rows(alice) == undisturbed(bob, google)


def _until_it_is_told(user: User, google: Google) -> list[str]:
    google.calls.clear()
    for _ in range(12):
        step(user)
        if account_of(user).reason:
            break
    assert "Google returned an invalid list of this mailbox." in gmail_page(user)
    return [call.name for call in google.calls]


def test_a_sign_in_that_breaks_in_json_is_no_refusal(alice: User, bob: User) -> None:
    with google_of() as google:
        connected(alice)
        google.door.expire_access()
        google.fail("token", error(502, "backendError"), times=3)
        step(alice)
        assert account_of(alice).state == "new"
        assert "Google's sign-in gave an unexpected answer." in gmail_page(alice)
        google.faults.clear()
        read_all(alice)
        assert rows(alice) == undisturbed(bob, google)


def test_a_client_that_google_refuses_is_told(alice: User) -> None:
    with google_of() as google:
        connected(alice)
        google.door.expire_access()
        google.fail("token", oauth_error(401, "invalid_client"))
        step(alice)
        assert "Google refuses the client id or its secret." in gmail_page(alice)


SLOWER = "Google asked to go slower."
DAY = "The day's quota at Google is used up."
_QUOTA = "Quota exceeded for quota metric 'Queries' and limit 'Queries per minute per user'"


@pytest.mark.parametrize(
    ("status", "told", "words"),
    [
        (403, {"message": "Rate Limit Exceeded", "errors": []}, SLOWER),
        (403, {"message": _QUOTA, "errors": None, "status": "PERMISSION_DENIED"}, SLOWER),
        (403, {"message": "Too fast", "status": "RESOURCE_EXHAUSTED"}, SLOWER),
        (403, {"message": "Daily Limit Exceeded"}, DAY),
        (429, {"message": "Daily Limit Exceeded"}, DAY),
        (
            403,
            {"message": "Request had insufficient authentication scopes."},
            "The permission to read mail is missing.",
        ),
        (
            403,
            {"message": "Gmail API has not been used in project 12 before or it is disabled."},
            "The Gmail API is switched off in the Google Cloud project.",
        ),
    ],
)
def test_an_error_that_gives_its_reason_in_words_alone(
    alice: User, status: int, told: Json, words: str
) -> None:
    with google_of() as google:
        connected(alice)
        google.fail("profile", Reply(status, json.dumps({"error": told}).encode()))
        step(alice)
        page = gmail_page(alice)
        assert words in page
        # Nothing was read yet, whatever it waits for.
        assert page.count("Not started") == 2
        assert "so far" not in page


def test_who_it_is_has_to_be_told(alice: User) -> None:
    with google_of() as google:
        google.twists["userinfo"] = lambda _: {"name": "Robin"}
        assert "Google did not say whose account it is." in said(connect_as(alice))
        # The address may also stand in the mailbox.
        google.twists["userinfo"] = without("email")
        assert connected(alice).address == "robin@larsen.example"
        google.twists["profile"] = without("emailAddress")
        answer = said(connect_as(alice))
        assert "Google did not say whose account it is." in answer
