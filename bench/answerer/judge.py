"""Ask the built-in answerer what a set asks, and judge its answers by their keys.

`python -m bench.answerer.judge FILE… [-v]`, each in the form of bench/sets/*/facts_questions.json,
or a list of such people: an account for the time being tells each fact in a conversation of its
own, then every question is asked in a new one, and each follow-up after its first question. Prints
a line of JSON for each file and one for all: of answerable questions how many were right and plain,
or right as the closest, and how many wrong as sure; of those without an answer how many were
admitted or answered as sure. And how often an earlier value stood beside the answer: in a set where
nothing changes, always wrongly.
"""

import json
import re
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

from bench.application import application

if TYPE_CHECKING:
    from accounts.models import User


# How an answer says that something was told before and no longer holds.
EARLIER = "Earlier you told me"


@dataclass(frozen=True)
class Told:
    """An answer, how sure it was, what it cites (in lower case), and its conversation."""

    text: str
    verdict: str
    quotes: tuple[str, ...]
    conversation: UUID


def told(user: "User", text: str, conversation: UUID | None = None) -> Told:
    """Say something and give the answer."""
    from chat import converse
    from chat.answering import answer
    from chat.answering.quotes import quoted
    from chat.models import Citation, Conversation, Message
    from database.acting import acting_as

    with acting_as(user):
        within = Conversation.objects.get(pk=conversation) if conversation else None
        turn = converse.say(user, within, text)
    answer.answer_now(user.pk, turn.answer.pk)
    with acting_as(user):
        message = Message.objects.select_related("source").get(pk=turn.answer.pk)
        cited = Citation.objects.filter(message=message).order_by("marker")
        found = [quoted(each) for each in cited.select_related("chunk__source")]
        quotes = tuple(each.words.lower().strip(" .") for each in found)
        verdict = message.details.get("verdict") or ("sure" if quotes else "unknown")
        return Told(message.text, verdict, quotes, message.conversation_id)


@contextmanager
def somebody_who_told(facts: Iterable[str]) -> Iterator["User"]:
    """An account for the time being, that told each of these in a conversation of its own."""
    from accounts.models import User
    from database.acting import acting_as
    from memories.keeping.vectors import embed_waiting

    user = User.objects.create_user(f"bench-{uuid4()}@example.org")
    try:
        for fact in facts:
            told(user, fact)
        while embed_waiting(user.pk):
            pass
        yield user
    finally:
        with acting_as(user):
            user.delete()


def has_all(keys: list[str], text: str) -> bool:
    """Whether each key stands in a text, short ones as whole words."""
    lower = text.lower()

    def stands(key: str) -> bool:
        word = key.strip().lower()
        if len(word) <= 3:
            return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", lower) is not None
        return word in lower

    return all(any(stands(each) for each in key.split("|")) for key in keys)


def outcome(asked: dict[str, Any], text: str, verdict: str) -> str:
    """What an answer counts as."""
    if not asked.get("fact_ids"):
        return {"unknown": "admitted", "sure": "answered as sure"}.get(verdict, "closest")
    if has_all(asked["keys"], text) and verdict != "unknown":
        return "right and plain" if verdict == "sure" else "right, as closest"
    return "wrong as sure" if verdict == "sure" else f"wrong, {verdict}"


def judge(person: dict[str, Any], seconds: list[float], *, verbose: bool) -> Counter[str]:
    """One person's facts told, questions asked, answers judged; they are gone afterwards."""
    counts: Counter[str] = Counter()
    with somebody_who_told([fact["text"] for fact in person["facts"]]) as user:

        def count(kind: str, asked: dict[str, Any], conversation: UUID | None = None) -> UUID:
            start = time.perf_counter()
            answer = told(user, asked["question"], conversation)
            seconds.append(time.perf_counter() - start)
            found = outcome(asked, answer.text, answer.verdict)
            counts.update([kind, f"{kind}: {found}"])
            counts["an earlier value beside it"] += EARLIER in answer.text
            if verbose and found not in ("right and plain", "admitted"):
                print(f"{kind}, {found}: {asked['question']} → {answer.text}")
            return answer.conversation

        for asked in person["questions"]:
            count("answerable" if asked["answerable"] else "unanswerable", asked)
        for pair in person.get("followups", ()):
            first = pair["first"]
            plain = isinstance(first, str)
            within = told(user, first).conversation if plain else count("first", first)
            count("followup", pair["followup"], within)
    return counts


def people_of(file: Path) -> list[dict[str, Any]]:
    """The people of a set: it is about one of them, or lists several."""
    found = json.loads(file.read_text())
    return found if isinstance(found, list) else [found]


def main() -> None:
    with application():
        seconds: list[float] = []
        total: Counter[str] = Counter()
        for name in (argument for argument in sys.argv[1:] if argument != "-v"):
            counts: Counter[str] = Counter()
            for person in people_of(Path(name)):
                counts += judge(person, seconds, verbose="-v" in sys.argv)
            print(json.dumps({"file": name, **dict(sorted(counts.items()))}), flush=True)
            total += counts
        seconds.sort()
        p50, p95 = (round(seconds[int(len(seconds) * share)], 3) for share in (0.5, 0.95))
        print(json.dumps({**dict(sorted(total.items())), "p50": p50, "p95": p95}))


if __name__ == "__main__":
    main()
