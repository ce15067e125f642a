"""Tell the built-in answerer facts and ask it questions the way people would, and count.

`python -m bench.answerer.run [FILE] [-v]` on the database the settings name: each person of the
file (others.json if no other is named) gets an account for the time being, tells each fact in a
conversation of its own, and asks every question in a new one. Prints a line of JSON for each person
and one for all:

- of questions with an answer, how many `cited` the right fact at all, in the `first` place, and in
  an answer that was sure (`sure`); were `sure_wrong`, without it; `hedged`, and `unknown`
- of those without one, how many were said to be `unknown`, `hedged`, or answered (`claimed`)
"""

import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yarnnn.settings")

import django

django.setup()

from accounts.models import User  # noqa: E402
from chat import converse  # noqa: E402
from chat.answering import answer  # noqa: E402
from chat.builtin import phrases  # noqa: E402
from chat.models import Citation, Message  # noqa: E402
from database.acting import acting_as  # noqa: E402 - Django first
from memories.keeping.vectors import embed_waiting  # noqa: E402

OTHERS = Path(__file__).with_name("others.json")


def tell(user: User, text: str) -> str:
    """Say a fact; gives the id of its source."""
    with acting_as(user):
        turn = converse.say(user, None, text)
    answer.answer_now(user.pk, turn.answer.pk)
    return str(turn.said.source_id)


def ask(user: User, question: str) -> tuple[str, list[str], float]:
    """Ask in a new conversation; gives the answer, the sources it cites, and the seconds."""
    start = time.perf_counter()
    with acting_as(user):
        turn = converse.say(user, None, question)
    answer.answer_now(user.pk, turn.answer.pk)
    took = time.perf_counter() - start
    with acting_as(user):
        text = Message.objects.select_related("source").get(pk=turn.answer.pk).text
        cited = Citation.objects.filter(message=turn.answer).order_by("marker")
        return text, [str(c.chunk.source_id) for c in cited if c.chunk], took


def outcome(text: str, cited: list[str], right: str | None) -> Iterator[str]:
    """What an answer counts as, by the names in the docstring above."""
    hedged = phrases.CLOSEST in text
    unknown = not cited
    if right is None:
        yield "unknown" if unknown else "hedged" if hedged else "claimed"
        return
    if right in cited:
        yield "cited"
        if cited[0] == right:
            yield "first"
    if unknown or hedged:
        yield "unknown" if unknown else "hedged"
    else:
        yield "sure" if right in cited else "sure_wrong"


def ask_all(person: dict[str, Any], seconds: list[float], *, verbose: bool) -> Counter[str]:
    """One person's facts told and questions asked; they are gone afterwards."""
    counts: Counter[str] = Counter()
    questions = [(asked["q"], asked["fact"]) for asked in person["questions"]]
    questions += [(question, None) for question in person.get("unknown", ())]
    user = User.objects.create_user(f"bench-{uuid4()}@example.org")
    try:
        sources = {fact["id"]: tell(user, fact["text"]) for fact in person["facts"]}
        while embed_waiting(user.pk):
            pass
        for question, fact in questions:
            text, cited, took = ask(user, question)
            seconds.append(took)
            kind = "answerable" if fact else "unanswerable"
            found = list(outcome(text, cited, sources[fact] if fact else None))
            counts.update([kind, *(f"{kind} {what}" for what in found)])
            if verbose and not {"first", "unknown" if fact is None else ""} & set(found):
                print(f"{kind}, {', '.join(found)}: {question} → {text}")
    finally:
        with acting_as(user):
            user.delete()
    return counts


def main() -> None:
    arguments = [argument for argument in sys.argv[1:] if argument != "-v"]
    people = json.loads(Path(arguments[0] if arguments else OTHERS).read_text())
    seconds: list[float] = []
    total: Counter[str] = Counter()
    for person in people:
        counts = ask_all(person, seconds, verbose="-v" in sys.argv)
        print(json.dumps(counts), flush=True)
        total += counts
    seconds.sort()
    p50, p95 = (round(seconds[int(len(seconds) * share)], 3) for share in (0.5, 0.95))
    print(json.dumps({**total, "seconds_p50": p50, "seconds_p95": p95}))


if __name__ == "__main__":
    main()
