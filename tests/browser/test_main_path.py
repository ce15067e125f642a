"""What Yarnnn is for, from signing up to forgetting, as a person does it."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import settle
from tests.browser.person import Person

pytestmark = pytest.mark.browser

FIVE_THINGS = (
    "I'm allergic to hazelnuts.",
    "My sister Elin lives in Gothenburg.",
    "I work at Lanternfish Maps as a product designer.",
    "I prefer tea to coffee.",
    "My manager is Priya Raman.",
)
IN_OTHER_WORDS = {
    "What should I not eat?": "hazelnuts",
    "What do I do for a living?": "product designer",
    "Who is my boss?": "Priya Raman",
}
FORGOTTEN = "Priya Raman"


def memory_row(page: Page, words: str) -> Locator:
    """The row of a memory; what was just forgotten leaves only its ghost."""
    return page.locator("li.memory:not(.ghost)", has_text=words)


def test_tell_ask_cite_forget_and_ask_again(mara: Person) -> None:
    page = mara.page
    for thing in FIVE_THINGS:
        answer = mara.say(thing)
        expect(answer.get_by_role("button", name="Forget")).to_be_visible()
    chat = page.url
    settle(mara.app)

    for question, known in IN_OTHER_WORDS.items():
        answer = mara.say(question)
        expect(answer).to_contain_text(known)

    # The last answer's citation opens its source at the passage, marked.
    expect(page.locator("#panel")).to_be_hidden()
    citation = answer.get_by_role("link", name="Source 1")
    source = citation.get_attribute("href") or ""
    citation.click()
    expect(page.locator("#panel mark")).to_have_text(FIVE_THINGS[-1])

    page.goto("/memory")
    expect(page.locator("li.memory")).to_have_count(5)
    memory_row(page, FORGOTTEN).get_by_role("button", name="Forget").click()
    expect(memory_row(page, FORGOTTEN)).to_be_hidden()
    page.get_by_role("button", name="Undo").click()
    expect(memory_row(page, FORGOTTEN)).to_be_visible()
    memory_row(page, FORGOTTEN).get_by_role("button", name="Forget").click()
    expect(memory_row(page, FORGOTTEN)).to_be_hidden()

    # It is gone: from what can be asked, from what was said, from the list, from the source.
    page.goto(chat)
    expect(page.locator("#turns")).not_to_contain_text(FORGOTTEN)
    expect(mara.say("Who is my boss?")).to_contain_text("I don’t know")
    expect(page.locator("#turns")).not_to_contain_text(FORGOTTEN)
    page.goto("/memory?q=Who+is+my+boss")
    expect(page.locator("#results")).to_contain_text("about “Who is my boss”")
    expect(page.locator("#results")).not_to_contain_text(FORGOTTEN)
    page.goto(source)
    expect(page.locator("main")).not_to_contain_text(FORGOTTEN)


@pytest.mark.browser_context_args(java_script_enabled=False)
def test_the_same_with_forms_alone(mara: Person) -> None:
    page = mara.page
    mara.send(FIVE_THINGS[-1])
    expect(mara.answers.last.get_by_role("button", name="Forget")).to_be_visible()
    settle(mara.app)
    mara.send("Who is my boss?")
    expect(mara.answers.last).to_contain_text(FORGOTTEN)

    mara.answers.last.get_by_role("link", name="Source 1").click()
    source = page.url
    expect(page.locator("mark")).to_have_text(FIVE_THINGS[-1])

    page.goto("/memory")
    memory_row(page, FORGOTTEN).get_by_role("button", name="Forget").click()
    expect(memory_row(page, FORGOTTEN)).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(memory_row(page, FORGOTTEN)).to_be_visible()
    memory_row(page, FORGOTTEN).get_by_role("button", name="Forget").click()
    expect(memory_row(page, FORGOTTEN)).to_have_count(0)

    page.goto("/chat")
    mara.send("Who is my boss?")
    expect(mara.answers.last).to_contain_text("I don’t know")
    page.goto(source)
    expect(page.locator("main")).not_to_contain_text(FORGOTTEN)
    expect(page.locator("main")).to_contain_text("The passage you followed was forgotten")


def test_sample_data_to_look_around_in_comes_and_goes_with_one_click(mara: Person) -> None:
    page = mara.page
    page.get_by_role("button", name="Look around").click()
    page.get_by_role("button", name="What do you remember about Elin?").click()
    expect(mara.answers.last).to_contain_text("Gothenburg")
    page.get_by_role("button", name="Remove the sample data").click()
    expect(page.get_by_text("The sample data is gone.")).to_be_visible()
    page.goto("/memory")
    expect(page.locator("#results")).to_contain_text("I don’t know you yet")
