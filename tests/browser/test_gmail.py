"""From "Connect" through Google's page to the first answer that cites a mail, and away again."""

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.conftest import settle
from tests.browser.person import Person
from tests.browser.test_pages import faults
from tests.google.letters import received, sent, small_mailbox
from tests.google.oauth import Person as Account
from tests.google.server import Google
from tests.running import App, wait_for

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
    box.labels.append({"id": "Label_7", "name": "Boats & " + "piers " * 12, "type": "user"})
    box.change_labels([asked["id"]], add=["Label_7"])
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
    expect(page.get_by_text("Up to date with Gmail")).to_be_visible()
    expect(page.locator("#mailboxes[hx-trigger]")).to_have_count(0)
    expect(page.get_by_text("13 read").first).to_be_visible()
    settle(mara.app)
    for url in ("/gmail", "/gmail/threads", "/gmail/learned/remove"):
        page.goto(url)
        assert faults(page) == []

    page.goto("/chat")
    answer = mara.say("When does the lease of the boathouse end?")
    expect(answer).to_contain_text("30 June")
    answer.get_by_role("link", name="Source 1").click()
    expect(page).to_have_url(re.compile(r"/gmail/threads/.+#passage$"))
    expect(page.locator("mark#passage")).to_contain_text("ends on 30 June")
    expect(page.get_by_text("I have two cats.").first).to_be_visible()
    assert faults(page) == []

    page.goto("/chat")
    expect(mara.say("Who is Dana?")).to_contain_text("dana@harbour.example")

    page.goto("/gmail")
    page.get_by_role("link", name="Disconnect…").click()
    page.get_by_role("button", name="Disconnect and remove").click()
    expect(page.get_by_role("link", name="Connect Gmail")).to_be_visible()
    page.goto("/memory?q=cats")
    expect(page.locator("main")).not_to_contain_text("I have two cats")


@pytest.fixture
def plain(browser: Browser, app: App) -> Iterator[Page]:
    """A phone whose browser runs no JavaScript."""
    viewport: ViewportSize = {"width": 360, "height": 740}
    with browser.new_context(
        base_url=app.address, java_script_enabled=False, viewport=viewport
    ) as context:
        yield Person(context.new_page(), app).sign_up().page


def see(page: Page, words: str) -> None:
    """Look again until the page says so, as somebody would by hand."""
    wait_for(lambda: page.goto("/gmail") and page.get_by_text(words).count())


def test_all_of_it_without_javascript(plain: Page, google: Google) -> None:
    page = plain
    page.goto("/gmail")
    page.get_by_role("link", name="Connect Gmail").click()
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("link", name="See its progress")).to_be_visible()
    see(page, "Up to date with Gmail")
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_text("Paused. What was read stays.")).to_be_visible()
    page.get_by_role("button", name="Resume").click()
    expect(page.get_by_role("button", name="Look now")).to_be_visible()

    page.get_by_role("link", name="All mail").click()
    page.get_by_text("Labels", exact=True).click()
    page.get_by_role("link", name="Boats & piers").click()
    expect(page.locator(".mail-thread")).to_have_count(1)
    page.get_by_label("Find mail").fill("the lease of the boathouse")
    page.get_by_role("button", name="Find").click()
    page.locator(".mail-thread .row-link").click()
    expect(page.locator("mark#passage")).to_contain_text("ends on 30 June")

    page.goto("/gmail")
    wait_for(lambda: page.goto("/gmail") and page.get_by_text("Remove all I learned").count())
    page.get_by_role("link", name="Remove all I learned").click()
    expect(page.get_by_text("I have two cats.")).to_be_visible()
    page.get_by_role("button", name="Forget").click()
    expect(page.get_by_text("forgotten.")).to_be_visible()

    google.door.take_back(google.people[0])
    page.goto("/gmail")
    page.get_by_role("button", name="Look now").click()
    see(page, "Google no longer accepts the permission.")
    page.get_by_role("link", name="Connect again").click()
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_text("is connected again now.")).to_be_visible()

    page.get_by_role("link", name="Disconnect…").click()
    expect(page.get_by_text("mails and the permission to read")).to_be_visible()
    page.get_by_role("button", name="Disconnect and remove").click()
    see(page, "Before you connect")
