"""A real Chromium against the real application, watched all the time."""

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, WebError

from tests.browser.person import Person
from tests.running import App, wait_for
from yarnnn.embedded import postgres


@pytest.fixture(scope="session")
def base_url() -> None:
    """Each context is given its own: not every test drives the same application."""


@pytest.fixture
def app(running_app: App) -> App:
    """The application that a test drives; a module may choose another."""
    return running_app


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any], app: App) -> dict[str, Any]:
    return {
        **browser_context_args,
        "base_url": app.address,
        "viewport": {"width": 1280, "height": 800},
    }


@pytest.fixture
def complaints(app: App) -> list[str]:
    """What the browser complained about, and whom else it asked; empty at the end of each test."""
    return []


@pytest.fixture
def context(context: BrowserContext, app: App, complaints: list[str]) -> Iterator[BrowserContext]:
    def hear(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            complaints.append(f"{message.type}: {message.text} ({message.location})")

    def see(request: Request) -> None:
        if not request.url.startswith((f"{app.address}/", "data:", "blob:")):
            complaints.append(f"another host: {request.url}")

    def catch(error: WebError) -> None:
        complaints.append(f"uncaught: {error.error}")

    context.on("console", hear)
    context.on("request", see)
    context.on("weberror", catch)
    yield context
    assert complaints == []


@pytest.fixture
def mara(page: Page, app: App) -> Person:
    """Somebody who has just signed up."""
    return Person(page, app).sign_up()


def settle(app: App) -> None:
    """Wait until everything said so far can be found by its meaning, too."""
    with psycopg.connect(postgres.address(app.home, postgres.OWNER_ROLE)) as owner:
        # A mailbox is looked after for ever.
        waiting = (
            "SELECT 1 FROM memories_work"
            " WHERE state IN ('waiting', 'working') AND kind <> 'sync' LIMIT 1"
        )
        wait_for(lambda: owner.execute(waiting).fetchone() is None)
