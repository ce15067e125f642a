"""Run sets of forgetting cases against a running Yarnnn, by its HTTP API, and say how it did.

    python -m bench.forgetting.run http://localhost:8000 forgetting.json paraphrase.json

Run it with the YARNNN_HOME of the installation: each case gets an account of its own, by
`manage.py token EMAIL --create`. Forms of cases, lists of JSON objects but for the second:

- {facts, request, gone, stay, leaked_keys, probes, stay_probes}: is what was meant gone, and
  nothing else? `gone` and `stay` are places in `facts`.
- the same, many requests for the same facts, in a text file (bench/forgetting/requests.py);
- {fact, forget_request, rewordings, similar_but_different}: does it stay gone in other words, and
  does what only resembles it stay?

Where the answer asks which is meant, the person of the case chooses what is to go. A reworded fact
counts as returned where recall gives it back. `--kept FILE` writes each case's findings as JSON.
"""

import argparse
import json
import re
import time
import unicodedata
import urllib.error
import urllib.parse
import urllib.request
from collections import Counter
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import uuid4

from bench.application import application
from bench.forgetting.requests import read

_OPTION = re.compile(r"^(\d)\. (.+)$", re.MULTILINE)
_ASKS = re.compile(r"Do you mean this|Which one shall I forget|is still here:")
# What the built-in answerer says, and what a model may.
_FORGOT = re.compile(r"\bForgot (?:that|these|\d)|have forgotten")
_HELD_BACK = re.compile(r"You asked me to forget|sounds like something you", re.IGNORECASE)


class Person:
    """A person of the installation, by the API."""

    def __init__(self, base: str, token: str) -> None:
        self._base, self._token = base.rstrip("/"), token

    def say(self, text: str, conversation: str | None = None) -> dict[str, Any]:
        body = {"message": text, **({"conversation": conversation} if conversation else {})}
        answer: dict[str, Any] = self._call("POST", "/api/chat", body)
        return answer

    def recalled(self, question: str) -> list[str]:
        asked = urllib.parse.urlencode({"q": question[:400], "limit": 20})
        found = self._call("GET", f"/api/recall?{asked}")
        items = found if isinstance(found, list) else found.get("items", found.get("results", []))
        return [f"{item.get('text', '')} {item.get('quote', '')}" for item in items]

    def _call(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        request = urllib.request.Request(  # noqa: S310 - an address the caller gave
            self._base + path,
            data=json.dumps(body).encode() if body else None,
            method=method,
            headers={
                "Authorization": f"Bearer {self._token}",
                "Content-Type": "application/json",
            },
        )
        for pause in (1, 3, 8, 20, 0):
            try:
                with urllib.request.urlopen(request, timeout=120) as answer:  # noqa: S310
                    return json.loads(answer.read() or b"null")
            except urllib.error.HTTPError as error:
                if error.code not in (429, 503) or not pause:
                    raise
                time.sleep(pause)
        raise AssertionError


def joined(base: str) -> Person:
    from django.core.management import call_command

    out = StringIO()
    call_command("token", f"{uuid4().hex}@example.org", create=True, stdout=out, stderr=StringIO())
    return Person(base, out.getvalue().strip())


def flat(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).lower().replace("’", "'").split())


def has(text: str, key: str) -> bool:
    """Whether any way a key is written ("a|b") stands in a text, not inside a longer word."""
    ways = (re.escape(flat(way)) for way in key.split("|"))
    return any(re.search(rf"(?<!\w){way}(?!\d)", flat(text)) for way in ways)


def asks_to_forget(
    person: Person, request: str, gone: list[str], stay: list[str]
) -> dict[str, Any]:
    """Send a request, and answer where it asks back. Gives what was said and done."""
    answer = person.say(request)
    text, asked = answer["answer"], False
    said = [text]
    for _ in range(3):
        options = _OPTION.findall(text)
        if not _ASKS.search(text) or not options:
            break
        asked = True
        right = [n for n, words in options if _is_of(words, gone, stay)]
        reply = ", ".join(right) if right else "none"
        if right and len(right) == len(options):
            reply = "all of them" if len(options) > 1 else "yes"
        answer = person.say(reply, answer["conversation"])
        text = answer["answer"]
        said.append(text)
    forgot = any(_FORGOT.search(each) and "still here" not in each for each in said)
    return {"text": said[0], "asked": asked, "forgot": forgot}


def _is_of(words: str, gone: list[str], stay: list[str]) -> bool:
    """Whether an option is of what is to go: it shares more with that than with what stays."""
    shared, stays = (
        max((_shared(words, fact) for fact in facts), default=0) for facts in (gone, stay)
    )
    return shared > max(stays, 0.5)


def _shared(words: str, fact: str) -> float:
    said, told = set(re.findall(r"\w+", flat(words))), set(re.findall(r"\w+", flat(fact)))
    return len(said & told) / max(len(said | told), 1)


