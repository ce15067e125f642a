"""Going back: to the page as it was, and to nothing of it after signing out."""

import pytest
from playwright.sync_api import expect

from tests.browser.person import Person

pytestmark = pytest.mark.browser


def test_the_way_back_works_until_one_signs_out(mara: Person) -> None:
    page = mara.page
    mara.say("I keep bees behind the house.")
    page.goto("/memory")
    page.get_by_role("searchbox", name="What do you remember").fill("bees")
    page.keyboard.press("Enter")
    page.wait_for_url("**q=bees*")
    page.goto("/documents")
    page.go_back()
    expect(page).to_have_url(f"{mara.app.address}/memory?q=bees")
    expect(page.get_by_role("main").get_by_text("bees behind").first).to_be_visible()
    page.go_back()
    expect(page).to_have_url(f"{mara.app.address}/memory")
    page.goto("/accounts/logout/")
    page.get_by_role("main").get_by_role("button", name="Sign out").click()
    page.wait_for_url("**/accounts/login/**")
    page.go_back()
    page.go_back()
    expect(page.get_by_label("Password")).to_be_visible()
    assert "bees" not in page.content()
