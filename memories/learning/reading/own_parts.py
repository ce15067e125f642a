"""Whose words a message holds: what is pasted, quoted or fenced in it is not the person's own.

A message may hold a chat, a letter, a text to be worked on, a sign's words, in the middle of what
the person says themselves. Those parts are found by how they are set off, not by what they say.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from memories.text import Span, sentences
from memories.text.patterns import lazily

_FENCE = lazily(r"```.*?(?:```|\Z)", re.DOTALL)
_QUOTED_LINE = lazily(r"^[ \t]*[>|].*$", re.MULTILINE)
# Marks of a quotation, straight or not; single ones only around whole words.
_QUOTATION = lazily(
    r"\"[^\"]+(?:\"|\Z)|[“„«»][^“”„«»]+(?:[“”»«]|\Z)"
    r"|(?<![\w'’])['‘](?=[^\W_])(?:[^'’‘\n]|(?<=\w)['’](?=\w))+['’](?!\w)"
)
# Fewer words in quotation marks are a name or a title, where nobody speaks of themselves.
_SPOKEN = 4
_SPEAKS = lazily(
    r"\b(?:i|i['’]\w+|we|we['’]\w+|my|our|ich|wir|mein\w*|unser\w*|bin|yo|mis?|soy|estoy|me|mich"
    r"|nos"
    r"|\w{2,}[éí]|\w{3,}[aei]mos)\b",
    re.IGNORECASE,
)
# What is said before something handed over: "translate: …", "Here's the ad: …", "Mum wrote: …".
_HANDED_OVER = lazily(
    r"\b(?:translat\w*|summari[sz]\w*|shorten|rewrite|re-?phrase|polish|proof-?read|correct|edit"
    r"|check"
    r"|improve|fix|reply|answer|respond|sum up|tl;?dr|feedback|make of|think of|look at|read"
    r"|mean\w*"
    r"|übersetz\w*|zusammen\w*|fass|kürz\w*|korrigier\w*|verbesser\w*|formulier\w*|antwort\w*"
    r"|lies|prüf\w*"
    r"|umschreib\w*|traduc\w*|resum\w*|corrig\w*|corríge\w*|acorta\w*|mejora\w*|revisa\w*"
    r"|reescrib\w*"
    r"|contesta\w*|responde\w*|lee|e?-?mails?|letters?|posts?|ads?|adverts?|listings?|profiles?"
    r"|bios?"
    r"|signs?|leaflets?|texts?|messages?|notes?|poems?|lyrics|quotes?|chats?|verse|essays?|forums?"
    r"|horoscopes?|reviews?|captions?|stor(?:y|ies)|brief\w*|anzeige|profil|schild|zettel"
    r"|nachricht\w*"
    r"|gedicht|aufsatz|chatverlauf|inserat|spruch|liedtext|aushang|correo|carta|anuncio|perfil"
    r"|cartel"
    r"|mensaje|poema|cuento|texto|wrote|writes|says|said|reads|posted|texted|schrieb\w*|schreibt"
    r"|geschrieben|sagt\w*|gesagt|meinte|steht|lautet|dice|dijo|dicho|pone|puso|escribió|escrito)\b"
    r"[^.!?:\n]{0,60}(?::[ \t]*|[?]?[ \t]*\n\s*\n|:?[ \t]*\n)",
    re.IGNORECASE,
)
_SAID_BY = lazily(
    r"^\s*(?:[\[(]?\d{1,2}[:.]\d\d(?:[:.]\d\d)?(?:\s*[ap]m)?[\])]?,?\s*[-–]?\s*)?"
    r"(?:<\s*(?P<nick>[^<>\n]{1,30})>|(?P<name>[^\W\d][\w.'’-]*(?:\s[\w.'’-]+)?)\s*:)\s*\S",
)
_TIMED = lazily(r"^\s*[\[(]?\d{1,2}[:.]\d\d\b[^\n]*?[:>]")
_ME = frozenset(("me", "i", "ich", "yo", "you", "du", "tú"))
_DEAR = lazily(
    r"^[ \t]*(?:dear|to whom it may|sehr geehrte\w*|liebe[rs]?|estimad[oa]s?|querid[oa]s?"
    r"|a quien)\b"
    r"[^\n.!?]{1,60}[,:!]?[ \t]*(?:\n|[,:!]\s)",
    re.IGNORECASE | re.MULTILINE,
)
_HI = lazily(
    r"^[ \t]*(?:hi|hello|hey|hallo|hola|moin|guten tag|buenos días"
    r"|buenas)\b[^\n.!?]{0,40}[,!]?[ \t]*\n",
    re.IGNORECASE | re.MULTILINE,
)
_REGARDS = lazily(
    r"^[ \t]*(?:(?:kind|best|warm|many)?\s*(?:regards|wishes|thanks)|best|cheers|yours\b.*"
    r"|sincerely|love"
    r"|(?:viele|liebe|herzliche|beste)\s+grüße|mit freundlichen grüßen|[vl]g|mfg|gruß"
    r"|(?:un\s+)?(?:cordial\s+)?saludos?|atentamente|un abrazo|besos)\b[^\n]{0,40}$",
    re.IGNORECASE | re.MULTILINE,
)
# Who told it, once, in their own words: "Pavel told me: “…”", "Meine Chefin hat geschrieben „…“".
_TOLD = lazily(
    r"\b(?:told|texted|messaged|wrote|writes|said|says|announced|emailed|rang|mailed"
    r"|meinte|sagte?|erzählte?|schrieb|schreibt|gesagt|geschrieben|erzählt|verkündet"
    r"|dijo|dice|dicho|escribió|escrito|contó|contado|puso|puesto)\b",
    re.IGNORECASE,
)
_ALWAYS = lazily(
    r"\b(?:always|used to|motto|ever|never|immer|ständig|oft|früher|siempre|repetía|decía|solía"
    r"|song"
    r"|book|film|sign|line|character|lied|buch|schild|zettel|roman|cartel|libro|película"
    r"|canción)\b",
    re.IGNORECASE,
)
_SOMEBODY = lazily(
    r"^(?:(?:and|but|so|also|und|aber|y|pero|today|yesterday|gestern|heute|ayer|hoy)\s+)?"
    r"(?:(?i:my|our|mein\w*|unser\w*|mi|mis|nuestr\w+)\s+\w+"
    r"|(?!(?:He|She|They|It|Some\w*|The|An?|This|Er|Sie|Der|Die|Das|Eine?|Jemand|Él|Ella|El|La|Una?|Alguien"
    r"|Ich|Yo|In|On|At|Auf|En)\b)[A-ZÄÖÜÁÉÍÓÚÑ][\w’'-]+)"
)


# "225 g oatmeal", each on a line; and how a small advert begins.
_QUANTITIES = lazily(
    r"^[ \t]*[-•*–]?[ \t]*(?:\d+(?:[.,/]\d+)?|½|¼|¾)[ \t]*"
    r"(?:g|kg|ml|cl|dl|l|tbsp|tsp|cups?|oz|lbs?|pints?|EL|TL|Prisen?|Stück|Tassen?|Bund|Becher|Päckchen|cucharad\w+|tazas?|dientes?)\b",
    re.IGNORECASE | re.MULTILINE,
)
_LISTED = lazily(
    r"^[ \t]*[-•*–][ \t]*(?:\d|½|¼|¾|(?:an?|eine?|un|una|etwas|some) \w+ (?:of|de)?)",
    re.IGNORECASE | re.MULTILINE,
)
_ADVERT = lazily(
    r"^\W*(?:for sale|to let|room to let|flat to let|for rent|zu verkaufen|zu vermieten"
    r"|zu verschenken|se vende|se alquila)\b",
    re.IGNORECASE,
)
# What an advert says to anybody; and how a small one is shortened.
_SELLS = lazily(
    r"\bclick (?:here|below|the link)\b|\bonly [£$€]\s?\d|\b\d{1,2} ?% off\b|\bmoney[- ]back\b"
    r"|\b(?:order|buy|shop|book|call|sign up|try (?:it|\w+ \w+)) (?:now|today)\b"
    r"|\bfree (?:postage|delivery|shipping|trial|returns|quote)\b|\bwhile stocks last\b"
    r"|\blimited (?:time|offer|stock|edition)\b|\bterms (?:and conditions )?apply\b"
    r"|\b(?:jetzt|gleich|sofort) (?:bestellen|kaufen|sichern|testen|buchen|anmelden|zugreifen)\b"
    r"|\bnur (?:noch )?\d+(?:[.,]\d\d)? ?(?:€|euro)\b|\b(?:versandkostenfrei|gratisversand)\b"
    r"|\bsolange der vorrat reicht\b|\bhier klicken\b|\b(?:envío gratis|haz clic)\b"
    r"|\b(?:compra|pide|reserva|llama|prueba) (?:ya|ahora|hoy)\b|\boferta limitada\b"
    r"|\bsolo \d+(?:[.,]\d\d)? ?(?:€|euros)",
    re.IGNORECASE,
)
_SHORTENED = lazily(
    r"\b(?:\d-?Zi\b|Whg\b|EBK\b|KM\b(?= \d)|NK\b|VHB\b|VB\b|WM\b(?= \d)|qm\b|gg\.|zzgl\.|Bj\."
    r"|o\.?n\.?o\b|pcm\b|GSOH\b|WLTM\b|dbl\b|bdrm?\b|furn\b|unfurn\b|neg\.|incl\.|excl\.|habs?\.|dorm\.)"
)
_BLOCK = lazily(r"\S(?:[^\n]|\n(?!\s*\n))*")
_A_RECIPE, _AN_ADVERT, _A_LISTING, _VERSES, _A_VERSE = 3, 2, 3, 4, 8
# Maximum number of words of a remark on a pasted text.
_AN_ASIDE, _OPENS = 40, 2


@dataclass(frozen=True)
class OwnSentence:
    """A sentence of the person's own, and its words as they are read: without what is quoted."""

    span: Span
    words: str
    # Somebody it names told it, in words of their own that stand in it.
    reported: str = ""

    @property
    def read(self) -> str:
        """What tells whether it lasts: of what was reported, what they told."""
        return self.reported or self.words


