"""Who wrote what: mail by whom it is from or to, and from when, as a question asks for it."""

import re
from collections.abc import Sequence
from datetime import datetime

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop

from accounts.models import User
from database.acting import acting_as
from gmail.correspondents import by_name
from gmail.models import Correspondent, Message
from memories.models import Chunk
from memories.source_kinds import AuthoredSources, UnrankedPassage
from memories.text import Period, is_blank, period_named, stems

# Maximum number of matching mails searched, latest first.
LOOKED_AT = 300
# Maximum number of addresses that share the name in the question.
NAMESAKES = 20
_SAYS = (
    r"say|said|write|wrote|written|tell|told|answer(?:ed)?|reply|replied|mention(?:ed)?|ask(?:ed)?"
    r"|send|sent|mail(?:ed)?|e-?mail(?:ed)?|suggest(?:ed)?|promise[d]?|report(?:ed)?"
)
_NAME = r"[^\s?!,](?:[^?!,\n]{0,58}?[^\s?!,])?"
_POLITE = r"^\W*(?:(?:and|so|but|ok|hey|hi|please)\W+)*"
_ASKS = tuple(
    re.compile(_POLITE + pattern, re.IGNORECASE)
    for pattern in (
        rf"(?:what|when|where|why)\s+(?:did|has|have|had)\s+(?P<by>{_NAME})\s+(?:{_SAYS})\b(?P<rest>.*)",
        rf"(?:did|has|have)\s+(?P<by>{_NAME})\s+(?:{_SAYS})\b(?P<rest>.*)",
        r"(?:what|which)\s+(?:e-?mails?|mails?|messages?|letters?)\s+(?:did|have|has)\s+(?:I|we)\s+"
        rf"(?:get|got|gotten|receive[d]?|have)\s+from\s+(?P<by>{_NAME})"
        r"(?P<rest>\s+(?:about|on|in|since|last|this|yesterday)\b.*)?[?!.]*$",
        rf"(?:any|is\s+there|are\s+there)\s+(?:any\s+|some\s+)?(?:news|mails?|e-?mails?|words?)\s+"
        rf"from\s+(?P<by>{_NAME})(?P<rest>\s+(?:about|on|in|since|last|this|yesterday)\b.*)?[?!.]*$",
    )
)
_SELF = frozenset(("i", "we"))
# Whom else the question means, the conversation says.
_NOBODY = frozenset("you he she they it anyone anybody someone somebody everyone people".split())
_TO = re.compile(
    rf"^\s*(?:to\s+)?(?P<to>{_NAME})(?=\s+(?:about|on|regarding|concerning|in|since|last|this|that"
    r"|yesterday|today|when|where|what)\b|\s*[?!.]*$)",
    re.IGNORECASE,
)
_NO_TOPIC = re.compile(r"\b(?:to|back|me|us|yet|anything|something|lately)\b", re.IGNORECASE)
_TOPIC = re.compile(r"\b(?:about|on|regarding|concerning)\s+(?P<topic>.+)", re.IGNORECASE)


def written(user: User, question: str) -> AuthoredSources | None:
    """What mail a question asks for, perhaps none; None where it does not ask who wrote what.

    Of each mail there is what its writer wrote, without the subject. Opens its own block.
    """
    found = next((match for pattern in _ASKS if (match := pattern.match(question))), None)
    if found is None:
        return None
    by, rest = found["by"].strip(), found["rest"] or ""
    if by.lower() in _NOBODY:
        return None
    mine = by.lower() in _SELF
    if mine:
        to = _TO.match(rest)
        if to is None:
            return None
        by = to["to"]
        rest = rest[to.end() :]
    period = period_named(question, timezone.now().astimezone(user.zone))
    topic = _topic_of(rest, period)
    if topic is None:
        return None
    with acting_as(user):
        people = by_name(user, by, NAMESAKES)
        if mine and not people:
            # "What did I say about the lease?" asks for no mail.
            return None
        mails = list(_mails(user, people, mine=mine)[:LOOKED_AT]) if people else []
        told = [(mail.internal_date, _spots(mail)) for mail in _about(topic, mails)]
    inside = [spots for at, spots in told if spots and _fits(period, at)]
    outside = [spots for at, spots in told if spots and not _fits(period, at)]
    return AuthoredSources(topic, inside, outside)


def mail_with(user: User, name: str, topic: str, period: Period | None) -> list[UnrankedPassage]:
    """What somebody of this name wrote to the person, or was written, latest first.

    About a topic where one is named, and from a time. Opens its own block.
    """
    with acting_as(user):
        people = by_name(user, name, NAMESAKES)
        theirs = list(_mails(user, people, mine=False)[:LOOKED_AT]) if people else []
        to_them = list(_mails(user, people, mine=True)[:LOOKED_AT]) if people else []
        mails = sorted([*theirs, *to_them], key=lambda mail: mail.internal_date, reverse=True)
        mails = [mail for mail in mails if _fits(period, mail.internal_date)]
        return [spot for mail in _about(topic, mails) for spot in _spots(mail)]


def _topic_of(rest: str, period: Period | None) -> str | None:
    """What it is to be about, "" for whatever it is; None where it is asked for in another way."""
    if period is not None:
        when = rf"(?:\b(?:in|on|since|during|of)\s+)?{re.escape(period.words)}"
        rest = re.sub(when, " ", rest, flags=re.IGNORECASE)
    found = _TOPIC.search(rest)
    if found is not None:
        return found["topic"].strip(" ?!.")
    return None if stems(_NO_TOPIC.sub(" ", rest)) else ""


def _mails(user: User, people: Sequence[Correspondent], *, mine: bool) -> QuerySet[Message]:
    """Their mail to the person, or the person's to them, the latest first."""
    addresses = [one.address for one in people]
    found = Message.objects.filter(user=user, from_person=mine, source__isnull=False)
    if mine:
        to = Q()
        for address in addresses:
            to |= Q(recipients__contains=[{"address": address}])
        found = found.filter(to)
    else:
        found = found.filter(sender__in=addresses)
    return found.select_related("source").order_by("-internal_date", "gmail_message_id")


def _about(topic: str, mails: Sequence[Message]) -> list[Message]:
    """The mails that speak of it, with as many of its words as any; most of them at least."""
    wanted = set(stems(topic))
    if not wanted:
        return list(mails)
    hits = [len(wanted & set(stems(mail.source.text if mail.source else ""))) for mail in mails]
    most = max(hits, default=0)
    if 2 * most < len(wanted):
        return []
    return [mail for hit, mail in zip(hits, mails, strict=True) if hit == most]


def _fits(period: Period | None, at: datetime) -> bool:
    return period is None or period.since <= at < period.until


def _spots(mail: Message) -> list[UnrankedPassage]:
    """What its writer says in it, by passages, without the subject."""
    source = mail.source
    if source is None:
        return []
    begins = int(source.metadata.get("subject_end", 0))
    chunks = Chunk.objects.filter(source=source, hidden=None, stop__gt=begins)
    if mail.from_person:
        chunks = chunks.filter(own_words=True)
    found = []
    for chunk in chunks.order_by("position")[:5]:
        start = max(chunk.start, begins)
        words = source.text[start : chunk.stop]
        start += len(words) - len(words.lstrip())
        if not is_blank(words):
            why = gettext_noop("mail from the person you asked about")
            found.append(UnrankedPassage(chunk.pk, start, start + len(words.strip()), why))
    return found
