"""Takes the pictures of the README, the docs and the guide from sample data: `make screenshots`.

Starts the application in a folder of its own, looks at it with Chromium, writes docs/images/.
"""

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import (
    Browser,
    FilePayload,
    Page,
    ViewportSize,
    expect,
    sync_playwright,
)

from tests.browser.conftest import settle
from tests.browser.person import Person
from tests.imports.exports import boat_chat, gpt_chat, gpt_message, gpt_zip
from tests.running import App

IMAGES = Path(__file__).parent / "images"
WIDE: ViewportSize = {"width": 1200, "height": 760}
PHONE: ViewportSize = {"width": 390, "height": 780}
LARGEST = 300_000  # bytes
# The line about sample data is true, and not what the pictures are about.
WITHOUT_LINE = (
    "addEventListener('DOMContentLoaded', () => document.querySelector('.sample')?.remove())"
)
LEASE = """# The flat at 14 Harbour Lane

## Rent
The rent is 940 a month, due on the third working day. It rises with the index, in May at the
earliest, and never by more than four in a hundred.

## Heating and repairs
The boiler is serviced every September by Calder & Sons; the tenant lets them in and pays nothing.
Small repairs of up to 80 are the tenant's. Whatever leaks is the landlord's, at any hour.

## Leaving
Either side gives notice three months ahead, in writing, to the end of a month.

## Animals
One cat is welcome. For a dog ask first.
"""
DROPPED = {"lease.md": LEASE, "recipes.txt": "Rye bread: 500 g rye flour, 400 ml water, salt."}
QUESTIONS = ("What should I not eat?", "When is my mother’s birthday?")
# What Nora says on her first evening, and some months later.
TOLD = (
    "I live in Bristol. I'm allergic to peanuts.",
    "I sing in a choir. Choir practice is on Tuesdays at six.",
)
CHANGED = ("I live in Bath now.", "I have choir practice on Thursdays at seven.")
PROMISED = (
    "I'll send Clara the photos by Friday.",
    "I have a dentist appointment next Tuesday at ten.",
)
CHATGPT = gpt_zip(
    boat_chat(),
    gpt_chat(
        "c0ffee00-0000-4000-8000-000000000002",
        "A birthday cake",
        gpt_message("m4", "user", "My sister prefers lemon cake. How long does one bake?", 60),
        gpt_message("m5", "assistant", "About fifty minutes at 170 degrees.", 61),
    ),
)


@dataclass(frozen=True)
class Shot:
    """A picture: how to get there, whether on a phone, whether in the dark, who looks."""

    name: str
    go: Callable[[Page], None]
    phone: bool = False
    dark: bool = False
    who: str = "Mara"


def home(page: Page) -> None:
    page.goto("/chat")


def chat(page: Page) -> None:
    """The answer with its source beside it, as the pointer brings it up."""
    home(page)
    page.get_by_role("navigation", name="Conversations").get_by_role("link").first.click()
    page.locator(".cite").last.hover()
    page.locator(".cite-card:popover-open").wait_for()


def talk(page: Page) -> None:
    home(page)
    page.get_by_role("button", name="Conversations and pages").click()
    page.get_by_role("navigation", name="Conversations").get_by_role("link").first.click()
    page.locator(".cite").last.wait_for()


def source(page: Page) -> None:
    page.goto("/memory?q=my+allergies")
    page.locator(".memory .source-line a").first.click()
    page.locator("#panel mark").wait_for()


def memory(page: Page) -> None:
    page.goto("/memory")


def asked(page: Page) -> None:
    page.goto("/memory?q=What+do+you+remember+about+Elin%3F")


def forget(page: Page) -> None:
    """Just forgotten. It is taken back for the pictures that follow."""
    memory(page)
    page.locator(".memory").nth(2).get_by_role("button", name="Forget").click()
    page.locator("[data-toast]").wait_for()


def selected(page: Page) -> None:
    memory(page)
    for number in (1, 2, 4):
        page.locator(".pick").nth(number).check()
    page.get_by_text("3 selected").wait_for()
    page.wait_for_load_state("networkidle")


def everybody(page: Page) -> None:
    page.goto("/people")
    page.wait_for_load_state("networkidle")


def somebody(page: Page) -> None:
    everybody(page)
    page.get_by_role("link", name="Elin", exact=False).last.click()
    page.get_by_role("heading", name="What I know").wait_for()


def everything(page: Page) -> None:
    """What goes along with somebody, before it goes."""
    somebody(page)
    page.get_by_role("link", name="Forget everything").click()
    page.get_by_role("heading", name="Forget everything about").wait_for()


def imported(page: Page) -> None:
    """What is in a file, before anything of it is kept."""
    page.goto("/settings/import")
    page.locator("#import-file").set_input_files(
        FilePayload(name="chatgpt-export.zip", mimeType="application/zip", buffer=CHATGPT)
    )
    page.get_by_role("button", name="See what’s in it").click()
    page.get_by_role("button", name="Import it", exact=True).wait_for()


def temporary(page: Page) -> None:
    home(page)
    page.get_by_role("switch", name="Temporary").check()
    page.get_by_label("Your message").fill("What could I give my sister for her birthday?")


def tell(page: Page, *sentences: str) -> None:
    """A new chat in which these are said, one after the other."""
    home(page)
    answers = page.get_by_role("article", name="Yarnnn")
    for number, sentence in enumerate(sentences, start=1):
        page.get_by_label("Your message").fill(sentence)
        page.get_by_role("button", name="Send").click()
        expect(answers).to_have_count(number)
        expect(answers.last).not_to_have_attribute("aria-busy", "true")


