"""What a question asks for: what kind of thing, about whom, in which words."""

import re
from dataclasses import dataclass
from enum import StrEnum

from chat.builtin import taxonomy
from memories.text import content_words, stem_of


class Wanted(StrEnum):
    """The kind of thing an answer must hold."""

    PERSON = "a person"
    PLACE = "a place"
    TIME = "a time"
    NUMBER = "a number"
    MONEY = "an amount of money"
    COLOUR = "a colour"
    NAME = "a name"
    WORK = "what someone does for a living"
    ANYTHING = "anything"


@dataclass(frozen=True)
class Asked:
    """A question, taken apart. Words are stems; names keep their spelling in lower case."""

    text: str
    wanted: Wanted
    # Relations named in it ("my sister's"), as (family, member).
    people: frozenset[taxonomy.Kind]
    names: frozenset[str]
    # What carries the question, without who, names and words that say little.
    keys: tuple[str, ...]
    # The thing asked for: X in "which X", "what X", "what is the X of".
    head: str


# Words that stand in nearly every question and say little about what it asks for.
_LIGHT = frozenset(
    stem_of(word)
    for word in """get got go going gone come came make made take took do did have has had is was
    thing things kind kinds sort sorts type types much many lot long often usually currently
    now still ever always tell know remember remind say said called call name named names
    want like love favourite favorite prefer need must should give gave given use using used
    find put keep kept let one ones new old last first next right own good best really today
    someone something anyone anything somebody everyone people person everybody me about
    day time year number place city country town date please moment currently originally
    live living life work""".split()
)

_TIME = re.compile(
    r"^(?:and |but |so )?(?:when|since when|until when|by when|till when|what time|at what time|"
    r"how (?:long|often)|on (?:which|what) (?:day|date)|(?:what|which) (?:day|date|month|year|time|"
    r"weekday|hour)|in (?:which|what) (?:month|year|season)|at (?:which|what) time)\b",
    re.IGNORECASE,
)
_PLACE = re.compile(
    r"^(?:and |but |so )?(?:where|in (?:which|what) (?:city|town|country|place|street|village|"
    r"state|area|neighbourhood)|(?:which|what) (?:city|town|country|state|village|street|address|"
    r"continent)|from where|what(?:'s| is) (?:my|our|his|her|their) (?:address|hometown))\b",
    re.IGNORECASE,
)
_PERSON = re.compile(r"^(?:and |but |so )?(?:who|whom|whose|with whom|to whom|for whom)\b", re.I)
_MONEY = re.compile(
    r"\bhow much (?:is|are|was|do|does|did|money|will|would|it|has|have)\b.*\b(?:cost|pay|paid|"
    r"earn|charge|rent|salary|make|spend|spent|owe|price|worth|save|fee|mortgage|pension|ticket|donate|"
    r"get for|give)|"
    r"\b(?:what|how high)\b.*\b(?:salary|wage|income|price|cost|costs|fee|budget|pension)\b",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"^(?:and |but |so )?how (?:many|much|old|tall|big|large|heavy|far|fast|high|deep|wide)\b|"
    r"\b(?:what|which) (?:size|number|age|percentage|height|weight|version)\b|"
    r"\b(?:what|which) is (?:my|our|his|her|their|the)(?: \w+)? (?:size|age|number|height|weight|"
    r"pin|password|code|plate)\b",
    re.IGNORECASE,
)
_WORK = re.compile(
    r"\b(?:profession|occupation|job)\b|\bfor (?:a living|work)\b|"
    r"^what do(?:es)? (?:(?:my|our) )?[\w'’]+(?: [\w'’]+)? do\??$|\bemploys?\b|\bemployer\b",
    re.IGNORECASE,
)
_NAME = re.compile(
    r"\bwhat(?:'s|’s| is| was| are| were)?\b.*\b(?:names?|called|nickname|surname)\b|"
    r"\bhow (?:is|are|do you call)\b.*\bcalled\b",
    re.IGNORECASE,
)
_NO_NOUN = (
    r"(?!(?:is|are|was|were|am|do|does|did|has|have|had|would|should|can|could|will|must|of|in|at|on|"
    r"for|to|from|called|named|going|about|happened|like|with)\b)"
)
_HEAD = re.compile(
    rf"\b(?:which|what)(?: kind of| sort of| type of)? (?P<which>{_NO_NOUN}[\w-]+(?: {_NO_NOUN}"
    rf"(?!i\b|we\b|my\b|our\b|the\b|he\b|she\b|they\b|you\b)[\w-]+)?)(?= (?:is|are|was|were|am|do|"
    rf"does|did|has|have|had|would|should|can|could|will|must)\b)|"
    rf"\bwhat(?:'s|’s| is| are| was| were) (?:(?:the|my|our|his|her|their) )?"
    rf"(?P<what>(?:{_NO_NOUN}[\w-]+(?:['’]s)? ?){{1,3}})",
    re.IGNORECASE,
)
# As people type in a hurry: "whos my dentist", "whens the exam".
_CONTRACTED = re.compile(r"\b(who|what|when|where|why|how)s\b", re.IGNORECASE)
_NAME_WORD = re.compile(r"\b[A-ZÀ-ÖØ-Þ][\w'’-]*")


