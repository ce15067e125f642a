"""The disk is full, or the net is away, while somebody writes: their words stay in the box."""

import pytest
from playwright.sync_api import expect

from tests.browser.person import Person
from tests.yarnnn.test_unavailable import full_disk

pytestmark = pytest.mark.browser

WORDS = "My aunt's house is in Bergen, near the harbour."


def test_words_stay_where_they_cannot_be_saved(mara: Person, complaints: list[str]) -> None:
    page = mara.page
    with full_disk(mara.app):
        page.get_by_label("Your message").fill(WORDS)
        page.keyboard.press("Enter")
        expect(page.get_by_text("disk of this installation is full")).to_be_visible()
        expect(page.get_by_label("What you sent")).to_have_value(WORDS)
    page.get_by_role("button", name="Send again").click()
    expect(page.get_by_role("article", name="You").first).to_contain_text(WORDS)
    expect(mara.answers.last).not_to_have_attribute("aria-busy", "true")
    expect(page.locator("[data-stream]")).to_have_count(0)
    with full_disk(mara.app):
        page.get_by_label("Your message").fill("My uncle lives in Oslo.")
        page.keyboard.press("Enter")
        expect(page.get_by_text("disk of this installation is full")).to_be_visible()
        expect(page.get_by_label("Your message")).to_have_value("My uncle lives in Oslo.")
    # The browser, and htmx, tell of both in the console.
    assert not any(each.startswith(("uncaught", "another")) for each in complaints)
    complaints.clear()


def test_words_stay_where_there_is_no_net(mara: Person, complaints: list[str]) -> None:
    page = mara.page
    box = page.get_by_label("Your message")
    page.context.set_offline(True)
    box.fill(WORDS)
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_text("That did not reach Yarnnn.")).to_be_visible()
    expect(box).to_have_value(WORDS)
    page.context.set_offline(False)
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("article", name="You").first).to_contain_text(WORDS)
    complaints.clear()
