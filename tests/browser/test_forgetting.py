"""Forgetting a row of the Memory page: nothing slides, Undo is the next stop, it says what went."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.person import Person
from tests.browser.test_documents import drop, row

pytestmark = pytest.mark.browser

THINGS = ("I live in Bath.", "I keep bees on the roof.", "My sister Elin lives in Gothenburg.")
SIZES = ({"width": 390, "height": 844}, {"width": 1440, "height": 900})


def rows(page: Page) -> Locator:
    return page.locator("#memories > li.memory:not(.ghost)")


def tops(page: Page) -> list[float]:
    found: list[float] = page.locator("#memories > li").evaluate_all(
        "all => all.map(li => li.getBoundingClientRect().top)"
    )
    return found


@pytest.fixture
def known(mara: Person) -> Page:
    """The Memory page with three memories told in one conversation."""
    for thing in THINGS:
        mara.say(thing)
    mara.page.goto("/memory")
    expect(rows(mara.page)).to_have_count(3)
    return mara.page


@pytest.mark.parametrize("size", SIZES, ids=("phone", "desk"))
def test_two_clicks_on_one_spot_forget_one_memory(known: Page, size: dict[str, int]) -> None:
    known.set_viewport_size({"width": size["width"], "height": size["height"]})
    before = tops(known)
    button = rows(known).first.get_by_role("button", name="Forget", exact=True).bounding_box()
    assert button
    spot = (button["x"] + button["width"] / 2, button["y"] + button["height"] / 2)
    known.mouse.click(*spot)
    expect(known.locator(".ghost")).to_have_count(1)
    known.mouse.click(*spot)
    known.mouse.dblclick(*spot)
    known.wait_for_timeout(500)
    assert tops(known) == before
    expect(known.locator(".ghost")).to_have_count(1)
    expect(rows(known)).to_have_count(2)
    known.reload()
    expect(rows(known)).to_have_count(2)


def test_two_clicks_on_one_spot_restore_one_memory(known: Page) -> None:
    for left in (2, 1, 0):
        rows(known).first.get_by_role("button", name="Forget", exact=True).click()
        expect(rows(known)).to_have_count(left)
    known.goto("/memory?tab=forgotten")
    before = tops(known)
    button = rows(known).first.get_by_role("button", name="Restore").bounding_box()
    assert button
    for left in (2, 2):
        known.mouse.click(button["x"] + 10, button["y"] + 10)
        expect(rows(known)).to_have_count(left)
        assert tops(known) == before
    known.goto("/memory")
    expect(rows(known)).to_have_count(1)


def test_undo_under_an_answer_is_the_next_stop_too(mara: Person) -> None:
    answer = mara.say("I live in Bath.")
    answer.get_by_role("button", name="Forget").press("Enter")
    undo = answer.get_by_role("button", name="Undo")
    expect(undo).to_be_focused()
    expect(mara.page.locator("#toasts")).to_contain_text("Forgot “You live in Bath”")
    undo.press("Enter")
    expect(answer.get_by_role("button", name="Forget")).to_be_visible()
    expect(mara.page.locator("#toasts")).to_be_empty()


def test_undo_is_the_next_stop_and_the_line_says_what_went(known: Page) -> None:
    row = rows(known).filter(has_text="Bath")
    row.get_by_role("button", name="Forget", exact=True).press("Enter")
    undo = known.locator(".ghost").get_by_role("button", name="Undo")
    expect(undo).to_be_focused()
    expect(known.locator("#toasts")).to_contain_text(
        "Forgot “You live in Bath” and 1 sentence in 1 conversation."
    )
    undo.press("Enter")
    expect(row).to_be_focused()
    expect(rows(known)).to_have_count(3)
    # At once: by itself the line would be gone after its seconds.
    expect(known.locator("[data-toast]")).to_have_count(0, timeout=3_000)
    known.keyboard.press("Tab")
    expect(row.get_by_role("checkbox")).to_be_focused()
    known.keyboard.press("Tab")
    expect(row.get_by_role("link", name="From your chat")).to_be_focused()


@pytest.mark.parametrize("key", ["z", "Control+z"])
def test_a_key_takes_back_what_was_forgotten_and_its_line(known: Page, key: str) -> None:
    rows(known).first.get_by_role("button", name="Forget", exact=True).click()
    expect(known.locator("[data-toast]")).to_have_count(1)
    expect(known.locator(".ghost").get_by_role("button", name="Undo")).to_be_focused()
    known.keyboard.press(key)
    expect(rows(known)).to_have_count(3)
    expect(known.locator("[data-toast]")).to_have_count(0, timeout=3_000)


@pytest.mark.parametrize("by", ["click", "z"])
def test_undo_of_many_brings_rows_and_numbers_back(known: Page, by: str) -> None:
    for pick in known.locator(".pick").all()[:2]:
        pick.check()
    known.locator("#picked").get_by_role("button", name="Forget").click()
    expect(rows(known)).to_have_count(1)
    expect(known.locator("#count-current")).to_have_text("1")
    toast = known.locator("[data-toast]")
    expect(toast).to_contain_text("Forgot 2 memories.")
    if by == "click":
        toast.get_by_role("button", name="Undo").click()
    else:
        known.keyboard.press(by)
    expect(rows(known)).to_have_count(3)
    expect(known.locator("#count-current")).to_have_text("3")
    expect(known.locator("#count-forgotten")).to_have_text("0")
    expect(toast).to_contain_text("Restored 2 memories: “")


def test_the_ghost_goes_after_ten_seconds_but_not_from_above_the_pointer(known: Page) -> None:
    known.clock.install()
    rows(known).nth(1).get_by_role("button", name="Forget", exact=True).click()
    ghost = known.locator(".ghost")
    expect(ghost).to_have_count(1)
    rows(known).last.hover()
    for _ in range(12):
        known.clock.run_for(1_000)
    expect(ghost).to_have_count(1)
    known.locator("h1").hover()
    known.clock.run_for(2_000)
    expect(ghost).to_have_count(0)
    expect(rows(known)).to_have_count(2)


def test_after_the_last_row_the_page_says_that_nothing_is_known(known: Page) -> None:
    known.clock.install()
    for left in (2, 1, 0):
        rows(known).first.get_by_role("button", name="Forget", exact=True).click()
        expect(rows(known)).to_have_count(left)
    known.locator("h1").hover()
    for _ in range(12):
        known.clock.run_for(1_000)
    expect(known.locator("#results")).to_contain_text("Forgotten 3")
    expect(known.locator("#results .empty")).to_be_visible()


@pytest.mark.browser_context_args(java_script_enabled=False)
def test_without_a_script_undo_has_the_focus_where_the_row_was(mara: Person) -> None:
    page = mara.page
    for thing in THINGS:
        page.goto("/chat")
        mara.send(thing)
        expect(mara.answers.last.get_by_role("button", name="Forget")).to_be_visible()
    page.goto("/memory")
    place = rows(page).nth(1).bounding_box()
    words = rows(page).nth(1).locator(".fact").inner_text()
    rows(page).nth(1).get_by_role("button", name="Forget", exact=True).click()
    ghost = page.locator("#memories > li:not(.day)").nth(1)
    expect(ghost).to_contain_text(words)
    expect(ghost.get_by_role("button", name="Undo")).to_be_focused()
    at = ghost.bounding_box()
    assert place
    assert at
    assert abs(at["height"] - place["height"]) <= 4
    page.keyboard.press("Enter")
    expect(page.locator(".ghost")).to_have_count(0)
    expect(rows(page)).to_have_count(3)


def tab_to(page: Page, wanted: Locator) -> None:
    """Go on with the Tab key alone until this has the focus."""
    expect(wanted).to_be_visible()
    for _ in range(80):
        if wanted.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    pytest.fail("The Tab key does not come there.")


def test_forgotten_looked_for_and_erased_with_the_keyboard_alone(known: Page) -> None:
    row = rows(known).filter(has_text="Bath")
    tab_to(known, row.get_by_role("button", name="Forget", exact=True))
    known.keyboard.press("Enter")
    expect(known.locator(".ghost").get_by_role("button", name="Undo")).to_be_focused()
    known.goto("/memory?tab=forgotten")
    tab_to(known, rows(known).get_by_role("link", name="What is left"))
    known.keyboard.press("Enter")
    expect(known.locator("#panel-body")).to_contain_text("Nothing is left of it.")
    expect(known.locator("#panel-body")).to_be_focused()
    known.keyboard.press("Escape")
    expect(known.locator("#panel-body")).not_to_be_visible()
    expect(rows(known).get_by_role("link", name="What is left")).to_be_focused()
    tab_to(known, rows(known).get_by_role("link", name="Erase"))
    known.keyboard.press("Enter")
    dialog = known.get_by_role("dialog")
    expect(dialog).to_contain_text("Erase this for good?")
    # Until the dialog has the focus, a key goes to what is behind it.
    expect(dialog.locator(":focus")).to_have_count(1)
    known.keyboard.press("Escape")
    expect(dialog).not_to_be_visible()
    expect(rows(known).get_by_role("link", name="Erase")).to_be_focused()
    known.keyboard.press("Enter")
    tab_to(known, dialog.get_by_role("button", name="Erase for good"))
    known.keyboard.press("Enter")
    expect(rows(known)).to_have_count(0)
    assert known.evaluate("document.activeElement !== document.body")
    known.goto("/memory/report")
    tab_to(known, known.get_by_label("Words that should be nowhere"))
    known.keyboard.type("Bath")
    known.keyboard.press("Enter")
    expect(known.get_by_text("Nothing is left of it.")).to_be_visible()


def test_what_a_file_may_bring_back_is_asked_about_with_the_keyboard_alone(mara: Person) -> None:
    mara.say("My sister Joan is getting a divorce.")
    mara.say("Forget that my sister Joan is getting a divorce.")
    page = mara.page
    page.goto("/documents")
    drop(page, {"letter.txt": b"Joan and her husband are splitting up for good."})
    expect(row(page, "letter.txt")).to_contain_text("9 words")
    page.goto("/today")
    card = page.get_by_role("region", name="Is this what you forgot?")
    expect(card).to_contain_text("Joan and her husband are splitting up for good.")
    tab_to(page, card.get_by_role("button", name="No, keep it"))
    page.keyboard.press("Enter")
    expect(page.get_by_text("Kept. I’ll find it from now on.")).to_be_visible()
    expect(card).to_have_count(0)
    expect(page.locator(":focus")).to_have_count(1, timeout=10_000)
