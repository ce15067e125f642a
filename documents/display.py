"""How documents are put to a person: plain words, figures, how far reading them has come."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.conf.locale import LANG_INFO
from django.contrib.humanize.templatetags.humanize import intcomma
from django.template.defaultfilters import filesizeformat
from django.utils import timezone

from accounts.models import Project, User
from documents import file_kinds
from documents.models import Document
from documents.progress import progress_of

# Files that were uploaded together have a line of their own for so long.
_RECENT = timedelta(hours=1)
_BATCHES = 3
State = Document.State


@dataclass(frozen=True)
class ShownDocument:
    """A document as its row shows it. `doing` says what happens to it now, or how it ended."""

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
    return [
        ShownDocument(
            id=it.pk,
            name=it.name,
            filename=it.filename,
            kind=label_of(it),
            state=it.state,
            percent=progress[it.pk].percent,
            doing=_doing(it, progress[it.pk].percent),
            notes=it.notes,
            project=it.project,
            own_words=it.own_words,
            busy=it.is_busy,
            failed=it.state == State.FAILED,
            created=it.created,
        )
        for it in rows
    ]


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
    return kind.label if kind else ""


def figures(it: Document) -> list[tuple[str, str]]:
    """What is known of a document, for its page."""
    known = [
        ("Kind", label_of(it)),
        ("Size", filesizeformat(it.size)),
        ("Pages", intcomma(it.pages) if it.pages is not None else ""),
        ("Words", intcomma(it.words) if it.words is not None else ""),
        ("Language", language(it.language)),
    ]
    return [(label, value) for label, value in known if value]


def language(code: str) -> str:
    """A language's name in English, by its code."""
    return str(LANG_INFO.get(code, {}).get("name", ""))


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
            return "Waiting to be read"
        case State.READING if it.pages and it.pages_read:
            return f"Reading, page {intcomma(it.pages_read)} of {intcomma(it.pages)}"
        case State.READING:
            return "Reading"
        case State.LEARNING:
            return f"Learning what it is about, {2 * (percent - 50)} %. Its words can be found."
        case State.FAILED:
            return it.reason
    return _ended(it)


def _ended(it: Document) -> str:
    pages = _counted(it.pages, "page") if it.pages is not None else ""
    words = _counted(it.words or 0, "word")
    return ", ".join(part for part in (pages, words, language(it.language)) if part)


def _counted(number: int, what: str) -> str:
    return f"{intcomma(number)} {what}{'' if number == 1 else 's'}"
