"""The five tools that a program has: recall, open, remember, correct, forget.

What a program writes is another's word: it is kept as said by it, and is no fact about the person
until they say so themselves.
"""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from accounts.models import Project, User
from database.acting import acting_as
from doors.caller import Caller
from doors.token_limits import LABEL, QUOTE, TEXT, cut, shortened, within
from memories.answers import Question, Verdict, find_answer, verdict_of_recalled, with_answer
from memories.api import items_in
from memories.forgetting import bulk_forget
from memories.keeping import (
    NewSource,
    Outcome,
    Quote,
    Refused,
    RememberResult,
    correct,
    keep,
    remember,
)
from memories.models import Change, Chunk, Evidence, Memory, Source
from memories.pages import day, display, source_text
from memories.recall import Item, Query
from memories.recall import recall as look_up
from memories.source_kinds import NOTE
from memories.text import asks

# Tokens (o200k) of a tool's answer, by default and at most; characters of a source per page, and
# around a passage.
TOKENS, MOST_TOKENS = 1200, 8000
PIECE, AROUND = 3_000, 500
LONGEST = 4_000
# Maximum number of memories listed in a preview of forgetting.
NAMED = 10
# What an answer says where it is not all there is.
FEWER = "Shortened: there is more. Ask again with more `tokens`."
GOES_ON = "Shortened: there is more. Open it again with `start` as `next` says."
HELD_BACK = {
    "held_back": True,
    "note": "This may be what the person has forgotten. They are asked first; until then it is "
    "nowhere found.",
}


def do_recall(caller: Caller, query: str, limit: int, project: str, tokens: int) -> dict[str, Any]:
    """What may answer a question, best first, with where it stands."""
    scope = _project(caller, project)
    room = max(100, min(tokens, MOST_TOKENS))
    asked = Query(
        query,
        project=scope.pk if scope else None,
        project_alone=caller.project is not None,
        limit=max(1, min(limit, 20)),
        budget=room,
        cut_to=room // 3,
    )
    verdict, found = _found(caller.user, asked)
    seen = items_in(caller.user, caller.project, found[: asked.limit])
    with acting_as(caller.user):
        sure = {memory.pk: memory for memory in _memories(caller.user, seen)}
        items = [_item(caller.user, item, sure) for item in seen]
    kept = within(items, room)
    more = {"note": FEWER} if len(kept) < len(items) else {}
    return {"answered": verdict is Verdict.SURE and bool(kept), "items": kept, **more}


def _found(user: User, asked: Query) -> tuple[Verdict, Sequence[Item]]:
    """How sure it is that something answers, and what may: topics are answered by what is near."""
    if not asks(asked.text):
        recalled = look_up(user, asked)
        return verdict_of_recalled(recalled), recalled.items
    found = find_answer(user, Question(asked.text, project=asked.project, narrowed=asked))
    recalled = look_up(user, asked, found.recalled)
    return found.verdict, with_answer(recalled.items, found)


def do_open(caller: Caller, id_: str, start: int) -> dict[str, Any]:
    """A memory with what it rests on and what became of it, or the text around a passage."""
    kind, pk = _id(id_)
    with acting_as(caller.user):
        if kind == "memory":
            return _memory(caller, _own_memory(caller, pk), max(0, start))
        chunks = Chunk.objects.filter(user=caller.user, pk=pk, hidden=None)
        if caller.project:
            chunks = chunks.filter(source__project=caller.project)
        chunk = chunks.first()
        if chunk is None:
            raise Refused("unknown_id", "There is nothing by that id.")
        return {"id": id_, **_passage(caller, chunk, start)}


def _passage(caller: Caller, chunk: Chunk, start: int) -> dict[str, Any]:
    source = Source.objects.defer("text").get(pk=chunk.source_id)
    at = start if start > 0 else max(0, chunk.start - AROUND)
    quote = source_text.cut(source, chunk.start, chunk.stop - chunk.start)
    piece = source_text.cut(source, at, PIECE)
    label = display.label(caller.user, source, own_words=chunk.own_words)
    return {
        "source": shortened(label, LABEL),
        "date": source.happened_at.date().isoformat(),
        "quote": shortened(quote, QUOTE),
        "known": chunk.own_words,
        **_piece(piece, at, source_text.size_of(source), TEXT),
    }


