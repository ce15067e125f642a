"""On a phone no word breaks in two, and no text is squeezed into a column of single words."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.person import Person
from tests.browser.test_pages import every_page

pytestmark = pytest.mark.browser

PHONES: tuple[ViewportSize, ...] = ({"width": 390, "height": 844}, {"width": 320, "height": 640})
SPEAKS = """
from accounts.models import User
User.objects.filter(pk=User.objects.latest("date_joined").pk).update(language="{language}")
"""
SAID = {
    "en": ("The passports are in the desk upstairs.", "The passports are in the safe."),
    "de": ("Mein Fahrrad steht im Keller.", "Mein Fahrrad steht im Hof."),
}

# Words of up to 24 letters that stand in two lines, and texts of three lines and more that are
# narrower than 120 pixels. What lies under something else, or is cut off, is measured too.
SQUEEZED = """() => {
    const found = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const measured = (text, start, stop) => {
        const range = document.createRange();
        range.setStart(text, start);
        range.setEnd(text, stop);
        const boxes = [...range.getClientRects()].filter(box => box.width > 0);
        const lines = boxes.filter((box, at) =>
            boxes.slice(0, at).every(above => Math.abs(above.top - box.top) > box.height / 2));
        const left = Math.min(...boxes.map(box => box.left));
        return [lines.length, Math.max(...boxes.map(box => box.right)) - left];
    };
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const around = text.parentElement;
        if (!text.data.trim() || !around.checkVisibility({ visibilityProperty: true })) continue;
        if (around.closest(".visually-hidden, svg, script, textarea, code")) continue;
        const where = `${location.pathname} at ${innerWidth}: ${around.outerHTML.slice(0, 120)}`;
        for (const word of text.data.matchAll(/(?<!\\S)[^\\s/-]{2,24}(?!\\S)/g))
            if (measured(text, word.index, word.index + word[0].length)[0] > 1)
                found.push(`"${word[0]}" breaks in ${where}`);
        const [lines, width] = measured(text, 0, text.data.length);
        if (lines > 2 && width < 120) found.push(`${lines} lines of ${width} pixels in ${where}`);
    }
    return found;
}"""


def squeezed(page: Page) -> list[str]:
    """What breaks inside a word, or stands in a column that is too narrow, on either phone."""
    found: list[str] = []
    for size in PHONES:
        page.set_viewport_size(size)
        found += page.evaluate(SQUEEZED)
    page.set_viewport_size(PHONES[0])
    return found


@pytest.fixture(params=["en", "de"])
def told(mara: Person, request: pytest.FixtureRequest) -> Person:
    """Somebody with sample data and a question about two places, whose pages are in a language."""
    mara.page.get_by_role("button", name="Look around").click()
    expect(mara.page.get_by_role("button", name="Remove the sample data")).to_be_visible()
    mara.page.goto("/chat")
    for words in SAID[request.param]:
        mara.say(words)
    mara.app.manage("shell", "-v", "0", "-c", SPEAKS.format(language=request.param))
    mara.page.emulate_media(reduced_motion="reduce")
    return mara


def test_on_every_page(told: Person) -> None:
    found = []
    for _ in every_page(told.page, f"{told.app.address}/"):
        found += squeezed(told.page)
    assert found == []


def test_in_what_comes_up_over_the_page(told: Person) -> None:
    page = told.page
    page.set_viewport_size(PHONES[0])
    page.goto("/memory")
    page.locator(".pick").nth(0).check()
    page.locator(".pick").nth(1).check()
    expect(page.locator("#along")).not_to_be_empty()
    found = squeezed(page)
    page.locator("#picked button:not([type])").click()
    expect(page.locator("[data-toast] form")).to_be_visible()
    found += squeezed(page)
    page.locator("#memories .memory form button").first.click()
    expect(page.locator(".ghost")).to_be_visible()
    found += squeezed(page)
    page.locator("#memories .icon-button").last.click()
    expect(page.locator(".menu:popover-open")).to_be_visible()
    found += squeezed(page)
    assert found == []


def test_in_the_line_after_a_task(told: Person) -> None:
    page = told.page
    page.set_viewport_size(PHONES[0])
    page.goto("/today")
    page.locator(".side").first.click()
    expect(page.locator("[data-toast] form")).to_be_visible()
    assert squeezed(page) == []
