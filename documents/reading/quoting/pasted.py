"""Chat logs that were pasted into a mail: "<tom> hi", "[10:02] Tom: hi", "Tom: hi"."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

_CLOCK = r"\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[ap]\.?m\.?)?"
_DAY = r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}"
# What people put into angle brackets besides a nick: asides, and HTML.
_NO_NICK = (
    r"g|eg|bg|vbg|grin|smile|wink|sigh|snip|snipped|rant|sarcasm|joke|irony|shrug|cough|plug|aside"
    r"|a|b|i|p|u|br|hr|li|ul|ol|td|tr|th|em|div|pre|code|span|table|strong|html|body|head|img|h\d"
)
_NICK = re.compile(
    rf"^\s{{0,3}}(?:\[?(?:{_DAY},?\s)?{_CLOCK}\]?\s*)?[*•]?\s?"
    rf"<[@+%&~! ]?(?!(?:{_NO_NICK})>)[^\W_][^\n<>@/=:]{{0,30}}>\s+\S",
    re.IGNORECASE,
)
_STAMPED = re.compile(
    rf"^\s{{0,3}}(?:[\[(](?:[^\])\n]{{0,24}}\s)?{_CLOCK}[^\])\n]{{0,6}}[\])]"
    rf"|{_DAY},?\s+{_CLOCK})\s*[-–—]?\s*\*?[^\W_][^:<>\n]{{0,40}}\s?:\s+\S",
    re.IGNORECASE,
)
_HEADED = re.compile(
    rf"^\s{{0,3}}[^\W\d_][\w.'’-]*(?: [^\W\d_][\w.'’-]*){{0,3}}\s*[—–,|·•-]?\s*"
    rf"[\[(]?(?:(?:today|yesterday|heute|gestern|hier|hoy|ayer)(?: at| um| à)?,?\s|{_DAY},?\s)?"
    rf"{_CLOCK}[\])]?\s*$",
    re.IGNORECASE,
)
_SAYS = re.compile(
    r"^\s{0,3}(?:\d{1,2}[:.]\d{2}\s+)?\*{0,2}"
    r"([^\W\d_][\w.'’-]{0,20}(?: [^\W\d_][\w.'’-]{0,20}){0,2})\*{0,2}\s?:\*{0,2}\s+(\S.*)$"
)
# What people put before a colon in their own notes. Days and months are listed here once more: what
# reads files is a process of its own, which starts without the words of memories.
_LABELS = frozenset(
    """note notes nb ps pps fyi btw re fw fwd from to cc bcc date subject sent when where what who
    why how which phone tel telephone mobile cell fax email e-mail mail web website url http https
    address name time place price cost total sum pros cons pro con update edit todo question
    questions tip hint warning example day option options plan step item section chapter summary
    result results status version ingredients dinner lunch breakfast morning afternoon evening
    night today tomorrow yesterday also ok monday tuesday wednesday thursday friday saturday sunday
    mon tue wed thu fri sat sun january february march april may june july august september october
    november december montag dienstag mittwoch donnerstag freitag samstag sonntag heute morgen
    gestern wann wo was wer wie warum telefon adresse betreff ort zeit datum von an preis lunes
    martes jueves viernes lundi mardi mercredi jeudi vendredi samedi dimanche hoy fecha hora lugar
    first second third fourth finally next last problem solution idea reason goal budget topic
    agenda location room flight hotel arrival departure check-in check-out home work
    office""".split()
)
_SPEECH = re.compile(
    r"\b(?:i|i['’]\w{1,2}|me|my|mine|you|your|we|our|us|ich|mir|mich|mein\w{0,2}|du|dir|dein\w{0,2}|wir"
    r"|ihr|je|j['’]\w+|tu|nous|vous|mon|ma|yo|tú|mi|io|sono|ik|jij|mijn|eu|jag|jeg|haha|lol|ok|yes"
    r"|yeah|yep|no|nope|ja|nein|hi|hey|hello|hallo)\b|\?",
    re.IGNORECASE,
)
_LONGEST_LINE = 400


def chat_lines(lines: Sequence[str]) -> set[int]:
    """Which of these lines stand in a chat log, with what its messages go on in."""
    shown = [line[:_LONGEST_LINE] for line in lines]
    begin = {place for place, line in enumerate(shown) if _NICK.match(line) or _STAMPED.match(line)}
    headed = [place for place, line in enumerate(shown) if _HEADED.match(line)]
    if len(headed) > 1 and any(_goes_on(shown, place) for place in headed):
        begin.update(headed)
    begin.update(_dialogue(shown))
    found: set[int] = set()
    inside = False
    for place, line in enumerate(lines):
        inside = place in begin or (inside and bool(line.strip()))
        if inside:
            found.add(place)
    return found


def _goes_on(lines: Sequence[str], place: int) -> bool:
    return place + 1 < len(lines) and bool(lines[place + 1].strip())


def _dialogue(lines: Sequence[str]) -> list[int]:
    """The lines of people who speak in turn, each behind a name: not a list of labels."""
    said = [
        (place, found.group(1).lower(), found.group(2))
        for place, line in enumerate(lines)
        if (found := _SAYS.match(line)) and not _LABELS.intersection(found.group(1).lower().split())
    ]
    if len(said) < 2:
        return []
    places = [place for place, _, _ in said]
    names = Counter(name for _, name, _ in said)
    in_turn = 1 < len(names) < len(said)
    speech = sum(bool(_SPEECH.search(words)) for _, _, words in said)
    close = any(_follows(lines, *pair) for pair in pairwise(places))
    return places if close and (in_turn or 2 * speech >= len(said)) else []


def _follows(lines: Sequence[str], place: int, other: int) -> bool:
    """Whether nothing stands between two messages but what the first goes on in."""
    return other - place <= 4 and not any(
        not lines[n].strip() and n + 1 < other and lines[n + 1].strip()
        for n in range(place + 1, other)
    )
