"""What a message wants: to be remembered, forgotten, corrected, answered, or just heard.

Only plain requests count as commands. What merely speaks of remembering or forgetting ("Do you
remember…?", "I forgot my keys", "Don't forget that…") is not mistaken for one.
"""

import re
from bisect import bisect_right
from dataclasses import dataclass, replace
from enum import StrEnum

from chat.builtin.requests import all_or_last, by_language, small_talk
from chat.builtin.requests.bring_back import brought_back, only_brings_back
from chat.builtin.requests.forget import read_request
from chat.builtin.requests.moving import asked_to_move
from chat.builtin.requests.remember import asked_to_remember, wants_it_kept
from memories.learning import own_parts
from memories.text import (
    ASKING,
    LONGEST_QUESTION,
    Span,
    asked_within,
    asks,
    asks_to_be_reminded,
    lazily,
    politeness,
    sentences,
    weekdays,
)


class Kind(StrEnum):
    REMEMBER = "remember"
    FORGET = "forget"
    FORGET_LAST = "forget the last"
    FORGET_TOLD_LAST = "forget what was told last"
    FORGET_ALL = "forget everything there is"
    CORRECT = "correct"
    UNDO = "take the last change back"
    OVERVIEW = "what is known of me"
    ABOUT = "what is known about something"
    QUESTION = "question"
    STATEMENT = "statement"
    GREETING = "greeting"
    THANKS = "thanks"
    HELP = "what Yarnnn can do"
    REMIND = "to be reminded"
    DEED = "something to be done"


# What wants something gone, or the last change taken back: its words tell nothing.
TAKING_AWAY = frozenset(
    {Kind.FORGET, Kind.FORGET_LAST, Kind.FORGET_TOLD_LAST, Kind.FORGET_ALL, Kind.UNDO}
)


@dataclass(frozen=True)
class Intent:
    """What a message wants, and the part of it that says about what: `text[start:stop]`."""

    kind: Kind
    start: int
    stop: int

    def of(self, text: str) -> str:
        return text[self.start : self.stop]


