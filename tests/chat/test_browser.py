"""The chat in a real browser: Enter sends, words arrive one by one, Stop stops, Undo restores."""

import shutil
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from llm.fake import FakeModel, Reply

pytestmark = pytest.mark.browser

ANSWER = ".turn-answer >> nth=-1"


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The system's Chromium where there is one."""
    path = shutil.which("chromium")
    flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]
    return {
        **browser_type_launch_args,
        "args": flags,
        **({"executable_path": path} if path else {}),
    }


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
    expect(chat.locator(".turn-answer")).to_have_count(before + 1, timeout=20_000)


def test_what_is_told_is_known_forgotten_and_brought_back(chat: Page) -> None:
    say(chat, "I live in Sacramento.")
    expect(chat.locator(ANSWER)).to_contain_text("I’ll remember: I live in Sacramento.")
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
    expect(chat.locator(".change >> nth=-1")).to_contain_text("I live in Sacramento.")
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
    expect(chat.locator(ANSWER)).to_contain_text("I’ll remember: I live in Sacramento.")
    say(chat, "Actually, I moved to Davis.")
    expect(chat.locator(ANSWER)).to_contain_text(
        "Corrected: I live in Sacramento. I moved to Davis"
    )
    chat.locator(ANSWER).get_by_role("button", name="Undo").click()
    expect(chat.locator(ANSWER)).to_contain_text("Restored: I live in Sacramento.")


def test_words_arrive_one_by_one_and_stop_keeps_those_that_came(
    chat: Page, fake_model: FakeModel
) -> None:
    fake_model.say(Reply(text=" ".join(f"word{n}" for n in range(60)), pause=0.25))
    say(chat, "Count!")
    expect(chat.locator(ANSWER)).to_contain_text("word2", timeout=20_000)
    chat.fill("#message", "And then?")
    chat.keyboard.press("Enter")
    expect(chat.locator("#toasts")).to_contain_text("One answer at a time")
    expect(chat.locator("#message")).to_have_value("And then?")
    chat.get_by_role("button", name="Stop the answer").click()
    expect(chat.locator(ANSWER)).to_contain_text("You stopped this answer.", timeout=20_000)
    expect(chat.locator(ANSWER)).to_contain_text("word0 word1")
    expect(chat.locator(ANSWER)).not_to_contain_text("word59")
    fake_model.say("All sixty.")
    chat.get_by_role("button", name="Try again").click()
    expect(chat.locator(ANSWER)).to_contain_text("All sixty.", timeout=20_000)
    expect(chat.locator(".turn-answer >> nth=0")).to_contain_text("word0 word1")