def own_parts(text: str, *, letter: bool = False) -> list[OwnSentence]:
    """The sentences of a message, but for what somebody else wrote.

    Of a `letter` of the person's own, what begins with "Dear" is no other's.
    """
    foreign = sorted(_foreign(text, letter=letter))
    # Sentences do not end within what is quoted.
    hidden = _without(text, foreign, "_")
    return [part for span in sentences(hidden) if (part := _part(text, span, foreign))]


def _part(text: str, span: Span, foreign: list[tuple[int, int]]) -> OwnSentence | None:
    inside = [(max(a, span.start), min(b, span.stop)) for a, b in foreign]
    inside = [(a, b) for a, b in inside if a < b]
    if not inside:
        return OwnSentence(span, span.of(text))
    own = _without(text, inside, " ")[span.start : span.stop]
    if not re.search(r"\w", own):
        return None
    words = " ".join(own.split())
    quoted = text[inside[0][0] : inside[0][1]].strip("\"'“”„«»‘’ ")
    if not _SPEAKS.search(quoted):
        # A title, a saying: what is said around it counts.
        return OwnSentence(span, span.of(text)) if "\n" not in quoted else OwnSentence(span, words)
    told = _SOMEBODY.match(words) and _TOLD.search(words) and not _ALWAYS.search(words)
    return OwnSentence(span, words, quoted) if told and "\n" not in quoted else None


