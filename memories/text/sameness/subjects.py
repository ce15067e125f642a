"""Of whom a sentence speaks, word by word: what tells "I have diabetes" from "Anna has diabetes".

No grammar is parsed. Pronouns say who the subject is; a determiner ("my", "her", "the", "Anna's")
opens a phrase that names somebody or something else; a capital that no sentence asks for is a name.
Most other languages need less: their pronouns and verb forms are words that are compared anyway.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from memories.text import first_person
from memories.text.words import Word, content_words

# Who a sentence is about. What somebody else says of themselves in quotation marks is not mine.
FIRST, YOU, QUOTED = "i", "you", "quoted"
# A clause without a subject of its own that goes on with one that is no pronoun.
GOES_ON = "goes on"

_SUBJECTS = {
    FIRST: " ".join(first_person.words(first_person.SUBJECTS)),
    YOU: "you du ihr tú ustedes vosotros tu vous você vocês voi jij jullie ты вы",
    "he": "he er él il ele egli lui hij han он",
    "she": "she ella elle ela lei hon hun она",
    "they": "they ellos ellas ils elles eles elas loro они",
}
_OWNERS = {
    "my": " ".join(first_person.words(first_person.OWNERS)),
    "your": "your dein deine deinem deinen deiner euer eure tus vuestro ton tes votre vos seu sua"
    " tuo tua jouw",
    "his": "his",
    "her": "her",
    "their": "their its sein seine seinem seinen seiner ihre ihrem ihren ihrer sus ses leur leurs",
    "the": "the a an this that these those der die das den dem des ein eine einen einem einer el la"
    " los las un una le les une het een il lo gli uno o os as um uma",
}
_MINE = frozenset(
    (
        *first_person.words(first_person.OWNERS),
        *first_person.words(first_person.OTHERS, "en", "de", "fr", "pt"),
        *first_person.CONTRACTED,
        "nosotras",
    )
)
_OBJECTS = {"him": "he", "his": "he", "her": "she", "hers": "she", "them": "they", "their": "they"}
SUBJECT = {word: who for who, words in _SUBJECTS.items() for word in words.split()}
OWNER = {word: whose for whose, words in _OWNERS.items() for word in words.split()}
_SMALL = frozenset({*SUBJECT, *OWNER, *_OBJECTS, *_MINE})
# Where these are usually left out, a sentence with them says the same.
_LEFT_OUT = frozenset("yo eu io nosotros nosotras nós".split())
# Between a subject and its verb, or (got) beside "have".
_BESIDE_A_VERB = frozenset("got still also always usually now already never often even".split())
# What a sentence may begin with that is no name.
_OPENERS = frozenset(
    "yesterday today tomorrow tonight recently nowadays sometimes maybe perhaps hey hi hello please"
    " ok okay yes yeah thanks sorry well actually anyway".split()
)
_SAID = re.compile(r"[\"“„«]([^\"“”„«»]+)[\"”“»]")
# After a small "i" it is the Swedish or Polish "in", and no "I".
_NAMED = re.compile(r"\s+[^\W_a-zß-öø-ÿ]")
_TOKEN = re.compile(r"[^\W_]+(?:['’][^\W_]+)*|[^\s\w]")
_SHORT = re.compile(r"['’](?:m|ve|d|ll|re|s)$")
_OF_FRENCH = re.compile(r"^j['’](?=\w)", re.IGNORECASE)


@dataclass(frozen=True)
class WordInContext:
    """A content word of a sentence, and how it stands there.

    `opens` is the determiner before it ("my", "the", …), or "'s": what it names is somebody's;
    "+": it goes on where the word before it stopped; "verb": it follows a pronoun that is the
    subject; "": none of these. `towards` is the "from" or "to" before it.
    """

    word: Word
    opens: str
    name: bool
    towards: str


@dataclass(frozen=True)
class Pronoun:
    """A pronoun: who is meant, and whether it is the subject ("I") or not ("my", "me")."""

    who: str
    subject: bool


@dataclass(frozen=True)
class SentenceWords:
    """A sentence read for whom it speaks of, in the order of its words."""

    told: tuple[WordInContext, ...]
    pronouns: tuple[Pronoun, ...]


def read(text: str, *, mine: bool = True) -> SentenceWords:
    """Read a sentence of the person's own, or (not `mine`) of somebody who writes to them."""
    content: Mapping[int, Word] = {
        word.start: word for word in content_words(text) if word.stem not in _LEFT_OUT
    }
    quotes = _quotes(text)
    told: list[WordInContext] = []
    pronouns: list[Pronoun] = []
    opens, towards, first = "", "", True
    for token in _TOKEN.finditer(text):
        spelled = token.group()
        plain = spelled.lower().replace("’", "'")
        quoted = bool(quotes) and any(start <= token.start() < stop for start, stop in quotes)
        pronoun = None
        small = plain in _SMALL or "'" in plain
        if small and not (spelled == "i" and _NAMED.match(text, token.end())):
            pronoun = _pronoun(plain, mine=mine and not quoted, quoted=quoted)
        if pronoun:
            pronouns.append(pronoun)
        word = content.get(token.start())
        if word is not None:
            name = pronoun is None and _is_name(text, word, first=first)
            beside = opens == "verb" and (plain in _BESIDE_A_VERB or plain.endswith("ly"))
            told.append(WordInContext(word, "" if beside else opens, name, towards))
            opens = "verb" if beside else "'s" if plain.endswith("'s") else "+"
            towards, first = "", False
        if word is None or pronoun:
            opens, towards = _next(plain, pronoun, opens, towards)
        first = first and not spelled[0].isalnum()
    # Of a script without spaces one token holds many words.
    inside = {each.word.start for each in told}
    rest = [
        WordInContext(word, "", False, "") for start, word in content.items() if start not in inside
    ]
    return SentenceWords(
        tuple(sorted([*told, *rest], key=lambda each: each.word.start)), tuple(pronouns)
    )


