"""What kind of thing a question asks for: a time, a place, a person, a number.

Questions in German and Spanish are read in English words (text.meaning.english_words), and the
patterns bear with their word order: "how old is my grandmother", "where work Begoña". `expected`
reads how a question begins; `asks_for_time` and `asks_for_name` find the same words anywhere in it,
as the weights of recall's ranking were fitted to.
"""

import re
from enum import StrEnum

from memories.text.patterns import lazily


class ExpectedAnswer(StrEnum):
    """The kind of thing an answer must hold."""

    PERSON = "a person"
    PLACE = "a place"
    TIME = "a time"
    CLOCK = "a time of day"
    NUMBER = "a number"
    AGE = "an age"
    SIZE = "a size"
    PHONE = "a number to call"
    MAIL = "a mail address"
    MONEY = "an amount of money"
    COLOUR = "a colour"
    NAME = "a name"
    WORK = "what someone does for a living"
    REASON = "a reason"
    WHETHER = "yes or no"
    ANYTHING = "anything"


START = r"^\W*(?:and |but |so |or |then |by the way,? |ok,? |hey,? |again,? )*"
_DAYS = r"(?:what|which) (?:day|date|month|year|weekday|season|evenings?|nights?|mornings?|days)"
_HOURS = r"(?:(?:what|which) (?:time|hour|o'?clock)|how late|how early)"
_PLACES = (
    r"(?:which|what) (?:city|town|country|place|street|village|state|area|neighbourhood|region"
    r"|island|airport|station|continent|address)"
)
_ADDRESS = r"what(?:'s| is) (?:my|our|his|her|their|\w+'s) (?:\w+ )?(?:address|hometown)"
_WHO = (
    r"(?:who|whom|whose|which (?:person|friend|colleague|one of my \w+|doctor|dentist|neighbour))"
)
_TIME = lazily(
    rf"{START}(?:when|since when|until when|by when|till when|(?:on |in |by |until |since |from )?"
    rf"{_DAYS}|how (?:long|often|soon|late)|what(?:'s| is) the date|what years)\b",
    re.IGNORECASE,
)
_CLOCK = lazily(rf"{START}(?:at |until |till |from |by |to )?{_HOURS}\b", re.IGNORECASE)
_PLACE = lazily(
    rf"{START}(?:where|from where|(?:in |to |from |at |on )?{_PLACES}|{_ADDRESS})\b|"
    r"\bwhich (?:town|city|country|village)\b",
    re.IGNORECASE,
)
_PERSON = lazily(
    rf"{START}(?:(?:with|to|for|from|by|at) )?(?:{_WHO}|which of my)\b|"
    r"\bwho (?:could|can|do|does|is|has|should|will)\b",
    re.IGNORECASE,
)
_ANY_TIME = lazily(
    rf"\b(?:when|{_DAYS}|{_HOURS}|how (?:long|old)|how (?:many|much) (?:days|weeks|months|years))"
    r"\b",
    re.IGNORECASE,
)
_ANY_NAME = lazily(rf"\b(?:{_WHO}|where|{_PLACES})\b", re.IGNORECASE)
_MONEY = lazily(
    r"\bhow much (?:is|are|was|do|does|did|money|will|would|it|has|have|rent|pay|cost|owe|earn)\b"
    r".*\b(?:cost|pay|paid|earn|charge|rent|salary|make|spend|spent|owe|owed|price|worth|save|fee|"
    r"mortgage|pension|ticket|donate|get for|give|put|spending)|"
    r"\bhow much (?:rent|money|pay|salary|pension|interest)\b|"
    r"\b(?:what|how high)\b.*\b(?:salary|wage|income|price|cost|costs|fee|budget|pension)\b",
    re.IGNORECASE,
)
_AGE = lazily(
    r"\bhow old\b|\b(?:what|which) age\b|'s age\b|\bage of\b|\bhow many years (?:has|have|old)\b",
    re.IGNORECASE,
)
_PHONE = lazily(
    r"\b(?:tele)?phone(?:'s)? number|\bmobile(?:'s)? number|\bcell number|\bdigits\b|"
    r"\bnumber (?:of|for) (?:my|our|the) \w+ *\?*$|"
    r"\bwhat number (?:do|can|should) i (?:call|ring|dial)|\bnumber to (?:call|ring|reach)",
    re.IGNORECASE,
)
_MAIL = lazily(r"\be-?mail(?: address)?\b(?=.*\?|$)|\bmail address\b", re.IGNORECASE)
_SIZE = lazily(
    r"\b(?:what|which|whose|'s|my|his|her) (?:\w+ )?(?:\w+ )?sizes?\b|\bhow (?:big|large|tall)\b|"
    r"\bwhat size\b|\bsize of (?:shoes?|clothes|ring)",
    re.IGNORECASE,
)
_NUMBER = lazily(
    rf"{START}how (?:many|much|heavy|far|fast|high|deep|wide|often)\b|"
    r"\b(?:what|which) (?:number|percentage|height|weight|version)\b|"
    r"\b(?:what|which)(?:'s| is) (?:my|our|his|her|their|the|\w+'s)(?: \w+)? (?:number|height|"
    r"weight|pin|password|code|plate)\b",
    re.IGNORECASE,
)
_WORK = lazily(
    r"\b(?:profession|occupation|job)\b|\bfor (?:a living|work)\b|"
    rf"{START}what do(?:es)? (?:(?:my|our) )?[\w'’]+(?: [\w'’]+)? do\W*$|"
    r"\bemploys?\b|\bemployer\b|\bwhere (?:do|does) .*\bwork\b|\bwhere work\b|\bwhat work",
    re.IGNORECASE,
)
_NAME = lazily(
    r"\bwhat(?:'s|’s| is| was| are| were)?\b.*\b(?:names?|called|nickname|surname)\b|"
    r"\bhow (?:is|are|do you call|called|know called)\b(?:.*\bcalled\b)?(?<!how is)(?<!how are)",
    re.IGNORECASE,
)
_REASON = lazily(rf"{START}(?:why|how come|what for)\b", re.IGNORECASE)
_WHETHER = lazily(
    rf"{START}(?:do|does|did|is|are|am|was|were|has|have|had|can|could|may|might|will|would|should|"
    r"shall|must|can't|don't|doesn't|isn't|aren't)\b"
    # German begins with any verb: "eat I meat?"
    rf"|{START}(?!(?:wh\w+|how|to|in|at|on|for|with|from|by|since|until|tell|and|or)\b)"
    r"[a-z]+ (?:i|he|she|we|they)\b",
    re.IGNORECASE,
)
# As people type in a hurry: "whos my dentist", "whens the exam".
_KINDS = (
    (_PHONE, ExpectedAnswer.PHONE),
    (_MAIL, ExpectedAnswer.MAIL),
    (_AGE, ExpectedAnswer.AGE),
    (_SIZE, ExpectedAnswer.SIZE),
    (_MONEY, ExpectedAnswer.MONEY),
    (_CLOCK, ExpectedAnswer.CLOCK),
    (_WORK, ExpectedAnswer.WORK),
    (_TIME, ExpectedAnswer.TIME),
    (_PLACE, ExpectedAnswer.PLACE),
    (_NUMBER, ExpectedAnswer.NUMBER),
    (_NAME, ExpectedAnswer.NAME),
    (_PERSON, ExpectedAnswer.PERSON),
    (_REASON, ExpectedAnswer.REASON),
    (_WHETHER, ExpectedAnswer.WHETHER),
)


def expected(question: str) -> ExpectedAnswer:
    """What kind of thing a question in English words asks for, but for colours."""
    return next(
        (kind for pattern, kind in _KINDS if pattern.search(question)), ExpectedAnswer.ANYTHING
    )


def asks_for_time(question: str) -> bool:
    """Whether a question has words that ask for a time, wherever they stand in it."""
    return bool(_ANY_TIME.search(question))


def asks_for_name(question: str) -> bool:
    """Whether a question has words that ask for whom or where, and none that ask for a time."""
    return bool(_ANY_NAME.search(question)) and not asks_for_time(question)
