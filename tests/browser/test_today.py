"""Today and the night walked in Chromium: one click each, and what was answered is gone."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import settle
from tests.browser.person import Person
from tests.browser.test_pages import faults
from tests.google.letters import received, sent, small_mailbox
from tests.google.oauth import Person as Account
from tests.google.server import Google
from tests.running import App

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def google() -> Iterator[Google]:
    """A stand-in with a mailbox in which somebody asks for something, and something is promised."""
    box = small_mailbox()
    asked = "Hi Robin,\n\nCould you send me the measures of the gate by Friday?\n\nDana"
    box.add(received("The gate", asked, ago=timedelta(hours=20)))
    promised = "Hi Dana,\n\nI'll send you the floor plan tomorrow.\n\nRobin"
    box.add(sent("The house", promised, ago=timedelta(hours=19)))
    with Google([Account("sub-robin", box)], units_per_minute=1_000_000) as google:
        yield google


@pytest.fixture(scope="module")
def app(google: Google, tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    """The application, led to the stand-in."""
    settings = {"OPEN_SIGNUP": "1", "GMAIL_UNITS_PER_MIN": "1000000", **google.settings()}
    app = App(tmp_path_factory.mktemp("today") / "home", settings)
    app.start()
    yield app
    app.stop()


def test_what_was_promised_asked_and_done(
    mara: Person, google: Google, complaints: list[str]
) -> None:
    page = mara.page
    for words in ("I need to call the plumber about the boiler.", "Remind me to buy 3 blue lamps."):
        mara.say(words)
    mara.say("I still have to order the tiles for the kitchen.")
    page.goto("/gmail")
    page.get_by_role("link", name="Connect Gmail").click()
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_text("Up to date with Gmail")).to_be_visible()
    complaints[:] = [one for one in complaints if google.address not in one]
    settle(mara.app)

    page.goto("/today")
    tasks = page.get_by_role("region", name="You said you would")
    asked = page.get_by_role("region", name="Asked of you")
    expect(tasks.locator("li.row")).to_have_count(4)
    expect(
        asked.get_by_text("Could you send me the measures of the gate by Friday?")
    ).to_be_visible()
    expect(asked.locator("li.row")).to_have_count(1)
    assert faults(page) == []

    # One click each, and it is gone; Undo brings it back.
    tasks.locator("li.row", has_text="lamps").get_by_role("button", name="Not a task").click()
    expect(tasks.get_by_text("lamps")).to_have_count(0)
    page.get_by_role("button", name="Undo").last.click()
    expect(tasks.get_by_text("lamps")).to_have_count(1)
    tasks.locator("li.row", has_text="lamps").get_by_role("button", name="Later").click()
    expect(tasks.get_by_text("lamps")).to_have_count(0)
    tasks.locator("li.row", has_text="boiler").get_by_role("button", name="Done").click()
    expect(tasks.get_by_text("boiler")).to_have_count(0)
    asked.locator("li.row").get_by_role("button", name="Done").click()
    expect(page.get_by_role("region", name="Asked of you")).to_have_count(0)

    # What is said to be done is ticked off, and opened again where that is wrong.
    page.goto("/chat")
    mara.say("tiles ordered!")
    page.goto("/today")
    ticked = page.get_by_role("region", name="Done, by what you wrote")
    expect(ticked.get_by_text("order the tiles")).to_be_visible()
    ticked.get_by_role("button", name="Not done yet").click()
    expect(tasks.get_by_text("order the tiles")).to_be_visible()
    expect(page.get_by_role("region", name="Done, by what you wrote")).to_have_count(0)


def test_the_night_by_hand(mara: Person) -> None:
    page = mara.page
    page.goto("/memory/night")
    page.get_by_role("button", name="Do it now").click()
    expect(page.get_by_text("Tidied up.")).to_be_visible()
    expect(page.get_by_text("Nothing changed")).to_be_visible()
    assert faults(page) == []