def told(page: Page) -> None:
    tell(page, *TOLD)


def opened(page: Page) -> None:
    """The very words an answer rests on, beside it."""
    tell(page, "What am I allergic to?")
    page.locator(".cite").click()
    page.locator("#panel mark").wait_for()


def changed(page: Page) -> None:
    tell(page, *CHANGED)


def today(page: Page) -> None:
    tell(page, *PROMISED)
    today_again(page)


def today_again(page: Page) -> None:
    page.goto("/today")


def documents(page: Page) -> None:
    page.goto("/documents")


def document(page: Page) -> None:
    """The passage an answer came from."""
    page.goto("/memory?q=When+is+the+boiler+serviced%3F")
    page.locator("#results .cite").first.click()
    page.locator("mark#passage").wait_for()


def gmail(page: Page) -> None:
    page.goto("/gmail")


def projects(page: Page) -> None:
    page.goto("/projects")


def settings(page: Page) -> None:
    page.goto("/settings")


SHOTS = (
    Shot("home", home),
    Shot("chat", chat),
    Shot("chat-dark", chat, dark=True),
    Shot("source", source),
    Shot("source-dark", source, dark=True),
    Shot("memory", memory),
    Shot("memory-dark", memory, dark=True),
    Shot("asked", asked),
    Shot("forget", forget),
    Shot("documents", documents),
    Shot("document", document),
    Shot("document-dark", document, dark=True),
    # Mara has the mail of the sample data.
    Shot("gmail", gmail, who="Nora"),
    Shot("projects", projects),
    Shot("settings", settings),
    Shot("phone-chat", talk, phone=True),
    Shot("phone-chat-dark", talk, phone=True, dark=True),
    Shot("phone-memory", memory, phone=True),
    Shot("phone-source", source, phone=True),
    Shot("phone-document", document, phone=True),
    Shot("selected", selected),
    Shot("people", everybody),
    Shot("person", somebody),
    Shot("forget-everything", everything),
    Shot("import", imported),
    Shot("temporary", temporary),
    # One after the other, a life begins.
    Shot("told", told, who="Nora"),
    Shot("opened", opened, who="Nora"),
    Shot("changed", changed, who="Nora"),
    Shot("today", today, who="Nora"),
    Shot("phone-today", today_again, phone=True, who="Nora"),
)


def main() -> None:
    IMAGES.mkdir(exist_ok=True)
    with application() as app, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        sessions = {"Mara": live_a_little(browser, app), "Nora": arrive(browser, app)}
        for shot in SHOTS:
            take(browser, app, sessions[shot.who], shot)
        browser.close()


@contextmanager
def application() -> Iterator[App]:
    """The application in a folder that is gone afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        app = App(Path(folder) / "home", {"OPEN_SIGNUP": "1"})
        app.start()
        try:
            yield app
        finally:
            app.stop()


def live_a_little(browser: Browser, app: App) -> Path:
    """Sign up, take the sample data, drop files, ask; the session is kept for the pictures."""
    person = enter(browser, app, "Mara")
    page = person.page
    home(page)
    page.get_by_role("button", name="Look around").click()
    page.get_by_role("button", name="Remove the sample data").wait_for()
    page.goto("/documents")
    page.locator("input[type=file]").set_input_files(
        [
            FilePayload(name=name, mimeType="text/plain", buffer=text.encode())
            for name, text in DROPPED.items()
        ]
    )
    # Beside the one of the sample data.
    expect(page.locator("li.document")).to_have_count(len(DROPPED) + 1)
    settle(app)
    home(page)
    for question in QUESTIONS:
        person.say(question)
    return leave(person, "Mara")


def arrive(browser: Browser, app: App) -> Path:
    """Sign up and say nothing yet; the session is kept for the pictures."""
    return leave(enter(browser, app, "Nora"), "Nora")


def enter(browser: Browser, app: App, name: str) -> Person:
    page = browser.new_page(base_url=app.address, viewport=WIDE)
    person = Person(page, app).sign_up()
    page.goto("/settings")
    page.get_by_label("What to call you").fill(name)
    page.get_by_role("button", name="Save").first.click()
    return person


def leave(person: Person, name: str) -> Path:
    state = person.app.home / f"{name}.json"
    person.page.context.storage_state(path=state)
    person.page.context.close()
    return state


def take(browser: Browser, app: App, state: Path, shot: Shot) -> None:
    context = browser.new_context(
        base_url=app.address,
        storage_state=state,
        viewport=PHONE if shot.phone else WIDE,
        device_scale_factor=2 if shot.phone else 1.5,
        color_scheme="dark" if shot.dark else "light",
        reduced_motion="reduce",
    )
    context.add_init_script(WITHOUT_LINE)
    page = context.new_page()
    shot.go(page)
    page.evaluate("document.fonts.ready")
    path = IMAGES / f"{shot.name}.png"
    page.screenshot(path=path)
    undo = page.locator("[data-ghost]").get_by_role("button", name="Undo")
    if undo.count():
        undo.click()
        undo.wait_for(state="hidden")
    context.close()
    size = path.stat().st_size
    if size > LARGEST:
        raise SystemExit(f"{path.name} has {size:,} bytes: more than {LARGEST:,}.")


if __name__ == "__main__":
    main()
