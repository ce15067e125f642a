"""What a sentence says of whom: the subject, the attribute and its value, and from when until when.

"My sister Lena lives in Bath since May" is (Lena, "lives in", Bath, since May). Plain sentences of
everyday life in English, German and Spanish; where rules cannot tell, nothing is said: no guess.
"""

import re
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache, lru_cache

from memories.text.calendar.days import NamedTime, times
from memories.text.fact_patterns import MINE, NAME, OPENING, patterns
from memories.text.names.find import names_in
from memories.text.names.lists import may_lie_within, roles
from memories.text.names.named_entity import NamedEntity
from memories.text.patterns import lazily

# The person whose memory it is.
ME = "me"
# Maximum characters of a fact's part.
LONGEST = 200
# Of these there is one value at a time, and of roles that only one has: "boss".
SINGLE = frozenset(
    "lives in|birthday|age|phone|address|rent|salary|weight|height|shoe size|blood group".split("|")
)

# Where a value ends: what comes then is another thing, or says when and why.
_END = lazily(
    r"[,;:!?()–—]|(?<!\d)\.(?:\s|$)|\s+-\s|\s+(?:with|since|until|till|because|which|who|where"
    r"|when|while|if|but|so|and\s+(?:[iI]|my|we|has|have|is|am|works?|lives?)|for\s+(?:the\s+last|\d+|a|two|three|many|now)"
    r"|now|nowadays|these\s+days|at\s+the\s+moment|anymore|any\s+more|too|as\s+well|instead"
    r"|mit|seit|bis|weil|wo|wenn|aber|und\s+(?:bin|habe?|arbeite|ich|mein\w*)|zurzeit|derzeit"
    r"|inzwischen"
    r"|con|desde|hasta|porque|donde|cuando|si|pero|y\s+(?:soy|tengo|trabajo|mi)|ahora)\b"
)
_DENIED = lazily(
    r"\b(?:no longer|any\s?more|nicht mehr|kein\w*\s.{0,30}mehr|ya no|used to|früher"
    r"|antes|if|wenn|would|würde\w*)\b",
    re.IGNORECASE,
)
_REST = lazily(r"(?<=\w)[,;](?=\s)|\s[–—-]\s")
# What stands there is no value: "drives for a living", "has a feeling that …", "eats no sugar".
_NO_VALUE = lazily(
    r"^(?:for|to|at|in|with|like|from|by|over|no|not|nothing|nobody|spelt|spelled|it|that|this|them|kein\w*"
    r"|nichts|nada|nach|zu|für|an?\s+(?:feeling|idea|question|hunch|problem|point|look|meeting"
    r"|appointment|bit|lot))\b",
    re.IGNORECASE,
)
# Where people work rather than live: "I moved to Sales".
_DEPARTMENT = lazily(
    r"(?:sales|marketing|hr|it|finance|legal|support|engineering|operations|purchasing|procurement"
    r"|logistics|research|accounts|accounting|design|production|night\s+shifts?|days|nights)\b",
    re.IGNORECASE,
)
_SINCE = lazily(r"\b(?:since|seit|desde)(?:\s+(?:the|dem|der|el))?(?:\s+|$)$", re.IGNORECASE)
_UNTIL = lazily(r"\b(?:until|till|bis|hasta)(?:\s+(?:the|zum|el))?(?:\s+|$)$", re.IGNORECASE)
_ARTICLE = lazily(r"^(?:an?|the|my|our|ein\w*|mein\w*|der|die|das|una?|el|la|mi)\s", re.IGNORECASE)
# Without "3rd" and "the 3rd of": words of three letters and more, and numbers.
_WORD = lazily(r"\d+|[^\W\d_]{3,}")
_PLACE = lazily(rf"{NAME}(?:\s+(?:upon|on|am|an\s+der|de|del|la|las|los)\s+{NAME})*")


@dataclass(frozen=True)
class FactParts:
    """Of whom or what, what of it, and its value: all three or none ("").

    `subject` is ME, a name, or what somebody is to the person ("my sister"). `since` and `until`
    are aware, where a time is said.
    """

    subject: str = ""
    attribute: str = ""
    value: str = ""
    since: datetime | None = None
    until: datetime | None = None

    @property
    def single(self) -> bool:
        """Whether it has one value at a time: where somebody lives, not what they like."""
        return self.attribute in single_attributes()


@cache
def single_attributes() -> frozenset[str]:
    """What there is one value of at a time."""
    return SINGLE | {role.key for role in roles().values() if role.one}


def fact_parts(sentence: str, said_at: datetime) -> FactParts:
    """What a sentence that was said then tells, where rules can tell. `said_at` is aware."""
    found = _parts(" ".join(sentence.split()))
    if not found.attribute:
        return found
    # What comes behind a comma is of another thing: "I'm 71, widowed since 2019".
    part = _REST.split(sentence, maxsplit=1)[0]
    begun = [each for each in times(part, said_at, "past") if _is(each, _SINCE, part)]
    ends = [each for each in times(part, said_at, "future") if _is(each, _UNTIL, part)]
    since, until = begun[0].since if begun else None, ends[0].until if ends else None
    return replace(found, since=since, until=until)


