"""The kinds of sources there are: each is declared once, by its room, and everybody asks here.

A room registers its kind when the application starts (`AppConfig.ready`). Nothing elsewhere names
it: icons, wording, filters, the API and the search index read the declaration.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import UUID, uuid5

from django.contrib.humanize.templatetags.humanize import intcomma
from django.utils.translation import gettext

if TYPE_CHECKING:
    from accounts.models import Project, User

# What was said in a chat, written down by hand, or said to another program: kinds that the heart
# itself knows by name.
CHAT, NOTE, IMPORT = "chat", "note", "import"

# Numbers a kind may have in the search index; those below are taken (memories.search.index).
LEAST, MOST = 1, 62
LONGEST_NAME = 12  # characters, as the tables have it


class Noun(NamedTuple):
    """What one of it is called, and several: in English, marked by `gettext_noop`."""

    one: str
    many: str

    @property
    def with_article(self) -> str:
        """ "a mail", "an entry", in English."""
        return f"{'an' if self.one[0] in 'aeiou' else 'a'} {self.one}"

    def counted(self, number: int) -> str:
        """ "1 mail", "1,200 mails"."""
        noun = gettext(self.one if number == 1 else self.many)
        return f"{intcomma(number)} {noun}"


class EmptyState(NamedTuple):
    """How somebody who has nothing yet is asked to bring some of it: a page, and in words why."""

    page: str
    text: str
    why: str


class Readable(NamedTuple):
    """A text of an export that people read: its folder, its name without the day, and its words."""

    folder: str
    day: date
    title: str
    text: str


class UploadedFiles(NamedTuple):
    """Files that the rows of a table have: the table's label, the columns of file and file name.

    `drop` deletes stored files by their names in the storage, and raises nothing.
    """

    table: str
    column: str
    named_by: str
    drop: Callable[[Iterable[str]], None]


@dataclass(frozen=True, kw_only=True)
class ArchiveRules:
    """What an archive does not have of a room's tables, named by label ("memories.note").

    By default it has every row of a person's, in every column, and puts them back as they were.
    """

    # Tables that stay behind, and why.
    tables_left_out: Mapping[str, str] = field(default_factory=dict)
    # Columns that stay behind: what is true of this installation and this moment alone.
    columns_left_out: Mapping[str, Collection[str]] = field(default_factory=dict)
    files: UploadedFiles | None = None
    # By table: changes a row that is put into another account, before it is saved.
    on_restore: Mapping[str, Callable[[Any], None]] = field(default_factory=dict)
    # A sentence of the page that offers an export, on what it leaves here. Marked by gettext_noop.
    stays_here: str = ""


class UnrankedPassage(NamedTuple):
    """Words that were found without ranking: `source.text[start:stop]` of a chunk's source.

    `text` is told in their place, `why` is why they were looked for.
    """

    chunk: UUID
    start: int
    stop: int
    why: str
    text: str = ""


class AuthoredSources(NamedTuple):
    """What somebody wrote whom a question asks for, by sources, each in its passages.

    `inside` is from the time that the question names, latest first, `outside` from any other;
    `topic` is what it is to be about, "" for whatever it is.
    """

    topic: str
    inside: Sequence[Sequence[UnrankedPassage]]
    outside: Sequence[Sequence[UnrankedPassage]]


class SourceOrigin(NamedTuple):
    """What a line about a source's origin is made from. `mine` is whether the person wrote it."""

    title: str
    mine: bool
    assistant: bool
    speaker: str


