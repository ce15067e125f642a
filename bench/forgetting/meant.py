"""What requests to forget would take: `python -m bench.forgetting.meant FILE… [-v]`.

Of each world of files as bench/forgetting/data/requests*.txt, or of each life of
bench/sets/*/forgetting_in_lives.json, the facts are told once, in process,
by an account for the time being; then every request is read and what it means is looked up, but
nothing is forgotten. Prints for each file how many requests mean all that they should and nothing
else (right: nothing, where it was never told), are asked about with all of it among what is asked
(asked), take part of it and offer the rest (offered), take too little (part), ask about other
things (missed), take what should stay (wrong), or are read as no request.
"""

import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.answerer.judge import has_all, somebody_who_told
from bench.application import application
from bench.forgetting.requests import read

if TYPE_CHECKING:
    from accounts.models import User
    from memories.forgetting import ForgetMatches, Passage


def meant_by(user: "User", request: str) -> "ForgetMatches | None":
    """What the chat would forget, or ask about; None where it reads no request."""
    from chat.builtin.forgetting import LOOKED_AT
    from chat.builtin.requests.forget import read_removal, read_request
    from database.acting import acting_as
    from memories.answers.lookup import look_up
    from memories.forgetting import find_meant, questions_of
    from memories.recall import Query

    surely = read_request(request)
    asked = surely or read_removal(request)
    if asked is None:
        return None
    topic = request[asked.start : asked.stop]
    looked_up = (topic, *questions_of(topic, whole=asked.everything or asked.about))
    found = [item for words in looked_up for item in look_up(user, Query(words, limit=LOOKED_AT))]
    with acting_as(user):
        meant = find_meant(
            user,
            topic,
            everything=asked.everything,
            states=asked.states,
            about=asked.about,
            keep=asked.keep,
            every_form=asked.every_form,
            hints={item.chunk_id for item in found if item.chunk_id},
        )
    if surely:
        return meant
    clear = meant.sure or asked.likely
    return replace(meant, sure=False) if clear and meant.passages else None


def outcome(case: dict[str, Any], meant: "ForgetMatches | None") -> str:
    """What becomes of a request."""
    if meant is None:
        return "no request"
    going, offered = _facts(case, meant.passages), _facts(case, meant.more)
    wanted = set(case["gone"])
    if not meant.passages:
        # It says that it knows nothing like that.
        return "missed" if wanted else "right"
    if not meant.sure:
        return "asked" if wanted <= going else "missed"
    kept = [key for p in meant.passages for key in case.get("keep", []) if has_all([key], p.words)]
    if going & set(case["stay"]) or kept:
        return "wrong"
    if wanted <= going:
        return "right"
    return "offered" if wanted <= going | offered else "part"


def _facts(case: dict[str, Any], passages: "Sequence[Passage]") -> set[int]:
    return {n for p in passages for n, fact in enumerate(case["facts"]) if p.words in fact}


def world(cases: Sequence[dict[str, Any]], *, verbose: bool) -> Counter[str]:
    """One person's facts told, and all that is asked of them."""
    counts: Counter[str] = Counter()
    with somebody_who_told(cases[0]["facts"]) as user:
        for case in cases:
            meant = meant_by(user, case["request"])
            found = outcome(case, meant)
            counts[found] += 1
            if verbose and found != "right":
                going = [passage.words for passage in meant.passages] if meant else []
                print(f"{found} ({case['kind']}): {case['request']} → {going}")
    return counts


def main() -> None:
    with application():
        for name in (argument for argument in sys.argv[1:] if argument != "-v"):
            counts: Counter[str] = Counter()
            for _, cases in groupby(read(Path(name)), key=lambda case: case["facts"]):
                counts += world(list(cases), verbose="-v" in sys.argv)
            print(f"{name}: {counts.total()} requests, {dict(counts.most_common())}", flush=True)


if __name__ == "__main__":
    main()
