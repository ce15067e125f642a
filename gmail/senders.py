"""What a mail's sender is called: anybody may write the owner's name, or their address, as theirs.

The owner's own mail is known by Gmail's label SENT alone. Whoever else bears their name is called
by the address, so that no forged letter is told as the owner's.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from accounts.models import User
from gmail.models import Account, Message
from gmail.reading.parsed_mail import ParsedMail
from memories.text import MACHINES

# Number of the person's own mails read to learn the names they write under.
_ASKED = 50
_LONGEST = 200
_WORDS = re.compile(r"\w+")
# The addresses that machines write from: an answer reaches nobody.
_ANSWERS_NOBODY = re.compile(rf"(?:^|[._+-])(?:{MACHINES})(?:$|[._+@-])", re.IGNORECASE)


@dataclass(frozen=True)
class MailboxOwner:
    """By what the owner of a mailbox is known: names as sets of their words, and addresses."""

    names: frozenset[frozenset[str]]
    addresses: frozenset[str]

    def has_name(self, name: str) -> bool:
        """Whether a name is one of theirs or a part of it, however it is written."""
        words = _words(name)
        return bool(words) and any(words <= own for own in self.names)


def owner_of(user: User, account: Account, letters: Sequence[ParsedMail]) -> MailboxOwner:
    """The owner as the account, their mail so far, and these letters know them."""
    sent = [one.sender for one in letters if one.from_person and one.sender]
    before = Message.objects.filter(account=account, from_person=True)
    known = set(before.values_list("sender_name", "sender")[:_ASKED])
    known |= {(one.name, one.address) for one in sent}
    mailboxes = Account.objects.filter(user=user).values_list("address", flat=True)
    names = {_words(name) for name in (user.name, *(name for name, _ in known))}
    addresses = {address.lower() for address in (*mailboxes, *(at for _, at in known))}
    return MailboxOwner(frozenset(names - {frozenset()}), frozenset(addresses - {""}))


def speaker_of(letter: ParsedMail, owner: MailboxOwner) -> str:
    """Who is said to have written a mail; "" for the owner, and for nobody knows whom."""
    sender = letter.sender
    if letter.from_person or sender is None:
        return ""
    if sender.address in owner.addresses:
        return f"Someone using {sender.address}"
    return sender.address if owner.has_name(sender.name) else sender.name or sender.address


def answers_nobody(letter: ParsedMail) -> bool:
    """Whether it came from an address where nobody reads an answer."""
    return letter.sender is not None and reads_no_answers(letter.sender.address)


def reads_no_answers(address: str) -> bool:
    """Whether nobody reads what is sent to an address."""
    return _ANSWERS_NOBODY.search(address) is not None


def addressed_to(letter: ParsedMail) -> str:
    """Whom a mail went to, in words: "Dana Whitfield", "Dana Whitfield and 2 others"."""
    first = [one for one in letter.recipients if one.how == "to"] or letter.recipients
    names = [one.name or one.address for one in first]
    if len(names) <= 2:
        return " and ".join(names)[:_LONGEST]
    return f"{names[0][:_LONGEST]} and {len(names) - 1} others"


def _words(name: str) -> frozenset[str]:
    """The words of a name without order, case, points and what cannot be seen."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    seen: Iterable[str] = (c for c in plain if unicodedata.category(c) != "Cf")
    return frozenset(_WORDS.findall("".join(seen)))
