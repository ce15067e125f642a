"""Every page there is: for screen readers, in the dark, on a phone and on a very small one."""

import re
from collections.abc import Iterator
from urllib.parse import parse_qsl, urljoin, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.person import Person
from tests.running import PATIENCE

pytestmark = pytest.mark.browser

WIDE: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
SMALLEST: ViewportSize = {"width": 320, "height": 640}
TABLET: ViewportSize = {"width": 768, "height": 1024}
WIDEST: ViewportSize = {"width": 2560, "height": 1440}
STRANGERS = ("/accounts/login/", "/accounts/signup/", "/accounts/password/reset/", "/nowhere")

# What can be touched and is under 44 pixels high or wide. Links in running text are as high
# as it is; a citation and the box that selects a row take the room around them.
TOO_SMALL = """() => [...document.querySelectorAll(
        "a[href], button, input:not([type=hidden]), select, textarea, summary, label:has(input)"
    )].filter(e => {
        const { width, height } = e.getBoundingClientRect();
        if (!e.checkVisibility({ visibilityProperty: true })) return false;
        if (width <= 1 || height <= 1) return false;
        if (e.matches(".skip-link, .cite, .pick, label input")) return false;
        const alone = e.parentElement.textContent.trim() === e.textContent.trim();
        if (getComputedStyle(e).display === "inline" && !alone) return false;
        return width < 43.5 || height < 43.5;
    }).map(e => `${location.pathname}: ${e.outerHTML.slice(0, 120)}`)"""

_AXE = Axe()
_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}")


def violations(page: Page, *rules: str) -> list[str]:
    """What axe finds wrong, by all of its rules or by these alone."""
    options = {"runOnly": list(rules)} if rules else {}
    found = _AXE.run(page, options=options).response["violations"]
    return [
        f"{page.url} {wrong['id']}: {node['target']} {node['html'][:120]}"
        for wrong in found
        for node in wrong["nodes"]
    ]


def still(page: Page) -> None:
    """Let nothing move: else a colour may be looked at while it changes."""
    page.emulate_media(reduced_motion="reduce")


def faults(page: Page) -> list[str]:
    """What is wrong with the open page, in every way it can be looked at."""
    still(page)
    found = violations(page)
    page.emulate_media(color_scheme="dark")
    found += [f"dark {fault}" for fault in violations(page, "color-contrast")]
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(PHONE)
    found += [f"phone {fault}" for fault in violations(page)]
    for size in (SMALLEST, TABLET, WIDEST):
        page.set_viewport_size(size)
        needed = page.evaluate("document.documentElement.scrollWidth")
        if needed > size["width"]:
            found.append(f"{page.url} needs {needed} pixels of {size['width']}")
    page.set_viewport_size(WIDE)
    return found


def kind_of(url: str) -> str:
    """What kind of page this is: those that differ in whose they are, or in filters, count once."""
    parts = urlsplit(url)
    tab = dict(parse_qsl(parts.query)).get("tab", "")
    return f"{_UUID.sub('ID', parts.path)} {tab}".strip()


def every_page(page: Page, start: str) -> Iterator[str]:
    """Open one page of every kind that links lead to, and tell its kind."""
    waiting, seen = [start], {kind_of(start)}
    while waiting:
        page.goto(waiting.pop(0))
        yield kind_of(page.url)
        links: list[str] = page.locator("a[href]:not([download])").evaluate_all(
            "all => all.map(a => a.href.baseVal ?? a.href)"
        )
        for link in links:
            url = urljoin(page.url, link.partition("#")[0])
            if urlsplit(url).netloc == urlsplit(page.url).netloc and kind_of(url) not in seen:
                seen.add(kind_of(url))
                waiting.append(url)


def test_pages_for_those_who_are_not_in(page: Page, complaints: list[str]) -> None:
    found = []
    for address in STRANGERS:
        page.goto(address)
        found += faults(page)
    assert found == []
    # The browser reports the page that is not there, as it should.
    (missing,) = complaints
    assert "404" in missing
    complaints.clear()


def test_every_page_of_somebody_who_has_told_nothing(mara: Person) -> None:
    found = []
    for _ in every_page(mara.page, f"{mara.app.address}/"):
        found += faults(mara.page)
    assert found == []


