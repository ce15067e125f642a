"""What was said to other programs as a kind of source, and the work of bringing it along."""

from typing import TYPE_CHECKING

from django.utils.translation import gettext, gettext_noop

from memories.source_kinds import IMPORT, ArchiveRules, Noun, SourceKind, SourceOrigin

if TYPE_CHECKING:
    from accounts.models import Project, User

# What is done to a file: it is read, kept, or taken back, a step at a time.
GO_ON = "import"


def _origin(told: SourceOrigin) -> str:
    if told.title:
        return gettext("From an import, “%(title)s”") % {"title": told.title}
    return gettext("From an import")


# The room is imported by the first call: every process would wait for it at its start.
def _remove(user: "User", project: "Project | None") -> None:
    from imports.undoing import drop_files

    drop_files(user, project)


KIND = SourceKind(
    name=IMPORT,
    number=3,
    label=gettext_noop("Import"),
    icon="archive",
    noun=Noun(gettext_noop("imported chat"), gettext_noop("imported chats")),
    passages=Noun(gettext_noop("imported message"), gettext_noop("imported messages")),
    places=Noun(gettext_noop("imported conversation"), gettext_noop("imported conversations")),
    where=gettext_noop("in what was imported"),
    origin=_origin,
    thread_page="imports:conversation",
    thread_label=gettext_noop("Open the conversation"),
    archive=ArchiveRules(columns_left_out={"imports.import": ("file", "prepared", "sealed_code")}),
    urls="imports.urls",
    api_urls="imports.api_urls",
    conversation=True,
    direct=True,
    remove=_remove,
)