def take_apart(question: str) -> Asked:
    """Read what a question asks for. English; in another language everything is ANYTHING."""
    text = _CONTRACTED.sub(r"\1's", question.strip())
    names = proper_names(text)
    people = people_in(text)
    head_match = _HEAD.search(text)
    named = (head_match["which"] or head_match["what"] or "").split() if head_match else []
    head = stem_of(_plain(named[-1])) if named else ""
    wanted = _wanted(text, head)
    keys = tuple(
        dict.fromkeys(
            word.stem
            for word in content_words(text)
            if word.stem not in _LIGHT
            and word.stem not in taxonomy.relations()
            and _plain(word.spelling) not in names
        )
    )
    return Asked(text, wanted, people, names, keys, head)


def _wanted(text: str, head: str) -> Wanted:
    kind = taxonomy.things().get(head)
    if kind and kind.family == "colour" and not kind.member:
        return Wanted.COLOUR
    for pattern, wanted in (
        (_MONEY, Wanted.MONEY),
        (_TIME, Wanted.TIME),
        (_PLACE, Wanted.PLACE),
        (_PERSON, Wanted.PERSON),
        (_NUMBER, Wanted.NUMBER),
        (_NAME, Wanted.NAME),
        (_WORK, Wanted.WORK),
    ):
        if pattern.search(text):
            return wanted
    return Wanted.ANYTHING


def proper_names(text: str) -> frozenset[str]:
    """Capitalised words inside sentences, in lower case and without 's."""
    found = set()
    for match in _NAME_WORD.finditer(text):
        before = text[: match.start()].rstrip()
        starts_sentence = not before or before[-1] in ".!?:\n“\"'"
        word = _plain(match.group())
        if word in _NO_NAMES or len(word) < 2:
            continue
        owns = re.search(r"['’]s$", match.group()) is not None
        if starts_sentence and (word in _OPENERS or not (owns or word in _known_names(text))):
            continue
        found.add(word)
    return frozenset(found)


_NO_NAMES = frozenset(
    """i i'm i've i'd i'll monday mondays tuesday tuesdays wednesday wednesdays thursday thursdays
    friday fridays saturday saturdays sunday sundays january february march april may june july
    august september october november december mr mrs ms dr""".split()
)
_OF_A_PLACE = re.compile(
    r"\b(?:in|at|from|to|near|around|outside|through|via|of)\s+(?:[A-ZÀ-ÖØ-Þ][\w'’-]*\s+)*$"
)


def names_of_someone(text: str) -> frozenset[str]:
    """The proper names of a text that are not where something is: "in Edinburgh", "at Arup"."""
    return frozenset(
        _plain(match.group())
        for match in _NAME_WORD.finditer(text)
        if not _OF_A_PLACE.search(text[: match.start()])
    ) & proper_names(text)


_OPENERS = frozenset(
    """a an the my our your his her their its this that these those we he she it they there in on at
    for from to with by of as if when where who what which how why is are was were do does did
    have has had can could will would should may might and but or so not no yes please tell
    remember forget actually yesterday today tomorrow every each some most last next
    since until after before during""".split()
)


def _known_names(text: str) -> frozenset[str]:
    """Sentence-opening words that look like a name: a verb in the third person follows."""
    return frozenset(
        match[1].lower()
        for match in re.finditer(
            r"(?:^|[.!?]\s+)([A-ZÀ-ÖØ-Þ]\w+)(?:['’]s)?(?= (?:[A-ZÀ-ÖØ-Þ]|is|was|has|had|lives|"
            r"works|likes|loves|plays|\w+s\b))",
            text,
        )
        if match[1].lower() not in _OPENERS
    )


def people_in(text: str) -> frozenset[taxonomy.Kind]:
    """The relations a text speaks of: mother, boss, sibling."""
    relations = taxonomy.relations()
    return frozenset(relations[word.stem] for word in content_words(text) if word.stem in relations)


def _plain(word: str) -> str:
    return re.sub(r"['’]s$", "", word).strip("'’-").lower()