def _quotes(text: str) -> list[tuple[int, int]]:
    """Where somebody is quoted; a text that is one quotation says it itself."""
    quotes = [match.span(1) for match in _SAID.finditer(text)]
    if len(quotes) == 1 and not re.search(r"\w", text[: quotes[0][0]] + text[quotes[0][1] :]):
        return []
    return quotes


def _next(plain: str, pronoun: Pronoun | None, opens: str, towards: str) -> tuple[str, str]:
    """What a small word or a mark says of the content word that follows it."""
    if plain in OWNER:
        whose = OWNER[plain]
        if pronoun is not None and whose in ("my", "your"):
            whose = "my" if pronoun.who == FIRST else f"{pronoun.who}'s"
        return whose, towards
    if plain in ("from", "to"):
        return "", plain
    if pronoun is not None and pronoun.subject:
        # "I'm" brings its verb along.
        return ("" if plain.endswith(("'m", "'ve", "'re", "'s")) else "verb"), towards
    # "I would love to" does not yet.
    return ("verb" if opens == "verb" and plain == "would" else ""), towards


def _pronoun(plain: str, *, mine: bool, quoted: bool) -> Pronoun | None:
    bare = _SHORT.sub("", plain)
    if _OF_FRENCH.match(plain):
        bare = "j"
    who = SUBJECT.get(bare)
    subject = who is not None
    if who is None:
        whose = OWNER.get(plain, "")
        who = FIRST if plain in _MINE else YOU if whose == "your" else _OBJECTS.get(plain)
        if who is None:
            return None
    if quoted:
        return Pronoun(QUOTED if who == FIRST else who, subject)
    if not mine and who in (FIRST, YOU):
        who = QUOTED if who == FIRST else FIRST
    return Pronoun(who, subject)


def _is_name(text: str, word: Word, *, first: bool) -> bool:
    """Whether a word is written like a name; the first of a sentence, where nothing else it is."""
    if not word.spelling[0].isupper():
        return False
    if not first:
        return True
    plain = word.spelling.lower()
    rest = text[word.stop :]
    following = _TOKEN.search(rest)
    if plain in _OPENERS or plain.endswith("ly") or following is None:
        return False
    after = following.group().lower()
    return after[0].isalpha() and after not in SUBJECT and after not in OWNER


_JOINS = frozenset(
    "and but or while whereas because although though that which who whom whose where since so"
    " und aber oder dass weil während obwohl y e pero aunque que mientras porque et mais tandis"
    " quoique ma che perché maar dat omdat terwijl ou mas ale że и но что och men att og".split()
)
_CLAUSE_TOKEN = re.compile(r"[^\W_]+(?:['’][^\W_]+)*|[;()–—…]|[,:](?!\d)|(?<=\s)-(?=\s)")
_STARTS = frozenset("i he she we they my our".split())
_REPORTS = frozenset(
    "said says say told tells tell thinks thought think knows knew know believes believed claims"
    " claimed heard hears found hopes guess remembers mentioned confirmed".split()
)


# "Anna and I", "my sister and I": one subject of two.
_AND = frozenset("and or und oder y e et o ou och og &".split())
_ONE_OF_TWO = re.compile(rf"^\W*(?:(?i:{'|'.join(OWNER)})\s+)?[^\W\d]\S*(?:\s+[A-Z]\w+)?\W*$")


def clauses(text: str) -> Iterator[tuple[int, int]]:
    """Where a sentence can be cut into what is said of one and what is said of another."""
    quotes = _quotes(text)
    start = joined = 0
    before = ""
    for token in _CLAUSE_TOKEN.finditer(text):
        at, end = token.span()
        plain = _SHORT.sub("", token.group().lower().replace("’", "'"))
        last, before = before, plain
        # What is quoted stays with who said it.
        if any(opened - 3 <= at < closed for opened, closed in quotes):
            continue
        if plain in _AND and _ONE_OF_TWO.match(text[start:at]):
            joined = end
            continue
        # The "E" of "vitamin E" joins nothing.
        letter = len(plain) == 1 and token.group().isupper()
        breaks = (plain in _JOINS and not letter) or not plain[0].isalnum()
        begins = plain in _STARTS and text[joined:at].strip()
        if not breaks and not begins:
            continue
        # "The clerk said my number …", but "Dr Osei prescribes my mother …".
        if plain in ("my", "our") and begins and last not in _REPORTS:
            continue
        if text[start:at].strip():
            yield start, at
        start = end if breaks else at
    if text[start:].strip():
        yield start, len(text)