def _is(named: NamedTime, said: re.Pattern[str], sentence: str) -> bool:
    """Whether a time is the beginning, or the end, by the word before it or its first."""
    first = named.words.split()[0]
    return bool(said.search(sentence[: named.start]) or said.search(first))


def tells_one_value(sentence: str) -> bool:
    """Whether a sentence tells, of whoever it is, what there is one of at a time."""
    return _parts(" ".join(sentence.split())).single


def other_value(old: str, new: str) -> bool | None:
    """Whether both tell one thing of one subject that has one value, and another one each.

    None where one of them tells nothing of that kind.
    """
    was, now = _parts(" ".join(old.split())), _parts(" ".join(new.split()))
    if not was.single or was.attribute != now.attribute or was.subject != now.subject:
        return None
    return differ(was.value, now.value)


def of_another(old: str, new: str) -> bool:
    """Whether one of two sentences tells of the person what the other tells of somebody else."""
    was, now = _parts(" ".join(old.split())), _parts(" ".join(new.split()))
    same = was.attribute != "" and was.attribute == now.attribute
    return same and (was.subject == ME) != (now.subject == ME)


def one_within(old: str, new: str) -> bool:
    """Whether both tell where one lives, and one of the places may lie within the other."""
    was, now = _parts(" ".join(old.split())), _parts(" ".join(new.split()))
    same = was.attribute == now.attribute == "lives in" and was.subject == now.subject
    return same and may_lie_within(was.value, now.value)


def differ(value: str, other: str) -> bool:
    """Whether two values are not one in other words: "3 June" and "June 3rd" are."""
    first, second = _told_apart(value), _told_apart(other)
    return not (first <= second or second <= first)


def _told_apart(value: str) -> set[str]:
    """The words and numbers of a value; of one that is a number, its digits."""
    if not re.search(r"[^\W\d_]", value):
        return {re.sub(r"\D", "", value)}
    return set(_WORD.findall(value.lower())) or {value.lower()}


@lru_cache(maxsize=1_000)
def _parts(sentence: str) -> FactParts:
    if len(sentence) > 2 * LONGEST or sentence.endswith("?") or _DENIED.search(sentence):
        return FactParts()
    if is_who := _who_is(sentence):
        return is_who
    for attribute, said in patterns():
        for pattern in said:
            match = pattern.match(sentence)
            if match is None:
                continue
            subject = _subject(sentence, match)
            value = _value(attribute, match["value"])
            return FactParts(subject, attribute, value) if subject and value else FactParts()
    return FactParts()


def _subject(sentence: str, match: re.Match[str]) -> str:
    """Of whom it is told: of the person, or of one who is named or has a role; "" for nobody."""
    groups = match.groupdict()
    key = next((key for key in ("who", "whose", "von") if groups.get(key)), "")
    if not key:
        return ME if (groups.get("me") or "").lower() != "le" else ""
    start, stop = match.span(key)
    named = [one for one in names_in(sentence[:stop] + ".") if start <= one.start < stop]
    found = list(dict.fromkeys(filter(None, map(_called, named))))
    return found[0] if len(found) == 1 else ""


def _called(one: NamedEntity) -> str:
    if one.name:
        return one.name
    said = one.role
    if said is None or said.owner or said.former or not said.definite:
        return ""
    return said.words.lower()


def _value(attribute: str, said: str) -> str:
    end = _END.search(said)
    value = (said[: end.start()] if end else said).strip(" .\"'“”")
    if _NO_VALUE.match(value):
        return ""
    if attribute == "lives in":
        place = _PLACE.search(value)
        if _DEPARTMENT.match(value):
            return ""
        if place is None and (_ARTICLE.match(value) or len(value.split()) > 2):
            return ""
        value = place.group() if place else value
    return value if 0 < len(value) <= LONGEST else ""


_THE_NEW = r"(?:the\s+new|(?:der|die|das)\s+neue|(?:el\s+nuevo|la\s+nueva))"
_IS_WHO = lazily(
    rf"{OPENING}(?:{MINE}\s+(?:(?:new|neue[nrs]?|nuev[oa])\s+)?|{_THE_NEW}\s+)[\w-]+(?:\s+(?:nuev[oa]))?\s+"
    rf"(?:is|is\s+(?:now\s+)?called|is\s+named|['’]s|ist|heißt|se\s+llama|es)(?:\s+(?:now|jetzt|ahora))?"
    rf"\s+(?:(?:called|named)\s+)?(?P<name>{NAME})\W*$"
    rf"|{OPENING}(?P<first>{NAME})\s+(?:is|ist|es)(?:\s+(?:now|jetzt|ahora))?"
    rf"\s+(?:{MINE}\s+(?:(?:new|neue[nrs]?|nuev[oa])\s+)?|{_THE_NEW}\s+)[\w-]+(?:\s+nuev[oa])?\W*$",
    re.IGNORECASE,
)


def _who_is(sentence: str) -> FactParts | None:
    """Who has a role of which there is one: "my boss is Omar"."""
    match = _IS_WHO.match(sentence)
    if match is None:
        return None
    named = [one for one in names_in(sentence) if one.name and one.role]
    if len(named) != 1:
        return None
    said, name = named[0].role, named[0].name
    if said is None or said.owner or said.former:
        return None
    return FactParts(ME, said.role.key, name)