def _without(text: str, spans: list[tuple[int, int]], filler: str) -> str:
    for start, stop in spans:
        text = text[:start] + filler * (stop - start) + text[stop:]
    return text


def _foreign(text: str, *, letter: bool) -> Iterator[tuple[int, int]]:
    """Where somebody else's words stand."""
    for pattern in (_FENCE, _QUOTED_LINE):
        yield from (match.span() for match in pattern.finditer(text))
    for match in _QUOTATION.finditer(text):
        words = match.group().split()
        if len(words) >= _SPOKEN or (len(words) > 1 and _SPEAKS.search(match.group())):
            yield match.span()
    yield from _chat(text)
    if not letter:
        yield from _letter(text)
    yield from _handed_over(text)
    if _is_laid_out(text):
        yield from _without_own_ends(text)


def _without_own_ends(text: str) -> Iterator[tuple[int, int]]:
    """All that was pasted: not the line that leads up to it, or that asks about it below."""
    blocks = [match.span() for match in _BLOCK.finditer(text)]
    pasted = [span for span in blocks if _is_laid_out(text[slice(*span)])] or blocks
    start, stop = blocks[0][0], blocks[-1][1]
    if pasted[0] != blocks[0] and _is_said_about(text[slice(*blocks[0])]):
        start = blocks[1][0]
    if pasted[-1] != blocks[-1] and _is_said_about(text[slice(*blocks[-1])]):
        stop = blocks[-2][1]
    yield start, stop


