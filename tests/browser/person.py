"""Somebody at the browser, who does what people do: signs up, says things, waits for answers."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count

from playwright.sync_api import Locator, Page, expect

from tests.running import PATIENCE, App

PASSWORD = "a long enough password"
_numbers = count(1)


@dataclass
class Person:
    """One person and the page they look at."""

    page: Page
    app: App

    def sign_up(self) -> Person:
        self.page.set_default_timeout(PATIENCE)
        self.page.goto("/accounts/signup/")
        self.page.get_by_label("Email").fill(f"mara{next(_numbers)}@example.org")
        self.page.get_by_label("Password").fill(PASSWORD)
        self.page.get_by_role("button", name="Create account").click()
        expect(self.page.get_by_label("Your message")).to_be_visible()
        # Until its script has run, Enter begins a line.
        self.page.wait_for_load_state()
        return self

    @property
    def answers(self) -> Locator:
        return self.page.get_by_role("article", name="Yarnnn")

    def say(self, words: str) -> Locator:
        """Say something in the open chat; gives the answer once it is complete."""
        before = self.answers.count()
        self.page.get_by_label("Your message").fill(words)
        self.page.get_by_label("Your message").press("Enter")
        expect(self.answers).to_have_count(before + 1)
        answer = self.answers.last
        expect(answer).not_to_have_attribute("aria-busy", "true")
        return answer

    def send(self, words: str) -> None:
        """Say something with the button alone, in the open chat or in a new one."""
        self.page.get_by_label("Your message").fill(words)
        self.page.get_by_role("button", name="Send").click()
