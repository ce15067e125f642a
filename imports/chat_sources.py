"""A conversation of another program becomes sources: each message one, with its own date."""

from collections.abc import Iterator
from uuid import UUID, uuid5

from accounts.models import User
from imports.chats import ImportedChat, ImportedMessage
from imports.models import Import, Imported
from memories.keeping import NewSource, keep
from memories.models import Source
from memories.source_kinds import IMPORT

KIND = IMPORT
# A source that says what another program knew: each line of it may be remembered by a click.
SUGGESTS = "suggests"
# As much as one message holds here; what is longer is kept in pieces.
LONGEST = 100_000


def thread_of(user: User, chat: ImportedChat) -> UUID:
    """The id of a conversation here: the same in each export that has it."""
    return uuid5(user.pk, f"import:{chat.program}:{chat.id}")


def known_turns(user: User, chat: ImportedChat) -> set[str]:
    """Which messages of a conversation are here already, by their external ids."""
    ids = [external for external, _ in _pieces(chat)]
    there = Source.objects.filter(user=user, kind=KIND, external_id__in=ids)
    return {known for known in there.values_list("external_id", flat=True) if known}


def keep_chat(user: User, it: Import, chat: ImportedChat) -> int:
    """Keep what is new of a conversation, inside the caller's block. Returns how many messages.

    It passes what was forgotten, is found at once by its words, and is learned from by a worker
    where the person wrote it.
    """
    known = known_turns(user, chat)
    thread = str(thread_of(user, chat))
    suggested = {turn.id for turn in chat.suggestions}
    brought = [
        keep(
            user,
            NewSource(
                KIND,
                turn.text,
                external_id=external,
                title=chat.title,
                thread=thread if turn.id not in suggested else "",
                author=Source.Author(turn.author),
                speaker=turn.speaker,
                happened_at=turn.at,
                project=it.project,
                metadata=_metadata(chat, suggests=turn.id in suggested),
            ),
        )
        for external, turn in _pieces(chat)
        if external not in known
    ]
    Imported.objects.bulk_create(
        Imported(user=user, origin=it, source=source) for source in brought
    )
    return len(brought)


def _metadata(chat: ImportedChat, *, suggests: bool) -> dict[str, object]:
    return {"program": chat.program, SUGGESTS: True} if suggests else {"program": chat.program}


def _pieces(chat: ImportedChat) -> Iterator[tuple[str, ImportedMessage]]:
    """The messages with their external ids; a very long one in pieces."""
    for turn in (*chat.suggestions, *chat.turns):
        whose = f"{chat.program}:{chat.id}" if turn in chat.turns else chat.program
        for number, start in enumerate(range(0, len(turn.text), LONGEST)):
            piece = turn.text[start : start + LONGEST]
            if piece.strip():
                external = f"{whose}:{turn.id}" + (f":{number}" if number else "")
                yield (
                    external[:255],
                    ImportedMessage(turn.id, turn.author, piece, turn.at, turn.speaker),
                )