def _piece(text: str, at: int, size: int, tokens: int) -> dict[str, Any]:
    """As much of a text as fits, where it stands in the whole, and where to go on."""
    text = cut(text, tokens)
    goes_on = at + len(text) < size
    told = {"text": text, "start": at, "next": at + len(text) if goes_on else None}
    return {**told, "note": GOES_ON} if goes_on else told


def do_remember(caller: Caller, content: str, project: str) -> dict[str, Any]:
    """Keep what a program says, as its word."""
    _check_words(content)
    with acting_as(caller.user):
        scope = _project(caller, project)
        said = _say(caller, content, scope)
    if caller.grant.adds_only:
        return {"received": True}
    if said.outcome is Outcome.HELD_BACK:
        return HELD_BACK
    made = said.memory
    if made is None:
        raise Refused("forgotten", "The person has forgotten this. It was not kept.")
    return {
        "id": f"memory:{made.pk}",
        "kept": shortened(made.content, TEXT),
        "note": "Kept as said by you. It counts as a fact once the person says so.",
    }


def do_correct(caller: Caller, id_: str, content: str) -> dict[str, Any]:
    """Correct what this program said itself; of anything else, and of what the person has confirmed
    since, note what it says instead."""
    _check_words(content)
    kind, pk = _id(id_)
    if kind != "memory":
        raise Refused("not_a_memory", "Only memories can be corrected. Give an id like memory:….")
    with acting_as(caller.user):
        memory = _own_memory(caller, pk)
        if memory.metadata.get("said_by") == caller.program and not _is_known(memory):
            new = correct(caller.user, memory, _told(caller, content), by=Change.By.API)
            kept = shortened(new.content, TEXT)
            return {"id": f"memory:{new.pk}", "outcome": "corrected", "kept": kept}
        said = _say(caller, f"instead of “{memory.content}”: {content}", memory.project)
    if said.outcome is Outcome.HELD_BACK:
        return HELD_BACK
    noted = said.memory
    if noted is None:
        raise Refused("forgotten", "The person has forgotten this. It was not kept.")
    return {
        "id": f"memory:{noted.pk}",
        "outcome": "noted",
        "note": "This is the person's own. Only they can correct it; what you say is noted.",
    }


def do_forget(caller: Caller, id_: str, *, confirmed: bool) -> dict[str, Any]:
    """What forgetting a memory takes along; once confirmed, it is done."""
    kind, pk = _id(id_)
    if kind != "memory":
        raise Refused("not_a_memory", "Only memories can be forgotten. Give an id like memory:….")
    with acting_as(caller.user):
        _own_memory(caller, pk)
        selection = bulk_forget.Selection(ids=(pk,))
        if not confirmed:
            going = bulk_forget.preview(caller.user, selection).memories
            room = TEXT // min(NAMED, len(going))
            return {
                "forgotten": False,
                "would_forget": [shortened(each.content, room) for each in going[:NAMED]],
                "number": len(going),
                "note": "Nothing is forgotten yet. Ask the person, then call again with confirmed.",
            }
        done = bulk_forget.forget_selection(caller.user, selection, by=Change.By.API)
        return {
            "forgotten": True,
            "memories": [f"memory:{each}" for each in done.memories[:NAMED]],
            "number": len(done.memories),
            "note": "The person can take it back for as long as they like.",
        }


def _say(caller: Caller, content: str, project: Project | None) -> RememberResult:
    words = _told(caller, content)
    source = keep(
        caller.user,
        NewSource(
            NOTE,
            words,
            title=f"Said by {caller.program}",
            author=Source.Author.OTHER,
            speaker=caller.program,
            project=project,
            searchable=False,
        ),
    )
    return remember(
        caller.user,
        words,
        by=Change.By.API,
        project=project,
        kind=Memory.Kind.NOTE,
        confidence=0.5,
        origin=Memory.Origin.INFERRED,
        metadata={"said_by": caller.program},
        quote=Quote(source, 0, len(words)),
        cause=source,
    )


def _told(caller: Caller, content: str) -> str:
    return f"{caller.program} says: {' '.join(content.split())}"


