"""Answers of a real model, word by word, on the page: watched, stopped, tried again."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.person import Person
from tests.model_server import ModelServer
from tests.running import App

pytestmark = [pytest.mark.browser, pytest.mark.model]

# Number of times the answer must be seen to grow.
GROWTHS = 3
# The model writes a few words a second, and on a busy machine fewer.
PATIENCE = 120_000


@pytest.fixture(scope="module")
def app(real_model_server: ModelServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    """The application with a model set."""
    home = tmp_path_factory.mktemp("streaming") / "home"
    app = App(home, {"OPEN_SIGNUP": "1", **real_model_server.environment()})
    app.start()
    yield app
    app.stop()


def watch_grow(answer: Locator) -> str:
    """See an answer grow, each time beginning with what stood there before."""
    text = ""
    shown = answer.locator("[data-text]")
    for _ in range(GROWTHS):
        grown = answer.page.wait_for_function(
            "([element, length]) => element.textContent.length > length && element.textContent",
            arg=[shown.element_handle(), len(text)],
            timeout=PATIENCE,
        ).json_value()
        assert grown.startswith(text)
        text = grown
    return text


def test_an_answer_arrives_word_by_word_is_stopped_and_tried_again(mara: Person) -> None:
    page = mara.page
    mara.send("Write a long story about a lighthouse keeper and the sea.")
    answer = mara.answers.last
    expect(answer).to_have_attribute("aria-busy", "true")
    written = watch_grow(answer)
    page.get_by_role("button", name="Stop the answer").click()
    expect(answer).to_contain_text("You stopped this answer.", timeout=PATIENCE)
    # What had arrived is kept, and there when the page is loaded again.
    page.reload()
    stopped = mara.answers.last
    expect(stopped).to_contain_text(written.split()[0])
    expect(stopped).to_contain_text("You stopped this answer.")

    stopped.get_by_role("button", name="Try again").click()
    expect(mara.answers).to_have_count(2)
    watch_grow(mara.answers.last)
    # What is sent meanwhile waits in the box, and goes when the answer has ended.
    box = page.get_by_label("Your message")
    box.fill("One more thing: I keep bees.")
    box.press("Enter")
    expect(page.get_by_text("Sent once this answer has finished.")).to_be_visible()
    expect(box).to_have_value("One more thing: I keep bees.")
    page.get_by_role("button", name="Stop the answer").click()
    expect(page.locator(".turn-user").last).to_contain_text("I keep bees", timeout=PATIENCE)
    expect(box).to_have_value("")
    page.get_by_role("button", name="Stop the answer").click()
    expect(mara.answers.last).to_contain_text("You stopped this answer.", timeout=PATIENCE)
    expect(page.get_by_role("button", name="Send")).to_be_visible()
