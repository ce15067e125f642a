"""What somebody is to the person: "my boss is Dolores Finch" makes what "the boss" wants hers.

Read in English, German, Spanish and French, where "my" or "the" and a name stand next to each
other. Whoever was it once is another: "my old dentist", "mi exmarido".
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from memories.forgetting.requests.candidates import Unit
from memories.text import stem_of, stems
from memories.text.lists.now import now_words
from memories.text.meaning.concepts import language_meant, meanings
from memories.text.names.lists import given_names
from memories.text.names.small_words import ALSO_WORDS
from memories.text.names.spellings import NAME_WORD, Name, names_asked, sound
from memories.text.names.titles import OTHER_WORDS, titles
from memories.text.patterns import any_of, lazily

_MY = (
    r"(?P<my>\b(?:my|our|the|mein(?:e[mnrs]?)?|unse?r(?:e[mnrs]?)?|de[rmns]|die|das|mis?|nuestr[oa]s?"
    r"|el|la|mon|ma|mes|notre|nos|le))(?:\s+(?P<owner>[^\W\d_]+(?:-[^\W\d_]+)*)(?:['’]s|(?<=s)['’])(?=\s))?"
)
_FORMER = (
    r"(?:(?P<former>old|former|ex|previous|first(?=\s+\w+\s+was\b)|ehemalige\w*|frühere\w*|alte\w*|vorige\w*|antigu[oa]"
    r"|anterior|ancien(?:ne)?)(?:[\s-]+|\b)|(?P<joined>ex)(?=husband|wife|boyfriend|girlfriend"
    r"|partner|boss|mari|muj|espos|novi|jef|mann|frau|freund|chef))?"
)
# No word of a role: what follows it.
_VERBS = (
    r"(?!(?:is|was|are|has|had|and|who|called|named|ist|war|hat|und|die|der|heißt|hieß|es|era|est|et"
    r"|y|se|llama|on|in|at|from|with|near|auf|aus|mit|bei|für|en|con|(?:mein|unser|sein|ihr)e[rs]"
    rf"|{any_of(now_words())})\b)"
)
_AT_PRESENT = rf"(?:\s+(?:{any_of(now_words())}))?"
_WORD = rf"{_VERBS}[^\W\d_]+(?:[\s-]in[\s-]law)?"
_ROLE = rf"{_FORMER}(?P<role>{_WORD}(?:[\s-]{_WORD}){{0,2}}?)?"
_LONG_ROLE = rf"{_FORMER}(?P<role>{_WORD}(?:[\s-]{_WORD}){{0,2}})?"
_TITLE = rf"(?:(?:{'|'.join(sorted(titles() - OTHER_WORDS | {'don'}))})\.?\s+)"
_CAPITAL = r"(?-i:[^\W\d_a-zß-öø-ÿ])[\w’'-]+"
_NAMED = rf"(?P<name>{_TITLE}?{_CAPITAL}(?:\s+{_CAPITAL}){{0,2}})"
_IS = r"(?:is|['’]s|was|ist|war|es|era|est|était)"
_CALLED = r"(?:called|named|now|still|heißt|hieß|jetzt|se\s+llama|s['’]appelle)"
# "My boss is Dolores Finch", "my son Bruno", "meine Chefin heißt Ute".
_THEN_NAME = lazily(
    rf"{_MY}\s+{_ROLE}{_AT_PRESENT}\s*(?:,\s*|\s(?P<is>{_IS})\s+(?:(?P<called>{_CALLED})\s+)?|\s(?P<named>{_CALLED})\s+|\s){_NAMED}",
    re.IGNORECASE,
)
# What follows a role and tells which: "the neighbour I am suing", "mi socio en la huerta".
_WHICH = (
    r"\s+(?:of|for|in|at|on|from|upstairs|downstairs|who|that|i|i['’]m|we|we['’]re|last|next|de|del|en"
    r"|que|von|vom|für|aus|der|die|des|im|(?:mein|unser|sein|ihr)e[rs])\b"
)
_WHICH_THEN_NAME = lazily(
    rf"{_MY}\s+{_ROLE}{_WHICH}[^.;,]{{1,40}}?\s(?:(?P<is>{_IS})\s+(?:(?P<called>{_CALLED})\s+)?|(?P<named>{_CALLED})\s+){_NAMED}",
    re.IGNORECASE,
)
# "Hannah Pruitt is my physio", "Tessa, our estate agent", "Miriam ist seit Mai meine Freundin".
_SINCE = (
    r"(?:(?:now|still|already|jetzt|auch|schon|noch|ahora)\s+"
    r"|(?:since|seit|desde)\s+(?:\w+\s+){1,2}?)?"
)
_NAME_THEN = lazily(
    rf"{_NAMED}(?:\s*,\s*|\s*[,(–—-]+\s*(?:that['’]?s|that\s+is|das\s+ist|es)\s+"
    rf"|\s+(?P<is>{_IS})\s+{_SINCE}){_MY}\s+{_LONG_ROLE}(?![\w’'-])",
    re.IGNORECASE,
)
_ASKED = lazily(rf"^\s*{_MY}\s+{_LONG_ROLE}\s*$", re.IGNORECASE)
_WHICH_ASKED = lazily(
    rf"^\s*{_MY}\s+{_ROLE}(?P<which>{_WHICH}.{{1,50}}|\s+upstairs)$", re.IGNORECASE
)
# "The Graciela who is my mother-in-law", "Sebastian, der Pfleger ist".
_WHO_IS = lazily(
    rf"{_NAMED},?\s+(?:who\s+is|who['’]s|que\s+es|der|die|el|la|the)\s+"
    rf"(?:(?:my|our|the|mein\w*|unser\w*|mi|nuestr\w+)\s+)?(?P<role>{_WORD})",
    re.IGNORECASE,
)
# "The boss I have now", "mi jefa actual": as if nothing were said, for it is not the former one.
_NOW = lazily(
    r"\b(?:current|present|jetzige\w*|aktuelle\w*|derzeitige\w*)\s+"
    r"|,?\s+(?:(?:that\s+)?(?:i|we)\s+(?:have|(?:\w+\s+){1,3}(?=now|at\s+the|these|today))"
    r"(?:\s*(?:now|at\s+the\s+moment|these\s+days|today))?|now|these\s+days|actual|de\s+ahora"
    r"|d(?:en|ie)\s+(?:ich|wir)\s+jetzt\s+habe\w*)$",
    re.IGNORECASE,
)
# "Aino's music teacher".
_OWNER = lazily(
    r"^\s*(?:(?:last|this)\s+)?(?!(?:my|our|the)\s)[^\W\d_][\w-]*['’]s\s+", re.IGNORECASE
)
# "Nanny Seun", "Tante Inge": the word for it right before the name.
_TITLED = lazily(rf"(?:^|[.,;:!–]\s+)(?P<role>[^\W\d_]+)\s+{_NAMED}", re.IGNORECASE)
# "Rike gets 620 as our nanny".
_AS = lazily(
    rf"{_NAMED}\s+[^.;,]{{0,40}}?\b(?:als|as\s+(?:my|our|a|the)|como)\s+(?P<role>{_WORD})",
    re.IGNORECASE,
)
_WAS = frozenset("was war era était".split())


@dataclass(frozen=True)
class PersonRole:
    """What somebody is to the person, or once was.

    `phrase` is its words as stems, `heads` what the last of them means; `bare` where there is
    nothing else: a teacher may be the music teacher, who is not the maths teacher.
    """

    words: str
    phrase: str
    heads: frozenset[str]
    bare: bool
    former: bool = False
    # Whether it is a pet.
    animal: bool = False
    # The stems of what tells which of several it is: "the basement lodger".
    which: frozenset[str] = frozenset()
    # Whose it is, if not the person's: "my son's teacher". Of what is `mine` nobody else is owner.
    owner: frozenset[str] = frozenset()
    mine: bool = False
    ours: bool = False

    def is_(self, other: "PersonRole") -> bool:
        if self.former != other.former or self._is_of_another(other):
            return False
        bare = self.bare or other.bare or bool(self.owner & other.owner)
        alike = bool(self.heads & other.heads) and bare
        # "The investor" is "our first investor", where no word for either is known.
        one, another = self.phrase.split(), other.phrase.split()
        unknown = not self.heads and not other.heads and 1 in (len(one), len(another))
        alike |= unknown and one[-1:] == another[-1:]
        return _inflected(self.phrase, other.phrase) or alike

    def _is_of_another(self, other: "PersonRole") -> bool:
        if self.owner and other.owner:
            return not self.owner & other.owner
        owner, other = (self.owner, other) if self.owner else (other.owner, self)
        return bool(owner) and (other.mine or (other.ours and not owner & _CHILDREN))


# The teacher of one's children is "our teacher" too.
_CHILDREN = frozenset(("son", "daughter", "children"))


@dataclass(frozen=True)
class NamedRole:
    """Who is what: "my boss is Dolores Finch"."""

    role: PersonRole
    name: str
    # Those of the sentence that tells it.
    stems: frozenset[str] = frozenset()


# Longer words may differ by an ending: "mein Zimmernachbar", "meinen Zimmernachbarn".
_LONG, _ENDING = 6, 2


def _inflected(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    alike = long.startswith(short) and len(long) - len(short) <= _ENDING
    return one == other or (len(short) >= _LONG and alike)


def role_alone(topic: str) -> PersonRole | None:
    """What a topic is made of, if it is that alone: "my boss", "unseren Kassenwart"."""
    plain = _NOW.sub("", _OWNER.sub("the ", topic)).strip()
    if _ties(topic):
        return None
    match = _ASKED.match(plain)
    role = _role(match) if match else None
    if role and (is_person(role) or not (role.owner or _OWNER.match(topic))):
        return role
    match = _WHICH_ASKED.match(plain)
    role = _role(match) if match else None
    if match is None or role is None or not is_person(role):
        return None
    return replace(role, which=role.which | frozenset(stems(match["which"])))


def roles_asked(topic: str) -> list[PersonRole]:
    """What somebody may be by whom a topic tells them: "my boss", "my old boss Graham Tully"."""
    alone = role_alone(topic)
    return [alone] if alone else [tie.role for tie in _ties(topic)]


def is_person(role: PersonRole) -> bool:
    """Whether the word for it is one for a person: a boss, and no knee."""
    return bool(role.heads)


def ties_in(units: Sequence[Unit]) -> list[NamedRole]:
    """Who is what to the person, according to these sentences."""
    return [tie for unit in units for tie in _ties(unit.text)]


def names_of(roles: Sequence[PersonRole], ties: Sequence[NamedRole]) -> list[str]:
    """The names of whoever is or was one of these: of several the one it tells by more.

    The nanny is not the babysitter, where both are known.
    """
    found: list[NamedRole] = []
    for role in roles:
        its = [tie for tie in ties if tie.role.is_(role)]
        its = [tie for tie in its if _in_that_word(tie.role, role)] or its
        found += [tie for tie in its if role.which & tie.stems] or its
    return list(dict.fromkeys(tie.name for tie in found))


def _in_that_word(one: PersonRole, other: PersonRole) -> bool:
    """Whether both are called so by the same word, and not by two that mean the same."""
    words = one.phrase.split()[-1:], other.phrase.split()[-1:]
    return bool(words[0]) and words[0] == words[1]


def roles_of(names: Sequence[Name], ties: Sequence[NamedRole]) -> list[PersonRole]:
    """What those who are named are or were, and nobody else is."""
    theirs = [bears(tie.name, names) for tie in ties]
    own = [tie.role for tie, is_theirs in zip(ties, theirs, strict=True) if is_theirs]
    others = [tie.role for tie, is_theirs in zip(ties, theirs, strict=True) if not is_theirs]
    return [role for role in own if not any(role.is_(other) for other in others)]


def bears(called: str, names: Sequence[Name]) -> bool:
    """Whether one is called by a name, or by a part of it: "Dr Weisz" is Hannah Weisz."""
    parts = {sound(word) for word in re.sub(_TITLE, "", f"{called} ").split()}
    return any(set(name.parts) <= parts or parts <= set(name.parts) for name in names)


def is_another(text: str, roles: Sequence[PersonRole], names: Sequence[Name]) -> bool:
    """Whether a text tells that whoever bears the name is something else: "my uncle Bruno"."""
    told = [tie.role for tie in _ties(text) if bears(tie.name, names)]
    return bool(told) and not any(role.is_(one) for role in told for one in roles)


def speaks_of(text: str, roles: Sequence[PersonRole], names: Sequence[Name]) -> bool:
    """Whether a sentence speaks of whoever is one of these, and gives no other name for them."""
    others = [tie.role for tie in _ties(text) if not bears(tie.name, names)]
    return any(
        role.is_(mentioned) and not any(role.is_(other) for other in others)
        for mentioned in _mentioned(text)
        for role in roles
    )


def _ties(text: str) -> list[NamedRole]:
    return list(_find_ties(text))


def _find_ties(text: str) -> Iterator[NamedRole]:
    text = _with_capitals(text)
    known = {part for name in names_asked(text) for part in name.parts}
    german = language_meant(text) == "de"
    said = frozenset(stems(text))
    for pattern in (_THEN_NAME, _WHICH_THEN_NAME, _NAME_THEN):
        for match in pattern.finditer(text):
            role, words = _role(match), match["name"].split()
            before = text[: match.start()]
            of_what = match["is"] and _OF_WHAT.search(before)
            if of_what or (_GENITIVE.match(match["my"]) and before.strip()):
                continue
            named = sound(words[-1]) in known or sound(words[0]) in known
            # "Mein Chef ist Vegetarier", "my sister is Catholic", "my sister loves Berlin".
            surely = len(words) > 1 or words[0].lower() in given_names()
            told = match.groupdict()
            # "My boyfriend is Matteus", "my sister is Catholic".
            person = role is not None and is_person(role)
            alone = not re.match(r"\s+\w", text[match.end() :])
            surely = surely or (person and alone and not german and not _OF_A_KIND.search(words[0]))
            surely = surely or bool(told.get("named") or told.get("called"))
            beside = person and not match["is"]
            beside = beside and not (german and meanings(match["name"], "de"))
            if role and named and (surely or beside) and _ends_in_a_noun(role, match):
                yield NamedRole(role, match["name"], said)
    for pattern in (_TITLED, _AS, _WHO_IS):
        for match in pattern.finditer(text):
            role, words = _made(match["role"], None), match["name"].split()
            if is_person(role) and (sound(words[-1]) in known or sound(words[0]) in known):
                yield NamedRole(role, match["name"], said)


def _with_capitals(text: str) -> str:
    """A text that is typed small, with capitals for given names that are no words."""
    if text != text.lower():
        return text
    return NAME_WORD.sub(
        lambda m: (
            m.group().capitalize()
            if m.group() in given_names() and m.group() not in ALSO_WORDS
            else m.group()
        ),
        text,
    )


_GENITIVE = lazily(r"(?:mein|unser|sein|ihr)e[rs]$", re.IGNORECASE)
_OF_A_KIND = lazily(
    r"(?:an|sh|ese|ic|ist|ch|ss|ee|on|im|i|er|te|no|na|és|esa|ico|ica)$|^[A-Z]+$"
    r"|^(?:Greek|Turk|Serb|Croat|Finn|Swede|Dane|Pole|Scot|Kurd|Arab|Jew|Hindu|Sikh|Labour)$"
)
# "The agent for the house sale is Tessa": she is no sale.
_OF_WHAT = lazily(
    r"\b(?:for|of|in|at|on|to|from|with|für|von|vom|zum|zur|im|am|auf|bei|de|del|en|con)\s*$",
    re.IGNORECASE,
)


def _ends_in_a_noun(role: PersonRole, match: "re.Match[str]") -> bool:
    """Whether a role of several words is one: who stands right beside a name may be none."""
    told = match["is"] or match.groupdict().get("named") or len(match["name"].split()) > 1
    return len(role.words.split()) < 2 or bool(told) or is_person(role)


_MENTION = lazily(rf"{_MY}\s+{_LONG_ROLE}", re.IGNORECASE)


def _mentioned(text: str) -> Iterator[PersonRole]:
    """Each role spoken of. Where its words end is not told, so that each length is tried."""
    for match in _MENTION.finditer(text):
        words = (match["role"] or "").split()
        if match["owner"]:
            # "My sister's salary" is said of her.
            yield _made(match["owner"], None)
        if not words and _is_former(match):
            yield _made("", match)
        for stop in range(1, len(words) + 1):
            if not _is_plural(words[stop - 1]):
                yield _made(" ".join(words[:stop]), match)
    for word in _FAMILY.finditer(text):
        yield _made(word.group(), None)


def _is_plural(word: str) -> bool:
    """Whether it is several: "the mums at the gate"."""
    one = word.lower().removesuffix("s")
    return one != word.lower() and any(m.concept.kind == "person" for m in meanings(one))


# Who is called so is one's own: "Mum had a hip operation", "Oma schläft".
_FAMILY = lazily(
    r"(?<![\w’'-])(?:Mum|Mom|Mam|Dad|Mummy|Daddy|Grandma|Granny|Gran|Nan|Nana|Grandad|Grandpa|Mama"
    r"|Mutti|Papa|Vati|Oma|Opa|Mamá|Papá|Maman|Mamie|Papi)(?![\w-])(?!\s+[A-ZÄÖÜÁÉÍÓÚ])"
)


def _role(match: "re.Match[str]") -> PersonRole | None:
    words = match["role"] or ""
    return _made(words, match) if words or match["former"] else None


def _is_former(match: "re.Match[str]") -> bool:
    was = (match.groupdict().get("is") or "").lower() in _WAS
    return bool(match["former"] or match["joined"]) or was


def _made(words: str, match: "re.Match[str] | None") -> PersonRole:
    """A role by its words, and by what the last of them means: a line manager is a boss.

    Whoever is an ex-husband is an ex; a father in law is a father-in-law.
    """
    joined = "-".join(words.split())
    listed = [m for m in meanings(joined) if m.concept.kind == "person" and m.stop == len(words)]
    listed = listed or [
        m for m in meanings(words) if m.concept.kind == "person" and m.stop == len(words)
    ]
    heads = {m.concept.name for m in listed}
    phrase = " ".join(
        stem_of(_BY_AGE.get(word, word) if heads & _AGED else word)
        for word in words.lower().replace("-", " ").split()
    )
    if match and _MINE.match(match.groupdict().get("my") or "") and words.lower() in _SPOUSES:
        heads.add(_SPOUSES[words.lower()])
    if match and (match["former"] or match["joined"] or "").lower() == "ex":
        heads.add("ex")
        phrase = phrase or "ex"
    bare = any(m.start == 0 for m in listed) or len(words.split()) < 2
    animal = any(m.concept.kind == "animal" and m.stop == len(words) for m in meanings(words))
    former = bool(match and _is_former(match))
    which = frozenset(phrase.split()[:-1]) if heads else frozenset()
    told = match.groupdict() if match else {}
    owner, whose = _whose(told.get("owner") or ""), told.get("my") or ""
    mine, ours = bool(_MINE.match(whose)) and not owner, bool(_OURS.match(whose)) and not owner
    which |= owner
    return PersonRole(
        words, phrase, frozenset(heads), bare, former, animal, which, owner, mine, ours
    )


# "My kid brother" is the younger one.
_AGED = frozenset(("brother", "sister", "sibling", "son", "daughter", "child", "cousin"))
_BY_AGE = {
    **dict.fromkeys(
        "kid little younger youngest baby small kleiner kleine kleinen jüngerer".split(), "young"
    ),
    **dict.fromkeys("big elder older eldest oldest großer große großen älterer".split(), "old"),
}
# "Mein Mann" is no man of many.
_SPOUSES = {"mann": "husband", "frau": "wife"}
_MINE = lazily(r"(?:my|mein\w*|mis?|mon|ma|mes)$", re.IGNORECASE)
_OURS = lazily(r"(?:our|unse?r\w*|nuestr[oa]s?|notre|nos)$", re.IGNORECASE)


def _whose(owner: str) -> frozenset[str]:
    """Of whom it is: by its stem and by what it means, since kids are children."""
    meant = {m.concept.name for m in meanings(owner) if m.concept.kind == "person"}
    return frozenset({*meant, stem_of(owner.lower())}) if owner else frozenset()
