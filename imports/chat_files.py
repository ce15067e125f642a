"""Exports of chat programs: read to the end first, then kept conversation by conversation."""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Any

from django.db import DatabaseError, OperationalError
from django.utils import timezone
from django.utils.translation import gettext_noop

from accounts.models import User
from database.acting import acting_as
from imports import chatgpt, chats, claude
from imports.chat_sources import keep_chat, known_turns
from imports.chats import ImportedChat, NotAChat
from imports.formats import Format
from imports.import_file import CannotImport, CutOff, ImportFile, Unreadable, first_objects, objects
from imports.models import Import
from imports.spool import OnProgress, SpooledItems, items
from imports.undoing import undo_sources
from memories.keeping import Refused
from memories.search import index

# How long one turn of work takes before other work gets its turn.
STEP_SECONDS = 5.0


def chatgpt_format() -> Format:
    return Format("chatgpt", "ChatGPT", _is_chatgpt, _prepare_chatgpt, go_on, undo_sources)


def claude_format() -> Format:
    return Format("claude", "Claude", _is_claude, _prepare_claude, go_on, undo_sources)


def _is_chatgpt(members: Sequence[ImportFile]) -> bool:
    files = _conversations(members)
    return any(chatgpt.is_chat(told) for member in files for told in first_objects(member))


def _is_claude(members: Sequence[ImportFile]) -> bool:
    found = (told for member in _json(members) for told in first_objects(member))
    return any(claude.is_chat(told) or claude.is_memory(told) for told in found)


def _json(members: Sequence[ImportFile]) -> list[ImportFile]:
    """Every JSON file; by itself a file may have any name."""
    return [one for one in members if len(members) == 1 or one.base.endswith(".json")]


def _conversations(members: Sequence[ImportFile]) -> list[ImportFile]:
    """conversations.json, conversations-000.json …; one file by itself may have any name."""
    found = [
        one
        for one in _json(members)
        if one.base.startswith("conversations") or one.folder == "conversations"
    ]
    return sorted(found or (members if len(members) == 1 else []), key=lambda one: one.name)


def _prepare_chatgpt(
    user: User, it: Import, members: Sequence[ImportFile], tick: OnProgress
) -> None:
    _prepare(user, it, _read(_conversations(members), chatgpt.is_chat, chatgpt.read), tick)


def _prepare_claude(
    user: User, it: Import, members: Sequence[ImportFile], tick: OnProgress
) -> None:
    files = _json(members)
    last = max((entry.at for entry in [_newest(files)] if entry), default=timezone.now())

    def read(told: Any) -> ImportedChat:
        if claude.is_memory(told):
            return claude.read_memory(told, last.isoformat())
        return claude.read_project(told) if claude.is_project(told) else claude.read(told)

    _prepare(user, it, _read(files, _is_claudes, read), tick)


def _newest(files: Sequence[ImportFile]) -> Any:
    """Of the conversations at a file's front one: the export was made after it."""
    for told in (each for member in files for each in first_objects(member)):
        if claude.is_chat(told) and isinstance(chat := _read_one(told, claude.read), ImportedChat):
            return chat
    return None


def _is_claudes(told: Any) -> bool:
    return claude.is_chat(told) or claude.is_project(told) or claude.is_memory(told)


Read = Iterator[ImportedChat | str]


def _read(
    files: Sequence[ImportFile], is_one: Callable[[Any], bool], read: Callable[[Any], ImportedChat]
) -> Read:
    """The conversations of all files, and in the place of one that is none, why."""
    for member in files:
        told = objects(member)
        while True:
            try:
                one = next(told)
            except StopIteration:
                break
            except CutOff:
                yield chats.CUT_OFF
                break
            if isinstance(one, Unreadable):
                yield chats.BROKEN
            elif not is_one(one):
                # An export's other files: who somebody is, what they liked.
                if member in files and member.base.startswith("conversations"):
                    yield chats.BROKEN
            else:
                yield _read_one(one, read)


def _read_one(one: Any, read: Callable[[Any], ImportedChat]) -> ImportedChat | str:
    try:
        return read(one)
    except NotAChat:
        return chats.NO_WORDS
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError):
        # One strange conversation must not hold up all the others.
        return chats.BROKEN


def _prepare(user: User, it: Import, found: Read, tick: OnProgress) -> None:
    """Note what is in a file, and put it down for keeping, the oldest conversation first."""
    skipped: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    since: datetime | None = None
    until: datetime | None = None
    lines = SpooledItems()
    try:
        for chat in found:
            tick()
            if isinstance(chat, str):
                skipped[chat] += 1
                continue
            skipped.update(chat.skipped)
            counts["conversations"] += bool(chat.turns)
            counts["messages"] += len(chat.turns)
            counts["yours"] += sum(turn.author == chats.Author.PERSON for turn in chat.turns)
            with acting_as(user):
                counts["known"] += len(known_turns(user, chat))
            for turn in chat.turns:
                since = min(since or turn.at, turn.at)
                until = max(until or turn.at, turn.at)
            lines.add(chat.at.isoformat(), chat.as_json())
        if not len(lines):
            raise CannotImport(
                gettext_noop("There is no conversation in this file that I can read.")
            )
        it.total = len(lines)
        it.counts, it.since, it.until = dict(counts), since, until
        it.skipped = chats.told(skipped)
        lines.store(it)
    finally:
        lines.close()


def go_on(user: User, it: Import, tick: OnProgress) -> bool:
    """Keep conversations for a few seconds, each in a block of its own."""
    started = time.monotonic()
    for told, behind in items(it):
        try:
            more = _keep_one(user, it, told, behind)
        except OperationalError:
            raise
        except (Refused, DatabaseError, NotAChat, KeyError, TypeError, ValueError):
            more = _pass_over(user, it, behind)
        if not more:
            return False
        tick(kept=True)
        if time.monotonic() - started > STEP_SECONDS:
            return True
    return False


def _keep_one(user: User, it: Import, told: dict[str, Any], behind: int) -> bool:
    """Keep one conversation, and note that. False where somebody else did meanwhile."""
    chat = ImportedChat.from_json(told)
    with acting_as(user):
        index.hold(user.pk)
        if not advance(it, behind):
            return False
        kept = keep_chat(user, it, chat)
        if kept:
            it.added["conversations"] = it.added.get("conversations", 0) + bool(chat.turns)
            it.added["messages"] = it.added.get("messages", 0) + kept
            it.save(update_fields=["added"])
    return True


def _pass_over(user: User, it: Import, behind: int) -> bool:
    with acting_as(user):
        if not advance(it, behind):
            return False
        skipped = Counter({row["why"]: row["count"] for row in it.skipped})
        skipped[chats.BROKEN] += 1
        it.skipped = chats.told(skipped)
        it.save(update_fields=["skipped"])
    return True


def advance(it: Import, behind: int) -> bool:
    """Go on to the next item, in the block that keeps this one.

    False where this one was kept by somebody else, or the import was stopped.
    """
    row = Import.objects.select_for_update().filter(pk=it.pk, position=it.position).first()
    if row is None or row.state != Import.State.IMPORTING:
        return False
    it.added, it.skipped = row.added, row.skipped
    it.position, it.done = behind, row.done + 1
    it.save(update_fields=["position", "done"])
    return True
