"""The heart's own kind of source: what was written down by hand."""

from memories.source_kinds import NOTE, Noun, SourceKind, Told, register


def register_own_kinds() -> None:
    """Declare it, when the application starts."""
    register(_NOTE)


def _from_note(told: Told) -> str:
    return f"From your note “{told.title}”" if told.title else "From your note"


_NOTE = SourceKind(
    name=NOTE,
    number=2,
    label="Note",
    icon="note",
    noun=Noun("note", "notes"),
    origin=_from_note,
    direct=True,
)
