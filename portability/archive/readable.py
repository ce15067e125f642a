"""The pages of an archive that people read: Markdown, one for each conversation."""

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from itertools import chain

from django.db.models import Prefetch

from accounts.models import Project, User
from chat.models import Conversation, Message
from memories.models import Entity, Evidence, Memory, Source
from memories.pages import day, display, moment
from memories.source_kinds import IMPORT, NOTE, Noun, Readable, registered

_NOT_IN_NAMES = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*]+')
_LONGEST_NAME = 80


def pages(user: User, at: datetime, counts: Mapping[str, int]) -> Iterator[tuple[str, str]]:
    """The readable pages of an archive: names and texts. Inside `acting_as`."""
    yield "README.md", _readme(user, at, counts)
    yield "memories.md", "".join(_memories(user))
    if people := "".join(_people(user)):
        yield "people.md", people
    if notes := "".join(_notes(user)):
        yield "notes.md", notes
    names: set[str] = set()
    told = [kind.readable(user) for kind in registered() if kind.readable]
    for folder, day_of, title, text in chain(_conversations(user), _imported(user), *told):
        name = unique(f"{folder}/{day_of} {_clean(title)}.md", names)
        names.add(name)
        yield name, f"# {title}\n{text}"


def unique(name: str, taken: Collection[str]) -> str:
    """A file's name that is not taken yet: "plan.pdf", "plan (2).pdf"."""
    folder, slash, file = name.rpartition("/")
    stem, dot, ending = file.rpartition(".")
    stem, ending = (stem, dot + ending) if stem else (file, "")
    stem = _clean(stem)
    found, number = f"{folder}{slash}{stem}{ending}", 1
    while found in taken:
        number += 1
        found = f"{folder}{slash}{stem} ({number}){ending}"
    return found


def _clean(name: str) -> str:
    plain = unicodedata.normalize("NFC", _NOT_IN_NAMES.sub(" ", name))
    return " ".join(plain.split()).strip(" .")[:_LONGEST_NAME] or "Untitled"


def _readme(user: User, at: datetime, counts: Mapping[str, int]) -> str:
    held = "".join(
        f"- {number:,} {one if number == 1 else many}\n"
        for label, (one, many) in _counted().items()
        if (number := counts.get(label, 0))
    )
    return (
        f"# Everything Yarnnn knew about {user.name or user.email}\n\n"
        f"Made {moment(user, at)} ({user.time_zone}).\n\n{held}\n"
        "- `memories.md`, `people.md` and every other `.md`: to read\n"
        "- `files/`: the files as they were uploaded\n"
        "- `data/`: the same once more, complete, one JSON object a line, for programs\n"
        "- `forgotten.sealed`: what was forgotten, encrypted. The code in Settings, under Export,"
        " opens it. What was erased is nowhere in here.\n\n"
        "Import this file into an empty account to go on from here.\n"
    )


def _counted() -> dict[str, Noun]:
    """What the first page counts, by table, with what each kind of source has of its own."""
    return {
        "memories.memory": Noun("memory", "memories"),
        "memories.source": Noun("thing said or read", "things said or read"),
        "chat.conversation": Noun("conversation", "conversations"),
        **{kind.table: kind.noun for kind in registered() if kind.table},
        "accounts.project": Noun("project", "projects"),
    }


def _memories(user: User) -> Iterator[str]:
    yield "# Memories\n"
    known = Memory.objects.filter(user=user, state__in=Memory.ACTIVE).prefetch_related(
        Prefetch(
            "evidence",
            Evidence.objects.filter(chunk__isnull=False)
            .select_related("chunk__source")
            .defer("chunk__source__text", "chunk__passage")
            .order_by("id"),
        )
    )
    scopes: list[Project | None] = [None, *Project.objects.filter(user=user).order_by("name")]
    for scope in scopes:
        rows = known.filter(project=scope).order_by("kind", "-updated", "-id")
        kind = ""
        for number, memory in enumerate(rows.iterator(chunk_size=500)):
            if not number:
                yield f"\n## {scope.name if scope else 'No project'}\n"
            if memory.kind != kind:
                kind = memory.kind
                yield f"\n### {Memory.Kind(kind).label}\n\n"
            yield _memory(user, memory)


def _memory(user: User, memory: Memory) -> str:
    told = [display.sureness(memory.confidence)]
    told += ["confirmed"] if memory.confirmed else []
    told += ["faded"] if memory.state == Memory.State.FADED else []
    told += [f"since {day(user, memory.valid_from)}"] if memory.valid_from else []
    until = memory.valid_until and display.last_moment(memory.valid_until)
    told += [f"until {day(user, until)}"] if until else []
    lines = [f"- {_one_line(memory.content)} ({', '.join(told)})\n"]
    for evidence in memory.evidence.all():
        if evidence.chunk is not None:
            source = display.of_evidence(user, evidence).label
            lines.append(f"  > {_one_line(evidence.quote)} — {source}\n")
    return "".join(lines)


def _people(user: User) -> Iterator[str]:
    entities = Entity.objects.filter(user=user, merged_into=None).order_by("type", "name", "pk")
    for number, entity in enumerate(entities.iterator(chunk_size=500)):
        if not number:
            yield "# People and things\n\n"
        also = f" (also {', '.join(entity.aliases)})" if entity.aliases else ""
        yield f"- **{entity.name}**{also}, {Entity.Type(entity.type).label.lower()}"
        yield f": {_one_line(entity.summary)}\n" if entity.summary else "\n"


def _notes(user: User) -> Iterator[str]:
    notes = Source.objects.filter(user=user, kind=NOTE).order_by("happened_at", "pk")
    for number, note in enumerate(notes.iterator(chunk_size=500)):
        if not number:
            yield "# Notes\n"
        yield f"\n## {note.title or 'A note'}, {moment(user, note.happened_at)}\n\n{note.text}\n"


def _conversations(user: User) -> Iterator[Readable]:
    talks = Conversation.objects.filter(user=user, temporary=False).select_related("project")
    for talk in talks.order_by("created", "pk").iterator(chunk_size=200):
        turns = Message.objects.filter(conversation=talk).select_related("source")
        said = "".join(
            f"\n**{'You' if turn.role == Message.Role.USER else 'Yarnnn'}**,"
            f" {moment(user, turn.created)}\n\n{turn.text}\n"
            for turn in turns.order_by("created", "pk")
            if turn.text
        )
        title = talk.title or "A conversation"
        where = f"In the project {talk.project.name}.\n" if talk.project else ""
        day_of = talk.created.astimezone(user.zone).date()
        yield Readable("conversations", day_of, title, f"\n{where}{said}")


def _imported(user: User) -> Iterator[Readable]:
    """What was brought along from other programs, by conversation."""
    turns = Source.objects.filter(user=user, kind=IMPORT)
    for thread in turns.order_by("thread").values_list("thread", flat=True).distinct():
        said = list(turns.filter(thread=thread).order_by("turn", "pk"))
        title = said[0].title or "An imported conversation"
        text = "".join(
            f"\n**{_who(turn)}**, {moment(user, turn.happened_at)}\n\n{turn.text}\n"
            for turn in said
        )
        day_of = said[0].happened_at.astimezone(user.zone).date()
        yield Readable("conversations", day_of, title, text)


def _who(turn: Source) -> str:
    if turn.author == Source.Author.PERSON:
        return "You"
    return turn.speaker or str(Source.Author(turn.author).label)


def _one_line(text: str) -> str:
    return " ".join(text.split())