def _check_words(content: str) -> None:
    if not content.strip():
        raise Refused("empty", "There is nothing to keep. Give the words.")
    if len(content) > LONGEST:
        raise Refused("too_long", f"At most {LONGEST:,} characters. Shorten it.")


def _project(caller: Caller, name: str) -> Project | None:
    """A project by its name or its id; where none is named the key's own, if it has one."""
    if not name and not caller.project:
        return None
    with acting_as(caller.user):
        mine = Project.objects.filter(user=caller.user)
        if caller.project:
            mine = mine.filter(pk=caller.project)
        pk = _uuid(name)
        found = mine.filter(pk=pk) if pk else mine.filter(name__iexact=name) if name else mine
        project = found.first()
    if project is None:
        raise Refused("unknown_project", "There is no project of that name.")
    return project


def _own_memory(caller: Caller, pk: UUID) -> Memory:
    memories = Memory.objects.filter(user=caller.user, pk=pk).exclude(state="forgotten")
    if caller.project:
        memories = memories.filter(project=caller.project)
    memory = memories.first()
    if memory is None:
        raise Refused("unknown_id", "There is nothing by that id.")
    return memory


def _memories(user: User, items: Sequence[Item]) -> list[Memory]:
    wanted = [item.memory_id for item in items if item.memory_id]
    return list(Memory.objects.filter(user=user, pk__in=wanted))


def _item(user: User, item: Item, known: dict[UUID, Memory]) -> dict[str, Any]:
    """One item: always its id, source, date, quote and whether it is known. A memory has a text of
    its own beside the quote that it rests on."""
    memory = known.get(item.memory_id) if item.memory_id else None
    place = item.place
    told: dict[str, Any] = {"id": item.id}
    if item.text != item.quote or item.memory_id:
        told["text"] = item.text
    told |= {
        "quote": item.quote,
        "source": shortened(display.of_item(user, item).label, LABEL),
        "date": place.happened_at.date().isoformat(),
        "own_words": item.own_words,
        "known": _is_known(memory) if memory else item.own_words,
    }
    if memory is not None:
        told["sure"] = display.sureness(memory.confidence)
    return told


def _is_known(memory: Memory) -> bool:
    """What a program says is not known until the person has confirmed it."""
    return "said_by" not in memory.metadata or memory.confirmed is not None


def _memory(caller: Caller, memory: Memory, start: int) -> dict[str, Any]:
    user = caller.user
    changes = Change.objects.filter(memory=memory).order_by("-at", "-id")[:NAMED]
    rests = _rests(caller, memory)
    # It may rest on other memories alone, or on what a key of one project does not see.
    nowhere = {"quote": "", "source": "", "date": memory.created.date().isoformat()}
    return {
        "id": f"memory:{memory.pk}",
        **_piece(memory.content[start:], start, len(memory.content), TEXT // 2),
        **(rests[0] if rests else nowhere),
        "known": _is_known(memory),
        "state": memory.state,
        "sure": display.sureness(memory.confidence),
        "rests_on": within(rests, TEXT // 2),
        "history": [
            {"what": str(Change.What(one.what).label), "on": day(user, one.at)} for one in changes
        ],
    }


def _rests(caller: Caller, memory: Memory) -> list[dict[str, Any]]:
    evidence = Evidence.objects.filter(memory=memory, chunk__isnull=False)
    if caller.project:
        evidence = evidence.filter(chunk__source__project=caller.project)
    rows = evidence.select_related("chunk__source").defer("chunk__source__text")
    return [_rest(caller.user, one) for one in rows.order_by("created", "pk")[:NAMED]]


def _rest(user: User, evidence: Evidence) -> dict[str, Any]:
    at = evidence.chunk.source.happened_at if evidence.chunk else evidence.created
    return {
        "quote": shortened(evidence.quote[:500], QUOTE),
        "source": shortened(display.of_evidence(user, evidence).label, LABEL),
        "date": at.date().isoformat(),
    }


def _id(id_: str) -> tuple[str, UUID]:
    kind, _, rest = id_.partition(":")
    pk = _uuid(rest)
    if pk is None:
        raise Refused("unknown_id", "Give an id as recall gives them, like memory:….")
    return kind, pk


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
