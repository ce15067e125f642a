"""How imports are put to a person: what is in a file, how far it is, the messages of a chat."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from accounts.models import User
from imports import formats
from imports.models import Import
from memories.models import Source
from memories.pages import day, moment, reading

State = Import.State
# So many suggestions are on the page.
SUGGESTED = 100
_PROGRAMS = {"chatgpt": "ChatGPT", "claude": "Claude"}
_NOUNS = {
    "conversations": ("conversation", "conversations"),
    "messages": ("message", "messages"),
    "threads": ("mail thread", "mail threads"),
    "mails": ("mail", "mails"),
    "memories": ("memory", "memories"),
    "documents": ("document", "documents"),
    "forgotten": ("forgotten thing, sealed", "forgotten things, sealed"),
}


@dataclass(frozen=True)
class ShownImport:
    """An import as its page and its row show it."""

    id: UUID
    what: str
    filename: str
    state: str
    busy: bool
    doing: str
    holds: Sequence[str]
    known: str
    yours: str
    dates: str
    added: Sequence[str]
    skipped: Sequence[tuple[str, int]]
    percent: int | None
    senders: Sequence[tuple[str, int, bool]]
    asks_code: bool
    project: str
    day: str
    reason: str
    can_confirm: bool
    can_undo: bool


@dataclass(frozen=True)
class ShownTurn:
    """One message of an imported conversation."""

    id: UUID
    mine: bool
    who: str
    at: str
    segments: Sequence[reading.Segment]
    goes_on: bool


def shown(user: User, it: Import) -> ShownImport:
    """One import, in words."""
    state = State(it.state)
    return ShownImport(
        id=it.pk,
        what=formats.label_of(it.kind),
        filename=it.filename,
        state=state,
        busy=it.is_busy,
        doing=_doing(it),
        holds=_counted(it.counts),
        known=_known(it),
        yours=_yours(it),
        dates=_dates(user, it),
        added=_counted(it.added),
        skipped=[(row["why"], row["count"]) for row in it.skipped],
        percent=round(100 * it.done / it.total) if it.total and state == State.IMPORTING else None,
        senders=[(address, many, address in it.addresses) for address, many in _senders(it)],
        asks_code=bool(it.counts.get("forgotten") and it.counts.get("sealed")),
        project=it.project.name if it.project else "",
        day=day(user, it.created),
        reason=it.reason,
        can_confirm=state == State.PREVIEW,
        can_undo=state in (State.IMPORTING, State.DONE, State.FAILED, State.PREVIEW)
        and _undoable(it),
    )


def turn(user: User, source: Source) -> ShownTurn:
    """A message of an imported conversation, as much of it as fits."""
    piece = reading.piece_of(source, None)
    return ShownTurn(
        id=source.pk,
        mine=source.author == Source.Author.PERSON,
        who=_who(source),
        at=moment(user, source.happened_at),
        segments=piece.segments,
        goes_on=piece.stop < piece.size,
    )


def _who(source: Source) -> str:
    if source.author == Source.Author.PERSON:
        return "You"
    program = _PROGRAMS.get(str(source.metadata.get("program")), "Assistant")
    return program if source.author == Source.Author.ASSISTANT else source.speaker or "Someone else"


def _doing(it: Import) -> str:
    match State(it.state):
        case State.IMPORTING if it.total:
            return f"Importing: {it.done:,} of {it.total:,}"
        case state:
            return str(state.label)


def _counted(counts: dict[str, int]) -> list[str]:
    return [
        f"{number:,} {one if number == 1 else many}"
        for name, (one, many) in _NOUNS.items()
        if (number := counts.get(name, 0))
    ]


def _known(it: Import) -> str:
    known = it.counts.get("known", 0)
    return f"{known:,} of them are here already" if known else ""


def _yours(it: Import) -> str:
    yours = it.counts.get("yours", 0)
    return f"{yours:,} written by you; I learn about you from those alone" if yours else ""


def _dates(user: User, it: Import) -> str:
    if it.since is None or it.until is None:
        return ""
    first, last = day(user, it.since), day(user, it.until)
    return first if first == last else f"{first} to {last}"


def _senders(it: Import) -> list[tuple[str, int]]:
    return sorted(it.senders.items(), key=lambda one: -one[1])


def _undoable(it: Import) -> bool:
    """Whether it can be taken back: a whole memory goes with its account alone."""
    if not it.kind:
        return False
    return it.state == State.PREVIEW or formats.can_undo(it.kind)
