"""Who becomes a person: whoever the person writes with, both ways."""

from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from database.acting import acting_as
from gmail.correspondents import called
from gmail.models import Account, Correspondent
from gmail.store import gone, gone_account
from memories.forgetting.forget import erase
from memories.keeping.remember import remember
from memories.models import Change, Entity, Mention
from tests.gmail.conftest import Arrive
from tests.gmail.letters import ME, NOON, mail, sent


def people(user: User) -> list[tuple[str, list[str], int]]:
    with acting_as(user):
        found = Entity.objects.filter(type=Entity.Type.PERSON).order_by("name")
        return [(one.name, one.aliases, one.mention_count) for one in found]


def test_one_way_is_nobody(alice: User, arrive: Arrive) -> None:
    arrive(mail(1, "Hello"))
    arrive(sent(2, "Hi", to="Ken Ode <ken@ode.example>"), number="b")
    assert people(alice) == []


def test_both_ways_is_a_person(alice: User, arrive: Arrive) -> None:
    arrive(mail(1, "Hello"), sent(2, "Hi", at=NOON + timedelta(days=2)))
    assert people(alice) == [("Dana Whitfield", ["dana@lakeside.example"], 2)]
    with acting_as(alice):
        assert Entity.objects.get().summary == (
            "Dana Whitfield writes with you from dana@lakeside.example: 1 mail from them and 1 mail"
            " from you, the first on 12 March 2026, the last on 14 March 2026"
        )


def test_storing_again_counts_nobody_twice(alice: User, arrive: Arrive) -> None:
    for history in (100, 101):
        arrive(mail(1, "Hello"), sent(2, "Hi"), history=history)
    assert people(alice)[0][2] == 2


@pytest.mark.parametrize(
    "header", [("List-Unsubscribe", "<mailto:x>"), ("Precedence", "bulk"), ("List-Id", "<x.y>")]
)
def test_a_newsletter_is_nobody(alice: User, arrive: Arrive, header: tuple[str, str]) -> None:
    arrive(mail(1, "Sale!", headers=[header]), sent(2, "Unsubscribe me"))
    assert people(alice) == []


LIST = [("List-Id", "<walkers.m.example>"), ("Precedence", "list")]


@pytest.mark.parametrize("cc", ["", f"Robin Hale <{ME}>"])
def test_who_writes_both_ways_is_a_person_though_a_list_carried_all_of_it(
    alice: User, arrive: Arrive, cc: str
) -> None:
    to, headers = ("walkers@m.example", [*LIST, ("Cc", cc)]) if cc else (ME, LIST)
    copied = [*LIST, ("Cc", "walkers@m.example")]
    arrive(
        mail(1, "Who comes?", subject="Re: A walk", to=to, headers=headers),
        sent(2, "I do.", subject="Re: A walk", headers=copied),
    )
    assert [name for name, _, _ in people(alice)] == ["Dana Whitfield"]


def test_who_only_writes_to_the_same_list_is_nobody(alice: User, arrive: Arrive) -> None:
    to_all: dict[str, Any] = {"to": "walkers@m.example", "subject": "Re: A walk", "headers": LIST}
    arrive(mail(1, "Who comes?", **to_all), sent(2, "I do.", **to_all))
    assert people(alice) == []


def test_a_machine_that_answers_over_a_list_is_nobody(alice: User, arrive: Arrive) -> None:
    them = "Walkers <notifications@m.example>"
    arrive(
        mail(1, "New post", sender=them, subject="Re: A walk", headers=LIST),
        sent(2, "I do.", subject="Re: A walk", to=them),
    )
    assert people(alice) == []


def test_a_mail_to_many_is_a_letter_to_none(alice: User, arrive: Arrive) -> None:
    many = ", ".join(f"p{n}@m.example" for n in range(40))
    arrive(mail(1, "Hi", sender="p1@m.example"), sent(2, "All", to=many))
    assert people(alice) == []


def test_another_name_and_another_address_are_the_same_person(alice: User, arrive: Arrive) -> None:
    arrive(mail(1, "Hello"), sent(2, "Hi"))
    arrive(mail(3, "Again", sender="D. Whitfield <dana@lakeside.example>"), number="b")
    home = "Dana Whitfield <dana@home.example>"
    arrive(mail(4, "From home", sender=home), sent(5, "Oh", to=home), number="c")
    assert people(alice) == [
        (
            "Dana Whitfield",
            ["dana@lakeside.example", "D. Whitfield", "dana@home.example"],
            5,
        )
    ]


def test_one_first_name_does_not_make_two_people_one(alice: User, arrive: Arrive) -> None:
    for n, address in enumerate(("ann@m.example", "ann@other.example")):
        them = f"Ann <{address}>"
        arrive(mail(2 * n, "Hello", sender=them), sent(2 * n + 1, "Hi", to=them), number=str(n))
    assert [name for name, _, _ in people(alice)] == ["Ann", "Ann (ann@other.example)"]


def test_with_their_mail_people_go(alice: User, account: Account, arrive: Arrive) -> None:
    arrive(mail(1, "Hello"), sent(2, "Hi"), number="a")
    arrive(mail(3, "More"), number="b")
    with acting_as(alice):
        gone(alice, account, "b")
    assert people(alice)[0][2] == 2
    with acting_as(alice):
        gone_account(alice, account)
        assert not Correspondent.objects.exists()
    assert people(alice) == []


def test_a_person_is_tied_to_what_was_remembered_of_them(
    alice: User, account: Account, arrive: Arrive
) -> None:
    with acting_as(alice):
        remember(alice, "Dana likes tulips", by=Change.By.PERSON)
    arrive(mail(1, "Hello"), sent(2, "Hi"))
    with acting_as(alice):
        dana = Entity.objects.get()
        assert dana.name == "Dana Whitfield"
        assert Mention.objects.get().entity == dana
        gone_account(alice, account)
        # The person still speaks of her, by the name they use.
        assert Mention.objects.get().entity == dana
    assert people(alice) == [("Dana", [], 0)]


def test_who_was_left_by_mail_goes_with_the_last_words_about_them(
    alice: User, account: Account, arrive: Arrive
) -> None:
    arrive(mail(1, "Hello"), sent(2, "Hi"))
    with acting_as(alice):
        memory = remember(alice, "Dana Whitfield likes tulips", by=Change.By.PERSON).memory
        assert memory
        gone_account(alice, account)
        assert [name for name, _, _ in people(alice)] == ["Dana Whitfield"]
        erase(alice, memory.pk)
    assert people(alice) == []


def test_who_is_called_otherwise_is_not_whoever_writes(alice: User, arrive: Arrive) -> None:
    with acting_as(alice):
        remember(alice, "Dana Okafor likes tulips", by=Change.By.PERSON)
    arrive(mail(1, "Hello"), sent(2, "Hi"))
    assert [name for name, _, _ in people(alice)] == ["Dana Okafor", "Dana Whitfield"]


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("dana.whitfield@x.example", "Dana Whitfield"),
        ("dana@x.example", "Dana"),
        ("info@x.example", "info@x.example"),
        ("x77@x.example", "x77@x.example"),
    ],
)
def test_a_nameless_one_is_called_by_the_address(address: str, name: str) -> None:
    assert called(address) == name
