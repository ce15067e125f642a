"""What the clock and the calendar answer: the time, the date, and how many days there are until.

In the person's zone. Days are counted to a day that the question names, or to that of what is
remembered of it ("how many days until Mia's play?").
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.utils import timezone
from django.utils.dateformat import format as format_date
from django.utils.translation import gettext, ngettext

from chat.answering.plan import Plan
from chat.answering.turns import Turn
from chat.builtin.citable_memories import cite_of
from memories.answers import AnswerPassage, Question, Verdict, find_answer
from memories.pages import tell_passage
from memories.text import is_feast, language_of, lazily, occurrence, times, told_times

_LEAD = (
    r"^[¿\s]*(?:(?:hey|hi|ok|okay|so|and|please|yarnnn|sorry|quick\s+question|und|also|bitte|sag(?:\s+mal)?|oye|dime"
    r"|(?:can|could)\s+you\s+tell\s+me|tell\s+me|do\s+you\s+know|weißt\s+du|kannst\s+du\s+mir\s+sagen|sabes)[,:!]?\s+)*"
)
_END = (
    r"(?:\s+(?:please|now|right\s+now|just\s+now|today|again|actually|over\s+here|bitte|jetzt|gerade|grade|eigentlich"
    r"|heute|denn|nochmal|hoy|ahora))*[\s?!.]*$"
)
_TIME = lazily(
    rf"{_LEAD}(?:what(?:['’]?s|\s+is)?\s+the\s+time(?:\s+(?:is\s+it|it\s+is))?|what\s+time\s+(?:is\s+it|it\s+is|do\s+we\s+have)"
    r"|(?:have\s+you\s+)?got\s+the\s+time|how\s+late\s+is\s+it|the\s+time"
    r"|wie\s+spät\s+(?:ist(?:['’]?s|\s+es)?|haben\s+wir(?:['’]s|\s+es)?|es\s+ist)|wie\s*viel\s+uhr\s+(?:ist(?:['’]?s|\s+es)?|haben\s+wir(?:['’]s|\s+es)?)"
    r"|welche\s+uhrzeit\s+(?:ist(?:\s+es)?|haben\s+wir)|(?:qué|que)\s+hora\s+es|quelle\s+heure\s+est[\s-]il|che\s+ore\s+sono"
    rf"|(?:que\s+horas\s+são)|hoe\s+laat\s+is\s+het){_END}",
    re.IGNORECASE,
)
# Which day it is; what stands behind it may name another.
_DATE = lazily(
    rf"{_LEAD}(?:(?:what|which)(?:['’]?s|\s+is)?\s+(?:the\s+)?(?:date|day|month|year|weekday|day\s+of\s+the\s+week)(?:\s+of\s+the\s+week)?"
    r"(?:\s+(?:is|was|will)(?:\s+(?:it|be|that|there))?|\s+(?:do\s+we\s+have|are\s+we(?:\s+on)?)|\s+it\s+is)?"
    r"|what(?:['’]?s|\s+is)\s+today(?:['’]?s\s+date)?|today['’]?s\s+date"
    r"|(?:welche[rsn]?|was\s+für\s+(?:ein|einen|einer|welcher))\s+(?:tag|datum|wochentag|monat|jahr)\s+(?:ist(?:\s+es)?|haben\s+wir|war|wird|fällt(?:\s+auf)?)"
    r"|was\s+ist\s+(?:heute\s+)?(?:für\s+ein\s+(?:tag|datum|wochentag)|das\s+(?:heutige\s+)?datum)"
    r"|(?:der|den)\s+wievielte[n]?\s+(?:ist|haben\s+wir|war|wird)|auf\s+welchen\s+(?:wochen)?tag\s+fällt"
    r"|(?:qué|que)\s+(?:día|fecha)\s+(?:es|será|fue)|a\s+(?:qué|cuánto|cuántos)\s+(?:día\s+)?estamos|quel\s+jour\s+(?:sommes[\s-]nous|est[\s-]on))"
    r"\b(?P<when>.*)$",
    re.IGNORECASE,
)
_FEAST = lazily(
    rf"{_LEAD}(?:when(?:['’]?s|\s+is)|wann\s+ist|cuándo\s+es)\s+(?P<when>.+)$", re.IGNORECASE
)
_WAS = lazily(r"(?<=\w)\s+(?:was|war|fue)\b", re.IGNORECASE)
_SMALL = frozenset(
    """
    is it on in at the this was will be that of der die das den dem am im ist es war wird fällt denn
    heute el la hoy today now again please bitte jetzt eigentlich nochmal date day datum tag
    """.split()
)
_UNITS = r"(?:days?|weeks?|months?|sleeps?|nights?|tage|wochen|monate|nächte|días|semanas|meses)"
_UNTIL = lazily(
    rf"{_LEAD}(?:how\s+(?:many\s+(?:more\s+)?(?P<u>{_UNITS})|long|much\s+longer)(?:\s+(?:is\s+it|is\s+there|are\s+there|do\s+(?:we|i)\s+have"
    r"|left|to\s+go|to\s+wait|still|now|more|do\s+(?:we|i)\s+(?:have|need)\s+to\s+wait))*\s+(?:until|till|til|to|before|for)"
    rf"|(?:wie\s*viele?\s+(?P<u2>{_UNITS})|wie\s+lange?)(?:\s+(?:sind|ist|dauert|muss|müssen|haben|es|noch|ich|wir|warten|sind['’]?s|ist['’]?s|dauerts))*\s+bis"
    rf"|cuánt[oa]s\s+(?P<u3>{_UNITS})\s+(?:faltan|quedan)\s+(?:para|hasta))\s+(?P<what>.+?)[\s?!.]*$",
    re.IGNORECASE,
)
_IN_HOW_MANY = lazily(
    rf"{_LEAD}in\s+(?:how\s+many|wie\s*vielen)\s+(?P<u>days|weeks|tagen|wochen)\s+(?:is|are|does|do|ist|sind|hat|kommt|fängt|beginnt)\s+(?P<what>.+?)[\s?!.]*$",
    re.IGNORECASE,
)
_SINCE = lazily(
    rf"{_LEAD}(?:how\s+(?:long\s+ago|many\s+(?P<u>{_UNITS})\s+ago)\s+(?:was|were|did|is)|how\s+many\s+(?P<u2>{_UNITS})\s+(?:is\s+it\s+)?since"
    rf"|vor\s+wie\s*vielen\s+(?P<u3>tagen|wochen|monaten)\s+(?:war|hatte|hab\w*|ist))\s+(?P<what>.+?)[\s?!.]*$"
    rf"|{_LEAD}wie\s+lange\s+ist\s+(?P<what2>.+?)\s+(?:schon\s+)?her[\s?!.]*$",
    re.IGNORECASE,
)
_ARTICLE = re.compile(
    r"^(?:(?:zu[mr]?|zu\s+de[nmr]|it['’]?s|it\s+is|we\s+(?:have|go\s+(?:to|on))|i\s+have|es\s+ist|dahin|wieder)\s+)+",
    re.IGNORECASE,
)
_WEEK, _YEAR = 7, 366


@dataclass(frozen=True)
class _Counted:
    """The day that is counted to, and the passage that tells it, where none names it."""

    day: date
    passage: AnswerPassage | None = None


def told(turn: Turn, text: str) -> Plan | None:
    """What the clock or the calendar answers; None where a question asks something else.

    Call it outside of `acting_as`: it may recall.
    """
    now = timezone.now().astimezone(turn.user.zone)
    if _TIME.match(text):
        return Plan(gettext("It’s %(time)s.") % {"time": format_date(now, gettext("H:i"))})
    if day := _day_asked(text, now):
        return Plan(_which_day(day, now.date()))
    for pattern, back in ((_UNTIL, False), (_IN_HOW_MANY, False), (_SINCE, True)):
        if match := pattern.match(text):
            groups = match.groupdict()
            what = _ARTICLE.sub("", groups["what"] or groups.get("what2") or "")
            counted = _day_of(turn, what, now, back=back)
            unit = groups.get("u") or groups.get("u2") or groups.get("u3") or ""
            return _count(turn, counted, now.date(), unit) if counted else None
    return None


def _day_asked(text: str, now: datetime) -> date | None:
    """The day whose date or weekday is asked for: today, where none is named."""
    feast = _FEAST.match(text)
    match = feast or _DATE.match(text)
    if match is None:
        return None
    when = match["when"]
    past = _WAS.search(text) is not None
    named = times(when, now, "past" if past else "future")
    rest = when
    for each in reversed(named):
        rest = f"{rest[: each.start]} {rest[each.stop :]}"
    if any(word not in _SMALL for word in re.findall(r"\w+", rest.lower())):
        return None
    if not named:
        return None if feast else now.date()
    first, last = named[0].since.date(), (named[0].until - timedelta(days=1)).date()
    return first if first == last and (not feast or is_feast(named[0].words)) else None


def _which_day(day: date, today: date) -> str:
    spelled = format_date(day, gettext("l, j F Y"))
    if day == today:
        return gettext("Today is %(day)s.") % {"day": spelled}
    return gettext("That’s %(day)s.") % {"day": spelled}


def _day_of(turn: Turn, what: str, now: datetime, *, back: bool) -> _Counted | None:
    """The day that a few words name, or that of what is remembered of them."""
    named = times(what, now, "past" if back else "future")
    without = what
    for each in reversed(named):
        without = f"{without[: each.start]} {without[each.stop :]}"
    if named and all(word in _SMALL for word in re.findall(r"\w+", without.lower())):
        return _Counted(named[0].since.date())
    asks = "wann war" if back else "wann ist"
    if language_of(what) != "de" and language_of(turn.text) != "de":
        asks = "when was" if back else "when is"
    question = Question(
        f"{asks} {what}?",
        project=turn.project_id,
        exclude_sources=frozenset({turn.source_id} if turn.source_id else ()),
    )
    answer = find_answer(turn.user, question)
    if answer.verdict is Verdict.UNKNOWN or answer.days:
        return None
    return next(_dated(answer.passages, now, back=back), None)


def _dated(passages: Sequence[AnswerPassage], now: datetime, *, back: bool) -> Iterator[_Counted]:
    """The passages that tell of a day to come, or of one that has passed."""
    today = now.date()
    for passage in passages:
        said_at = passage.item.happened_at.astimezone(now.tzinfo)
        if back:
            days = [each.since.date() for each in told_times(passage.text, said_at)]
            if gone := [day for day in days if day <= today]:
                yield _Counted(max(gone), passage)
        elif found := occurrence(passage.text, said_at, today, today + timedelta(days=_YEAR)):
            yield _Counted(found.on, passage)


def _count(turn: Turn, counted: _Counted, today: date, unit: str) -> Plan:
    days = (counted.day - today).days
    spelled = format_date(counted.day, gettext("l, j F Y"))
    said = gettext("%(count)s until %(day)s.") if days > 0 else gettext("%(count)s: %(day)s.")
    text = said % {"count": _in_words(days, unit), "day": spelled}
    passage = counted.passage
    cite = cite_of(passage) if passage else None
    if passage is None or cite is None:
        return Plan(text)
    line = f"{text} {tell_passage(passage, turn.user.zone)} [1]."
    return Plan(line, cites=[cite], details={"verdict": Verdict.SURE, "looked": 1})


def _in_words(days: int, unit: str) -> str:
    """How far away a day is: "13 days", "1 week and 6 days", "3 days ago"."""
    if days == 0:
        return gettext("Today")
    if days < 0:
        return ngettext("%(days)s day ago", "%(days)s days ago", -days) % {"days": -days}
    count = ngettext("%(days)s day", "%(days)s days", days) % {"days": days}
    if days >= _WEEK and unit.lower().startswith(("week", "woche", "semana")):
        weeks, rest = divmod(days, _WEEK)
        count = ngettext("%(weeks)s week", "%(weeks)s weeks", weeks) % {"weeks": weeks}
        if rest:
            over = ngettext("%(days)s day", "%(days)s days", rest) % {"days": rest}
            count = gettext("%(weeks)s and %(days)s") % {"weeks": count, "days": over}
    return count
