"""How long saving a message takes over HTTP, from the click to the answer of the server.

    python -m bench.saving http://127.0.0.1:8000 EMAIL PASSWORD --messages 1000

Signs in to a running Yarnnn (use an account made for this) and says so many things, one after the
other in one conversation, as the page's script does. Part of them teach something, so that
learning by rules is in it. Prints one JSON object.
"""

import argparse
import http.client
import json
import os
import random
import re
import statistics
import sys
import time
from http.cookies import SimpleCookie
from urllib.parse import urlencode, urlsplit

WARM = 20
_SUBJECTS = ("my sister", "the landlord", "our team", "a neighbour", "the doctor", "my boss")
_VERBS = ("moved", "forgot", "painted", "repaired", "sold", "planned", "cancelled", "visited")
_THINGS = ("the meeting", "a boat", "the garden fence", "an old radio", "the trip", "two chairs")
_PLACES = ("in Lisbon", "near the harbour", "at the office", "on the third floor", "by the lake")
_LESSONS = ("I prefer {} to {}.", "My favourite colour number {} is {}.", "We use {} with {}.")
_WORDS = ("tea", "coffee", "green", "violet", "chalk", "steel", "linen", "paper", "oak", "glass")


class Browser:
    """One connection that is kept, with its cookies."""

    def __init__(self, address: str) -> None:
        self._address = address.rstrip("/")
        self._connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=60)
        self._cookies: dict[str, str] = {}
        self._token = ""

    def get(self, path: str) -> tuple[int, str, str]:
        return self._ask("GET", path, None, {})

    def post(self, path: str, fields: dict[str, str], *, script: bool) -> tuple[int, str, str]:
        headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Origin": self._address,
            "Referer": f"{self._address}{path}",
            "X-CSRFToken": self._token,
        }
        if script:
            headers["HX-Request"] = "true"
        return self._ask("POST", path, urlencode(fields), headers)

    def _ask(
        self, method: str, path: str, body: str | None, headers: dict[str, str]
    ) -> tuple[int, str, str]:
        cookies = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        self._connection.request(method, path, body, {**headers, "Cookie": cookies})
        answer = self._connection.getresponse()
        page = answer.read().decode()
        for line in answer.headers.get_all("Set-Cookie") or []:
            self._cookies |= {name: morsel.value for name, morsel in SimpleCookie(line).items()}
        if found := re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page):
            self._token = found[1]
        return answer.status, page, answer.headers.get("Location", "")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("address")
    parser.add_argument("email")
    parser.add_argument("password")
    parser.add_argument("--messages", type=int, default=1000)
    asked = parser.parse_args()
    browser = Browser(asked.address)
    _sign_in(browser, asked.email, asked.password)
    conversation = _open_conversation(browser)
    chosen = random.Random(7)
    for _ in range(WARM):
        _say(browser, conversation, _sentence(chosen))
    before = os.getloadavg()[0]
    times = [_say(browser, conversation, _sentence(chosen)) for _ in range(asked.messages)]
    json.dump(_report(times, before), sys.stdout, indent=2)


def _sign_in(browser: Browser, email: str, password: str) -> None:
    browser.get("/accounts/login/")
    status, page, to = browser.post(
        "/accounts/login/", {"login": email, "password": password}, script=False
    )
    if status != http.client.FOUND:
        sys.exit(f"Could not sign in as {email} ({status} {to}). {_plain(page)[:200]}")
    browser.get("/")


def _open_conversation(browser: Browser) -> str:
    fields = {"message": "I measure how long saving takes.", "streams": "1"}
    status, page, to = browser.post("/chat/send", fields, script=False)
    if status != http.client.FOUND:
        sys.exit(f"Could not say anything ({status}). {_plain(page)[:200]}")
    return to.rstrip("/").rpartition("/")[2]


def _say(browser: Browser, conversation: str, text: str) -> float:
    """Say it; returns milliseconds."""
    started = time.perf_counter()
    status, page, _ = browser.post(
        "/chat/send", {"message": text, "conversation": conversation, "streams": "1"}, script=True
    )
    took = (time.perf_counter() - started) * 1000
    if status != http.client.OK:
        sys.exit(f"Saving failed ({status}). {_plain(page)[:200]}")
    return took


def _sentence(chosen: random.Random) -> str:
    if chosen.random() < 0.2:
        return chosen.choice(_LESSONS).format(chosen.choice(_WORDS), chosen.choice(_WORDS))
    parts = (_SUBJECTS, _VERBS, _THINGS, _PLACES)
    first = " ".join(chosen.choice(words) for words in parts)
    second = " ".join(chosen.choice(words) for words in parts)
    return f"Today {first}, number {chosen.randrange(10_000)}. Later {second}."


def _plain(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def _report(times: list[float], load: float) -> dict[str, object]:
    ordered = sorted(times)
    cuts = statistics.quantiles(ordered, n=100, method="inclusive")
    hundreds = [times[start : start + 100] for start in range(0, len(times), 100)]
    return {
        "messages": len(times),
        "ms_p50": round(cuts[49], 1),
        "ms_p95": round(cuts[94], 1),
        "ms_p99": round(cuts[98], 1),
        "ms_most": round(ordered[-1], 1),
        "ms_p50_by_hundred": [round(statistics.median(part), 1) for part in hundreds],
        "load_before": round(load, 2),
        "load_after": round(os.getloadavg()[0], 2),
    }


if __name__ == "__main__":
    main()