def meant(base: str, case: dict[str, Any]) -> dict[str, Any]:
    person = joined(base)
    conversation = None
    for fact in case["facts"]:
        conversation = person.say(fact, conversation)["conversation"]
    facts = case["facts"]
    gone, stay = [facts[i] for i in case["gone"]], [facts[i] for i in case["stay"]]
    # What took another's place before anything was forgotten is not lost by that.
    stay = [fact for fact in stay if _there(person, fact)]
    done = asks_to_forget(person, case["request"], gone, stay)
    back = [*(text for fact in gone for text in person.recalled(fact))]
    answers = [person.say(probe)["answer"] for probe in case["probes"]]
    back += answers + [text for probe in case["probes"] for text in person.recalled(probe)]
    left = [key for key in case["leaked_keys"] if any(has(text, key) for text in back)]
    lost = [fact for fact in stay if not _there(person, fact)]
    kept = {
        probe["question"]: all(
            any(has(text, key) for text in person.recalled(probe["question"]))
            for key in probe["keys"]
        )
        for probe in case["stay_probes"]
    }
    return {
        **done,
        "left": left,
        "lost": lost,
        "unanswered": [question for question, there in kept.items() if not there],
        "right": not left and not lost,
        "false_word": done["forgot"] and bool(left),
    }


def _there(person: Person, fact: str) -> bool:
    return any(flat(fact) in flat(text) for text in person.recalled(fact))


def paraphrased(base: str, case: dict[str, Any]) -> dict[str, Any]:
    person = joined(base)
    person.say(case["fact"])
    done = asks_to_forget(person, case["forget_request"], [case["fact"]], [])
    stands = _there(person, case["fact"])
    found: dict[str, Any] = {**done, "stands": stands, "returned": [], "suppressed": [], "asked": 0}
    for text in case["rewordings"]:
        answer = person.say(text)["answer"]
        if _returned(person, text) or _returned(person, text, by=case["fact"]):
            found["returned"].append(text)
        found["asked"] += bool(_HELD_BACK.search(answer))
    for text in case["similar_but_different"]:
        answer = person.say(text)["answer"]
        if not _returned(person, text):
            asked = bool(_HELD_BACK.search(answer))
            found["suppressed"].append([text, "asked" if asked else "silent"])
    return found


def _returned(person: Person, text: str, by: str = "") -> bool:
    words = flat(text).strip(' .!?"')
    return any(words in flat(item) for item in person.recalled(by or text))


def report(name: str, cases: list[dict[str, Any]], found: list[dict[str, Any]]) -> None:
    print(f"\n{name}: {len(cases)} cases")
    if "request" in cases[0]:
        for label, key in (("right and complete", "right"), ("asked first", "asked")):
            print(f"   {label}: {sum(bool(f[key]) for f in found)}")
        print(f"   wrong thing gone: {sum(bool(f['lost']) for f in found)}")
        print(f"   “forgotten” said while some stands: {sum(f['false_word'] for f in found)}")
        print(f"   what stays is found by its question: {sum(not f['unanswered'] for f in found)}")
        wrong = Counter(
            case["kind"] for case, f in zip(cases, found, strict=True) if not f["right"]
        )
        print(f"   not right, by kind: {dict(wrong)}")
        return
    rewordings = sum(len(case["rewordings"]) for case in cases)
    others = sum(len(case["similar_but_different"]) for case in cases)
    suppressed = [each for f in found for each in f["suppressed"]]
    silent = sum(how == "silent" for _, how in suppressed)
    print(f"   still there after the request: {sum(f['stands'] for f in found)}")
    print(f"   rewordings returned: {sum(len(f['returned']) for f in found)} of {rewordings}")
    print(f"   similar but different, held back: {len(suppressed)} of {others} ({silent} silently)")


def main() -> None:
    parser = argparse.ArgumentParser(description="Run forgetting cases against a running Yarnnn.")
    parser.add_argument("base")
    parser.add_argument("sets", nargs="+", type=Path)
    parser.add_argument("--kept", type=Path)
    parser.add_argument("--only", default="", help="only cases whose id begins so")
    asked = parser.parse_args()
    with application():
        run_all(asked.base, asked.sets, asked.kept, asked.only)


def run_all(base: str, sets: list[Path], keep: Path | None, only: str) -> None:
    kept: dict[str, Any] = {}
    for file in sets:
        every = read(file) if file.suffix == ".txt" else json.loads(file.read_text())
        cases = [case for case in every if case["id"].startswith(only)]
        run = meant if "request" in cases[0] else paraphrased
        found = [run(base, case) for case in cases]
        kept |= {case["id"]: each for case, each in zip(cases, found, strict=True)}
        report(file.name, cases, found)
        if keep:
            keep.write_text(json.dumps(kept, indent=1, ensure_ascii=False))


if __name__ == "__main__":
    main()
