"""The chat in a real browser: Enter sends, words arrive one by one, Stop stops, Undo restores."""

import re

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from llm.fake import Call, FakeModel, Reply
from tests.chat.tool_calls import know

pytestmark = pytest.mark.browser

ANSWER = ".turn-answer >> nth=-1"


@pytest.fixture(scope="session")
def base_url() -> str:
    """None: pages are opened by their whole address."""
    return ""


@pytest.fixture
def chat(page: Page, live_server: LiveServer, alice: User, web: Client) -> Page:
    """Alice's first page, and nothing that goes wrong in it unnoticed."""
    name = settings.SESSION_COOKIE_NAME
    page.context.add_cookies(
        [{"name": name, "value": web.cookies[name].value, "url": live_server.url}]
    )
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.goto(f"{live_server.url}/")
    return page


def say(chat: Page, words: str) -> None:
    before = chat.locator(".turn-answer").count()
    chat.fill("#message", words)
    chat.keyboard.press("Enter")
    expect(chat.locator(".turn-answer")).to_have_count(before + 1)


def test_what_is_told_is_known_forgotten_and_brought_back(chat: Page) -> None:
    say(chat, "I live in Sacramento.")
    expect(chat.locator(ANSWER)).to_contain_text("I’ll remember: You live in Sacramento.")
    say(chat, "Which city is my home in?")
    expect(chat.locator(ANSWER)).to_contain_text("You live in Sacramento")
    chat.locator(f"{ANSWER} >> .cite").click()
    expect(chat.locator("#panel mark")).to_have_text("I live in Sacramento.")
    chat.locator("#panel [data-close]").click()
    say(chat, "Forget where I live")
    row = chat.locator(f"{ANSWER} >> .change")
    expect(row).to_contain_text("Forgotten: I live in Sacramento.")
    say(chat, "Where do I live?")
    expect(chat.locator(ANSWER)).to_contain_text("I don’t know that yet")
    chat.get_by_role("button", name="Undo").last.click()
    expect(chat.locator(".change >> nth=-1")).to_contain_text("Restored: I live in Sacramento.")
    say(chat, "Where do I live?")
    expect(chat.locator(ANSWER)).to_contain_text("You live in Sacramento")


def test_what_was_not_learned_is_remembered_and_a_correction_taken_back(chat: Page) -> None:
    say(chat, "The bridge was closed because of the storm.")
    expect(chat.locator(ANSWER)).to_contain_text("Saved in this chat. Want me to remember it?")
    button = chat.get_by_role("button", name="Remember", exact=True)
    button.click()
    expect(chat.locator(ANSWER)).to_contain_text("I’ll remember: The bridge was closed because")
    expect(button).to_have_count(0)
    say(chat, "The bridge was closed because of the storm.")
    expect(chat.locator(ANSWER)).to_contain_text("I know that already")
    say(chat, "I live in Sacramento.")
    expect(chat.locator(ANSWER)).to_contain_text("I’ll remember: You live in Sacramento.")
    say(chat, "Actually, I moved to Davis.")
    expect(chat.locator(ANSWER)).to_contain_text(
        "Corrected: You live in Sacramento. → You moved to Davis"
    )
    chat.locator(ANSWER).get_by_role("button", name="Undo").click()
    expect(chat.locator(ANSWER)).to_contain_text("Restored: I live in Sacramento.")


def test_forgetting_that_was_undone_no_longer_stands_as_if_it_held(chat: Page) -> None:
    say(chat, "I live in Sacramento. My dog is called Bolt.")
    expect(chat.locator(ANSWER)).to_contain_text("I’ll remember: Your dog is called Bolt.")
    say(chat, "Forget where I live and my dog's name")
    answer = chat.locator(ANSWER)
    expect(answer.locator(".change-forgotten")).to_have_count(2)
    expect(answer).not_to_contain_text("You took this back", use_inner_text=True)
    # Both went in one act, and the button says that both come back.
    answer.get_by_role("button", name="Undo all 2").first.click()
    for _ in range(2):
        expect(answer.locator(".change-restored")).to_have_count(2)
        expect(answer.locator(".change-forgotten")).to_have_count(0)
        expect(answer.locator(".prose")).to_have_css("text-decoration-line", "line-through")
        expect(answer).to_contain_text("You took this back", use_inner_text=True)
        chat.reload()


