"""What kinds of things a passage holds: a time, a number, a place, a name …"""

import re

from memories.answers.persons.kinship import MentionedPeople
from memories.answers.scoring.question import AnalysedQuestion
from memories.answers.vocabulary import taxonomy
from memories.text import stem_of
from memories.text.calendar.names import months, weekdays
from memories.text.expected_answers import ExpectedAnswer
from memories.text.meaning.number_words import number_words
from memories.text.patterns import lazily

_NUMBERS = "|".join((*number_words(1, 90, "en"), "hundred", "thousand", "million", "dozen"))
# "May" is told by what stands beside it.
_MONTHS = "|".join(name for name in months("en") if name != "may")
_WEEKDAYS = "|".join(weekdays("en", plural=True))
_TIME = lazily(
    rf"\b(?:\d{{1,2}}:\d\d|\d{{1,2}} ?(?:am|pm|o['’]clock)|half past|quarter (?:past|to)|"
    rf"\d{{1,2}}(?:st|nd|rd|th)|(?:19|20)\d\d|{_WEEKDAYS}|{_MONTHS}|"
    r"may \d|\d{1,2}(?:st|nd|rd|th)?(?: of)? may|(?:in|by|since|until|of|next|last) may|"
    r"yesterday|today|tonight|tomorrow|(?:last|next|this|every|each|second) (?:week|month|year|day|"
    r"night|morning|evening|spring|summer|autumn|fall|winter|weekend|hour)|weekends?|"
    r"\w+ (?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|decades?)|ago|since|mornings?|"
    r"evenings?|afternoons?|nights?|noon|midnight|(?:before|after) (?:breakfast|lunch|dinner|work|"
    r"school|bed|university)|daily|weekly|monthly|yearly|easter|christmas|new year|spring|summer|"
    r"autumn|winter|twice|once|never|always|often|birthday)\b",
    re.IGNORECASE,
)
_NUMBER = lazily(
    rf"\d|\b(?:{_NUMBERS}|half|both|twins|no|none|never|once|twice|an only|a single)\b",
    re.IGNORECASE,
)
_MONEY = lazily(
    r"[$€£¥]|\d[\d.,]*\s*(?:k\b|euros?|dollars?|pounds?|francs?|kronor|kroner|crowns?|yen|rupees?|"
    r"bucks|cents?|grand|usd|eur|gbp|chf|sek)|"
    r"\b(?:euros?|dollars?|pounds?|francs?|kronor|yen|rupees?|for free|nothing)\b",
    re.IGNORECASE,
)
_PLACE = lazily(
    r"\b(?:[Ii]n|[Aa]t|[Ff]rom|[Tt]o|near|around|outside|inside|into|towards?|via) "
    r"(?:the |my |our |a |an )?(?:\w+ (?:of )?)?[A-ZÀ-ÖØ-Þ]\w+|"
    r"\b(?:in|at|under|behind|on|near|next to|beside|above|below|inside|by|opposite|between|from|"
    r"off|outside|around) (?:the|my|our|a|an|his|her|their) \w+|"
    r"\b(?:abroad|upstairs|downstairs|at home|at work|seat|here|there)\b|\b[Aa]t [A-Z]\w+['’]s\b"
)
_WORK = lazily(
    r"\b(?:works?|working|worked|job|runs?|teach(?:es)?|stud(?:y|ies|ying|ied)|employ\w*|career|"
    r"business|company|self-employed|freelanc\w*|retired|unemployed|bakery|practice|startup|"
    r"founder|shift|sells?|repairs?|builds?)\b|"
    r"\bas an? \w+|\b(?:is|am) an? (?:\w+ )?\w+(?:er|or|ist|ian|ant)\b|"
    r"\bbecome an? \w+|\bwants? to be an? \w+",
    re.IGNORECASE,
)
_NAMED = lazily(r"\b(?:called|named|names?['’]?s? (?:is|are)|surname|nicknamed?)\b", re.IGNORECASE)


