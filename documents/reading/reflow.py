"""Wrapped lines become paragraphs again: words that were hyphenated at a line's end are joined."""

import re
from collections.abc import Sequence
from itertools import pairwise

_HYPHENS = "-\u2010\u00ac"
_CJK = re.compile("[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]")
_LAST_WORD = re.compile(r"([^\W\d_]+)[-\u2010\u00ac]$")
_FIRST_WORD = re.compile(r"[^\W\d_]+")
_MARKER = re.compile(r"(?:[-*•‣◦▪–—●○■□➢✓]|\(?(?:\d{1,2}|[a-zA-Z]|[ivxIVX]{1,5})[.)])\s")
# "Subs for the year: 85 pounds": who notes so breaks lines on purpose.
_LABELLED = re.compile(r"\s*[^\W\d_][^:.!?\n]{0,40}:\s+\S")
WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


def is_item(line: str) -> bool:
    """Whether a line begins an item of a list."""
    return _MARKER.match(line) is not None


def join(lines: Sequence[str], known: set[str]) -> str:
    """The lines of one paragraph as one line.

    `known` are the words seen whole so far, in lower case: they tell whether a hyphen at a line's
    end belongs to the word.
    """
    text = ""
    for line in lines:
        text = _attach(text, line.strip(), known) if text else line.strip()
    return text


def _attach(text: str, line: str, known: set[str]) -> str:
    if not line:
        return text
    if text[-1] in _HYPHENS:
        return _rejoin(text, line, known)
    if _CJK.match(text[-1]) and _CJK.match(line[0]):
        return text + line
    return f"{text} {line}"


def _rejoin(text: str, line: str, known: set[str]) -> str:
    before, after = _LAST_WORD.search(text), _FIRST_WORD.match(line)
    if not before:
        return f"{text} {line}"
    if not after or not after.group()[0].islower():
        return text + line
    whole = (before.group(1) + after.group()).lower()
    hyphenated = f"{before.group(1)}-{after.group()}".lower()
    if text[-1] == "-" and hyphenated in known and whole not in known:
        return text + line
    return text[:-1] + line


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a plain text; lines that were wrapped at a width are joined.

    Lines that someone broke on purpose (verse, lists, addresses, code) stay lines.
    """
    known = {word.lower() for word in WORD.findall(text)}
    return [
        _unwrap(part.strip("\n"), known) for part in re.split(r"\n[ \t]*\n", text) if part.strip()
    ]


def _unwrap(paragraph: str, known: set[str]) -> str:
    lines = [line.rstrip() for line in paragraph.split("\n") if line.strip()]
    if len(lines) < 2 or not _was_wrapped(lines):
        return "\n".join(lines)
    kept: list[list[str]] = []
    for line in lines:
        if kept and not is_item(line.strip()):
            kept[-1].append(line)
        else:
            kept.append([line])
    return "\n".join(join(part, known) for part in kept)


def _was_wrapped(lines: Sequence[str]) -> bool:
    longest = max(map(len, lines))
    indented = sum(line[0] in " \t" for line in lines[1:])
    if not 45 <= longest <= 120 or indented > len(lines) // 2:
        return False
    labelled = sum(_LABELLED.match(line) is not None for line in lines)
    if labelled > 1 and labelled >= len(lines) / 2:
        return False
    full = sum(
        len(line) >= 0.7 * longest or is_item(following.strip())
        for line, following in pairwise(lines)
    )
    return full >= 0.8 * (len(lines) - 1)