_FORGET_LAST = lazily(
    rf"^{politeness.POLITE}(?:forget|delete|erase|remove)\s+(?:about\s+)?"
    r"(?:that|it|this|this\s+one|that\s+one|what\s+i\s+(?:just\s+)?said|"
    r"what\s+you\s+just\s+(?:said|told\s+me)|(?:that|this)\s+(?:memory|fact|again))"
    r"(?:\s+(?:please|again|now|then|from\s+(?:your|my)\s+memory))*[\s.!]*$|"
    r"^(?:bitte\s+)?vergiss\s+(?:das|es|dies)(?:\s+(?:bitte|wieder))*[\s.!]*$|"
    r"^(?:por\s+favor\s+)?(?:olv[ií]da(?:te\s+de)?\s+(?:eso|esto)|olv[ií]dalo)[\s.!]*$",
    re.IGNORECASE,
)
# The whole message: "undo" is also a word to tell of ("I had to undo the lid").
_UNDO = lazily(
    rf"^(?:{politeness.POLITE}(?:undo|revert|restore|(?:i\s+)?take\s+back|bring\s+back|put\s+back)"
    r"(?:\s+(?:it|that|this|(?:that|this|the)\s+(?:last\s+)?(?:one|change|thing|step|memory)|"
    r"(?:the|that)\s+(?:[\w’'-]+\s+){1,2}(?:thing|bit|change|one)|"
    r"(?:the\s+)?last|what\s+you\s+(?:just\s+)?did|what\s+i\s+(?:just\s+)?said))?|"
    rf"{politeness.POLITE}(?:(?:i\s+)?take|bring|put)\s+(?:it|that|this)\s+back|"
    # German, Dutch, French, Spanish, Portuguese, Italian
    r"(?:bitte\s+)?(?:mache?\s+(?:das|es|dies)\s+(?:bitte\s+)?(?:wieder\s+)?)?r(?:ü|ue)ckg(?:ä|ae)ngig"
    r"(?:\s+machen)?(?:\s+bitte)?|(?:bitte\s+)?(?:nimm|ich\s+nehme)\s+(?:das|es)\s+(?:bitte\s+)?"
    r"(?:wieder\s+)?zurück|(?:maak\s+(?:dat|het|dit)\s+)?ongedaan(?:\s+maken)?|"
    r"annule[rz]?(?:\s+(?:ça|ca|cela|le\s+dernier\s+changement))?|défai[st](?:\s+(?:ça|cela))?|défaire|"
    r"desha(?:cer|z(?:lo)?)(?:\s+eso)?|anula(?:r|lo)?(?:\s+eso)?|desfa(?:zer|z|ça)(?:\s+isso)?|"
    r"annulla(?:re|lo)?(?:\s+(?:questo|quello))?|"
    # Swedish, Danish, Norwegian, Polish, Czech, Turkish, Russian, Ukrainian
    r"ångra(?:\s+det)?|fortryd(?:\s+det)?|angre(?:\s+det)?|cofnij(?:\s+to)?|vra[ťt](?:\s+to)?\s+zpět|"
    r"(?:bunu\s+)?geri\s+al|(?:отмени(?:ть)?|верни|скасуй|скасувати)(?:\s+(?:это|це))?|"
    # Japanese, Chinese, Korean, Arabic
    r"(?:元に戻して|取り消して)(?:ください)?|撤[销銷消]|(?:취소|되돌려)(?:해)?\s*줘?|تراجع)"
    r"(?:,?\s+(?:please|again|now|por\s+favor|s['’]il\s+(?:te|vous)\s+plaît))*[\s.!?。]*$",
    re.IGNORECASE,
)
_DELETE = lazily(
    rf"^{politeness.POLITE}(?:delete|erase|remove|drop)\s+(?P<what>(?:(?:the|your)\s+(?:memory|fact|note)s?\s+"
    r"(?:about|of|that)\s+)?.+?)(?:\s+from\s+(?:your|my|the)\s+memor(?:y|ies))[\s.!]*$|"
    rf"^{politeness.POLITE}(?:delete|erase|remove|drop)\s+(?:(?:the|your|that|this)\s+(?:memory|fact|note)s?\s+"
    r"(?:about|of|that)\s+)(?P<other>.+)$",
    re.IGNORECASE | re.DOTALL,
)
# A bare "no" takes something back only before a name or what an English clause begins with: "No
# dogs are allowed" and "No tengo coche" tell something.
_BARE_NO = (
    r"no(?=\s*[,.:;!–—-]|\s+(?:(?-i:[A-Z])|(?:actually|sorry|not|i|it|its|that|this|these|those|the|"
    r"there|my|your|his|her|our|their|she|they|we|you|in|on|at|wait|hang\s+on|hold\s+on)\b|he(?:['’]|\s+\w+s\b)))"
)
_CORRECT = lazily(
    r"^(?:(?:oh|hm+|ah|uh|sorry|wait|well|but|hey)[,.!…]*\s+)*"
    rf"(?:{_BARE_NO}|nope|nah|actually|correction|not\s+quite|not\s+any\s*more|"
    r"(?:that|this|it)(?:['’]s|\s+is|\s+was)\s+(?:wrong|incorrect|outdated|false|old|"
    r"not\s+(?:right|true|correct)(?:\s+any\s*more)?|no\s+longer\s+(?:true|right|so|the\s+case))|"
    r"(?:that|this|it)(?:\s+isn['’]t|['’]s\s+not)\s+(?:right|true|correct)(?:\s+any\s*more)?|"
    r"you(?:['’]re|\s+are)\s+wrong|wrong|i\s+meant|i\s+misspoke|let\s+me\s+correct\s+(?:that|myself)|"
    r"i\s+was\s+wrong)\b"
    r"(?:\s*[,.:;!–—-]+\s*|\s+)(?:(?:actually|sorry|no|i\s+meant|and|but|wait|hang\s+on|hold\s+on)[,:]?\s+)*(?P<what>\S.*)$",
    re.IGNORECASE | re.DOTALL,
)
# "Mon", "Monday".
_DAYS = "|".join(day[:3] for day in weekdays("en"))
# "Make that half 11": what was told a moment ago is meant.
_MAKE_THAT = lazily(
    r"^(?:(?:oh|ah|sorry|wait|ok|okay|oops)[,.!…]*\s+)*(?:make|call)\s+(?:it|that)\s+"
    rf"(?P<what>(?=(?:the\s+|an?\s+|on\s+|at\s+)?(?:\d|half\b|quarter\b|noon\b|midday\b|{_DAYS}))"
    r"\S.{0,30})$",
    re.IGNORECASE,
)
# "Could you stop remembering …?" asks for it, politely.
_STOP = lazily(
    rf"^{politeness.POLITE}(?:(?:stop|quit)\s+(?:remembering|keeping|storing|saving|knowing)|"
    r"(?:i\s+)?(?:don['’]?t|do\s+not)\s+(?:want|need)\s+you\s+to\s+(?:remember|know|keep|store)|"
    r"(?:kannst|könntest|würdest)\s+du\s+(?:bitte\s+)?aufhören,?\s+dir\s+zu\s+merken,?|"
    r"deja\s+de\s+recordar|arrête\s+de\s+retenir|smetti\s+di\s+ricordare)\s+"
    r"(?:(?:everything|anything|all|what\s+you\s+know)\s+)?(?:about\s+|of\s+)?"
    r"(?:(?:the\s+fact\s+)?that\s+|dass\s+|que\s+|che\s+)?(?P<what>\S.*?)"
    r"(?:\s+any\s*(?:more|longer))?[\s?!.]*$",
    re.IGNORECASE | re.DOTALL,
)
# Openers of a correction that are just as often something else.
_NO_CORRECTION = lazily(
    r"^(?:thanks|thank\s+you|danke|merci|gracias|grazie|obrigad[oa]|bedankt|dank\s+je|dzięki|dziękuję|está\s+bien|todavía\s+no|aún\s+no|no\s+lo\s+sé|da\s+igual|va\s+bene|ancora\s+no|non\s+lo\s+so|problem|worries|need|idea|way|one\b|not\s+(?:yet|really|now)|"
    r"it(?:['’]s|\s+is)\s+(?:ok|okay|fine|all\s+right|alright|good|nothing)|i(?:['’]m|\s+am)\s+(?:fine|good|ok|okay)|"
    r"never\s*mind|that(?:['’]s|\s+is)\s+(?:all|it|fine|ok|okay|good))\b",
    re.IGNORECASE,
)
_OVERVIEW = lazily(
    rf"^{politeness.POLITE}(?:(?:what|everything|anything|all)\s+(?:(?:else\s+)?(?:do|did|have|can)\s+)?you\s+"
    r"(?:know|remember|learn(?:ed|t)?|tell\s+me|stored?|saved?)(?:\s+(?:about|of|on)\s+(?:me|myself|us))?|"
    r"what\s+have\s+(?:i\s+told\s+you|you\s+(?:learned|learnt|remembered|stored|saved))(?:\s+(?:about|of)\s+(?:me|myself))?|"
    r"(?:tell\s+me|say|show\s+me|list)\s+(?:everything\s+|all\s+|what\s+)?(?:you\s+(?:know|remember)\s+)?"
    r"(?:about\s+(?:me|myself)|(?:your|my|all)\s+memories|you\s+(?:know|remember))|"
    r"(?:do\s+you\s+(?:know|remember)\s+(?:anything\s+(?:about\s+)?)?me)|who\s+am\s+i|"
    r"what\s+do\s+you\s+know\s+so\s+far|(?:show|list)\s+(?:your|my|all|the)\s+memories)[\s?.!]*$",
    re.IGNORECASE,
)
_ABOUT = lazily(
    rf"^{politeness.POLITE}(?:(?:what|everything|anything|all|whatever)\s+(?:else\s+)?(?:do|did|have|can)?\s*you\s+"
    r"(?:know|remember|learned|learnt|recall)\s+(?:about|of|on|regarding)\s+(?P<a>.+)|"
    r"what\s+(?:have|did)\s+i\s+(?:told|tell|said|say|mentioned|mention)\s*(?:to\s+)?(?:you)?\s*(?:about|of|on|regarding)\s+(?P<b>.+)|"
    r"tell\s+me\s+(?:more\s+)?(?:everything\s+|all\s+|what\s+)?(?:you\s+(?:know|remember)\s+)?about\s+(?P<c>.+)|"
    r"do\s+you\s+(?:know|remember|recall)\s+(?:anything|something|what\s+i\s+said)\s+(?:about|of|on)\s+(?P<d>.+)|"
    r"(?:what|how)\s+about\s+(?P<e>my\s+.+)|"
    r"(?:was|alles,?\s+was)\s+(?:weißt|weisst)\s+du\s+(?:noch\s+)?(?:alles\s+)?(?:über|von|zu)\s+(?P<f>.+)|"
    r"(?:qué|que)\s+sabes\s+(?:tú\s+)?(?:sobre|de|acerca\s+de)\s+(?P<g>.+))$",
    re.IGNORECASE | re.DOTALL,
)
# What asks for something is no longer than that, in characters: the longest memory fits in.
LONGEST_REQUEST = 12_000
_OPENING = 200
# The patterns go over gaps again and again: wide ones are read as one space or the end of a line.
_GAP = lazily(r"\s{20,}")

