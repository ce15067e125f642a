"""What kinds of things a passage holds: a time, a number, a place, a name …"""

import re

from chat.builtin import taxonomy
from chat.builtin.asked import Asked, Wanted, names_of_someone
from chat.builtin.taxonomy import Kind

_NUMBERS = (
    "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|"
    "sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|"
    "hundred|thousand|million|dozen"
)
_MONTHS = "january|february|march|april|june|july|august|september|october|november|december"
_TIME = re.compile(
    rf"\b(?:\d{{1,2}}:\d\d|\d{{1,2}} ?(?:am|pm|o['’]clock)|half past|quarter (?:past|to)|"
    rf"\d{{1,2}}(?:st|nd|rd|th)|(?:19|20)\d\d|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|{_MONTHS}|"
    r"may \d|\d{1,2}(?:st|nd|rd|th)?(?: of)? may|(?:in|by|since|until|of|next|last) may|"
    r"yesterday|today|tonight|tomorrow|(?:last|next|this|every|each|second) (?:week|month|year|day|"
    r"night|morning|evening|spring|summer|autumn|fall|winter|weekend|hour)|weekends?|"
    r"\w+ (?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|decades?)|ago|since|mornings?|"
    r"evenings?|afternoons?|nights?|noon|midnight|(?:before|after) (?:breakfast|lunch|dinner|work|"
    r"school|bed|university)|daily|weekly|monthly|yearly|easter|christmas|new year|spring|summer|"
    r"autumn|winter|twice|once|never|always|often|birthday)\b",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    rf"\d|\b(?:{_NUMBERS}|half|both|twins|no|none|never|once|twice|an only|a single)\b",
    re.IGNORECASE,
)
_MONEY = re.compile(
    r"[$€£¥]|\d[\d.,]*\s*(?:k\b|euros?|dollars?|pounds?|francs?|kronor|kroner|crowns?|yen|rupees?|"
    r"bucks|cents?|grand|usd|eur|gbp|chf|sek)|"
    r"\b(?:euros?|dollars?|pounds?|francs?|kronor|yen|rupees?|for free|nothing)\b",
    re.IGNORECASE,
)
_PLACE = re.compile(
    r"\b(?:[Ii]n|[Aa]t|[Ff]rom|[Tt]o|near|around|outside|inside|into|towards?|via) "
    r"(?:the |my |our |a |an )?(?:\w+ (?:of )?)?[A-ZÀ-ÖØ-Þ]\w+|"
    r"\b(?:in|at|under|behind|on|near|next to|beside|above|below|inside|by|opposite|between|from|"
    r"off|outside|around) (?:the|my|our|a|an|his|her|their) \w+|"
    r"\b(?:abroad|upstairs|downstairs|at home|at work|seat|here|there)\b|\b[Aa]t [A-Z]\w+['’]s\b"
)
_WORK = re.compile(
    r"\b(?:works?|working|worked|job|runs?|teach(?:es)?|stud(?:y|ies|ying|ied)|employ\w*|career|"
    r"business|company|self-employed|freelanc\w*|retired|unemployed|bakery|practice|startup|"
    r"founder|shift|sells?|repairs?|builds?)\b|"
    r"\bas an? \w+|\b(?:is|am) an? (?:\w+ )?\w+(?:er|or|ist|ian|ant)\b|"
    r"\bbecome an? \w+|\bwants? to be an? \w+",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"\b(?:called|named|names?['’]?s? (?:is|are)|surname|nicknamed?)\b", re.IGNORECASE
)


def holds(
    asked: Asked,
    passage: str,
    stems: frozenset[str],
    names: frozenset[str],
    relations: frozenset[Kind],
) -> bool | None:
    """Whether a passage holds the kind of thing asked for; None where any kind would do."""
    new_names = names - asked.names
    match asked.wanted:
        case Wanted.TIME:
            return bool(_TIME.search(passage))
        case Wanted.NUMBER:
            return bool(_NUMBER.search(passage))
        case Wanted.MONEY:
            return bool(_MONEY.search(passage))
        case Wanted.PLACE:
            return bool(_PLACE.search(passage) or new_names)
        case Wanted.PERSON:
            return bool(names_of_someone(passage) - asked.names or relations - asked.people)
        case Wanted.NAME:
            return bool(names_of_someone(passage) - asked.names or _NAMED.search(passage))
        case Wanted.COLOUR:
            things = taxonomy.things()
            return any(s in things and things[s].family == "colour" for s in stems)
        case Wanted.WORK:
            return bool(_WORK.search(passage) or stems & taxonomy.occupations())
    return None


def leaves_unnamed(
    asked: Asked, passage: str, stems: frozenset[str], names: frozenset[str], spelled: str
) -> bool:
    """Whether "which podcast?" meets "podcasts" without any of them being named."""
    if asked.wanted is not Wanted.ANYTHING or asked.head not in stems:
        return False
    if not re.match(r"(?:and |but |so )?(?:which|what)\b", asked.text, re.IGNORECASE):
        return False
    if names - asked.names or re.search(r"\d", passage):
        return False
    told = rf"{re.escape(spelled)}s?,? (?:is|are|was|were|called|named|:)"
    return not re.search(told, passage)