@dataclass(frozen=True, kw_only=True)
class SourceKind:
    """One kind of source: what it is called, where it is shown, how it is read.

    `name` is stored with every source and begins the ids of what is recalled ("note:…"); `number`
    is its place in the search index. Neither may change once there are sources.
    """

    name: str
    number: int
    label: str
    icon: str
    noun: Noun
    # What an answer counts of it, and what a person would say that a sentence stood in.
    passages: Noun | None = None
    places: Noun | None = None
    # "You, in a mail": where its words stand. By default "in a <noun>".
    where: str = ""
    # "Quoted in your mail": by default "your <noun>", of a conversation "your words".
    whose: str = ""
    # "From your mail “Rent”": by default made of the noun, see `origin_of`.
    origin: Callable[[SourceOrigin], str] | None = None
    # How an answer names it that repeats it: "In “Lease”". By default "You wrote on 3 May".
    repeated: Callable[[SourceOrigin], str] | None = None
    # The name of the page that shows a source of it (`?at=START-STOP` marks a passage).
    page: str = "memories:source"
    # The name of the page of a whole thread of them, and what a link to it says.
    thread_page: str = ""
    thread_label: str = ""
    # Its modules of addresses: pages, and the API's below /api/.
    urls: str = ""
    api_urls: str = ""
    # The names of its addresses that take files: their requests may be large.
    uploads: tuple[str, ...] = ()

    # How the page where a chat begins invites to it, as long as nothing is known.
    invitation: EmptyState | None = None
    # The table of its own whose rows an export counts, by its label.
    table: str = ""
    # What an export has of it to read beside its sources. Called inside `acting_as`.
    readable: "Callable[[User], Iterator[Readable]] | None" = None
    # What an archive leaves out of its tables, and what is done where one is put back.
    archive: ArchiveRules = field(default=ArchiveRules(), hash=False)
    # The id of a source is made of what it has as external id (`made_id`): what comes again,
    # whoever brings it, is known.
    made_ids: bool = False

    # What a question asks for by who wrote it, and when; None where it asks for no such thing.
    written: "Callable[[User, str], AuthoredSources | None] | None" = None
    # Whom a question asks who they are: what is told of each, resting on words of theirs. This and
    # `written` are called outside of any block.
    who_is: "Callable[[User, str], Sequence[UnrankedPassage]] | None" = None

    # Turns of a conversation, some of them an assistant's.
    conversation: bool = False
    # The person told it to Yarnnn itself: it is learned from like a message, and said back to them
    # as "You …". What is not is learned from passage by passage, by stricter rules.
    direct: bool = False
    # Something long that one reads: sentence by sentence, quoted with what stands around it, and
    # judged by what it is about as a whole. Others' words in it may be the person's own.
    read: bool = False
    # Written to somebody: it is learned from as a letter, most of which is talk of the moment.
    addressed: bool = False
    # Its title follows its text when something is forgotten; else it is blacked out as a name.
    title_follows_text: bool = False

    # How many of it a person has, by project (None: in none).
    count: "Callable[[User], Mapping[UUID | None, int]] | None" = None
    # What else goes when an account does, in plain words: permissions given elsewhere.
    also_goes: "Callable[[User], Iterable[str]] | None" = None
    # Called before an account is deleted, outside of any block: may wait for others' servers.
    leave: "Callable[[User], None] | None" = None
    # Called in the block that deletes an account, or a project: what the room keeps outside its
    # sources (rows, files).
    remove: "Callable[[User, Project | None], None] | None" = None

    def made_id(self, user: "User", external_id: str) -> UUID:
        """The id of a person's source of it, where ids are made."""
        return uuid5(user.pk, f"{self.name}:{external_id}")

    def origin_of(self, told: SourceOrigin) -> str:
        """Where it comes from: "From your mail “Rent”", "From Dana’s mail"."""
        if self.origin is not None:
            return self.origin(told)
        about = gettext(" “%(title)s”") % {"title": told.title} if told.title else ""
        if told.mine:
            return f"From your {self.noun.one}{about}"
        whose = f"{told.speaker}’s {self.noun.one}" if told.speaker else self.noun.with_article
        return f"From {whose}{about}"

    def quoted_in(self, told: SourceOrigin) -> str:
        """Where others' words stand in what the person wrote: "Quoted in your mail “Rent”"."""
        if told.title:
            words = gettext("Quoted in %(yours)s “%(title)s”")
            return words % {"yours": self.yours, "title": told.title}
        return gettext("Quoted in %(yours)s") % {"yours": self.yours}

    @property
    def stands(self) -> str:
        """Where its words stand: "in a mail"."""
        return gettext(self.where) if self.where else f"in {self.noun.with_article}"

    @property
    def yours(self) -> str:
        """What of the person's a quote stands in: "your mail", of a conversation "your words"."""
        if self.whose:
            return gettext(self.whose)
        return gettext("your words") if self.conversation else f"your {self.noun.one}"


_kinds: dict[str, SourceKind] = {}


def register(kind: SourceKind) -> None:
    """Declare a kind of source. Called once, when the application starts."""
    taken = {other.number: other.name for other in _kinds.values() if other.name != kind.name}
    if kind.number in taken or not LEAST <= kind.number <= MOST:
        raise ValueError(f"The number {kind.number} of {kind.name} is taken or out of bounds.")
    if not kind.name.isidentifier() or len(kind.name) > LONGEST_NAME:
        raise ValueError(f"A source kind cannot be called {kind.name!r}.")
    _kinds[kind.name] = kind


def registered() -> tuple[SourceKind, ...]:
    """All kinds of sources, in the order of their numbers."""
    return tuple(sorted(_kinds.values(), key=lambda kind: kind.number))


def all_of_them() -> str:
    """Every kind in one line: "chats, notes and mails"."""
    *others, last = (kind.noun.many for kind in registered())
    return f"{', '.join(others)} and {last}"


def several(names: Collection[str] | None = None) -> str:
    """What several of these kinds are called, or of all, to be read: "chats, notes, mails"."""
    kinds = (kind for kind in registered() if names is None or kind.name in names)
    return ", ".join(gettext(kind.noun.many) for kind in kinds)


def from_elsewhere() -> str:
    """What the person can add, not say: "document or mail"."""
    *others, last = (gettext(kind.noun.one) for kind in registered() if not kind.direct)
    return gettext("%(others)s or %(last)s") % {"others": ", ".join(others), "last": last}


def kind_of(name: str) -> SourceKind:
    """The kind of this name. One whose room was taken out of the installation has plain words."""
    return _kinds.get(name) or SourceKind(
        name=name, number=MOST, label=name, icon="archive", noun=Noun("source", "sources")
    )


def is_kind(name: str) -> bool:
    """Whether there is such a kind."""
    return name in _kinds
