"""What this room's API calls take and give."""

from datetime import datetime
from uuid import UUID

from pydantic import BaseModel, Field

from imports.models import Import
from web.rest import Shape


class ImportUpload(Shape):
    """The fields beside the file."""

    project: UUID | None = None


class Confirming(Shape):
    """What to say with the agreement. May be left out."""

    addresses: list[str] | None = Field(
        default=None,
        max_length=100,
        description="Of mail: the person's own addresses, of those in it.",
    )
    code: str = Field(
        default="", max_length=100, description="Of an export of Yarnnn: opens what was forgotten."
    )


class SkippedAnswer(BaseModel):
    """What is left out, and how often."""

    why: str
    count: int


class ImportSuggestionAnswer(BaseModel):
    """Something the other program knew: `text[start:stop]` of that source. Not remembered yet."""

    source: UUID
    start: int
    stop: int
    text: str


class ImportAnswer(BaseModel):
    """An import: what is in the file, what is left out and why, and how far keeping it has come.

    `counts` is what the file holds, `added` what was new and is here now; `done` of `total` items
    (conversations, mail threads) are kept.
    """

    id: UUID
    kind: str
    state: Import.State
    filename: str
    size: int
    project: UUID | None
    counts: dict[str, int]
    added: dict[str, int]
    since: datetime | None
    until: datetime | None
    skipped: list[SkippedAnswer]
    total: int
    done: int
    senders: dict[str, int] = Field(description="Of mail: who sent most of it, by address.")
    addresses: list[str] = Field(description="Of mail: the person's own addresses.")
    reason: str = Field(description="Why it failed, in plain words.")
    created: datetime
    finished: datetime | None


class ImportDetailAnswer(ImportAnswer):
    """An import, with what the other program knew of the person."""

    suggestions: list[ImportSuggestionAnswer]


class ImportsAnswer(BaseModel):
    """The latest imports, newest first."""

    imports: list[ImportAnswer]
