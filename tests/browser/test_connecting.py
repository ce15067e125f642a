"""From the Connect page to the first call of a program, and what its key's page says of it."""

import json
import urllib.request

import pytest
from playwright.sync_api import expect

from tests.browser.person import Person
from tests.browser.test_pages import faults

pytestmark = pytest.mark.browser


def called(address: str, secret: str) -> str:
    """What the API answers to a program with this key."""
    request = urllib.request.Request(address, headers={"Authorization": f"Bearer {secret}"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return str(json.load(answer))


def test_a_key_is_made_and_used_and_its_page_says_what_came_last(mara: Person) -> None:
    page = mara.page
    mara.say("I live in Bath.")
    page.goto("/settings/connect")
    page.get_by_label("Read only").check()
    page.get_by_label("Call it").fill("Desk")
    page.get_by_role("button", name="Make the key").click()
    secret = page.get_by_label("The new key", exact=True).input_value()
    last = page.locator("#last-call")
    expect(last).to_contain_text("Nothing has come from Desk yet.")
    assert faults(page) == []
    assert "Bath" in called(f"{mara.app.address}/api/recall?q=where+do+I+live", secret)
    # It appears by itself.
    expect(last).to_contain_text("Desk asked")
    page.goto("/settings/connect")
    page.get_by_role("link", name="Desk", exact=True).click()
    expect(page.get_by_role("heading", name="Desk", exact=True)).to_be_visible()
    expect(last).to_contain_text("Desk asked")
    call = page.get_by_role("listitem").filter(has_text="GET /api/recall")
    expect(call).to_contain_text("1 time")
    expect(call).to_contain_text("Answered")
    assert secret not in page.content()
    assert faults(page) == []
