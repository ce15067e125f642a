"""The heart's own kind of source: what was written down by hand."""

from django.utils.translation import gettext, gettext_noop

from memories.source_kinds import NOTE, Noun, SourceKind, SourceOrigin, register


def register_own_kinds() -> None:
    """Declare it, when the application starts."""
    register(_NOTE)


def _from_note(told: SourceOrigin) -> str:
    if told.title:
        return gettext("From your note “%(title)s”") % {"title": told.title}
    return gettext("From your note")


_NOTE = SourceKind(
    name=NOTE,
    number=2,
    label=gettext_noop("Note"),
    icon="note",
    noun=Noun(gettext_noop("note"), gettext_noop("notes")),
    where=gettext_noop("in a note"),
    whose=gettext_noop("your note"),
    origin=_from_note,
    direct=True,
)
