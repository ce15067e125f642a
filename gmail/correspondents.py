"""Whom the person writes with: counted by address, and a person once mail went both ways."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.conf import settings
from django.contrib.humanize.templatetags.humanize import intcomma
from django.db.models import Q, Sum
from django.utils import translation
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from accounts.models import User
from gmail.models import Account, Correspondent, Message
from gmail.senders import reads_no_answers
from memories.keeping import known_as, left_by_mail, link_earlier
from memories.models import Entity
from memories.pages import in_a_row

# A mail to more people than this is no letter to any of them.
_FEW = 25
_WRITES = " writes with you from"
_ROLES = frozenset(
    "info office hello contact support team mail admin service news billing sales help"
    " webmaster".split()
)


@dataclass
class _Tally:
    """What some mails change about one address."""

    names: list[str] = field(default_factory=list)
    received: int = 0
    sent: int = 0
    times: list[datetime] = field(default_factory=list)


def count(user: User, messages: Sequence[Message]) -> None:
    """Take mails that are new into account; whoever has now written both ways becomes a person."""
    tallies = _tallies(user, messages)
    known = _known(user, tallies)
    for address, tally in tallies.items():
        one = known.get(address) or Correspondent(
            user=user, address=address, first_at=min(tally.times), last_at=max(tally.times)
        )
        one.received += tally.received
        one.sent += tally.sent
        one.first_at = min(one.first_at, *tally.times)
        one.last_at = max(one.last_at, *tally.times)
        one.name = one.name or next((name for name in tally.names if name), "")
        if one.mutual:
            entity = one.entity or _person(user, one)
            one.entity = entity.merged_into or entity
        one.save()
        if one.entity is not None:
            _describe(user, one.entity, tally.names)


def by_name(user: User, name: str, most: int) -> list[Correspondent]:
    """Whoever wrote by this name, whole or first, or from this address, or was written to.

    Who wrote most comes first. Runs inside the caller's `acting_as` block.
    """
    found = Correspondent.objects.filter(user=user).filter(
        Q(name__iexact=name) | Q(name__istartswith=f"{name} ") | Q(address__iexact=name)
    )
    return list(found.order_by("-received", "-sent", "address")[:most])


def uncount(user: User, messages: Sequence[Message]) -> None:
    """Take back what mails that go had counted; who is nobody any more goes too."""
    tallies = _tallies(user, messages)
    for address, one in _known(user, tallies).items():
        one.received = max(0, one.received - tallies[address].received)
        one.sent = max(0, one.sent - tallies[address].sent)
        entity = one.entity
        if not one.mutual:
            one.entity = None
        if one.received or one.sent:
            one.save()
        else:
            one.delete()
        if entity is not None:
            _let_go(user, entity, one) if one.entity is None else _describe(user, entity, ())


def _tallies(user: User, messages: Sequence[Message]) -> dict[str, _Tally]:
    own = {address.lower() for address in _own_addresses(user)}
    own |= {message.sender for message in messages if message.from_person}
    tallies: dict[str, _Tally] = {}

    def put(address: str, name: str, at: datetime, *, sent: int) -> None:
        if address and address not in own:
            tally = tallies.setdefault(address, _Tally())
            tally.names.append(name)
            tally.times.append(at)
            tally.sent += sent
            tally.received += 1 - sent

    for message in messages:
        at = message.internal_date
        if not message.from_person:
            if not message.bulk and (not message.listed or _is_direct(message, own)):
                put(message.sender, message.sender_name, at, sent=0)
        elif len(message.recipients) <= _FEW and not message.bulk:
            for one in message.recipients:
                put(one["address"], one["name"], at, sent=1)
    return tallies


def _is_direct(message: Message, own: Collection[str]) -> bool:
    """Whether a person sent it to the person themselves, though a list carried it."""
    to_them = any(one["address"] in own for one in message.recipients)
    return to_them and not _is_role(message.sender)


def _is_role(address: str) -> bool:
    """Whether an address is that of an office or a machine, of nobody in particular."""
    return address.partition("@")[0] in _ROLES or reads_no_answers(address)


def _own_addresses(user: User) -> Iterable[str]:
    return Account.objects.filter(user=user).values_list("address", flat=True)


def _known(user: User, addresses: Iterable[str]) -> dict[str, Correspondent]:
    rows = Correspondent.objects.select_for_update(of=("self",)).select_related("entity")
    # In one order, so that two who count at once wait for each other.
    found = rows.filter(user=user, address__in=list(addresses)).order_by("address")
    return {one.address: one for one in found}


def _person(user: User, one: Correspondent) -> Entity:
    """The person behind an address: one known by it or by the same full name, or a new one."""
    people = Entity.objects.filter(user=user, type=Entity.Type.PERSON)
    by_address = people.filter(aliases__contains=[one.address]).first()
    if by_address is not None:
        return by_address.merged_into or by_address
    name = one.name or called(one.address)
    known = people.filter(name__iexact=name, merged_into=None).first()
    if known is not None and (" " in name or not known.correspondents.exists()):
        known.aliases = [*known.aliases, one.address]
        known.save(update_fields=["aliases"])
        return known
    spoken_of = known_as(user, name) if known is None else None
    if spoken_of is not None and not spoken_of.correspondents.exists():
        # The only Dana the person speaks of writes as Dana Whitfield.
        spoken_of.aliases = [*spoken_of.aliases, spoken_of.name, one.address]
        spoken_of.name = name
        spoken_of.save(update_fields=["name", "aliases"])
        return spoken_of
    if known is not None:
        name = f"{name} ({one.address})"[:200]
    person = Entity.objects.create(
        user=user, name=name, type=Entity.Type.PERSON, aliases=[one.address]
    )
    link_earlier(person)
    return person


def called(address: str) -> str:
    """What to call somebody whose name is not known: "Dana Whitfield" for dana.whitfield@…"""
    local = address.partition("@")[0]
    words = [word for word in local.replace("_", ".").split(".") if word]
    if (
        _is_role(address)
        or not words
        or not all(word.isalpha() and len(word) > 1 for word in words)
    ):
        return address
    return " ".join(word.capitalize() for word in words)


def _describe(user: User, entity: Entity, names: Iterable[str]) -> None:
    """Bring an entity's other names, count and summary in step with the mail."""
    total = entity.correspondents.aggregate(received=Sum("received"), sent=Sum("sent"))
    known = {entity.name.lower(), *(alias.lower() for alias in entity.aliases)}
    for name in names:
        if name and name.lower() not in known and len(entity.aliases) < 20:
            entity.aliases = [*entity.aliases, name]
            known.add(name.lower())
    mails = (total["received"] or 0) + (total["sent"] or 0)
    entity.mention_count = mails + entity.mentions.filter(chunk__isnull=False).count()
    if not entity.summary or entity.summary.startswith(f"{entity.name}{_WRITES}"):
        # It is kept, so it is in the language of all that is.
        with translation.override(settings.LANGUAGE_CODE):
            entity.summary = introduced(user, entity)
    entity.save(update_fields=["aliases", "mention_count", "summary"])


