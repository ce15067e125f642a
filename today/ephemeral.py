"""Tell what is only of the moment: "boots bought, size 31", "herons in the garden today".

The classifier that reads for what lasts takes such lines for facts now and then, for they name
things and numbers. They stay in Memory; on Today they are no news. Pure text.
"""

import re

from memories.text import content_words, month_numbers, weekdays
from today.task_completion import tells_of_deed

# Days around the one on which it was said; not since when.
_NEAR = re.compile(
    r"(?<!since )(?<!seit )(?<!desde )(?<!depuis )(?<!from )(?<!ab )"
    r"\b(?:today|tonight|yesterday|tomorrow|this (?:morning|afternoon|evening)|last night|heute"
    r"|gestern|(?<!jeden )(?<!guten )morgen|vorhin|gerade eben|hoy|ayer|mañana|esta (?:noche|tarde)"
    r"|aujourd['’]hui|hier soir|demain|oggi|ieri|domani)\b",
    re.IGNORECASE,
)
# The day that a memory has beside "tomorrow".
_DATED = re.compile(r" \(\d[^)]*\)")
_CLAUSE_END = re.compile(r"[,;.!?:]\s|\s[-–—]\s|[.!?]+$")
# Who a report leaves out says it of themself; with these it is told of somebody or something.
_AUXILIARY = re.compile(
    r"\b(?:is|are|was|were|am|has|have|had|be|been|i|we|he|she|they|it|my|our|ist|sind|war|waren|hat|habe"
    r"|haben|hatte|wird|werden|wurde|bin|ich|wir|er|sie|es|mein\w*|unser\w*|he|hemos|ha|han|es|son"
    r"|mi|nuestr[oa])\b|['’](?:s|m|re|ve)\b",
    re.IGNORECASE,
)
# What is told in the same form and lasts.
_LASTS = re.compile(
    r"\b(?:born|married|engaged|divorced|retired|widowed|moved|named|called|diagnosed|allergic|scared|terrified|settled"
    r"|geboren|verheiratet|verlobt|geschieden|verwitwet|gezogen|umgezogen|genannt|nacid[oa]|casad[oa]"
    r"|divorciad[oa]|jubilad[oa])\b",
    re.IGNORECASE,
)
_DAYS = frozenset(weekdays("en", "de", "es", plural=True))
_MONTHS = frozenset(month_numbers("en", "de", "es")) - {"may"}


def is_of_the_moment(text: str) -> bool:
    """Whether a statement tells only what somebody just did, or what happens around this day."""
    plain = _DATED.sub("", text)
    told = [word.spelling.lower() for word in content_words(_NEAR.sub(" ", plain))]
    dated = [word for word in told if word in _MONTHS or (word[0].isdigit() and len(word) > 1)]
    words = [word for word in told if not word[0].isdigit() and word not in _DAYS | _MONTHS]
    if len(words) < 2 and (_NEAR.search(plain) or _DAYS & set(told)):
        return True
    if _NEAR.search(plain) and not dated:
        return True
    first = _CLAUSE_END.split(plain.strip(), maxsplit=1)[0]
    return not _AUXILIARY.search(first) and not _LASTS.search(plain) and tells_of_deed(first)
