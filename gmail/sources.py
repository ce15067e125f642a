"""A letter becomes a source: citable, findable, and blacked out where it was forgotten before."""

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from operator import or_
from typing import Any
from uuid import UUID

from django.db.models import Q

from accounts.models import User
from gmail.models import Account
from gmail.reading.parsed_mail import ParsedMail
from gmail.senders import MailboxOwner, addressed_to, answers_nobody, speaker_of
from gmail.source_kind import GMAIL, KIND
from memories.keeping import CitableSpan, NewSource, chunks, keep
from memories.models import Forgotten, Source
from memories.text import Span, masked

Blocked = dict[UUID, list[Span]]


def source_id(user: User, account: Account, gmail_id: str) -> UUID:
    """The id of a mail's source: the same whenever it is fetched, so that tombstones know it."""
    return KIND.made_id(user, f"{account.subject}:{gmail_id}")


def blocked_in(user: User, sources: Iterable[UUID]) -> Blocked:
    """The passages of these sources, gone or not, that were forgotten and not lifted since."""
    wanted = {str(pk): pk for pk in sources}
    if not wanted:
        return {}
    named = reduce(or_, (Q(blocked__contains=[[pk]]) for pk in wanted))
    stones = Forgotten.objects.filter(named, user=user, lifted__isnull=True)
    found: Blocked = {}
    for rows in stones.values_list("blocked", flat=True):
        for source, start, stop in rows:
            if source in wanted:
                found.setdefault(wanted[source], []).append(Span(start, stop))
    return found


def keep_letter(
    user: User,
    account: Account,
    letter: ParsedMail,
    thread: UUID,
    blocked: Sequence[Span],
    owner: MailboxOwner,
) -> Source | None:
    """Keep what a letter says. None for one that says nothing at all.

    What is `blocked` was forgotten: it comes back without those words.
    """
    text = letter.text
    for span in blocked:
        text = masked(text, span.start, min(span.stop, len(text)))
    if not text.strip():
        return None
    title = letter.subject if text == letter.text else text[: letter.subject_end]
    return keep(
        user,
        NewSource(
            GMAIL,
            text,
            id=source_id(user, account, letter.gmail_id),
            external_id=f"{account.subject}:{letter.gmail_id}",
            title=title,
            thread=str(thread),
            author=Source.Author.PERSON if letter.from_person else Source.Author.OTHER,
            speaker=speaker_of(letter, owner),
            happened_at=letter.sent_at,
            metadata=_metadata(letter),
            own_words=bool(letter.own),
            parts=list(_parts(text, letter)) if letter.own or letter.attributions else None,
        ),
    )


def _metadata(letter: ParsedMail) -> dict[str, Any]:
    found: dict[str, Any] = {
        "subject_end": letter.subject_end,
        "left_out": list(letter.left_out),
        "to": addressed_to(letter),
    }
    if letter.bulk or letter.listed or answers_nobody(letter):
        # It speaks with nobody in particular: nothing in it is asked of the person.
        found["bulk"] = True
    if letter.attributions:
        found["attributions"] = [[one.start, one.stop] for one in letter.attributions]
    return found


def _parts(text: str, letter: ParsedMail) -> Iterator[CitableSpan]:
    """The chunks of a mail: each is all the person's, or all others'. Attributions are in none."""
    own, end = set(letter.own), 0
    for span in sorted((*letter.own, *letter.attributions), key=lambda one: one.start):
        yield from _cut(text, Span(end, span.start), own=False)
        if span in own:
            yield from _cut(text, span, own=True)
        end = span.stop
    yield from _cut(text, Span(end, len(text)), own=False)


def _cut(text: str, whole: Span, *, own: bool) -> Iterator[CitableSpan]:
    words = whole.of(text)
    if not words.strip():
        return
    start = whole.start + len(words) - len(words.lstrip())
    for span, tokens in chunks(words.strip()):
        yield CitableSpan(Span(start + span.start, start + span.stop), tokens, own_words=own)
