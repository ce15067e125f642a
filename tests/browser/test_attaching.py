"""A file dropped into a chat, and a message put in other words, as a person does it."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.person import Person
from tests.browser.test_documents import LEASE, drop

pytestmark = pytest.mark.browser

_PASTE = """(text) => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([text], "notes.txt"));
    const event = { clipboardData, bubbles: true, cancelable: true };
    document.getElementById("message").dispatchEvent(new ClipboardEvent("paste", event));
}"""


def test_files_are_dropped_pasted_chosen_and_answered_from(mara: Person) -> None:
    page = mara.page
    mara.say("I live in Sacremento.")
    drop(page, {"lease.pdf": LEASE})
    page.evaluate(_PASTE, "The shed is painted green.")
    page.get_by_label("Attach files").set_input_files(
        {"name": "third.txt", "mimeType": "text/plain", "buffer": b"A third file."}
    )
    chips = page.locator("[data-files] .file")
    expect(chips).to_have_text(
        [re.compile("lease.pdf"), re.compile("notes.txt"), re.compile("third")]
    )
    page.get_by_role("button", name="Remove third.txt").click()
    expect(chips).to_have_count(2)
    answer = mara.say("When must the boiler be serviced?")
    expect(answer).to_contain_text("September")
    expect(chips).to_have_count(0)
    sent = page.get_by_role("article", name="You").last
    expect(sent.get_by_role("link", name="lease.pdf")).to_contain_text("3 pages")
    # A file alone.
    drop(page, {"again.pdf": LEASE})
    page.get_by_role("button", name="Send").click()
    expect(mara.answers).to_have_count(3)
    expect(mara.answers.last).to_contain_text("Ask me about it.")


def test_a_message_is_edited_and_branches_are_switched(mara: Person) -> None:
    page = mara.page
    mara.say("I live in Sacremento.")
    mara.say("Is it raining?")
    first = page.get_by_role("article", name="You").first
    first.hover()
    first.get_by_role("link", name="Edit").click()
    box = first.get_by_label("Edit your message")
    expect(box).to_be_focused()
    box.press("Escape")
    expect(box).to_have_count(0)
    expect(first.get_by_role("link", name="Edit")).to_be_focused()
    page.keyboard.press("Enter")
    box.fill("I live in Sacramento.")
    box.press("Enter")
    expect(mara.answers).to_have_count(1)
    expect(mara.answers.last).to_contain_text("I’ll remember: You live in Sacramento.")
    expect(mara.answers.last).to_contain_text("Forgotten: I live in Sacremento.")
    expect(page.get_by_text("2 / 2")).to_be_visible()
    page.get_by_role("button", name="Earlier version").click()
    expect(mara.answers).to_have_count(2)
    expect(first).to_contain_text("I live in Sacremento.")
    page.get_by_role("button", name="Later version").click()
    expect(mara.answers).to_have_count(1)
    # Ctrl-Z takes the last change back.
    page.locator("h1").click()
    page.keyboard.press("Control+z")
    expect(mara.answers.last).to_contain_text("Restored: I live in Sacremento.")


def test_a_temporary_chat_offers_neither_files_nor_a_project(mara: Person) -> None:
    page = mara.page
    page.goto("/projects")
    page.get_by_label("New project").fill("Garden")
    page.get_by_role("button", name="Create").click()
    page.goto("/chat")
    offered = [page.get_by_label("Project", exact=True), page.locator(".attach")]
    for each in offered:
        expect(each).to_be_visible()
    page.get_by_role("switch", name="Temporary").check()
    for each in offered:
        expect(each).to_be_hidden()
