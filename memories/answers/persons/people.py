"""Whom a text speaks of, read in English (text.meaning.english_words).

A person is named ("Clara") or told by what they are to somebody ("my partner's brother").
"""

import re
from functools import lru_cache
from itertools import pairwise

from memories.answers.persons.kinship import ME, SOMEBODY, MentionedPeople, PersonRef, node
from memories.answers.vocabulary import taxonomy
from memories.answers.vocabulary.taxonomy import Category
from memories.text import in_english, stem_of
from memories.text.calendar.names import months, weekdays
from memories.text.lists.questions import QUESTION_WORDS
from memories.text.names.lists import given_names, names_that_are_words
from memories.text.names.titles import OTHER_WORDS, titles

_TOKEN = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*['’]?|[.!?;:,()–—]")
_OWNER = re.compile(r"['’]s?$")
_SENTENCE_ENDS = frozenset(".!?:")
_MINE = frozenset("my our mine".split())
_I = frozenset(
    "i i'm i've i'd i'll we we're we've we'd we'll me us myself mine ours im ive".split()
)
_THEIRS = frozenset("his her their its".split())
_THIRD = frozenset("he she him her his hers they them their theirs he's she's they're".split())
_ARTICLES = frozenset("the a an one two three another this that these those".split())
_OF = frozenset("of from to".split())
_CALLED = frozenset("is are was were called named name names name's names' it's who's".split())
# One's own man is one's partner; any other is not.
MY_OWN = {
    "man": Category("spouse", "husband"),
    "woman": Category("spouse", "wife"),
    **dict.fromkeys("guy fella bloke missus lady darling".split(), Category("spouse", "")),
}
_TITLES = titles("en") - OTHER_WORDS | {"doctor", "st"}
_HAVING = frozenset("has have had got having has've".split())
# Where something is: "in Edinburgh", "at Arup"; what stands after these is nobody who acts.
_PLACED = frozenset("in at from to near around outside through via of on with for by".split())
_NO_NAMES = frozenset(
    """i christmas easter english german french spanish
    italian ok tv pc gp uk us eu usa dna it's mum mom dad grandma grandpa gran oma opa""".split()
) | frozenset((*titles("en", "de"), *weekdays("en", plural=True), *months("en")))
_OPENERS = frozenset(QUESTION_WORDS.split()) | frozenset(
    """a an the my our your his her their its this that these those we he it she they there in on at
    for from to with by of as if is are am was were do
    does did have has had can could will would should may might must and but or so not no yes please
    tell every each some any most last next since until till after before during just also btw
    remember forget actually yesterday today tomorrow still never always only both all best coffee
    once because though although while being having booked moved got started keep need want went
    whens whats whos wheres hows how's when's what's who's where's let's i'm i've i'd""".split()
)

# The other way round: whose godmother I am is my godchild.
_INVERSE = {
    "godmother": Category("godchild", ""),
    "godfather": Category("godchild", ""),
    "mother": Category("child", ""),
    "father": Category("child", ""),
    "uncle": Category("relative", ""),
    "aunt": Category("relative", ""),
}


def relation(word: str) -> Category | None:
    """The relation a single word names, if any."""
    return taxonomy.relations().get(stem_of(_OWNER.sub("", word.lower()).replace("’", "'")))


@lru_cache(maxsize=4_000)
def told_of(text: str, known: frozenset[str] = frozenset()) -> MentionedPeople:
    """Read whom a text in English speaks of. `known` are names that count in small letters too.

    Whoever types without capitals is read all the same: "my gf is priya", "the dog called biscuit".
    """
    text = _IN_LAW.sub("-in-law", _HEAD_OF.sub(r"\1 boss", _TITLE.sub(r"\1 ", text)))
    return _Reader(text, known | _names_in_small(text)).read()


def _names_in_small(text: str) -> frozenset[str]:
    """The names in a text that has no capital but those of "I" and where a sentence begins.

    A given name that is also a thing, or stands where no name does, is none: "the bill".
    """
    if _has_capitals(text):
        return frozenset()
    names = given_names().keys() - names_that_are_words()
    words = _WORD.findall(text.lower())
    found = {
        word
        for before, word in pairwise(["", *words])
        if word in names and before not in _BEFORE_NO_NAME
    }
    called = {(it["called"] or it["who"]).lower() for it in _IS_CALLED.finditer(text)}
    return frozenset(found | called)


def _has_capitals(text: str) -> bool:
    """Whether a word within a sentence begins with one; "I" and "MOT" are so for everybody."""
    return any(
        word[0].isupper()
        and not word.isupper()
        and text[: match.start()].rstrip(" \n\"'“‘(")[-1:] not in _SENTENCE_BEGINS
        for match in _WORD.finditer(text)
        if (word := match.group())
    )


_WORD = re.compile(r"[^\W\d_]+")
_SENTENCE_BEGINS = ("", *".!?:;")
_BEFORE_NO_NAME = frozenset(
    """
    the a an my your our his her its their this that some any no what which i you we they he she it
    to
    """.split()
)
# "the dog called biscuit", "my partner is gaz hes leaving".
_IS_CALLED = re.compile(
    r"\b(?:called|named) (?!(?:the|a|an|it|him|her|me|us|in|off|for|back|up|to|about)\b)"
    r"(?P<called>[^\W\d_]{2,})"
    r"|\bis (?P<who>[^\W\d_]{2,}),? (?:he|she|who)['’]?s?\b"
)


# Who heads one's department is one's boss.
_HEAD_OF = re.compile(
    r"\b(?:the )?head of (my|our|his|her) (?:department|team|office|section|unit|shift|school)\b",
    re.IGNORECASE,
)
_IN_LAW = re.compile(r"(?<=\w)[ -]in[ -]law\b", re.IGNORECASE)
_TITLE = re.compile(rf"\b({'|'.join(map(str.capitalize, sorted(_TITLES)))})\.")


def names_in(text: str) -> frozenset[str]:
    """The names a text speaks of, in whatever language it is, in lower case."""
    return told_of(in_english(text)).names


class _Reader:
    """One text, word by word."""

    def __init__(self, text: str, known: frozenset[str]) -> None:
        self.tokens = _with_apostrophes(
            [(match.group(), match.start()) for match in _TOKEN.finditer(text)], known
        )
        self.plain = [token.lower().replace("’", "'") for token, _ in self.tokens]
        self.known = known
        self.asks = text.rstrip().endswith("?")
        self.refs: list[PersonRef] = []
        self.me = -1
        self.third = False

    def read(self) -> MentionedPeople:
        i = 0
        while i < len(self.tokens):
            i = self._at(i)
        return MentionedPeople(tuple(self.refs), self.me, self.third)

    def _at(self, i: int) -> int:
        plain, start = self.plain[i], self.tokens[i][1]
        if plain in _I and self.me < 0:
            self.me = start
        self.third = self.third or plain in _THIRD
        kind = relation(plain)
        if kind is None and i and self.plain[i - 1] in _MINE:
            # "My darling daughter" is the daughter.
            described = i + 1 < len(self.plain) and relation(self.plain[i + 1]) is not None
            kind = None if described else MY_OWN.get(_bare(plain))
        if kind is not None:
            return self._related(i, kind)
        if self._is_name(i):
            return self._named(i)
        if plain in _MINE and self.me < 0 and not self._somebody_follows(i):
            self.me = start
        return i + 1

    def _somebody_follows(self, i: int) -> bool:
        return any(relation(word) is not None for word in self.plain[i + 1 : i + 3])

    def _is_name(self, i: int) -> bool:
        token, _ = self.tokens[i]
        bare = _bare(token)
        if bare in _I or self.plain[i] in _I:
            return False
        if bare in self.known and bare not in _OPENERS:
            return True
        if not token[0].isupper() or len(bare) < 2 or bare in _NO_NAMES or token.isupper():
            return False
        if not (i == 0 or self.plain[i - 1] in _SENTENCE_ENDS):
            return True
        if bare in _OPENERS or relation(bare) is not None:
            return False
        if len(self.tokens) == 1:
            return True
        if self.asks and not _OWNER.search(token):
            return False
        following = self.plain[i + 1] if i + 1 < len(self.plain) else ""
        owns = _OWNER.search(token) is not None
        return owns or following in _AFTER_NAMES or _third_person(following)

    def _named(self, i: int) -> int:
        """A name, perhaps of several words; "Clara's sister", "Tom, my brother"."""
        start = self.tokens[i][1]
        names, end = [_bare(self.tokens[i][0])], i
        while not self._owned(end) and end + 1 < len(self.tokens) and self._is_name(end + 1):
            end += 1
            names.append(_bare(self.tokens[end][0]))
        before = i - 2 if i > 1 and self.plain[i - 1] in _ARTICLES else i - 1
        placed = i > 1 and self.plain[before] in _PLACED
        owns = self._owned(end)
        kinds: set[tuple[str, Category]] = set()
        # "Unai, the brother of Iker", "Rosa is my aunt"
        after = end + 1
        if not owns and after < len(self.plain) and self.plain[after] in (",", "(", "is", "was"):
            found = self._owner_and_kind(after + 1)
            if found:
                kinds = found
        self.refs.append(PersonRef(frozenset(names), frozenset(kinds), start, owns, placed))
        return end + 1

    def _owned(self, i: int) -> bool:
        return re.search(r"['’]s?$", self.tokens[i][0]) is not None

    def _owner_and_kind(self, i: int) -> set[tuple[str, Category]]:
        """What "my brother", "the brother of Iker", "Anna's son" at a place tell of a name."""
        for at in range(i, min(i + 4, len(self.plain))):
            kind = relation(self.plain[at])
            if kind is None:
                continue
            before = self.plain[i:at]
            if any(word in _MINE for word in before):
                return {(ME, kind)}
            if owner := next((o for o in range(i, at) if self._owned(o)), None):
                return {(_bare(self.tokens[owner][0]), kind)}
            if i < at and self._owned(i):
                return {(_bare(self.tokens[i][0]), kind)}
            return {(owner, kind) for owner in self._of(at)}
        return set()

    def _of(self, i: int) -> list[str]:
        """Whose it is, in "the brother of Iker", "a friend of my sister" right after a word."""
        if i + 2 >= len(self.plain) or self.plain[i + 1] not in _OF:
            return []
        at = i + 2
        if self._is_name(at):
            return [_bare(self.tokens[at][0])]
        if self.plain[at] in _MINE:
            if at + 1 < len(self.plain) and (kind := relation(self.plain[at + 1])):
                return [node(ME, kind)]
            return [ME]
        return []

    def _related(self, i: int, kind: Category) -> int:
        start = self.tokens[i][1]
        owners = self._owners_before(i, kind)
        if not owners:
            owners = self._of(i)
        if not owners:
            return i + 1
        names, end = self._names_after(i)
        # "I am godmother of Jonte": the child is mine, and Jonte.
        if self._i_am(i) and kind.member in _INVERSE:
            owned = [o for o in owners if o not in (ME, SOMEBODY)] or self._of(i)
            for name in owned:
                mine = frozenset({(ME, _INVERSE[kind.member])})
                self.refs.append(PersonRef(frozenset({name}), mine, start))
            return i + 1
        owns = self._owned(end) and not names
        kinds = frozenset((owner, kind) for owner in owners)
        self.refs.append(PersonRef(frozenset(names), kinds, start, owns))
        return end + 1

    def _i_am(self, i: int) -> bool:
        before = self.plain[max(0, i - 4) : i]
        return "i'm" in before or ("i" in before and "am" in before)

    def _owners_before(self, i: int, kind: Category) -> list[str]:
        """Whose relation it is, by the words before it."""
        for at in range(i - 1, max(-1, i - 4), -1):
            word = self.plain[at]
            if word in _MINE:
                return [ME]
            if word == "whose":
                return [SOMEBODY]
            if self._owned(at):
                last = self.refs[-1] if self.refs else None
                if last is not None and last.owns:
                    return sorted(last.names) or [
                        node(o, k) for o, k in sorted(last.kinds, key=str)
                    ]
                return [_bare(self.tokens[at][0])]
            if word in _THEIRS:
                last = next((ref for ref in reversed(self.refs) if not ref.placed), None)
                if last is None:
                    return [SOMEBODY]
                return sorted(last.names) or [node(o, k) for o, k in sorted(last.kinds, key=str)]
            if word in _ARTICLES or not word[0].isalpha():
                break
            if at < i - 1 and word in _PLACED:
                break
        before = self.plain[i - 1] if i else ""
        if before in _ARTICLES:
            if self._of(i):
                return []
            nobody_yet = self.asks or not self.refs
            if before == "the" and kind.family in taxonomy.FAMILY and nobody_yet:
                return [ME]  # "the godchild", "the wife": whose else
            if before not in ("a", "an", "one", "two", "three", "another"):
                return []
            acting = [ref for ref in self.refs if not ref.placed and not ref.owns]
            if acting and _HAVING & set(self.plain[max(0, i - 4) : i]):
                return sorted(acting[-1].names)
            return [ME]
        # "mum's birthday", "Oma Traudl": one's own, who else's.
        if kind.family in taxonomy.FAMILY and (kind.member or kind.family in ("parent",)):
            return [ME] if not self._of(i) else []
        return [ME] if i + 1 < len(self.tokens) and self._is_name(i + 1) else []

    def _names_after(self, i: int) -> tuple[list[str], int]:
        """The name after a relation: "sister Clara", "boss is called Ann Lee", "sons, A and B"."""
        called = self.plain[i + 1 : i + 2] in (["name"], ["names"], ["called"])
        if self._owned(i) and self.plain[i] not in ("mums", "dads") and not called:
            return [], i
        at = i + 1
        steps = 0
        while at < len(self.plain) and steps < 8:
            word = self.plain[at]
            if self._is_name(at):
                break
            if word in _OF and steps == 0:
                # "the mother of Iker is called Begoña"
                at += 2
                if at < len(self.plain) and relation(self.plain[at]) is not None:
                    at += 1
                steps += 2
                continue
            if word not in _CALLED and word not in _BETWEEN and word not in _TITLES:
                return [], i
            at += 1
            steps += 1
        else:
            return [], i
        if self.plain[at - 1] in _PLACED or at >= len(self.tokens):
            return [], i
        names, end = [], at
        while end < len(self.tokens):
            if self._is_name(end):
                names.append(_bare(self.tokens[end][0]))
                if self._owned(end):
                    break
            elif not (
                self.plain[end] in ("and", ",", "&")
                and end + 1 < len(self.tokens)
                and self._is_name(end + 1)
                and self._plural(i)
            ):
                break
            end += 1
        last = end if end < len(self.tokens) and self._is_name(end) else end - 1
        return names, last

    def _plural(self, i: int) -> bool:
        return _bare(self.plain[i]).endswith(("s", "children", "twins"))


_BETWEEN = frozenset(", a guy woman man called named know now also".split())
_AFTER_NAMES = frozenset(
    """is was has had lives works likes loves plays and can can't won't will would hates just got
    does doesn't isn't used said says from , moved broke needs wants bought studies drives called
    became married born speaks turns goes owes lent gave came take read sing fly live work has
    have want drink eat like love know teach learn study""".split()
)


def _third_person(word: str) -> bool:
    return len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "'s", "us", "is"))


def _with_apostrophes(
    tokens: list[tuple[str, int]], known: frozenset[str]
) -> list[tuple[str, int]]:
    """Who types in a hurry writes "Joannes birthday" of a Joanne; "the two Bens" are several."""
    found = list(tokens)
    for i, (token, start) in enumerate(tokens[:-1]):
        name, before = token.lower()[:-1], tokens[i - 1][0].lower() if i else ""
        owns = token[-1] in "sS" and tokens[i + 1][0][0].isalpha() and before not in _SEVERAL
        if owns and name in known and len(name) > _SHORTEST_OWNER:
            found[i] = f"{token[:-1]}'s", start
    return found


_SHORTEST_OWNER = 2  # letters, and one more
_SEVERAL = frozenset("the two three both all these those many several other".split())


def _bare(token: str) -> str:
    return _OWNER.sub("", token.lower().replace("’", "'")).strip("'-")
