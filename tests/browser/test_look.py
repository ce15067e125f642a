"""How pages look, measured: what stands where, in both themes, on a phone and on a desk."""

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.browser.person import Person

pytestmark = pytest.mark.browser

SIZES: tuple[ViewportSize, ...] = ({"width": 390, "height": 844}, {"width": 1440, "height": 900})
MANY = """
from database.acting import acting_as
from accounts.models import User
from chat.models import Conversation
user = User.objects.latest("date_joined")
with acting_as(user):
    for number in range(50):
        Conversation.objects.create(user=user, title=f"A talk about thing number {number}")
"""


def style(element: Locator, name: str) -> str:
    found: str = element.evaluate(f"e => getComputedStyle(e).getPropertyValue('{name}')")
    return found


def ringed(page: Page) -> bool:
    """Whether the box to write in has a ring of the colour of the focus around it."""
    page.emulate_media(reduced_motion="reduce")
    found: bool = page.evaluate(
        """() => {
            const probe = document.body.appendChild(document.createElement("i"));
            probe.style.color = "var(--focus)";
            const focus = getComputedStyle(probe).color;
            probe.remove();
            const box = getComputedStyle(document.querySelector(".composer-box"));
            return box.borderTopColor === focus || box.boxShadow.includes(focus);
        }"""
    )
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_an_answer_used_stands_inside_its_card(mara: Person, scheme: str) -> None:
    page = mara.page
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    mara.say("My sister Elin lives in Gothenburg.")
    answer = mara.say("Where does Elin live?")
    answer.locator(".used summary").click()
    for size in SIZES:
        page.set_viewport_size(size)
        card = answer.locator(".used-list").bounding_box()
        words = answer.locator(".used-list p").first.bounding_box()
        assert card
        assert words
        assert (words["x"] - card["x"], words["y"] - card["y"]) == (16, 16)


def test_fifty_conversations_keep_the_height_of_their_rows(mara: Person) -> None:
    page = mara.page
    mara.say("I live in Bath.")
    rows = page.locator("#conversations a:not(.rail-older)")
    single = rows.first.bounding_box()
    mara.app.manage("shell", "-v", "0", "-c", MANY)
    page.reload()
    expect(rows).to_have_count(30)
    expect(page.get_by_role("link", name="Older conversations")).to_have_count(1)
    heights = rows.evaluate_all("all => all.map(a => a.getBoundingClientRect().height)")
    assert single
    assert set(heights) == {single["height"]}
    # What does not fit is reached by scrolling, and the rest of the rail is where it was.
    held: bool = page.locator("#conversations").evaluate("e => e.scrollHeight > e.clientHeight")
    assert held
    foot = page.locator(".rail-foot").bounding_box()
    assert foot
    assert foot["y"] + foot["height"] <= 800


@pytest.mark.parametrize("words", ["I keep bees on the roof.", "蜂を飼っています。"])
def test_a_citation_stays_with_the_word_before_it(mara: Person, words: str) -> None:
    mara.say(f"Remember that {words}")
    answer = mara.say("What do you remember about me?")
    expect(answer.locator(".cite")).to_have_count(1)
    # At every width the mark stands in the line, and right beside the last letter, of its word.
    apart: list[int] = answer.locator(".cite").evaluate(
        """cite => {
            const found = [];
            const text = cite.previousSibling;
            const last = document.createRange();
            last.setStart(text, text.length - 1);
            last.setEnd(text, text.length);
            const holder = cite.closest(".prose");
            for (let width = 320; width > 120; width -= 1) {
                holder.style.width = `${width}px`;
                const letter = last.getBoundingClientRect();
                const mark = cite.getBoundingClientRect();
                const line = mark.top < letter.bottom && mark.bottom > letter.top;
                if (!line || mark.left - letter.right > 3) found.push(width);
            }
            return found;
        }"""
    )
    assert apart == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_box_to_write_in_has_a_ring_only_for_keys(mara: Person, scheme: str) -> None:
    page = mara.page
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.goto("/chat")
    for size in SIZES:
        page.set_viewport_size(size)
        box = page.get_by_label("Your message")
        box.click()
        page.keyboard.type("Hello")
        assert not ringed(page)
        page.keyboard.press("Shift+Tab")
        page.keyboard.press("Tab")
        expect(box).to_be_focused()
        assert ringed(page)
        box.click()
        assert not ringed(page)


def test_a_first_visit_is_not_welcomed_back(page: Page) -> None:
    page.goto("/accounts/login/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in")
    expect(page.locator("main")).not_to_contain_text("back")
