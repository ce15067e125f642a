"""A copy of a file without some words, for kinds of file that are text underneath."""

import email.policy
import html
import re
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from email.header import Header, decode_header, make_header
from email.message import Message
from email.parser import BytesParser

from documents.reading.encodings import encoding_of
from memories.text import MASK

# Where an encoding has no black box.
_PLAIN_MASK = "*"
_TOKEN = re.compile(r"<[^<>]*>|&#?\w{1,31};|.", re.DOTALL)


def in_text(data: bytes, words: Sequence[str], *, is_html: bool = False) -> bytes:
    """A text file with every place blacked out where these runs of words stand.

    They are found whatever stands between their letters: line breaks, tags, quotes, entities.
    Whether the copy reads as it should is for the caller to check.
    """
    encoding = encoding_of(data)
    return _encoded(_blacked_out(data.decode(encoding), _wanted(words), is_html), encoding)


def in_html(data: bytes, words: Sequence[str]) -> bytes:
    """The same of a web page: tags and entities stand between letters."""
    return in_text(data, words, is_html=True)


def in_mail(data: bytes, words: Sequence[str]) -> bytes:
    """The same of a mail: its headers and its parts, whatever encodes them."""
    wanted = _wanted(words)
    message = BytesParser(policy=email.policy.compat32).parsebytes(data)
    for part in message.walk():
        _headers(part, wanted)
        if part.get_content_maintype() == "text" and not part.is_multipart():
            _text_of_mail(part, wanted)
    return message.as_bytes()


def _wanted(words: Sequence[str]) -> list[str]:
    return [flat for each in words if (flat := flatten(each))]


def flatten(text: str) -> str:
    """The letters and digits of a text alone, in lower case: what two forms of it share."""
    return "".join(c for c in text.casefold() if c.isalnum())


def _encoded(text: str, encoding: str) -> bytes:
    try:
        return text.encode(encoding)
    except UnicodeEncodeError:
        return text.replace(MASK, _PLAIN_MASK).encode(encoding)


def _blacked_out(text: str, wanted: Sequence[str], is_html: bool) -> str:
    text = _within(text, wanted, _letters(text, is_html=is_html))
    if is_html:
        # What stands in attributes, comments and scripts is shown by nothing, and is there.
        text = _within(text, wanted, _letters(text, is_html=False))
    return text


@dataclass(frozen=True)
class _Letters:
    """The letters and digits of a file in lower case, and where in it each is written."""

    flat: str
    starts: "array[int]"
    stops: "array[int]"


def _letters(text: str, *, is_html: bool) -> _Letters:
    flat: list[str] = []
    starts, stops = array("l"), array("l")
    for start, stop, shown in _shown(text) if is_html else _as_written(text):
        for c in shown.casefold():
            if c.isalnum():
                flat.append(c)
                starts.append(start)
                stops.append(stop)
    return _Letters("".join(flat), starts, stops)


def _as_written(text: str) -> Iterator[tuple[int, int, str]]:
    for place, character in enumerate(text):
        yield place, place + 1, character


def _shown(text: str) -> Iterator[tuple[int, int, str]]:
    for token in _TOKEN.finditer(text):
        written = token.group()
        if len(written) == 1:
            yield token.start(), token.end(), written
        elif written[0] == "&":
            yield token.start(), token.end(), html.unescape(written)


def _within(text: str, wanted: Sequence[str], letters: _Letters) -> str:
    hidden: set[tuple[int, int]] = set()
    for each in wanted:
        place = letters.flat.find(each)
        while place >= 0:
            last = place + len(each)
            if _is_whole(text, letters.starts[place], letters.stops[last - 1]):
                hidden.update(
                    zip(letters.starts[place:last], letters.stops[place:last], strict=True)
                )
            place = letters.flat.find(each, last)
    parts, before = [], 0
    for start, stop in sorted(hidden):
        parts += [text[before:start], MASK]
        before = stop
    return "".join([*parts, text[before:]])


def _is_whole(text: str, start: int, stop: int) -> bool:
    """Whether this begins and ends with a word, and not within one."""
    return not (text[max(0, start - 1) : start].isalnum() or text[stop : stop + 1].isalnum())


def _headers(part: Message, wanted: Sequence[str]) -> None:
    for name, value in list(part.items()):
        try:
            shown = str(make_header(decode_header(str(value))))
        except (LookupError, ValueError):
            shown = str(value)
        hidden = _blacked_out(shown, wanted, is_html=False)
        if hidden != shown:
            part.replace_header(name, Header(hidden, "utf-8").encode())


def _text_of_mail(part: Message, wanted: Sequence[str]) -> None:
    payload = part.get_payload(decode=True)
    if not isinstance(payload, bytes) or not payload:
        return
    charset = part.get_content_charset() or encoding_of(payload)
    try:
        text = payload.decode(charset)
    except (LookupError, UnicodeDecodeError):
        text = payload.decode(encoding_of(payload), errors="replace")
    hidden = _blacked_out(text, wanted, is_html=part.get_content_subtype() == "html")
    if hidden != text:
        del part["Content-Transfer-Encoding"]
        part.set_payload(hidden, "utf-8")
