"""What of a sentence goes along with a part that goes: what says nothing true by itself.

Of "the password changed, its GreenOtter#5 now" the second half only gives the value of what the
first names; of "my boss is called Priya" nothing stays without the name. No grammar is parsed: a
clause stands by itself if it has a verb, breaks off nowhere, and does not point back to what goes.
"""

import re
from collections.abc import Iterator, Sequence

from memories.text.contractions import written_out
from memories.text.meaning.concepts import language_meant
from memories.text.sameness.enumerated import told_without
from memories.text.sameness.subjects import OWNER, SUBJECT
from memories.text.sameness.verbs import breaks_off, has_verb, is_verb
from memories.text.sentences import MASK, Span
from memories.text.words import content_words

# What joins what goes to what stays.
_JOINS = re.compile(
    r"^[\s,;:.–—-]*(?:(?:and|but|und|aber|y|e|pero|et|mais)\b[\s,]*)?",
    re.IGNORECASE,
)
_JOINED = re.compile(
    r"[\s,;:–—-]*(?:\b(?:and|but|und|aber|y|e|pero|et|mais)[\s,]*)?$",
    re.IGNORECASE,
)
# A clause that begins so goes on about what is named before it, by a pronoun or without a subject.
_POINTS_BACK = re.compile(
    r"\W*(?:(?:now|also|and|jetzt|nun|ahora)\s+)?"
    r"(?:(?:it|he|she|they|this|that|its|his|their)(?:['’]?(?:s|re|ll|d|ve))?\b(?!\s+(?:my|our|i)\b)"
    r"|(?:shes|hes|theyre|which|who)\b"
    r"|(?:er|sie|es|seine?[mnrs]?|ihre?[mnrs]?)\s+(?-i:[a-zäöüß])"
    r"|(?:él|ella|su|lui|elle|il|ce|c['’]est|lei|hij|zij|ze|het|ele|ela)\b)",
    re.IGNORECASE,
)
# Its "it" stands for nothing: "it rained all day", "es war schon spät".
_OF_NOTHING = re.compile(
    r"\W*(?:it|es|il)(?:['’]?(?:s|d|ll))?\s+(?:(?:was|is|has|had|will|be|been|started|kept|to|war|ist|hat|wird|fait|a|faisait)\s+)*"
    r"(?:(?:so|very|too|really|quite|already|still|sehr|so|zu|schon|noch|ganz|très|trop)\s+)*"
    r"(?:rain|snow|pour|hail|storm|freez|thunder|sunny|cold|hot|warm|cool|dark|late|early|windy|foggy|icy|time|regne|schnei|gewitter|hagel"
    r"|stürm|kalt|heiß|warm|kühl|dunkel|spät|früh|zeit|windig|glatt|geht|gibt|gab|pleu|neig|froid|chaud|tard|tôt)\w*",
    re.IGNORECASE,
)
# In these languages most verbs are known; in others what has more words of content tells something.
_VERBS_KNOWN = frozenset(("en", "de"))
_SHORT = 3


def with_what_hangs_on(sentence: str, goes: Sequence[Span]) -> list[Span]:
    """These parts of a sentence, in order, with what of it does not stand alone without them."""
    if not goes or told_without(sentence, goes):
        return list(goes)
    stays = [rest for rest in _left(sentence, goes) if _stands(sentence, rest, goes)]
    if not stays:
        return [Span(0, len(sentence))]
    return list(_between(sentence, stays, goes))


def _left(text: str, goes: Sequence[Span]) -> Iterator[Span]:
    """What is left of a sentence between the parts that go, without what joined them."""
    edges = [0, *(edge for span in goes for edge in (span.start, span.stop)), len(text)]
    for start, stop in zip(edges[::2], edges[1::2], strict=True):
        joined = _JOINS.match(text[start:stop])
        start += joined.end() if joined and start else 0
        words = _JOINED.sub("", text[start:stop]) if stop < len(text) else text[start:stop]
        if MASK not in words and any(True for _ in content_words(words)):
            yield Span(start, start + len(words.rstrip()))


def _stands(text: str, rest: Span, goes: Sequence[Span]) -> bool:
    """Whether what is left says something by itself."""
    words = written_out(rest.of(text))
    before = [span for span in goes if span.stop <= rest.start]
    language = language_meant(text)
    back = _POINTS_BACK.match(words) and not _OF_NOTHING.match(words)
    if before and (back or _is_told_of(words, language)):
        return False
    if any(rest.stop <= span.start for span in goes) and breaks_off(words):
        return False
    if has_verb(words, language) or _tells_whose(words):
        return True
    if language not in _VERBS_KNOWN and sum(1 for _ in content_words(words)) > _SHORT:
        return True
    # "Babysitter: Kayla, 614 555": a note without a verb needs none in what is left of it.
    return not any(has_verb(span.of(text), language) for span in goes)


def _is_told_of(words: str, language: str) -> bool:
    """Whether a German clause goes on with "der": "der fährt LKW", not "die Miete ist hoch"."""
    first, *others = words.split()
    demonstrative = language == "de" and first.lower() in ("der", "die", "das", "den", "dem")
    return demonstrative and bool(others) and is_verb(others[0], language)


def _tells_whose(words: str) -> bool:
    """Whether it begins with who or whose it is: "mijn zus …", "die Miete 900"."""
    first, *others = words.split() or [""]
    plain = first.lower().split("'")[0].split("’")[0]
    return (plain in SUBJECT or plain in OWNER) and len(others) > 1


def _between(text: str, stays: Sequence[Span], goes: Sequence[Span]) -> Iterator[Span]:
    """What goes where only these parts stay: from one to the next, without what joins them."""
    edges = [0, *(edge for span in stays for edge in (span.start, span.stop)), len(text)]
    for start, stop in zip(edges[::2], edges[1::2], strict=True):
        inside = [span for span in goes if start <= span.start and span.stop <= stop]
        words = text[start:stop]
        if not inside or not words.strip(" ,;:.!"):
            continue
        joined = _JOINS.match(words)
        first = start + (joined.end() if joined and start else 0)
        last = start + len(_JOINED.sub("", words) if stop < len(text) else words.rstrip(" ,;:"))
        yield Span(min(first, inside[0].start), max(last, inside[-1].stop))