def test_every_page_one_can_reach(mara: Person) -> None:
    mara.page.get_by_role("button", name="Look around").click()
    expect(mara.page.get_by_role("button", name="Remove the sample data")).to_be_visible()
    kinds, found = [], []
    for kind in every_page(mara.page, f"{mara.app.address}/"):
        kinds.append(kind)
        found += faults(mara.page)
    assert found == []
    # The walk got around.
    assert {"/today", "/chat", "/chat/ID", "/memory", "/memory forgotten", "/sources/ID"} <= set(
        kinds
    )
    assert {"/memory/ID/edit", "/memory/ID/history", "/projects", "/settings"} <= set(kinds)


def test_fingers_find_everything_on_a_phone(mara: Person, browser: Browser) -> None:
    mara.page.get_by_role("button", name="Look around").click()
    expect(mara.page.get_by_role("button", name="Remove the sample data")).to_be_visible()
    phone = browser.new_context(
        viewport=PHONE,
        has_touch=True,
        is_mobile=True,
        storage_state=mara.page.context.storage_state(),
    )
    page = phone.new_page()
    page.set_default_timeout(PATIENCE)
    small: list[str] = []
    for _ in every_page(page, f"{mara.app.address}/"):
        small += page.evaluate(TOO_SMALL)
    phone.close()
    assert small == []


def test_what_opens_over_a_page(mara: Person) -> None:
    page = mara.page
    mara.say("My sister Elin lives in Gothenburg.")
    mara.say("Where does Elin live?")
    citation = mara.answers.last.get_by_role("link", name="Source 1")
    still(page)

    def check(what: str) -> None:
        expect(page.locator(what)).to_be_visible()
        assert violations(page) == []

    citation.focus()
    citation.hover()
    check(".cite-card:popover-open")
    citation.click()
    check("#panel mark")
    page.keyboard.press("Escape")
    expect(page.locator("#panel")).to_be_hidden()
    page.keyboard.press("Control+k")
    page.get_by_label("Find a page").last.fill("Elin")
    check("#palette .found >> nth=0")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="More about this conversation").click()
    check("#chat-menu")
    page.get_by_role("link", name="Rename").click()
    check("#dialog h1")
    page.keyboard.press("Escape")
    page.goto("/memory")
    page.get_by_role("button", name="Forget").click()
    check("[data-toast]")
    page.set_viewport_size(PHONE)
    page.get_by_role("button", name="Conversations and pages").click()
    check("#rail")


def test_the_keyboard_keeps_its_place_and_what_changes_is_said(mara: Person) -> None:
    page = mara.page
    box, said = page.get_by_label("Your message"), page.locator("#announced")
    mara.say("My sister Elin lives in Gothenburg.")
    # The first message led to a page of its own.
    expect(box).to_be_focused()
    mara.say("Where does Elin live?")
    expect(said).to_contain_text("Elin lives in Gothenburg")
    page.goto("/memory")
    row = page.locator(".memory").first
    expect(row.get_by_role("button", name="Forget")).to_have_accessible_description(
        re.compile("Gothenburg")
    )
    row.get_by_role("button", name="More about this memory").click()
    page.get_by_role("link", name="Edit").click()
    page.get_by_label("What I remember").fill("Elin lives in Lund")
    page.get_by_role("button", name="Save").press("Enter")
    expect(row).to_be_focused()


def test_single_keys_can_be_switched_off(mara: Person) -> None:
    page = mara.page
    mara.say("My sister Elin lives in Gothenburg.")
    page.goto("/memory")
    rows = page.locator("#results .memory:not(.ghost)")
    # A link in a row has keys of its own.
    rows.first.get_by_role("link", name="From your chat").focus()
    page.keyboard.press("f")
    page.keyboard.press("?")
    page.get_by_label("Single keys do this").uncheck()
    page.keyboard.press("Escape")
    rows.first.focus()
    page.keyboard.press("f")
    expect(rows).to_have_count(1)
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_hidden()
    page.reload()
    rows.first.focus()
    page.keyboard.press("f")
    expect(rows).to_have_count(1)


def test_a_low_window_leaves_room_for_the_conversations(mara: Person) -> None:
    mara.say("My sister Elin lives in Gothenburg.")
    mara.page.set_viewport_size({"width": 960, "height": 560})
    mara.page.goto("/memory")
    mara.page.locator("#conversations a").first.click()
    expect(mara.answers.first).to_be_visible()


def test_a_form_that_was_refused_begins_at_what_is_wrong(page: Page, complaints: list[str]) -> None:
    page.goto("/accounts/signup/")
    page.get_by_label("Email").fill("nina@example.org")
    page.get_by_label("Password").fill("short")
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_label("Password")).to_be_focused()
    (refused,) = complaints
    assert "422" in refused
    complaints.clear()