def _is_said_about(block: str) -> bool:
    """Whether a paragraph is of whoever pasted what stands beside it."""
    words = block.split()
    short = len(words) <= _AN_ASIDE and "\n" not in block.strip()
    # "Bake it. I always wait three days" is still the recipe.
    return short and ("?" in block or _SPEAKS.search(" ".join(words[:_OPENS])) is not None)


def _is_laid_out(text: str) -> bool:
    """Whether a text is a recipe, an advert or verse, by how it is laid out alone."""
    lines = [line for line in text.splitlines() if line.strip()]
    measured = len(_QUANTITIES.findall(text))
    if measured >= _A_RECIPE or (measured and len(_LISTED.findall(text)) >= _A_RECIPE):
        return True
    if _ADVERT.match(text):
        return True
    if len(_SELLS.findall(text)) >= _AN_ADVERT or len(_SHORTENED.findall(text)) >= _A_LISTING:
        return True
    verse = [line for line in lines if len(line.split()) <= _A_VERSE and ":" not in line]
    commas = sum(line.rstrip().endswith((",", ";")) for line in verse)
    return len(verse) >= _VERSES and len(verse) > len(lines) / 2 and commas >= len(verse) / 3


def _chat(text: str) -> Iterator[tuple[int, int]]:
    """The lines of a chat: with nicks, with times, or by the same few who take turns."""
    lines = [(m.start(), m.end(), m.group()) for m in re.finditer(r"[^\n]+", text)]
    said = [(start, stop, line, _SAID_BY.match(line)) for start, stop, line in lines]
    by = [(start, stop, line, match) for start, stop, line, match in said if match]
    names = Counter((match["nick"] or match["name"]).lower() for _, _, _, match in by)
    turns = len(by) > 1 and (max(names.values()) > 1 or bool(_ME & names.keys()))
    for start, stop, line, match in by:
        if match["nick"] or turns or (_TIMED.match(line) and len(lines) > 1):
            yield start, stop
    if len(lines) == 1 and by and _TIMED.match(text):
        yield 0, len(text)


def _letter(text: str) -> Iterator[tuple[int, int]]:
    """From how a letter begins to its end: to what follows its signature, or of all."""
    dear = _DEAR.search(text)
    ends = _REGARDS.search(text, dear.end() if dear else 0)
    if dear is None and ends:
        # The person may greet, too; who signs below it has written a letter.
        dear = _HI.search(text, 0, ends.start())
    if dear is not None:
        stop = text.find("\n\n", ends.end()) if ends else -1
        yield dear.start(), len(text) if stop < 0 else stop


def _handed_over(text: str) -> Iterator[tuple[int, int]]:
    """What follows a request to work on it, or the words that name it."""
    match = _HANDED_OVER.search(text)
    if match is None or not text[match.end() :].strip():
        return
    rest = text[match.end() :].lstrip()
    # A quotation ends where its marks do, what is listed below at the end.
    if not _QUOTATION.match(rest):
        yield match.end(), len(text)