_AGE = lazily(
    r"\b(?:turn(?:s|ed|ing)?|(?:it|s?he)['’]s|is|was|be|['’]ll be|am|i['’]m|become|becoming|"
    r"age[ds]?|are|now) (?:only |nearly |almost |just |already |currently )?(?:\d{1,3}|"
    rf"{_NUMBERS})(?! ?(?:st|nd|rd|th|km|kg|cm|am|pm|euros?|[£$€%:.,/-]\d|months|minutes|hours|"
    r"children|child|o'clock)\b)(?![:.]\d)|"
    r"\b(?:\d{1,3}|\w+)[ -](?:years?|months?)[ -]olds?\b|\bborn\b|\b\d{2}(?:th)? birthday|"
    r"\bfour become|\b(?:" + _NUMBERS + r"|\d{1,3})(?: years)? (?:become|old)\b|\bin my \w+ties\b|"
    r"\bturn years \d|\bhas \d{1,3} years\b",
    re.IGNORECASE,
)
_PHONE = lazily(r"(?:\+|\b)\d[\d ()/.-]{5,}\d\b|\bnumber(?:'s| is) \d")
_MAIL = lazily(r"\w@\w")
_SIZE = lazily(
    r"\bsizes?\b|\b\d+(?:[.,]\d+)? ?(?:cm|m|kg|kilos?|feet|ft|metres?|inch\w*)\b|"
    r"\b(?:x{0,2}[sml]|small|medium|large) (?:in|for)\b|\bwears? (?:a )?\d",
    re.IGNORECASE,
)
_CLOCK = lazily(
    rf"\b\d{{1,2}}[:.]\d\d\b|\b\d{{1,2}} ?(?:am|pm|a\.m|p\.m|o['’]clock)\b|"
    rf"\bhalf (?:past )?(?:\d|{_NUMBERS})|\bquarter (?:past|to)\b|\b(?:noon|midnight|midday)\b|"
    rf"\b(?:at|until|till|by|after|before|from|around|past|to|of the) (?:of )?(?:the )?"
    rf"(?:{_NUMBERS}|\d{{1,2}})\b"
    r"(?! ?(?:st|nd|rd|th|%|years|weeks|days|months|euros?|"
    rf"may|{_MONTHS})\b)|"
    r"\b\d{1,2} hour\b|\bhour \d{1,2}\b",
    re.IGNORECASE,
)
# "To", "for" and "since" are seldom a reason, and many a reason has no such word: what has none may
# be one.
_REASON = lazily(r"\b(?:because|so that|due to|(?:the|my|our) reason|therefore|cause[sd]?)\b", re.I)


def holds(
    asked: AnalysedQuestion, passage: str, stems: frozenset[str], told: MentionedPeople
) -> bool | None:
    """Whether a passage holds the kind of thing asked for; None where any kind would do."""
    new_names = told.names - asked.names
    people = {name for ref in told.refs if not ref.placed for name in ref.names} - asked.names
    match asked.wanted:
        case ExpectedAnswer.TIME:
            return bool(_TIME.search(passage))
        case ExpectedAnswer.CLOCK:
            return bool(_CLOCK.search(passage))
        case ExpectedAnswer.NUMBER:
            return _counts(asked, passage, stems)
        case ExpectedAnswer.AGE:
            return bool(_AGE.search(passage))
        case ExpectedAnswer.PHONE:
            return bool(_PHONE.search(passage))
        case ExpectedAnswer.MAIL:
            return bool(_MAIL.search(passage))
        case ExpectedAnswer.SIZE:
            return bool(_SIZE.search(passage))
        case ExpectedAnswer.MONEY:
            return bool(_MONEY.search(passage))
        case ExpectedAnswer.PLACE:
            return bool(_PLACE.search(passage) or new_names)
        case ExpectedAnswer.PERSON:
            kinds = {kind for ref in told.refs for _, kind in ref.kinds}
            asked_kinds = {kind for ref in asked.told.refs for _, kind in ref.kinds}
            return bool(people or kinds - asked_kinds)
        case ExpectedAnswer.NAME:
            return bool(people or _NAMED.search(passage))
        case ExpectedAnswer.COLOUR:
            things = taxonomy.things()
            return any(s in things and things[s].family == "colour" for s in stems)
        case ExpectedAnswer.WORK:
            return bool(_WORK.search(passage) or stems & taxonomy.occupations())
        case ExpectedAnswer.REASON:
            return True if _REASON.search(passage) else None
    return None


def _counts(asked: AnalysedQuestion, passage: str, stems: frozenset[str]) -> bool:
    """Whether there is a number; right before what is counted, where that is named."""
    if unit := next((held for asks, held in _UNITS if asks.search(asked.text)), None):
        return bool(unit.search(passage))
    counted = _COUNTED.search(asked.text)
    if counted is None or stem_of(counted[1].lower()) not in stems:
        return bool(_NUMBER.search(passage))
    noun = re.escape(stem_of(counted[1].lower())[:5])
    return bool(re.search(rf"(?:\d|\b(?:{_COUNTS}))[\s-]+(?:[\w-]+[\s-]+)?{noun}", passage, re.I))


# What is measured is told in its units: milligrams, kilos, metres, per cent.
_UNITS = tuple(
    (
        lazily(asks, re.IGNORECASE),
        lazily(rf"(?:\d|\b(?:{_NUMBERS}|half))[\s-]*{held}", re.IGNORECASE),
    )
    for asks, held in (
        (
            r"\bhow heavy\b|\bweigh\b",
            r"(?:kg|kilos?|kilogram\w*|g|grams?|lbs?|pounds?|stone|oz|ounces?|tons?)\b",
        ),
        (
            r"\bmilligrams?\b|\bmg\b|\bdos(?:e|age)\b",
            r"(?:mg|mcg|µg|ml|g|iu|milligrams?|micrograms?|units?|drops?|tablets?|puffs?|pills?)\b",
        ),
        (
            r"\bhow far\b|\bhow many (?:kilo)?met\w+|\bhow many miles\b",
            r"(?:km|kilomet\w+|m|met(?:re|er)s?|miles?|minutes?|hours?|blocks?|stops?)\b",
        ),
        (r"\bpercent\w*|\bper cent\b", r"(?:%|per ?cent\w*)"),
    )
)
_COUNTED = lazily(r"\bhow many (\w+)", re.IGNORECASE)
_COUNTS = f"{_NUMBERS}|half|both|no|none|an only|a single|a"
