"""What of a sentence goes along with a part that goes: what says nothing true by itself.

Of "the password changed, its GreenOtter#5 now" the second half only gives the value of what the
first names; of "my boss is called Priya" nothing stays without the name. No grammar is parsed: a
clause stands by itself if it has a verb, breaks off nowhere, and does not point back to what goes.
"""

import re
from collections.abc import Iterator, Sequence

from memories.text.contractions import written_out
from memories.text.meaning.concepts import language_meant
from memories.text.sameness.enumerated import NUMBERS, told_without
from memories.text.sameness.subjects import FIRST, OWNER, SUBJECT
from memories.text.sameness.verbs import breaks_off, has_verb, is_verb
from memories.text.sentences import MASK, Span, is_blank
from memories.text.words import content_words

# What joins what goes to what stays: before what stays, and behind it, where it leads to what goes.
JOINS = re.compile(
    r"^[\s,;:.–—-]*(?:(?:and|but|und|aber|y|e|pero|et|mais)\b[\s,]*)?",
    re.IGNORECASE,
)
JOINED = re.compile(
    r"[\s,;:–—-]*(?:\b(?:and|but|so|because|since|although|though|while|which|that|und|aber|sondern|weil"
    r"|denn|dass|sodass|obwohl|während|y|e|pero|porque|aunque|et|mais|parce\s+que|donc)[\s,]*)?$",
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
# Maximum number of words of a subject.
_SUBJECT = 5


def with_what_hangs_on(
    sentence: str, goes: Sequence[Span], *, keeps_subject: bool = False
) -> list[Span]:
    """These parts of a sentence, in order, with what of it does not stand alone without them.

    Where it `keeps_subject`, that stays with what is left: of "Jonas lives in Ulm and has a dog"
    goes "lives in Ulm".
    """
    if not goes or told_without(sentence, goes):
        return list(goes)
    stays: list[Span] = []
    going = list(goes)
    for rest in _left(sentence, goes):
        if MASK in rest.of(sentence) or _stands(sentence, rest, goes, stays):
            stays.append(rest)
        elif keeps_subject and (head := _head_left(sentence, rest, going)):
            n = next(n for n, span in enumerate(going) if span.start == head.start)
            going[n] = Span(head.stop + 1, going[n].stop)
            stays += [head, rest]
    if not stays:
        return [Span(0, len(sentence))]
    return list(_between(sentence, stays, going))


# Fewer words beside what is blacked out tell nothing.
_TELLS = 3
# What begins so goes on about what is blacked out before it: "or so the builder says".
_GOES_ON = re.compile(
    r"\W*(?:or|so|which|who|that|because|since|though|although|oder|weil|denn|obwohl"
    r"|o|que|porque|aunque|ou|qui|car|parce)\b",
    re.IGNORECASE,
)
_NOT_MASKED = re.compile(rf"[^{MASK}]+")


def beside_masks(text: str, sentence: Span) -> Iterator[Span]:
    """A sentence; where some of it is blacked out, the parts beside that which tell something."""
    words = sentence.of(text)
    if MASK not in words:
        if not is_blank(words):
            yield sentence
        return
    for found in _NOT_MASKED.finditer(words):
        joined = JOINS.match(found.group())
        start = found.start() + (joined.end() if joined and found.start() else 0)
        part = JOINED.sub("", words[start : found.end()])
        language = language_meant(part)
        if found.start() and (_GOES_ON.match(part) or _is_told_of(part, language)):
            continue
        if len(part.split()) >= _TELLS and has_verb(part, language):
            at = sentence.start + start
            yield Span(at, at + len(part))


def told_of_its_subject(sentence: str, part: Span) -> str:
    """What a part of a sentence tells of whoever stands before it: "lives in Ulm", "a boat"."""
    before = sentence[: part.start].rstrip()
    words = part.of(sentence)
    language = language_meant(sentence)
    subject = _subject_of(f"{before} {words}", language)
    if not subject or before not in (subject, _with_verb(f"{before} {words}", subject)):
        return ""
    return f"{before} {JOINED.sub('', words).strip()}"


def _head_left(text: str, rest: Span, goes: Sequence[Span]) -> Span | None:
    """What of the part right before a rest makes that a sentence: whom it tells of, or the verb
    too: "(we have) a boat".
    """
    before = [span for span in goes if span.stop <= rest.start]
    language = language_meant(text)
    words = written_out(rest.of(text))
    if not before:
        return None
    gone = before[-1].of(text)
    subject = _subject_of(gone, language)
    if subject and _is_another(words, language):
        head = _with_verb(gone, subject)
    else:
        lacking = _lacks_subject(words, language, [each.of(text) for each in before])
        head = subject if lacking else ""
    whole = head == gone
    return Span(before[-1].start, before[-1].start + len(head)) if head and not whole else None


def head_of(sentence: str) -> str:
    """Whom a sentence tells of, with its verb: "We have"."""
    subject = _subject_of(sentence, language_meant(sentence))
    return _with_verb(sentence, subject) if subject else ""


# "And two boats": another of what stands before it.
_ANOTHER = re.compile(
    rf"(?:an?|eine?[nm]?|una?|une|{'|'.join(sorted(NUMBERS))}|\d+)"
    r"\s+(?!half|halb|quarter|viertel)\w",
    re.IGNORECASE,
)


def _is_another(words: str, language: str) -> bool:
    """Whether nothing is named but one more of what stands before it."""
    verbs = any(is_verb(word, language) for word in re.findall(r"[^\W\d_]+", words))
    return bool(_ANOTHER.match(words)) and not verbs


def _with_verb(clause: str, subject: str) -> str:
    """The subject of a clause and its verb."""
    verb = re.match(r"\s*\S+", clause[len(subject) :])
    return subject + verb.group() if verb else subject


def _subject_of(clause: str, language: str) -> str:
    """The words before the verb of a clause, if they are few and name somebody or something."""
    found = list(re.finditer(r"[^\s]+", clause))
    at = next((n for n, word in enumerate(found) if is_verb(word.group(), language)), 0)
    subject = clause[: found[at - 1].end()] if 0 < at <= _SUBJECT else ""
    return "" if re.search(r"[,;:.!?]|\b(?:that|dass|where|wo|who)\b", subject) else subject


def _left(text: str, goes: Sequence[Span]) -> Iterator[Span]:
    """What is left of a sentence between the parts that go, without what joined them.

    What stands before them beside what is blacked out was left when that went.
    """
    edges = [0, *(edge for span in goes for edge in (span.start, span.stop)), len(text)]
    for start, stop in zip(edges[::2], edges[1::2], strict=True):
        joined = JOINS.match(text[start:stop])
        start += joined.end() if joined and start else 0
        words = JOINED.sub("", text[start:stop]) if stop < len(text) else text[start:stop]
        if MASK in words and (start or not has_verb(words, language_meant(text))):
            continue
        if any(True for _ in content_words(words)):
            yield Span(start, start + len(words.rstrip()))


def _stands(text: str, rest: Span, goes: Sequence[Span], stays: Sequence[Span]) -> bool:
    """Whether what is left says something by itself, or with what `stays` before it."""
    words = written_out(rest.of(text))
    before = [span for span in goes if span.stop <= rest.start]
    language = language_meant(text)
    if before and _hangs_back(words, language):
        return False
    if before and not stays and _lacks_subject(words, language, [each.of(text) for each in before]):
        return False
    if before and _speaks_of_it(words, [each.of(text) for each in (*stays, *before)], len(stays)):
        return False
    if any(rest.stop <= span.start for span in goes) and breaks_off(words):
        return False
    told = before and not stays and has_verb(before[-1].of(text), language)
    if told and _is_another(words, language):
        return False
    if has_verb(words, language) or _tells_whose(words):
        return True
    if language not in _VERBS_KNOWN and sum(1 for _ in content_words(words)) > _SHORT:
        return True
    if before and _is_added(text, rest, before[-1], language):
        return False
    # "Babysitter: Kayla, 614 555": a note without a verb needs none in what is left of it.
    return not any(has_verb(span.of(text), language) for span in goes)


def _hangs_back(words: str, language: str) -> bool:
    """Whether a clause begins with a pronoun for what was named before it."""
    back = _POINTS_BACK.match(words) and not _OF_NOTHING.match(words)
    return bool(back) or _is_told_of(words, language)


# Verbs that are of "I" as well as of "she".
_OF_BOTH = frozenset(
    "was had did could would will should must can war hatte kann mag will muss soll darf wollte"
    " konnte musste sollte".split()
)
_THIRD = frozenset("is has does ist hat wird".split())
_BESIDE_A_VERB = re.compile(
    r"\W*(?:(?:also|now|still|just|then|always|never|often|jetzt|nun|noch|auch|dann|immer|nie|oft|sonst)\s+)*",
    re.IGNORECASE,
)


def _lacks_subject(words: str, language: str, gone: Sequence[str]) -> bool:
    """Whether a clause begins with its verb, and of whom it tells is gone: "works in a bank".

    Who leaves out "I" tells of themselves: "am now at Acme", "fahre jetzt Rad".
    """
    if language not in _VERBS_KNOWN:
        return False
    rest = words[_BESIDE_A_VERB.match(words).end() :]  # type: ignore[union-attr]
    first, *others = re.findall(r"[^\W\d_]+(?:['’][^\W\d_]+)*", rest)[:2] or [""]
    low = first.lower()
    if first[:1].isupper() or not is_verb(first, language) or (others and others[0] in SUBJECT):
        return False
    if low in _OF_BOTH:
        said = re.findall(r"\w+", " ".join(gone).lower())
        return FIRST not in map(SUBJECT.get, said)
    return low in _THIRD or low.endswith("s" if language == "en" else "t")


# Pronouns within a clause, for whom or what was named before it.
_WITHIN = re.compile(
    r"\b(?:him|her|them|it|his|their|ihn|ihm|ihnen|seine?[mnrs]?)\b(?!\s+(?:all|up\s+to)\b)",
    re.IGNORECASE,
)
_SUBJECT_WITHIN = re.compile(r"\b(?:he|she|they|er|sie)\b", re.IGNORECASE)
_NAMES_ONE = re.compile(
    r"\b(?:the|a|an|my|our|every|der|die|das|den|dem|ein|eine[nmr]?|mein\w*|unser\w*)\s+\w"
    r"|(?<=\w\s)[A-ZÄÖÜ][\w’'-]+",
)


def _speaks_of_it(words: str, others: Sequence[str], stays: int) -> bool:
    """Whether a clause speaks of what is gone by a pronoun: "I never liked him".

    `others` are the parts before it that stay, `stays` of them, and then what is gone.
    """
    found = _WITHIN.search(words)
    if found is None or _OF_NOTHING.match(words):
        return False
    before = words[: found.start()]
    named = _NAMES_ONE.search(before) or _SUBJECT_WITHIN.search(before)
    return not named and not any(_NAMES_ONE.search(each) for each in others[:stays])


def _is_added(text: str, rest: Span, gone: Span, language: str) -> bool:
    """Whether what is left only names what is gone once more: "two cats, Mimi and Moritz"."""
    first = rest.of(text).split()[0]
    comma = "," in text[gone.stop : rest.start] or text[: gone.stop].rstrip().endswith(",")
    return comma and first[0].isupper() and has_verb(text, language)


def _is_told_of(words: str, language: str) -> bool:
    """Whether a German clause goes on with "der": "der fährt LKW", "das Huber heißt".

    Not "die Miete ist hoch".
    """
    first, *others = re.split(r"[,;:]|\bund\b", words)[0].split() or [""]
    if language != "de" or first.lower() not in _DEMONSTRATIVES or not others:
        return False
    return is_verb(others[0], language) or is_verb(others[-1], language)


_DEMONSTRATIVES = frozenset("der die das den dem deren dessen denen".split())


def _tells_whose(words: str) -> bool:
    """Whether it begins with who or whose it is: "mijn zus …", "die Miete 900"."""
    first, *others = words.split() or [""]
    plain = first.lower().split("'")[0].split("’")[0]
    whose = plain in OWNER and not _ANOTHER.match(words)
    return (plain in SUBJECT or whose) and len(others) > 1


def _between(text: str, stays: Sequence[Span], goes: Sequence[Span]) -> Iterator[Span]:
    """What goes where only these parts stay: from one to the next, without what joins them."""
    edges = [0, *(edge for span in stays for edge in (span.start, span.stop)), len(text)]
    for start, stop in zip(edges[::2], edges[1::2], strict=True):
        inside = [span for span in goes if start <= span.start and span.stop <= stop]
        words = text[start:stop]
        if not inside or not words.strip(" ,;:.!"):
            continue
        joined = JOINS.match(words)
        first = start + (joined.end() if joined and start else 0)
        last = start + len(JOINED.sub("", words) if stop < len(text) else words.rstrip(" ,;:"))
        yield Span(min(first, inside[0].start), max(last, inside[-1].stop))
