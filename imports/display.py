"""How imports are put to a person: what is in a file, how far it is, the messages of a chat."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.contrib.humanize.templatetags.humanize import intcomma
from django.utils.translation import gettext, ngettext_lazy

from accounts.models import User
from imports import formats
from imports.models import Import
from memories.models import Source
from memories.pages import day, moment, source_text
from memories.source_kinds import registered

State = Import.State
# Maximum number of suggestions shown on the page.
SUGGESTED = 100
_PROGRAMS = {"chatgpt": "ChatGPT", "claude": "Claude"}
_NOUNS = {
    "conversations": ngettext_lazy("%(number)s conversation", "%(number)s conversations", "count"),
    "messages": ngettext_lazy("%(number)s message", "%(number)s messages", "count"),
    "threads": ngettext_lazy("%(number)s mail thread", "%(number)s mail threads", "count"),
    "mails": ngettext_lazy("%(number)s mail", "%(number)s mails", "count"),
    "memories": ngettext_lazy("%(number)s memory", "%(number)s memories", "count"),
    "forgotten": ngettext_lazy(
        "%(number)s forgotten thing, sealed", "%(number)s forgotten things, sealed", "count"
    ),
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
    segments: Sequence[source_text.TextSegment]
    goes_on: bool


def shown(user: User, it: Import) -> ShownImport:
    """One import, in words."""
    state = State(it.state)
    return ShownImport(
        id=it.pk,
        what=gettext(formats.label_of(it.kind)),
        filename=it.filename,
        state=state,
        busy=it.is_busy,
        doing=_doing(it),
        holds=_counted(it.counts),
        known=_known(it),
        yours=_yours(it),
        dates=_dates(user, it),
        added=_counted(it.added),
        skipped=[(gettext(row["why"]), row["count"]) for row in it.skipped],
        percent=round(100 * it.done / it.total) if it.total and state == State.IMPORTING else None,
        senders=[(address, many, address in it.addresses) for address, many in _senders(it)],
        asks_code=bool(it.counts.get("forgotten") and it.counts.get("sealed")),
        project=it.project.name if it.project else "",
        day=day(user, it.created),
        reason=gettext(it.reason) if it.reason else "",
        can_confirm=state == State.PREVIEW,
        can_undo=state in (State.IMPORTING, State.DONE, State.FAILED, State.PREVIEW)
        and _undoable(it),
    )


def turn(user: User, source: Source) -> ShownTurn:
    """A message of an imported conversation, as much of it as fits."""
    piece = source_text.piece_of(source, None)
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
        return gettext("You")
    program = _PROGRAMS.get(str(source.metadata.get("program")), gettext("Assistant"))
    return (
        program
        if source.author == Source.Author.ASSISTANT
        else source.speaker or gettext("Someone else")
    )


def _doing(it: Import) -> str:
    match State(it.state):
        case State.IMPORTING if it.total:
            return gettext("Importing: %(done)s of %(total)s") % {
                "done": intcomma(it.done),
                "total": intcomma(it.total),
            }
        case state:
            return str(state.label)


def _counted(counts: dict[str, int]) -> list[str]:
    told = [
        str(noun % {"count": number, "number": intcomma(number)})
        for name, noun in _NOUNS.items()
        if (number := counts.get(name, 0))
    ]
    kinds = [kind.noun for kind in registered() if kind.noun.many not in _NOUNS]
    return told + [noun.counted(counts[noun.many]) for noun in kinds if counts.get(noun.many)]


def _known(it: Import) -> str:
    known = it.counts.get("known", 0)
    return (
        gettext("%(known)s of them are here already") % {"known": intcomma(known)} if known else ""
    )


def _yours(it: Import) -> str:
    yours = it.counts.get("yours", 0)
    return (
        gettext("%(yours)s written by you; I learn about you from those alone")
        % {"yours": intcomma(yours)}
        if yours
        else ""
    )


def _dates(user: User, it: Import) -> str:
    if it.since is None or it.until is None:
        return ""
    first, last = day(user, it.since), day(user, it.until)
    if first == last:
        return gettext("All from %(day)s") % {"day": first}
    return gettext("From %(first)s to %(last)s") % {"first": first, "last": last}


def _senders(it: Import) -> list[tuple[str, int]]:
    return sorted(it.senders.items(), key=lambda one: -one[1])


def _undoable(it: Import) -> bool:
    """Whether it can be taken back: a whole memory goes with its account alone."""
    if not it.kind:
        return False
    return it.state == State.PREVIEW or formats.can_undo(it.kind)
