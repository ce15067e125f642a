"""What this room's API calls take and give."""

from datetime import datetime
from uuid import UUID

from pydantic import BaseModel, Field

from web.rest import Shape


class Listing(Shape):
    """Which threads to list; with `q` those that answer best."""

    q: str = Field("", max_length=500, description="Words, a meaning, a person, a time.")
    label: str = Field("", max_length=100, description="INBOX, SENT, … or one's own, by name.")
    account: UUID | None = None
    limit: int = Field(50, ge=1, le=200)
    cursor: str = Field("", max_length=100, description="`next` of the page before; not with `q`.")


class CorrespondentAnswer(BaseModel):
    """Somebody in a mail."""

    address: str
    name: str


class ThreadAnswer(BaseModel):
    """A thread. With `q`, `quote` is the passage that was found, in `source` from `start` on."""

    id: UUID
    account: str = Field(description="The mailbox's address.")
    subject: str
    people: list[CorrespondentAnswer]
    snippet: str
    labels: list[str]
    category: str
    important: bool
    messages: int
    last_at: datetime | None
    quote: str = ""
    source: UUID | None = None
    start: int | None = None
    stop: int | None = None


class ThreadsAnswer(BaseModel):
    """Threads, latest first or best first."""

    threads: list[ThreadAnswer]
    next: str | None = Field(description="The next page's cursor, null on the last.")


class FileAnswer(BaseModel):
    """A file that came with a mail. `document` is set once it was read."""

    part: str
    filename: str
    size: int
    document: UUID | None


class MailAnswer(BaseModel):
    """One mail as text; what was forgotten is blacked out.

    `left_out` says what the text leaves out: quote, signature, footer, rest.
    """

    id: UUID
    source: UUID | None
    sent_at: datetime
    from_me: bool
    sender: CorrespondentAnswer
    to: list[CorrespondentAnswer]
    labels: list[str]
    text: str
    left_out: list[str]
    attachments: list[FileAnswer]


class ThreadDetailAnswer(ThreadAnswer):
    """A thread with its mails, oldest first."""

    mails: list[MailAnswer]