def test_undo_in_words_shows_at_the_words_that_it_takes_back(chat: Page) -> None:
    say(chat, "I live in Sacramento.")
    say(chat, "Forget where I live")
    earlier = chat.locator(".turn-answer >> nth=1")
    expect(earlier.locator(".change-forgotten")).to_be_visible()
    say(chat, "undo")
    expect(chat.locator(ANSWER)).to_contain_text("Undone. Restored: I live", use_inner_text=True)
    expect(earlier.locator(".prose")).to_have_css("text-decoration-line", "line-through")
    expect(chat.locator(ANSWER).locator(".prose")).to_have_css("text-decoration-line", "none")


def test_what_was_corrected_and_undone_is_told_at_first_as_it_was(chat: Page) -> None:
    say(chat, "I live in Sacramento.")
    say(chat, "No, it's Davis")
    say(chat, "undo")
    expect(chat.locator(ANSWER)).to_contain_text("Restored: I live in Sacramento.")
    first = chat.locator(".turn-answer >> nth=0")
    expect(first).to_contain_text("I’ll remember: You live in Sacramento.")


def test_words_arrive_one_by_one_and_stop_keeps_those_that_came(
    chat: Page, fake_model: FakeModel
) -> None:
    fake_model.say(Reply(text=" ".join(f"word{n}" for n in range(400)), pause=0.25))
    say(chat, "Count!")
    expect(chat.locator(ANSWER)).to_contain_text("word2")
    chat.fill("#message", "And then?")
    chat.keyboard.press("Enter")
    expect(chat.locator("#toasts")).to_contain_text("Sent once this answer has finished.")
    expect(chat.locator("#message")).to_have_value("And then?")
    # It waits, and may be taken back meanwhile.
    chat.fill("#message", "")
    chat.get_by_role("button", name="Stop the answer").click()
    expect(chat.locator(ANSWER)).to_contain_text("You stopped this answer.")
    expect(chat.locator(ANSWER)).to_contain_text("word0 word1")
    expect(chat.locator(ANSWER)).not_to_contain_text("word399")
    fake_model.say("All sixty.")
    chat.get_by_role("button", name="Try again").click()
    expect(chat.locator(ANSWER)).to_contain_text("All sixty.")
    expect(chat.locator(".turn-answer >> nth=0")).to_contain_text("word0 word1")


def test_what_is_sent_while_an_answer_comes_goes_when_it_has_ended(
    chat: Page, fake_model: FakeModel
) -> None:
    fake_model.say(Reply(text=" ".join(f"word{n}" for n in range(20)), pause=0.1), "Twenty-one.")
    say(chat, "Count!")
    expect(chat.locator(ANSWER)).to_contain_text("word2")
    chat.fill("#message", "And then?")
    chat.keyboard.press("Enter")
    expect(chat.locator(".turn-user").last).to_contain_text("And then?")
    expect(chat.locator("#message")).to_have_value("")
    expect(chat.locator(ANSWER).last).to_contain_text("Twenty-one.")


def test_a_model_shows_where_it_looks_and_proposes_and_a_click_decides(
    chat: Page, alice: User, fake_model: FakeModel
) -> None:
    know(alice, "My bicycle has the frame number WX-4471.", "I drink tea.")
    fake_model.say(
        Reply(
            calls=[
                Call("search_memory", {"query": "bicycle frame number"}),
                Call("remember_fact", {"content": "I owe Bob 900 euros"}),
                Call("forget", {"id": "1"}),
            ]
        ),
        Reply("It is WX-4471 [1]. It is green and 900 euros [1].", delay=6),
    )
    say(chat, "What was the number of my bicycle?")
    steps = chat.locator(f"{ANSWER} >> [data-steps] li")
    expect(steps.first).to_contain_text(re.compile(r"Looked in your memory: [12] found"))
    expect(steps).to_have_count(3)
    expect(chat.locator(ANSWER)).to_contain_text("It is WX-4471")
    expect(chat.locator(ANSWER)).to_contain_text("Took 3 steps")
    expect(chat.locator(f"{ANSWER} >> .not-held")).to_have_count(1)
    asked = chat.locator(".change-propose_remember")
    expect(asked).to_contain_text("Remember this? I owe Bob 900 euros")
    asked.get_by_role("button", name="No").click()
    expect(asked).to_have_count(0)
    chat.locator(".change-propose_forget").get_by_role("button", name="Forget").click()
    expect(chat.locator(".change-forgotten")).to_contain_text("My bicycle has the frame number")
    expect(chat.locator(".change-propose_forget")).to_have_count(0)
    chat.get_by_role("button", name="Undo").click()
    expect(chat.locator(".change >> nth=-1")).to_contain_text("Restored: My bicycle")
