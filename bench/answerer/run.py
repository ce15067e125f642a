"""Ask the built-in answerer the development questions the way a person would, and count.

`python -m bench.answerer.run [FILE] [-v]` on the database the settings name: each person of the
file gets an account of their own for the time being, tells their facts in one conversation each,
and asks every question in a new one. Right means that the first citation is the fact's message.
"""

import json
import os
import sys
import time
from pathlib import Path
from uuid import uuid4

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yarnnn.settings")

import django

django.setup()

from accounts.acting import acting_as  # noqa: E402 - Django first
from accounts.models import User  # noqa: E402
from chat import answer, converse  # noqa: E402
from chat.models import Citation, Message  # noqa: E402
from memories.embed import embed_waiting  # noqa: E402

QUESTIONS = Path(__file__).with_name("questions.json")


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


def main() -> None:
    arguments = [argument for argument in sys.argv[1:] if argument != "-v"]
    people = json.loads(Path(arguments[0]).read_text() if arguments else QUESTIONS.read_text())
    verbose = "-v" in sys.argv
    right = unknown = cited_at_all = answerable = unanswerable = 0
    seconds: list[float] = []
    for person in people:
        user = User.objects.create_user(f"bench-{uuid4()}@example.org")
        try:
            sources = {fact["id"]: tell(user, fact["text"]) for fact in person["facts"]}
            while embed_waiting(user.pk):
                pass
            for asked in person["questions"]:
                text, cited, took = ask(user, asked["q"])
                seconds.append(took)
                good = cited[:1] == [sources[asked["fact"]]]
                answerable += 1
                right += good
                cited_at_all += sources[asked["fact"]] in cited
                if verbose and not good:
                    print("WRONG", asked["q"], "→", text)
            for question in person["unknown"]:
                text, cited, took = ask(user, question)
                seconds.append(took)
                unanswerable += 1
                unknown += not cited
                if verbose and cited:
                    print("CLAIMED", question, "→", text)
        finally:
            with acting_as(user):
                user.delete()
    seconds.sort()
    print(
        json.dumps(
            {
                "answerable": answerable,
                "right": right,
                "cited": cited_at_all,
                "unanswerable": unanswerable,
                "unknown": unknown,
                "seconds_p50": round(seconds[len(seconds) // 2], 3),
                "seconds_p95": round(seconds[int(len(seconds) * 0.95)], 3),
            }
        )
    )


if __name__ == "__main__":
    main()
