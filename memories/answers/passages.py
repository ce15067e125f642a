"""The statements in what was recalled: what an answer is made of."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from memories.answers.persons.kinship import ME, known_as, subjects
from memories.answers.persons.people import told_of
from memories.learning.messages import in_full
from memories.learning.reading.own_parts import own_parts
from memories.models import Source
from memories.recall import Item
from memories.source_kinds import CHAT, kind_of
from memories.text import (
    MASK,
    Span,
    asks,
    asks_assistant,
    content_words,
    in_english,
    is_blank,
    sentences,
    stems,
)
from memories.text.sameness.standing_alone import beside_masks
from memories.text.sentences import headings, is_numbered

# In a document "She waters them in July." says little without the sentence before: one that points
# back with its first characters goes with that, up to TOGETHER characters.
_POINTS_BACK = re.compile(
    r".{0,40}\b(?:them|they|it|its|their|he|she|his|her|him|this|these|those|such)\b",
    re.IGNORECASE | re.DOTALL,
)
TOGETHER = 300
_IT = re.compile(
    r"(?:(?:and|but|so|und|aber|y|pero)\s+)?(?:(?:it|they|that|this|these|those|he|she|its|their|his|her)"
    r"(?:['’]\w+)?|es|das|er|sie|dafür|davon|damit|dort|da|eso|esto)\s",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\d")
# What a letter is about, where it stands above it.
_SUBJECT = re.compile(
    r"^(?:subject|betreff|asunto):[ \t]*(.{3,120})$", re.IGNORECASE | re.MULTILINE
)
_HEADER = re.compile(
    r"^(?:from|to|cc|date|sent|subject|von|an|datum|gesendet|betreff|de|para|fecha|enviado|asunto):.*$",
    re.IGNORECASE | re.MULTILINE,
)
_AGAIN = re.compile(r"^(?:(?:re|aw|fwd?|wg|rv)\s*:\s*)+", re.IGNORECASE)
# In content words: "Booked Lisbon. 2 to 6 July." says something as one passage, as two it does not.
SAYS_ENOUGH = 6
TOO_SHORT = 3
# "Anna too." says nothing by itself, whoever the sentence before is about.
NOTHING = 2


@dataclass(frozen=True)
class AnswerPassage:
    """A sentence, or a few short ones, of something recalled.

    `earlier` is what it may have changed: told before, and perhaps no longer so. What is to be told
    `as_it_is` is nobody's words, but what is known of somebody. `in_full` is what it says with the
    names that only the sentences before it tell, "" where it needs none.
    """

    item: Item
    text: str
    start: int
    stop: int
    earlier: Item | None = None
    as_it_is: bool = False
    in_full: str = ""

    def in_context(self, asked: Collection[str]) -> str:
        """Its words, under the subject of the letter they stand in where a question names that.

        "The fee is 180 pounds" says for what only there. `asked` are a question's stems and names.
        """
        subject = _subject(self.item)
        text = self.in_full or self.text
        named = _words(subject) & set(asked)
        if not named or named & _words(text):
            return text
        return f"{subject}: {text}"

    @property
    def was_read(self) -> bool:
        """Whether it stands in a document, and is no memory."""
        return self.item.memory_id is None and kind_of(self.item.source_kind).read


def _words(text: str) -> set[str]:
    english = in_english(text).lower()
    return {*stems(english), *re.findall(r"\w+", english)}


def _subject(item: Item) -> str:
    """The subject of a letter, pasted or not; "" of anything else."""
    if item.memory_id is not None:
        return ""
    stands = _SUBJECT.search(item.text)
    addressed = kind_of(item.source_kind).addressed
    subject = stands[1] if stands else item.title if addressed else ""
    return _AGAIN.sub("", subject).strip()


def passages_of(items: Sequence[Item], question: str) -> list[AnswerPassage]:
    """The statements of what was recalled: no questions, nothing masked.

    The assistant's own words answer only what it was asked to repeat.
    """
    about_assistant = asks_assistant(question)
    found: list[AnswerPassage] = []
    for item in items:
        if item.author == Source.Author.ASSISTANT and not about_assistant:
            continue
        if item.chunk_id is None:
            continue
        if item.memory_id is not None:
            found.append(AnswerPassage(item, item.text, 0, len(item.text)))
            if item.within:
                found.append(AnswerPassage(item, item.within, 0, len(item.within)))
        # What stands around one's own question belongs to it: "The vet's on the phone."
        elif item.source_kind != CHAT or not (
            _has_question(item.text) or _only_repeats(item.text, question)
        ):
            letter = _subject(item) != ""
            if kind_of(item.source_kind).read:
                spans = statements_in(item.text, points_back, headings(item.text), letter=letter)
            else:
                spans = statements_in(item.text, says_little, letter=letter)
            if item.source_kind == CHAT and len(spans) > 1:
                found += _said_together(item, spans)
            else:
                found += [AnswerPassage(item, s.of(item.text), s.start, s.stop) for s in spans]
    return found


def _said_together(item: Item, spans: Sequence[Span]) -> Iterator[AnswerPassage]:
    """The sentences of a message, with whom they are about.

    What begins with "it" and leaves open what that is goes with the sentence before.
    """
    text, named = item.text, in_full(item.text)
    before: Span | None = None
    for span in spans:
        words, whole = span.of(text), _with_names(text, span, named)
        start = span.start
        if before and not whole and _IT.match(words) and span.stop - before.start < TOGETHER:
            start = before.start
        yield AnswerPassage(item, text[start : span.stop], start, span.stop, in_full=whole)
        before = span


def _with_names(text: str, span: Span, named: Mapping[Span, str]) -> str:
    """What stands at a place of a text, with whom its sentences are about; "" where all say."""
    whole, at, changed = "", span.start, False
    for part in sorted(named, key=lambda part: part.start):
        if at <= part.start and part.stop <= span.stop:
            whole, at, changed = whole + text[at : part.start] + named[part], part.stop, True
    return whole + text[at : span.stop] if changed else ""


def statements_in(
    text: str,
    belongs: Callable[[str, str], bool],
    apart: Sequence[Span] = (),
    *,
    letter: bool = False,
) -> list[Span]:
    """The sentences of a text that state something.

    One that belongs to what is before it makes one passage with that. What is to stand `apart`, as
    headings do, is one by itself; "2. Pets" states nothing. What a `letter` asks says something
    where it names a time or a number: "Could you come on 11 December at 8?"
    """
    found: list[Span] = []
    goes_on = False
    heads = [Span(*match.span()) for match in _HEADER.finditer(text)] if letter else []
    for span in _with_whole([*apart, *heads], sentences(text)):
        words = span.of(text)
        if span in heads:
            goes_on = False
        elif span in apart:
            found += [] if is_numbered(words) else [span]
            goes_on = False
        elif is_blank(words) or (asks(words) and not (letter and _NUMBER.search(words))):
            goes_on = False
        elif MASK in words:
            # What is blacked out answers nothing, nor does what says nothing without it.
            found += beside_masks(text, span)
            goes_on = False
        elif letter and "\n\n" in text[found[-1].stop if found else 0 : span.start]:
            # Who is greeted and who signs say nothing.
            telling = _size(words) >= NOTHING
            found += [span] if telling else []
            goes_on = telling
        elif goes_on and belongs(found[-1].of(text), words):
            found[-1] = Span(found[-1].start, span.stop)
        else:
            found.append(span)
            goes_on = True
    return found


def _with_whole(apart: Sequence[Span], parts: Sequence[Span]) -> list[Span]:
    """Parts of a text in order, those of each span that stands apart as that one."""
    rest = [
        part
        for part in parts
        if not any(a.start < part.stop and part.start < a.stop for a in apart)
    ]
    return sorted([*apart, *rest], key=lambda span: span.start)


def says_little(before: str, words: str) -> bool:
    """Whether a sentence or what is before it is too short to say something by itself.

    Two that are about different people are never one: what is said of Anna is not said of me.
    """
    size = _size(words)
    short = _size(before) < SAYS_ENOUGH or size < TOO_SHORT
    return short and (size < NOTHING or not _of_another(before, words))


def _of_another(before: str, words: str) -> bool:
    """Whether a sentence says of somebody whom it is about, and that of somebody else."""
    one, other = _about(before), _about(words)
    return bool(one and other) and not one & other


def _about(words: str) -> frozenset[str]:
    """Whom a sentence is about, by name or by relation; empty where it does not say."""
    told = told_of(in_english(words))
    if who := subjects(told):
        return known_as(who[0])
    return frozenset({ME}) if told.me >= 0 else frozenset()


def points_back(before: str, words: str) -> bool:
    """Whether a sentence needs what is before it: too short, or about what is named there."""
    return says_little(before, words) or (
        len(before) < TOGETHER and _POINTS_BACK.match(words) is not None
    )


def _size(text: str) -> int:
    return sum(1 for _ in content_words(text))


def _has_question(text: str) -> bool:
    """Whether the person asks something in it: what a pasted letter asks, its writer does."""
    return any(asks(part.words) for part in own_parts(text))


def _only_repeats(text: str, question: str) -> bool:
    """Whether a message is a few words of the question alone: it was asked so before.

    "Locker code" is none to "What's my locker code?"; "I like jazz" is one to "Do I like jazz?".
    """
    said = {word.stem for word in content_words(text)}
    whole = len(said) == len(re.findall(r"\w+", text))
    return whole and said <= {word.stem for word in content_words(question)}


def distinct(passages: Sequence[AnswerPassage]) -> list[AnswerPassage]:
    """Leave out what says the same as something before it."""
    kept: list[AnswerPassage] = []
    seen: list[frozenset[str]] = []
    for passage in passages:
        words = frozenset(stems(passage.text))
        if any(words <= other or other <= words for other in seen):
            continue
        kept.append(passage)
        seen.append(words)
    return kept
