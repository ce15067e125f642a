"""Who is who in what was told: `python -m bench.learning.people FILE… [-v]`.

Each file in the form of bench/sets/*/entities.json is told by an account of its own, in process.
Prints how many pairs of messages about one person or thing are joined by one entity, how many of
these rightly, and the traps that were joined: by the memories alone, as the API lists them, and by
passages too. `-v` prints whom each message was found to speak of.
"""

import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.answerer.judge import somebody_who_told
from bench.application import application

if TYPE_CHECKING:
    from accounts.models import User

Pair = frozenset[str]


def plain(text: str) -> str:
    """A text as it is compared: its words in lower case."""
    return " ".join(re.findall(r"\w+", text.lower()))


def found(user: "User", said: Mapping[str, str]) -> list[tuple[str, set[str], set[str]]]:
    """Each entity with the ids of the messages that its memories, and its passages, are of."""
    from database.acting import acting_as
    from memories.models import Entity, Mention

    places: list[tuple[str, set[str], set[str]]] = []
    with acting_as(user):
        for one in Entity.objects.filter(user=user, merged_into=None).order_by("-mention_count"):
            merged = [one.pk, *Entity.objects.filter(merged_into=one).values_list("pk", flat=True)]
            mentions = Mention.objects.filter(user=user, entity__in=merged)
            memories = mentions.filter(memory__isnull=False)
            by_memory = _messages(memories.values_list("memory__content", flat=True), said)
            passages = mentions.filter(chunk__isnull=False).select_related("chunk__source")
            texts = [m.chunk.source.text[m.chunk.start : m.chunk.stop] for m in passages if m.chunk]
            name = f"{one.name} ({one.type}) {', '.join(one.aliases)}"
            places.append((name, by_memory, _messages(texts, said)))
    return places


def _messages(texts: Iterable[str], said: Mapping[str, str]) -> set[str]:
    low = [plain(text) for text in texts]
    return {
        pk for pk, each in said.items() for text in low if text and (text in each or each in text)
    }


def pairs(groups: Iterable[Iterable[str]]) -> set[Pair]:
    return {frozenset(pair) for group in groups for pair in combinations(sorted(group), 2)}


def look(life: dict[str, Any], *, verbose: bool) -> str:
    """Tell one life and count."""
    said = {each["id"]: plain(each["text"]) for each in life["messages"]}
    with somebody_who_told(each["text"] for each in life["messages"]) as user:
        places = found(user, said)
        kept = _messages(_contents(user), said)
    gold = pairs(each["message_ids"] for each in life["entities"])
    of_entity = {each["id"]: set(each["message_ids"]) for each in life["entities"]}
    lines = [f"{len(kept)} of {len(said)} messages are kept; pairs about one: {len(gold)}"]
    lines[0] += f", of kept messages {len(pairs(set(m) & kept for m in of_entity.values()))}"
    for what, at in (("memories", 1), ("passages too", 2)):
        made = pairs(each[1] if at == 1 else each[1] | each[2] for each in places)
        traps = [
            (each["message_id"], other)
            for each in life["traps"]
            for other in each["must_not_be_merged_with"]
            if any(frozenset((each["message_id"], m)) in made for m in of_entity.get(other, ()))
        ]
        lines.append(
            f"  by {what}: joined {len(made)}, right {len(gold & made)}, traps {len(traps)} {traps}"
        )
    if verbose:
        lines += _told(life, places, kept)
    return "\n".join(lines)


def _contents(user: "User") -> list[str]:
    from database.acting import acting_as
    from memories.models import Memory

    with acting_as(user):
        return list(Memory.objects.filter(user=user).values_list("content", flat=True))


def _told(
    life: dict[str, Any], places: list[tuple[str, set[str], set[str]]], kept: set[str]
) -> Iterable[str]:
    by_message = defaultdict[str, list[str]](list)
    for name, by_memory, by_passage in places:
        for pk in by_memory | by_passage:
            by_message[pk].append(f"{name}{'' if pk in by_memory else ' [passage]'}")
    for each in life["messages"]:
        meant = ", ".join(mention.get("entity", "") for mention in each["mentions"])
        mark = "" if each["id"] in kept else " (not kept)"
        yield f"{each['id']}{mark} {each['text']}\n    meant: {meant}"
        yield f"    found: {'; '.join(by_message[each['id']])}"


def main() -> None:
    with application():
        for name in (argument for argument in sys.argv[1:] if argument != "-v"):
            life = json.loads(Path(name).read_text())
            print(name, look(life, verbose="-v" in sys.argv), flush=True)


if __name__ == "__main__":
    main()