def _let_go(user: User, entity: Entity, one: Correspondent) -> None:
    """An address is no correspondent's any more: with the last one the person goes too."""
    others = entity.correspondents.exclude(pk=one.pk).exists()
    entity.aliases = [alias for alias in entity.aliases if alias.lower() != one.address]
    if not others and not entity.protected:
        entity.summary = ""
        entity.save(update_fields=["aliases", "summary"])
        left_by_mail(user, entity)
        return
    _describe(user, entity, ())


def introduced(user: User, entity: Entity) -> str:
    """Who somebody is, by the mail alone; "" for one without mail."""
    rows = list(entity.correspondents.order_by("-last_at"))
    if not rows:
        return ""
    received, sent = sum(one.received for one in rows), sum(one.sent for one in rows)
    first = min(one.first_at for one in rows).astimezone(user.zone)
    last = rows[0].last_at.astimezone(user.zone)
    told = gettext(
        "%(name)s writes with you from %(addresses)s: %(received)s from them and %(sent)s from"
        " you, the first on %(first)s, the last on %(last)s"
    )
    return told % {
        "name": entity.name,
        "addresses": in_a_row([one.address for one in rows[:2]]),
        "received": _mails(received),
        "sent": _mails(sent),
        "first": date_format(first, gettext("j F Y")),
        "last": date_format(last, gettext("j F Y")),
    }


def stranger(user: User, one: Correspondent) -> str:
    """Who somebody is who writes to the person and was never written to."""
    told = gettext(
        "%(name)s writes to you from %(address)s: %(received)s, the last on %(last)s; you have not"
        " written to them"
    )
    return told % {
        "name": one.name or one.address,
        "address": one.address,
        "received": _mails(one.received),
        "last": date_format(one.last_at.astimezone(user.zone), gettext("j F Y")),
    }


def _mails(number: int) -> str:
    told = ngettext("%(number)s mail", "%(number)s mails", number)
    return told % {"number": intcomma(number)}
