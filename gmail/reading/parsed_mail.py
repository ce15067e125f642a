"""A mail as it was read: who wrote to whom, what it says, and which of it are whose words."""

from dataclasses import dataclass
from datetime import datetime

from memories.text import Span


@dataclass(frozen=True)
class Address:
    """Whose mail it is: an address in lower case and the name that goes with it, or ""."""

    address: str
    name: str = ""


@dataclass(frozen=True)
class Recipient:
    """Whom a mail went to, and how: "to", "cc" or "bcc"."""

    address: str
    name: str
    how: str


@dataclass(frozen=True)
class ParsedAttachment:
    """A file with a mail. Gmail's ids for it are short-lived: it is asked for by its part."""

    part: str
    filename: str
    type: str
    size: int


@dataclass(frozen=True)
class ParsedMail:
    """One mail. `own` are the spans of `text` that the account's person wrote.

    `attributions` are those that only say who is quoted ("On … Dana wrote:"): shown, never found.

    `subject_end` is where the subject ends that `text` begins with (0: it does not). `left_out`
    says what `text` leaves out: "quote", "signature", "footer", "rest" (it was very long).
    `bulk` is whether it went to many and speaks with none, `listed` whether a list carried it.
    `digest` is the SHA-256 of all its cleaned words, those left out among them.
    """

    gmail_id: str
    history_id: int
    sent_at: datetime
    labels: tuple[str, ...]
    from_person: bool
    sender: Address | None
    recipients: tuple[Recipient, ...]
    subject: str
    text: str
    subject_end: int
    own: tuple[Span, ...]
    attributions: tuple[Span, ...]
    attachments: tuple[ParsedAttachment, ...]
    bulk: bool
    listed: bool
    left_out: tuple[str, ...]
    digest: str


@dataclass(frozen=True)
class ParsedThread:
    """One thread as Gmail has it now, oldest mail first. Empty where nothing of it is kept."""

    gmail_id: str
    history_id: int
    letters: tuple[ParsedMail, ...]
