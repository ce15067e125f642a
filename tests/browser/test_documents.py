"""Documents as a person uses them: drop, watch, ask, open the passage, delete."""

import base64
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import settle
from tests.browser.person import Person
from tests.browser.test_pages import faults
from tests.documents import files

pytestmark = pytest.mark.browser

LEASE = files.pdf(
    [
        files.lines("The lease of the house on Quay Street.", "It begins in spring."),
        files.lines(
            "Care of the house.",
            "The boiler must be serviced every September by Ines Calder.",
            "The garden is left to the tenants.",
        ),
        files.lines("Signed by both."),
    ]
)
ABOUT_ME = b"I keep bees behind the old mill. My brother Tomas helps me with the hives."
DROPPED = {
    "lease.pdf": LEASE,
    "about me.txt": ABOUT_ME,
    "broken.docx": b"PK\x03\x04 this was cut off",
}
QUESTION = "When must the boiler be serviced?"
_DROP = """(given) => {
    const dropped = new DataTransfer();
    for (const [name, data] of Object.entries(given))
        dropped.items.add(new File([Uint8Array.from(atob(data), (c) => c.charCodeAt(0))], name));
    const event = { dataTransfer: dropped, bubbles: true, cancelable: true };
    document.querySelector('main').dispatchEvent(new DragEvent('drop', event));
}"""


def drop(page: Page, given: dict[str, bytes]) -> None:
    """Let go of files over the page."""
    page.evaluate(_DROP, {name: base64.b64encode(data).decode() for name, data in given.items()})


def row(page: Page, name: str) -> Locator:
    return page.locator("li.document", has_text=name)


def assert_marked(page: Page, *lines: tuple[int, int], size: int) -> None:
    """These lines of a US letter page are marked, each by where it begins, in points from below."""
    sheet = page.locator("#pdf-page").bounding_box()
    assert sheet
    scale = sheet["width"] / 612
    expect(page.locator(".pdf-mark")).to_have_count(len(lines))
    for mark, (x, y) in zip(page.locator(".pdf-mark").all(), lines, strict=True):
        box = mark.bounding_box()
        assert box
        baseline = sheet["y"] + scale * (792 - y)
        assert box["x"] == pytest.approx(sheet["x"] + scale * x, abs=3)
        assert box["y"] == pytest.approx(baseline - scale * size, abs=3)
        assert baseline < box["y"] + box["height"] < baseline + scale * size / 2
        assert box["width"] > 5 * box["height"]


def test_drop_watch_ask_open_and_delete(mara: Person) -> None:
    page = mara.page
    page.goto("/documents")
    page.get_by_label("I wrote this").check()
    find = page.get_by_role("searchbox", name="Find by name")
    expect(find).to_be_hidden()
    drop(page, DROPPED)
    # The rows change by themselves: the bars go, the figures come.
    expect(page.locator("li.document")).to_have_count(3)
    expect(row(page, "lease.pdf")).to_contain_text("3 pages")
    expect(row(page, "about me.txt")).to_contain_text("15 words")
    expect(row(page, "broken.docx")).to_contain_text("damaged or was cut off")
    expect(row(page, "broken.docx").get_by_role("button", name="Try again")).to_be_visible()
    expect(page.locator("#batches")).to_contain_text("2 of 3 files are done, 1 could not be read")
    expect(find).to_be_visible()
    expect(page.locator("li.document progress")).to_have_count(0)
    # And nothing is asked any more.
    expect(page.locator("#watch")).not_to_have_attribute("hx-get", re.compile(".*"))
    # What is dropped again is told, and stands once.
    drop(page, {"the lease again.pdf": LEASE})
    expect(page.locator("[data-toast]")).to_contain_text("was here already")
    expect(row(page, "lease.pdf")).to_have_count(1)
    expect(page.locator("li.document")).to_have_count(3)

    assert faults(page) == []
    settle(mara.app)
    page.goto("/chat")
    answer = mara.say(QUESTION)
    expect(answer).to_contain_text("September")
    answer.get_by_role("link", name="Source 1").click()
    expect(page).to_have_url(re.compile(r"/documents/[0-9a-f-]{36}\?at="))
    mark = page.locator("mark#passage")
    expect(mark).to_contain_text("serviced every September")
    expect(mark).to_be_in_viewport()
    expect(page.locator(".figures")).to_contain_text("PDF")

    assert faults(page) == []

    # The page as it looks, drawn here.
    page.get_by_role("link", name="Pages", exact=True).click()
    expect(page.locator("#pdf-page[data-drawn] canvas")).to_be_visible()
    expect(page.locator(".page-turn span")).to_have_text("Page 2")
    assert_marked(page, (72, 720), (72, 708), size=10)

    page.goto("/documents")
    page.get_by_role("link", name="about me.txt", exact=True).click()
    expect(page.locator(".source-learned")).to_contain_text("I keep bees behind the old mill.")
    page.get_by_role("link", name="Delete…").click()
    dialog = page.locator("#dialog")
    expect(dialog.locator(".goes")).to_contain_text("I keep bees behind the old mill.")
    dialog.get_by_role("button", name="Delete the document").click()
    expect(page.locator("li.document")).to_have_count(2)
    page.goto("/memory")
    expect(page.locator("main")).not_to_contain_text("bees")


