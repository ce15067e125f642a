"""What a message says though it was forgotten: not learned, but offered to be remembered again."""

from accounts.models import User
from chat.models import Message
from memories import tombstones
from memories.models import Change, Memory, Source
from memories.remember import Quote, remember
from memories.rules import statements


def withheld(user: User, source: Source, learned: int) -> list[int]:
    """Where statements begin that would have been learned, had they not been forgotten.

    `learned` is how many were: where that is all of them, nothing is looked up.
    """
    stated = statements(source.text)
    if len(stated) <= learned:
        return []
    gone = tombstones.forbidden(user, [statement.content for statement in stated])
    return [each.span.start for each, was in zip(stated, gone, strict=True) if was]


def words_withheld(said: Message) -> list[tuple[int, str]]:
    """What a message has on offer: where it begins, and its words."""
    starts = said.details.get("withheld")
    if not starts or said.source is None:
        return []
    found = {s.span.start: s.content for s in statements(said.source.text)}
    return [
        (start, found[start])
        for start in starts
        if start in found and tombstones.MASK not in found[start]
    ]


def remember_again(user: User, said: Message, start: int) -> Memory | None:
    """Remember what was forgotten, as the person now asks for; None where nothing is on offer.

    Call it inside `acting_as`.
    """
    offered = dict(words_withheld(said))
    if start not in offered or said.source is None:
        return None
    stated = next(s for s in statements(said.source.text) if s.span.start == start)
    remembered = remember(
        user,
        stated.content,
        by=Change.By.PERSON,
        project=said.source.project,
        kind=stated.kind,
        quote=Quote(said.source, stated.span.start, stated.span.stop),
        cause=said.source,
        again=True,
    )
    if remembered.memory is None:
        return None
    did = {"what": "remembered", "memory": str(remembered.memory.pk)}
    said.details = {
        **said.details,
        "did": [*said.details.get("did", []), did],
        "withheld": [other for other in said.details["withheld"] if other != start],
    }
    said.save(update_fields=["details"])
    return remembered.memory
