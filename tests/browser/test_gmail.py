"""From "Connect" through Google's page to the first answer that cites a mail, and away again."""

import re
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
    """A stand-in with Robin's mailbox."""
    box = small_mailbox()
    asked = received(
        "The lease of the boathouse",
        "Hi Robin,\n\nThe lease of the boathouse ends on 30 June.\n\nDana",
        ago=timedelta(days=20),
    )
    box.add(asked)
    box.add(
        sent(
            "Re: The lease of the boathouse",
            "I have two cats.\n\nOn Monday Dana wrote:\n> The lease ends on 30 June.",
            thread=asked["threadId"],
            ago=timedelta(days=19),
        )
    )
    with Google([Account("sub-robin", box)], units_per_minute=1_000_000) as google:
        yield google


@pytest.fixture(scope="module")
def app(google: Google, tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    """The application, led to the stand-in."""
    settings = {"OPEN_SIGNUP": "1", "GMAIL_UNITS_PER_MIN": "1000000", **google.settings()}
    app = App(tmp_path_factory.mktemp("gmail") / "home", settings)
    app.start()
    yield app
    app.stop()


def test_connect_read_ask_and_disconnect(
    mara: Person, google: Google, complaints: list[str]
) -> None:
    page = mara.page
    page.goto("/gmail")
    expect(page.get_by_text("What you sent in the last 365 days")).to_be_visible()
    page.get_by_role("link", name="Connect Gmail").click()
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("heading", name="robin@larsen.example")).to_be_visible()
    # The consent page was another host's, as it should be.
    complaints[:] = [one for one in complaints if google.address not in one]

    # The bars fill by themselves, and the page stops asking.
    expect(page.get_by_text("In step with Gmail")).to_be_visible()
    expect(page.locator("#mailboxes[hx-trigger]")).to_have_count(0)
    expect(page.get_by_text("13 read").first).to_be_visible()
    settle(mara.app)
    for url in ("/gmail", "/gmail/threads", "/gmail/learned/remove"):
        page.goto(url)
        assert faults(page) == []

    page.goto("/")
    answer = mara.say("When does the lease of the boathouse end?")
    expect(answer).to_contain_text("30 June")
    answer.get_by_role("link", name="Source 1").click()
    expect(page).to_have_url(re.compile(r"/gmail/threads/.+#passage$"))
    expect(page.locator("mark#passage")).to_contain_text("ends on 30 June")
    expect(page.get_by_text("I have two cats.").first).to_be_visible()
    assert faults(page) == []

    page.goto("/")
    expect(mara.say("Who is Dana?")).to_contain_text("dana@harbour.example")

    page.goto("/gmail")
    page.get_by_role("link", name="Disconnect…").click()
    page.get_by_role("button", name="Disconnect and remove").click()
    expect(page.get_by_role("link", name="Connect Gmail")).to_be_visible()
    page.goto("/memory?q=cats")
    expect(page.locator("main")).not_to_contain_text("I have two cats")
