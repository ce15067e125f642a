"""The settings page, and the owner's invitations on it."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from account_pages.zones import zone_choices
from accounts.invitations import invite
from accounts.models import Invitation, User, digest_of

pytestmark = pytest.mark.django_db

PROFILE = {"name": "Dora", "time_zone": "Asia/Tokyo", "language": "de"}


def test_what_a_person_says_about_themselves_is_kept(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert client.post("/settings", PROFILE)["Location"] == "/settings"
    alice.refresh_from_db()
    assert (alice.name, alice.time_zone, alice.language) == ("Dora", "Asia/Tokyo", "de")
    page = client.get("/settings").content.decode()
    assert 'value="Dora"' in page
    assert "Saved." in page


def test_languages_say_which_of_them_the_pages_speak(client: Client, alice: User) -> None:
    client.force_login(alice)
    page = client.get("/settings").content.decode()
    spoken, others = re.findall(r'<optgroup label="[^"]*answer.*?</optgroup>', page, re.DOTALL)
    assert "Deutsch" in spoken
    assert "English" in spoken
    assert "Español" in others
    assert "Deutsch" not in others


def test_a_german_page_has_german_cities(client: Client, alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(language="de")
    client.force_login(alice)
    page = client.get("/settings").content.decode()
    for name in ("Europa", "Indischer Ozean", "Wien", "Brüssel", "Athen"):
        assert name in page
    assert ">Vienna<" not in page


def test_a_page_that_is_not_there_keeps_the_rail_of_who_is_signed_in(
    client: Client, alice: User
) -> None:
    assert 'id="rail"' not in client.get("/nowhere").content.decode()
    client.force_login(alice)
    page = client.get("/nowhere")
    assert page.status_code == 404
    assert 'id="rail"' in page.content.decode()


def test_time_zones_are_grouped_with_the_common_first_and_the_chosen_among_them() -> None:
    (first, common), *regions = zone_choices("US/Pacific")
    assert (first, common[0]) == ("Common", ("US/Pacific", "Pacific"))
    assert ("Europe/Berlin", "Berlin") in common
    assert len(common) < 20
    names = [name for _, zones in regions for name, _ in zones]
    assert ("America/Argentina/Ushuaia", "Ushuaia, Argentina") in dict(regions)["America"]
    assert not {"Europe/Berlin", "US/Pacific", "US/Eastern", "Etc/GMT+5"} & set(names)


def test_each_time_zone_is_there_once_by_its_name_of_today(client: Client, alice: User) -> None:
    names = [name for _, zones in zone_choices("Asia/Kolkata") for name, _ in zones]
    old = {"Asia/Calcutta", "Europe/Kiev", "Australia/LHI", "America/Buenos_Aires"}
    assert not old & set(names)
    assert {"Asia/Kolkata", "Europe/Kyiv", "Europe/Amsterdam"} <= set(names)
    # What a browser gave under an older name is the zone of today.
    alice.time_zone = "Asia/Calcutta"
    alice.save()
    client.force_login(alice)
    page = client.get("/settings").content.decode()
    assert '<option value="Asia/Kolkata" selected>Kolkata</option>' in page
    assert "Calcutta" not in page


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"name": "x" * 201}, "at most 200 characters"),
        ({"name": "a\0b"}, "Null characters are not allowed."),
        ({"time_zone": "Mars/Olympus"}, "Select a valid choice."),
        ({"time_zone": ""}, "This field is required."),
        ({"language": "xx"}, "Select a valid choice."),
    ],
)
def test_a_bad_form_changes_nothing(
    client: Client, alice: User, change: dict[str, str], message: str
) -> None:
    client.force_login(alice)
    answer = client.post("/settings", {**PROFILE, **change})
    assert answer.status_code == 422
    assert message in answer.content.decode()
    assert answer.content.decode().count('class="errorlist"') == 1
    alice.refresh_from_db()
    assert (alice.name, alice.time_zone) == ("Alice", "UTC")


def test_the_owner_invites_by_a_link_shown_once(client: Client, alice: User) -> None:
    client.force_login(alice)
    answer = client.post("/settings/invitations", {"email": "Dora@example.org"})
    link = re.search(r'value="http://testserver/invite/([^"]+)"', answer.content.decode())
    assert link
    invitation = Invitation.objects.get(digest=digest_of(link[1]))
    assert invitation.email == "dora@example.org"
    page = client.get("/settings").content.decode()
    assert "dora@example.org" in page
    assert link[1] not in page


@pytest.mark.parametrize("email", ["nonsense", "alice@example.org", "a\0@example.org"])
def test_a_bad_invitation_is_refused(client: Client, alice: User, email: str) -> None:
    client.force_login(alice)
    answer = client.post("/settings/invitations", {"email": email})
    assert answer.status_code == 422
    assert not Invitation.objects.exists()


def test_an_invitation_is_taken_back(client: Client, alice: User) -> None:
    invitation, secret = invite(alice)
    client.force_login(alice)
    address = f"/settings/invitations/{invitation.pk}/withdraw"
    assert address in client.get("/settings").content.decode()
    assert client.post(address).status_code == 302
    assert Client().get(f"/invite/{secret}").status_code == 404


def test_an_accepted_invitation_stays_in_the_list(client: Client, alice: User) -> None:
    invitation, _ = invite(alice)
    Invitation.objects.update(used=timezone.now())
    client.force_login(alice)
    assert client.post(f"/settings/invitations/{invitation.pk}/withdraw").status_code == 404
    assert "Accepted" in client.get("/settings").content.decode()


def test_only_the_owner_invites(client: Client, alice: User, bob: User) -> None:
    invitation, _ = invite(alice)
    client.force_login(bob)
    assert "Invite someone" not in client.get("/settings").content.decode()
    assert client.post("/settings/invitations", {"email": ""}).status_code == 404
    assert client.post(f"/settings/invitations/{invitation.pk}/withdraw").status_code == 404
    assert Invitation.objects.count() == 1


def test_nobody_sees_it_without_signing_in(client: Client, alice: User) -> None:
    assert client.get("/settings")["Location"] == "/accounts/login/?next=/settings"
    assert client.get("/settings/invitations").status_code == 405