_WHOLE = {
    Kind.GREETING: small_talk.GREETING,
    Kind.THANKS: small_talk.THANKS,
    Kind.HELP: small_talk.HELP,
    Kind.DEED: small_talk.DEED,
}


def read(text: str) -> Intent:
    """Read what a message wants. A message that ends in a question asks that question."""
    read, places = _without_gaps(text)
    wanted = _read(read)
    return replace(wanted, start=_place(wanted.start, places), stop=_place(wanted.stop, places))


def _without_gaps(text: str) -> tuple[str, list[tuple[int, int]]]:
    """The text with its wide gaps closed; where each part begins in it, and how far it moved."""
    parts, places, last, size = [], [(0, 0)], 0, 0
    for gap in _GAP.finditer(text):
        parts += [text[last : gap.start()], "\n" if "\n" in gap.group() else " "]
        size += gap.start() - last + 1
        last = gap.end()
        places.append((size, last - size))
    return "".join([*parts, text[last:]]), places


def _place(at: int, places: list[tuple[int, int]]) -> int:
    """Where in the message a place of the text without gaps is."""
    return at + places[bisect_right(places, at, key=lambda place: place[0]) - 1][1]


def _read(text: str) -> Intent:
    spans = sentences(text)
    if not spans:
        return Intent(Kind.STATEMENT, 0, len(text))
    whole = Span(spans[0].start, spans[-1].stop)
    if len(whole.of(text)) > LONGEST_REQUEST:
        return (
            _too_long(text, whole) or _asked(text, spans) or Intent(Kind.STATEMENT, *_ends(whole))
        )
    for kind, pattern in _WHOLE.items():
        if pattern.match(whole.of(text)):
            return Intent(kind, whole.start, whole.stop)
    return _command(text, whole) or _asked(text, spans) or Intent(Kind.STATEMENT, *_ends(whole))


