"""A mail's headers: names, addresses and subjects, however they were written."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from documents.reading.cleaning import one_line
from documents.reading.mail import decoded
from gmail.reading.parsed_mail import Address, Recipient

# What is longer is no header that a person wrote.
LONGEST = 20_000
_MOST_RECIPIENTS = 200
_ADDRESS = re.compile(r"[^\s<>@\"(),;:\\]{1,254}@[^\s<>@\"(),;:\\]{1,254}")
_COMMENT = re.compile(r"\(([^()]{0,200})\)")
_REPLY = re.compile(
    r"^\s*(?:(?:re|aw|antw|sv|vs|odp|ref|rif|fwd?|wg|tr|rv|enc|doorst)(?:\s?\[\d+\])?\s?:\s*)+",
    re.IGNORECASE,
)
_ENDINGS = frozenset("inc ltd llc gmbh ag jr sr ii iii iv phd md esq co corp kg plc".split())


def headers_of(part: Mapping[str, Any]) -> dict[str, str]:
    """A part's headers by name in lower case, the first of each; folded lines are joined."""
    found: dict[str, str] = {}
    headers = part.get("headers")
    for header in headers if isinstance(headers, list) else ():
        if isinstance(header, dict) and isinstance(header.get("name"), str):
            value = header.get("value")
            text = value[:LONGEST] if isinstance(value, str) else ""
            found.setdefault(header["name"].strip().lower(), text)
    return found


def words_of(value: str) -> str:
    """A header's value for people: decoded, one line."""
    return one_line(decoded(value[:LONGEST]))


def without_reply(subject: str) -> str:
    """A subject without "Re:", "Fwd:" and the like before it."""
    return _REPLY.sub("", subject).strip()


def is_reply(subject: str) -> bool:
    return _REPLY.match(subject) is not None


def address_of(value: str) -> Address | None:
    """Whom a From header names; without an address, the name alone; None for nothing."""
    return next(iter(_addresses(value)), None)


def recipients_of(headers: Mapping[str, str]) -> tuple[Recipient, ...]:
    """Whom a mail went to, each once, two hundred at most."""
    found: dict[str, Recipient] = {}
    for how in ("to", "cc", "bcc"):
        for one in _addresses(headers.get(how, "")):
            if one.address and len(found) < _MOST_RECIPIENTS:
                found.setdefault(one.address, Recipient(one.address, one.name, how))
    return tuple(found.values())


def _addresses(value: str) -> Iterator[Address]:
    waiting = ""
    for piece in _pieces(value[:LONGEST]):
        waiting = f"{waiting},{piece}" if waiting else piece
        # What has no address yet is the first half of a name with a comma in it.
        if "@" in piece:
            yield _address(waiting)
            waiting = ""
    if waiting and (name := _name(waiting)):
        yield Address("", name)


def _pieces(value: str) -> Sequence[str]:
    """A header cut at the commas that part its addresses: not those in quotes or brackets."""
    pieces, start, quoted, angle, comment = [], 0, False, False, 0
    place = 0
    while place < len(value):
        character = value[place]
        if character == "\\":
            place += 1
        elif character == '"' and not comment:
            quoted = not quoted
        elif not quoted and character in "<>":
            angle = character == "<"
        elif not quoted and character in "()":
            comment = max(0, comment + (1 if character == "(" else -1))
        elif character in ",;" and not (quoted or angle or comment):
            pieces.append(value[start:place])
            start = place + 1
        place += 1
    pieces.append(value[start:])
    # Quotes that never end would make one of many.
    return pieces if not quoted and not angle else value.replace(";", ",").split(",")


def _address(text: str) -> Address:
    start, stop = text.rfind("<"), text.rfind(">")
    inner = text[start + 1 : stop] if 0 <= start < stop else text
    found = _ADDRESS.search(inner) or _ADDRESS.search(text)
    if found is None:
        return Address("", _name(text))
    address = found.group().strip("'.").lower()[:254]
    if 0 <= start < stop and text[:start].strip():
        return Address(address, _name(text[:start]))
    comment = _COMMENT.search(text)
    return Address(address, _name(comment.group(1)) if comment else "")


def _name(text: str) -> str:
    """A name as people say it: without quotes, first name first, not all in capitals."""
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] == '"':
        text = re.sub(r"\\(.)", r"\1", text[1:-1])
    name = words_of(text).strip(" \"'<>,;:")
    if "@" in name or not any(character.isalpha() for character in name):
        return ""
    last, comma, first = name.partition(", ")
    if comma and "," not in first and not set(first.lower().strip(".").split()) & _ENDINGS:
        name = f"{first} {last}".strip()
    if name.isascii() and (name.islower() or (name.isupper() and " " in name)):
        name = name.title()
    return name[:200]