def test_a_forgotten_passage_is_not_shown_on_its_page(mara: Person) -> None:
    page = mara.page
    page.goto("/documents")
    page.get_by_label("I wrote this").check()
    text = files.lines("I collect old maps of harbours.", "My cat is called Figaro.")
    drop(page, {"mine.pdf": files.pdf([text, files.lines("And a second page.")])})
    expect(row(page, "mine.pdf")).to_contain_text("2 pages")
    page.goto("/memory")
    memory = page.locator("li.memory:not([data-ghost])", has_text="Figaro")
    memory.get_by_role("button", name="Forget").click()
    expect(memory).to_be_hidden()
    page.goto("/documents")
    page.get_by_role("link", name="mine.pdf", exact=True).click()
    expect(page.locator(".redacted")).to_have_text("forgotten")
    expect(page.locator("main")).not_to_contain_text("Figaro")
    page.get_by_role("link", name="Pages", exact=True).click()
    expect(page.locator("main")).to_contain_text("Something in this file was forgotten")
    expect(page.locator("canvas")).to_have_count(0)
    expect(page.get_by_role("link", name="The text")).to_have_attribute(
        "href", re.compile("page=1$")
    )
    # The file is not given out at all while something in it is forgotten: no page is drawn from it.
    page.get_by_role("link", name="Page 2").click()
    expect(page.locator("main")).to_contain_text("Something in this file was forgotten")
    expect(page.locator("canvas")).to_have_count(0)


@pytest.mark.browser_context_args(java_script_enabled=False)
def test_the_same_with_forms_alone(mara: Person, tmp_path: Path) -> None:
    page = mara.page
    page.goto("/documents")
    page.get_by_role("button", name="Upload").click()
    paths = []
    for name, data in DROPPED.items():
        paths.append(tmp_path / name)
        paths[-1].write_bytes(data)
    page.get_by_label("I wrote this").check()
    page.locator("input[type=file]").set_input_files(paths)
    page.get_by_role("button", name="Upload").click()
    expect(page.locator("li.document")).to_have_count(3)
    settle(mara.app)
    page.goto("/documents")
    expect(row(page, "lease.pdf")).to_contain_text("3 pages")
    expect(row(page, "broken.docx")).to_contain_text("damaged or was cut off")
    page.goto("/chat")
    mara.send(QUESTION)
    mara.answers.last.get_by_role("link", name="Source 1").click()
    expect(page.locator("mark#passage")).to_contain_text("serviced every September")
    page.goto("/documents")
    row(page, "about me.txt").get_by_role("link", name="Delete about me.txt").click()
    expect(page.locator(".goes")).to_contain_text("I keep bees behind the old mill.")
    page.get_by_role("button", name="Delete the document").click()
    expect(page.locator("li.document")).to_have_count(2)