def _too_long(text: str, whole: Span) -> Intent | None:
    """What is to be remembered though it is longer than a memory: whoever keeps it says so."""
    opening = text[whole.start : whole.stop][:_OPENING]
    remember = asked_to_remember(opening)
    if remember is None:
        return None
    return Intent(Kind.REMEMBER, whole.start + remember.start, whole.stop)


def _command(text: str, whole: Span) -> Intent | None:
    said = whole.of(text)
    if _UNDO.match(said) or brought_back(said) or only_brings_back(said):
        return Intent(Kind.UNDO, *_ends(whole))
    if _FORGET_LAST.match(said) or by_language.FORGET_LAST.match(said):
        return Intent(Kind.FORGET_LAST, *_ends(whole))
    if all_or_last.ALL.match(said):
        return Intent(Kind.FORGET_ALL, *_ends(whole))
    if (last := _told_last(text, whole)) is not None:
        return Intent(Kind.FORGET_TOLD_LAST, last.start, last.stop)
    if asks_to_be_reminded(said):
        return Intent(Kind.REMIND, *_ends(whole))
    if remember := asked_to_remember(said):
        return _trimmed(Kind.REMEMBER, whole, said, remember)
    if wants_it_kept(said):
        # What is done with it, the answer before tells: it asks for nothing to be forgotten.
        return Intent(Kind.STATEMENT, *_ends(whole))
    if stop := _STOP.match(said):
        return _part(Kind.FORGET, whole, stop, "what")
    if request := read_request(said):
        return Intent(Kind.FORGET, whole.start + request.start, whole.start + request.stop)
    if delete := _DELETE.match(said):
        return _part(Kind.FORGET, whole, delete, "what" if delete["what"] else "other")
    if asked_to_move(said):
        return Intent(Kind.CORRECT, *_ends(whole))
    correct = _CORRECT.match(said) or by_language.CORRECT.match(said) or _MAKE_THAT.match(said)
    if correct and not said.rstrip().endswith("?"):
        what = correct["what"]
        if not _NO_CORRECTION.match(what) and not ASKING.match(what):
            return _part(Kind.CORRECT, whole, correct, "what")
    return None


