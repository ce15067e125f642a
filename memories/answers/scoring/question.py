"""What a question asks for: what kind of thing, about whom, in which words.

Questions in German and Spanish are read in English words (text.english_words), and the patterns
bear with their word order: "how old is my grandmother", "where work Begoña".
"""

import re
from dataclasses import dataclass

from memories.answers.persons import people
from memories.answers.persons.kinship import MentionedPeople
from memories.answers.vocabulary import taxonomy
from memories.text import asks_past, content_words, in_english, stem_of, written_out
from memories.text.expected_answers import START, ExpectedAnswer, expected
from memories.text.patterns import lazily


@dataclass(frozen=True)
class AnalysedQuestion:
    """A question, taken apart. `text` is in English; words are stems, names in lower case."""

    text: str
    wanted: ExpectedAnswer
    told: MentionedPeople
    # What carries the question, without who, names and words that say little.
    keys: tuple[str, ...]
    # The thing asked for: X in "which X", "what X", "what is the X of".
    head: str
    # Whether it asks for what was.
    past: bool = False
    # Whether its words were put into English, in the order they had.
    translated: bool = False

    @property
    def names(self) -> frozenset[str]:
        return self.told.names

    @property
    def about_me(self) -> bool:
        """Whether it speaks of the person themself and of nobody else."""
        return self.told.me >= 0 and not self.told.refs


# Words that stand in nearly every question and say little about what it asks for.
_LIGHT = frozenset(
    stem_of(word)
    for word in """get got go going gone come came make made take took do did have has had is was
    thing things kind kinds sort sorts type types much many lot long often usually currently
    now still ever always tell know remember remind say said called call name named names
    want like love favourite favorite prefer need must give gave given use using used
    find put keep kept let one ones new old last first next own good best really today
    someone something anyone anything somebody everyone people person everybody me about
    day time year number place city country town date please moment currently originally actually
    live living life work should can could may might shall""".split()
)

# A noun in the plural after what stands before nouns; "does" and "is" end with an s, too.
_PLURAL = r"(?!(?:does|was|has|is|as|always|plus|yes)\b)\w{2,}(?<![suy'’i])s\b(?!['’])"
_SEVERAL = lazily(
    rf"\b(?:which|what)\s+(?:(?:kinds?|sorts?|types?) of\s+)?(?:\w+\s+)?{_PLURAL}"
    r"|\b(?:my|our|the|both|all|all of|all my|these)\s+"
    rf"(?:(?:two|three|four|five|\d+|other|little|older|younger)\s+)?{_PLURAL}"
    # "Hal's cats", "our cats' names".
    rf"|\w(?:['’]s|s['’])\s+{_PLURAL}"
    r"|\b(?:both|each|everyone|everybody|everything)\b"
    # German and Spanish: the verb or the article tells, too.
    r"|\b(?:sind|\w{3,}(?:en|ern))\s+(?:meine|unsere|die|alle|beide|eure)\s+\w"
    r"|\bwelche[nr]?\s+\w+(?:en|er)\b|\b(?:alle|beiden?|jede[rs]?)\s+\w"
    r"|\b(?:qué|cuáles|mis|nuestr[oa]s|los|las|cada|todos|ambos)\s+\w{2,}s\b|\bcada\s+\w",
    re.IGNORECASE,
)
_VERB_FIRST = lazily(
    rf"{START}(?!(?:wh\w+|how|to|in|at|on|for|with|from|by|since|until|tell|show|and|or|the|my|our|a"
    r"|an|no|not)\b)[a-z]+ (?:(?:my|our|your|his|her|their|the|an?)\b|(?P<one>[\w'’-]+)).*\?\W*$",
    re.IGNORECASE,
)
_NO_NOUN = (
    r"(?!(?:is|are|was|were|am|do|does|did|has|have|had|would|should|can|could|will|must|of|in|at|on|"
    r"for|to|from|called|named|going|about|happened|like|with)\b)"
)
_HEAD = lazily(
    rf"\b(?:which|what)(?: kind of| sort of| type of)? (?P<which>{_NO_NOUN}[\w-]+(?: {_NO_NOUN}"
    rf"(?!i\b|we\b|my\b|our\b|the\b|he\b|she\b|they\b|you\b)[\w-]+)?)(?= (?:is|are|was|were|am|do|"
    rf"does|did|has|have|had|would|should|can|could|will|must)\b)|"
    # In the order of German and Spanish words: "which car drive i", "what car i drive".
    rf"\b(?:which|what) (?P<other>(?!(?:i|we|my|our|the|he|she|they|you)\b){_NO_NOUN}[\w-]+)"
    r"(?= (?:\w+ )?(?:i|we|he|she)\b)|"
    rf"\b(?:what|which)(?:'s|’s| is| are| was| were) (?:(?:the|my|our|his|her|their) )?"
    rf"(?P<what>(?:{_NO_NOUN}[\w-]+(?:['’]s)? ?){{1,3}})",
    re.IGNORECASE,
)


def asks_several(question: str) -> bool:
    """Whether it asks for more than one thing: "what jobs do I have", "each of the cats"."""
    return bool(_SEVERAL.search(question))


def take_apart(
    question: str, known: frozenset[str] = frozenset(), language: str = ""
) -> AnalysedQuestion:
    """Read what a question asks for. `known` are names that count in small letters too.

    `language` is that of whoever asks, where the words do not tell.
    """
    text = written_out(in_english(question.strip(), language)).lstrip("¿¡ ")
    told = people.told_of(text, known)
    return _analysed(text, told, past=asks_past(question), translated=text != question)


def naming(asked: AnalysedQuestion, known: frozenset[str]) -> AnalysedQuestion:
    """The same question, where these names count in small letters too."""
    told = people.told_of(asked.text, known)
    if told == asked.told:
        return asked
    return _analysed(asked.text, told, past=asked.past, translated=asked.translated)


def _analysed(
    text: str, told: MentionedPeople, *, past: bool, translated: bool
) -> AnalysedQuestion:
    head_match = _HEAD.search(text)
    heads = head_match.group("which", "other", "what") if head_match else ()
    named = next(filter(None, heads), "").split()
    head = stem_of(_plain(named[-1])) if named else ""
    names = told.names
    keys = tuple(
        dict.fromkeys(
            word.stem
            for word in content_words(text)
            if word.stem not in _LIGHT
            and word.stem not in taxonomy.relations()
            and _plain(word.spelling) not in names
        )
    )
    wanted = _wanted(text, head)
    if wanted is ExpectedAnswer.ANYTHING and translated and _begins_with_verb(text, names):
        wanted = ExpectedAnswer.WHETHER
    return AnalysedQuestion(text, wanted, told, keys, head, past, translated)


def _begins_with_verb(text: str, names: frozenset[str]) -> bool:
    """Whether a German or Spanish question, in English words, begins with its verb: "live Inge …".

    So begins who asks for yes or no.
    """
    begins = _VERB_FIRST.match(text)
    return begins is not None and (begins["one"] is None or _plain(begins["one"]) in names)


def _wanted(text: str, head: str) -> ExpectedAnswer:
    kind = taxonomy.things().get(head)
    if kind and kind.family == "colour" and not kind.member:
        return ExpectedAnswer.COLOUR
    return expected(text)


def _plain(word: str) -> str:
    return re.sub(r"['’]s?$", "", word).strip("'’-").lower()
