"""Plain mail without the line breaks that only a program's margin made."""

import re

# Margins that mail programs have, in characters.
_NARROWEST, _WIDEST = 58, 100
# A writer's own lines may end a word or so before the longest.
_RAGGED = 8
_GOES_ON = re.compile(r"^[^\W_]|^[(\"'“„‘«$€£&]")
# A list's item, a header, a quote's introduction stand in lines of their own.
_STANDS_ALONE = re.compile(
    r"^(?:\d{1,3}[.)]\s|[a-zA-Z][.)]\s|[*•+-]\s|[A-Z][\w-]{1,20}:(?:\s|$)|https?://)"
)
_RULED = re.compile(r"^[\W_]*$|[_=*~-]{10,}")


def unwrap(text: str, *, flowed: bool = False) -> str:
    """Join the lines that were broken because a word did not fit any more. Linear.

    With `flowed` (RFC 3676) a space before the break says so.
    """
    lines = text.split("\n")
    width = _width(lines)
    if width is None and not flowed:
        return text
    kept = [lines[0]]
    before = lines[0]
    for line in lines[1:]:
        if _broken(before, line, width, flowed=flowed):
            kept[-1] = f"{kept[-1].rstrip()} {line}"
        else:
            kept.append(line)
        before = line
    return "\n".join(kept)


def _width(lines: list[str]) -> int | None:
    """The margin that a text was broken at; None where its lines are as long as they like."""
    lengths = sorted(len(line.rstrip()) for line in lines if " " in line and line[0] not in ">|")
    # A long address or two stand out without being the margin.
    longest = next((size for size in reversed(lengths) if size <= _WIDEST), 0)
    too_long = sum(size > _WIDEST for size in lengths)
    return longest if longest >= _NARROWEST and too_long * 20 <= len(lengths) else None


def _broken(before: str, line: str, width: int | None, *, flowed: bool) -> bool:
    if not before.strip() or not _GOES_ON.match(line) or _STANDS_ALONE.match(line):
        return False
    if before[0] in ">| \t" or _RULED.search(before):
        return False
    if flowed and before.endswith(" ") and before != "-- ":
        return True
    word = line.split(maxsplit=1)[0]
    return width is not None and len(before.rstrip()) + 1 + len(word) > width - _RAGGED