def _told_last(text: str, whole: Span) -> Span | None:
    """What a request to forget the last message names, as it is one whole or by its last sentence.

    "Oops, I never meant to tell you. Forget the last message."
    """
    for span in (whole, sentences(text)[-1]):
        if (about := all_or_last.last_told(span.of(text))) is not None:
            return Span(span.start + about.start, span.start + about.stop)
    return None


def _asked(text: str, spans: list[Span]) -> Intent | None:
    last = spans[-1]
    said = last.of(text)
    short = len(said) <= LONGEST_QUESTION
    if short and _OVERVIEW.match(said):
        return Intent(Kind.OVERVIEW, *_ends(last))
    if about := short and (_ABOUT.match(said) or by_language.ABOUT.match(said)):
        name = next(name for name in "abcdefg" if about[name])
        if by_language.ABOUT_ME.match(about[name]):
            return Intent(Kind.OVERVIEW, *_ends(last))
        return _part(Kind.ABOUT, last, about, name)
    asking = [span for span in spans if asks(span.of(text))]
    if asking and len(spans) > 1:
        # What a letter asks that was pasted, its writer asks.
        own = [part.span for part in own_parts(text)]
        asking = [
            ask for ask in asking if any(ask.start < o.stop and o.start < ask.stop for o in own)
        ]
    if not asking:
        return None
    told = asked_within(asking[-1].of(text))
    if told and not asking[-1].of(text).endswith("?"):
        return _part(Kind.QUESTION, asking[-1], told, "what")
    # Several questions in a row are asked together; what is said around them is not.
    first = spans.index(asking[-1])
    while first > 0 and spans[first - 1].of(text).endswith("?"):
        first -= 1
    return Intent(Kind.QUESTION, spans[first].start, asking[-1].stop)


def _part(kind: Kind, span: Span, match: "re.Match[str]", group: str) -> Intent:
    """The part of a message that a group caught, without the mark at its end."""
    start, stop = match.span(group)
    part = match[group]
    return Intent(
        kind, span.start + start, span.start + stop - len(part) + len(part.rstrip(" ?!.\n"))
    )


def _trimmed(kind: Kind, whole: Span, said: str, part: Span) -> Intent:
    """A part of a message without the mark at its end."""
    stop = part.start + len(part.of(said).rstrip(" ?!.\n"))
    return Intent(kind, whole.start + part.start, whole.start + stop)


def _ends(span: Span) -> tuple[int, int]:
    return span.start, span.stop
