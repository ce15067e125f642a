"""How documents are put to a person: plain words, figures, how far reading them has come."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.conf.locale import LANG_INFO
from django.contrib.humanize.templatetags.humanize import intcomma
from django.db.models import Count
from django.template.defaultfilters import filesizeformat
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from accounts.models import Project, User
from documents import file_kinds, reader_messages
from documents.models import Document
from documents.progress import UNLEARNED, progress_of
from memories.forgetting import held_back

# How long files that were uploaded together have a line of their own.
_RECENT = timedelta(hours=1)
_BATCHES = 3
State = Document.State


@dataclass(frozen=True)
class ShownDocument:
    """A document as its row shows it. `doing` says what happens to it now, or how it ended.

    `percent` is how far it is with that, of 100.
    """

    id: UUID
    name: str
    filename: str
    kind: str
    state: str
    percent: int
    doing: str
    notes: Sequence[str]
    project: Project | None
    own_words: bool
    busy: bool
    failed: bool
    created: datetime


@dataclass(frozen=True)
class ShownBatch:
    """Files that were uploaded together: how many are done, how far they are, of 100."""

    id: UUID
    total: int
    done: int
    failed: int
    percent: int

    @property
    def busy(self) -> bool:
        return self.done + self.failed < self.total


def documents(user: User, rows: Sequence[Document]) -> list[ShownDocument]:
    """Rows of the list."""
    progress = progress_of(user.pk, rows)
    waiting = _waiting_in(user, rows)
    return [
        ShownDocument(
            id=it.pk,
            name=it.name,
            filename=it.filename,
            kind=label_of(it),
            state=it.state,
            percent=progress[it.pk].step_percent,
            doing=_doing(it, progress[it.pk].step_percent),
            notes=[
                *(reader_messages.translated(note) for note in it.notes),
                *_what_waits(waiting.get(it.source_id, 0)),
            ],
            project=it.project,
            own_words=it.own_words,
            busy=it.is_busy,
            failed=it.state == State.FAILED,
            created=it.created,
        )
        for it in rows
    ]


def _waiting_in(user: User, rows: Sequence[Document]) -> dict[UUID | None, int]:
    """How many passages of each document's source wait for the person's word, where some do."""
    of_these = held_back(user).filter(source__in=[it.source_id for it in rows if it.source_id])
    counted = of_these.order_by().values_list("source").annotate(Count("pk"))
    return dict(counted)


def _what_waits(passages: int) -> list[str]:
    if not passages:
        return []
    told = ngettext(
        "One passage may say what you forgot. It stays hidden until you decide on Today.",
        "%(number)s passages may say what you forgot. They stay hidden until you decide on Today.",
        passages,
    )
    return [told % {"number": passages}]


def batches(user: User) -> list[ShownBatch]:
    """The latest that were uploaded together, latest first."""
    recent = Document.objects.filter(
        user=user, batch__isnull=False, created__gt=timezone.now() - _RECENT
    ).defer("page_starts", "headings", "notes")
    found: dict[UUID, list[Document]] = {}
    for document in recent.order_by("-pk"):
        if document.batch:
            found.setdefault(document.batch, []).append(document)
    several = [(pk, rows) for pk, rows in found.items() if len(rows) > 1][:_BATCHES]
    return [_batch(user, pk, rows) for pk, rows in several]


def label_of(it: Document) -> str:
    """What kind of file it is: "PDF"; empty where that is not known yet."""
    kind = file_kinds.named(it.kind)
    return gettext(kind.label) if kind else ""


def figures(it: Document) -> list[tuple[str, str]]:
    """What is known of a document, for its page."""
    known = [
        (gettext("Kind"), label_of(it)),
        (gettext("Size"), filesizeformat(it.size)),
        (gettext("Pages"), intcomma(it.pages) if it.pages is not None else ""),
        (gettext("Words"), intcomma(it.words) if it.words is not None else ""),
        (gettext("Language"), language(it.language)),
    ]
    return [(label, value) for label, value in known if value]


def told_briefly(it: Document) -> str:
    """How far it is, or what it has, in a few words; of one that failed why."""
    match it.state:
        case State.FAILED:
            return failure(it.reason)
        case State.WAITING | State.READING:
            return gettext("Reading")
    if it.pages is None:
        words = ngettext("%(number)s word", "%(number)s words", it.words or 0)
        return words % {"number": intcomma(it.words or 0)}
    pages = ngettext("%(number)s page", "%(number)s pages", it.pages)
    return pages % {"number": intcomma(it.pages)}


def language(code: str) -> str:
    """A language's name, by its code."""
    name = str(LANG_INFO.get(code, {}).get("name", ""))
    return gettext(name) if name else ""


def _batch(user: User, pk: UUID, rows: Sequence[Document]) -> ShownBatch:
    progress = progress_of(user.pk, rows)
    states = [row.state for row in rows]
    return ShownBatch(
        id=pk,
        total=len(rows),
        done=states.count(State.DONE),
        failed=states.count(State.FAILED),
        percent=sum(progress[row.pk].percent for row in rows) // len(rows),
    )


def _doing(it: Document, percent: int) -> str:
    match it.state:
        case State.WAITING:
            return gettext("Waiting to be read")
        case State.READING if it.pages and it.pages_read:
            return gettext("Reading, page %(page)s of %(pages)s") % {
                "page": intcomma(it.pages_read),
                "pages": intcomma(it.pages),
            }
        case State.READING:
            return gettext("Reading")
        case State.LEARNING:
            told = gettext(
                "Preparing search by meaning, %(percent)s %%. You can search it by words already."
            )
            return told % {"percent": percent}
        case State.FAILED:
            return failure(it.reason)
    return _ended(it)


def _ended(it: Document) -> str:
    told = []
    if it.pages is not None:
        pages = ngettext("%(number)s page", "%(number)s pages", it.pages)
        told.append(pages % {"number": intcomma(it.pages)})
    words = ngettext("%(number)s word", "%(number)s words", it.words or 0)
    told.append(words % {"number": intcomma(it.words or 0)})
    return ", ".join([*told, *([language(it.language)] if it.language else [])]).removesuffix(", ")


def failure(reason: str) -> str:
    """Why it failed: of one that can be found all the same, that comes first."""
    why = reader_messages.translated(reason.removeprefix(UNLEARNED))
    return gettext(UNLEARNED) + why if reason.startswith(UNLEARNED) else why
