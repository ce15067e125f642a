"""Offer to remember what a message says but was not learned, forgotten before or not."""

from dataclasses import dataclass

from accounts.models import User
from chat.models import Message
from memories.keeping import Quote, TombstoneMatch, remember, sources, tombstones
from memories.learning import said_before, told
from memories.models import Change, Chunk, Memory, Source
from memories.text import MASK, Span, asks


@dataclass(frozen=True)
class Offer:
    """A statement on offer: "withheld" was forgotten once, or may have been; "offered" was not."""

    what: str
    span: Span
    content: str
    kind: Memory.Kind = Memory.Kind.FACT


def withheld_details(user: User, source: Source, learned: int) -> dict[str, object]:
    """The parts of a message held back because they were forgotten once, or may have been.

    As a message's details hold it: where `withheld` statements begin, and as `held` what else of
    it recall does not see, so that nothing is held back without a word. `resembles` where none of
    that is it for sure. `learned` is how many statements were.
    """
    stated = told(source.text, said_before(source))
    if len(stated) <= learned and not source.holds_back:
        return {}
    hidden = Chunk.objects.filter(source=source, hidden__isnull=False).order_by("position")
    spans = [Span(chunk.start, chunk.stop) for chunk in hidden]
    gone = tombstones.judged(user, [statement.content for statement in stated])
    was = [each.span for each, what in zip(stated, gone, strict=True) if what]
    held = [
        span
        for span in spans
        if not any(each.start < span.stop and span.start < each.stop for each in was)
        and not asks(span.of(source.text).strip())
    ]
    if not was and not held:
        return {}
    gone += tombstones.judged(user, [span.of(source.text) for span in held])
    return {
        "withheld": [span.start for span in was],
        "held": [[span.start, span.stop] for span in held],
        "resembles": TombstoneMatch.SAME not in gone,
    }


def offers(said: Message, answer: Message) -> list[Offer]:
    """The offers of a message and an answer to it, without those blacked out since."""
    if said.source is None:
        return []
    found = [*_withheld(said.source, said.details.get("withheld", []))]
    for what, start, stop in _spans(said, answer):
        span = Span(start, stop)
        words = span.of(said.source.text)
        found.append(Offer(what, span, words[:1].upper() + words[1:]))
    return [each for each in found if MASK not in each.content]


def _spans(said: Message, answer: Message) -> list[tuple[str, int, int]]:
    held = [("withheld", start, stop) for start, stop in said.details.get("held", [])]
    offered = answer.details.get("offers", [])
    return held + [(each["what"], each["start"], each["stop"]) for each in offered]


def _withheld(source: Source, starts: list[int]) -> list[Offer]:
    if not starts:
        return []
    return [
        Offer("withheld", each.span, each.content, each.kind)
        for each in told(source.text, said_before(source))
        if each.span.start in starts
    ]


def remember_again(user: User, said: Message, start: int) -> Memory | None:
    """Remember what is on offer, as the person now asks for; None where nothing is.

    What was forgotten is lifted, and found again. Call it inside `acting_as`.
    """
    answers = list(Message.objects.filter(answers=said))
    on_offer = [each for answer in answers for each in offers(said, answer)]
    wanted = next((each for each in on_offer if each.span.start == start), None)
    if wanted is None or said.source is None:
        return None
    remembered = remember(
        user,
        wanted.content,
        by=Change.By.PERSON,
        project=said.source.project,
        kind=wanted.kind,
        quote=Quote(said.source, wanted.span.start, wanted.span.stop),
        cause=said.source,
        again=True,
    )
    if remembered.memory is None:
        return None
    _show_again(user, said.source)
    did = {"what": "remembered", "memory": str(remembered.memory.pk)}
    said.details = {
        **said.details,
        "did": [*said.details.get("did", []), did],
        "withheld": [other for other in said.details.get("withheld", []) if other != start],
        "held": [span for span in said.details.get("held", []) if span[0] != start],
    }
    said.save(update_fields=["details"])
    for answer in answers:
        left = [each for each in answer.details.get("offers", []) if each["start"] != start]
        answer.details = {**answer.details, "offers": left}
        answer.save(update_fields=["details"])
    return remembered.memory


def _show_again(user: User, source: Source) -> None:
    """Index the hidden chunks of a source again; what else was forgotten in them stays out."""
    hidden = list(Chunk.objects.filter(source=source, hidden__isnull=False))
    if hidden:
        Chunk.objects.filter(pk__in=[chunk.pk for chunk in hidden]).update(hidden=None)
        sources.make_findable(user, source, hidden)
