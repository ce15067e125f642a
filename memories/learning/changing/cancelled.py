"""What a sentence says is called off: "cancelled the optician", "der Zahnarzt fällt aus".

It ends what told of that appointment, whoever's doing it was. What comes every week is not ended by
one time that is called off. English, German, Spanish.
"""

import re
from datetime import UTC, date, datetime

from memories.learning.changing.endings import people
from memories.text import content_words, month_numbers, sentences, stems, told_times, weekdays
from memories.text.calendar.recurring import recurring
from memories.text.calendar.tense import way
from memories.text.calendar.words import DAYS
from memories.text.languages import small_words
from memories.text.patterns import lazily
from memories.text.sameness.subjects import clauses

_CALLED_OFF = lazily(
    r"\b(?:cancell?ed|called\s+(?:\w+\s+){0,4}?off|scrapped|axed|binned|ditched|dropped"
    r"|(?:had\s+to|['’]m|am|are|['’]re)\s+cancel(?:l?ing)?|pulled\s+out\s+of|backed\s+out\s+of"
    r"|(?:is|are|was|['’]s|been)\s+(?:all\s+|now\s+)?(?:off|not\s+(?:on|happening|taking\s+place|going\s+ahead)"
    r"|no\s+longer\s+(?:on|happening|taking\s+place|going\s+ahead))"
    r"|(?:isn['’]?t|not)\s+(?:happening|taking\s+place|going\s+ahead)(?:\s+(?:any\s*more|after\s+all))?"
    r"|abgesagt|absagen\s+müssen|storniert|ge(?:cancel|cancell|kanzel)t|gestrichen|abgeblasen"
    r"|f(?:ällt|iel|allen|ielen)\b.{0,40}?\b(?:aus|flach|ins\s+wasser)|ausgefallen"
    r"|find(?:et|en)\b.{0,40}?\bnicht\s+(?:mehr\s+)?statt|vom\s+tisch"
    r"|cancel(?:é|amos|aron|ó|ad[oa])|anul(?:é|amos|aron|ó|ad[oa])|suspendid[oa])\b",
    re.IGNORECASE,
)
# "I'm not going after all", "ich muss doch nicht hin".
_NOT_AFTER_ALL = lazily(
    r"\b(?:not|n['’]t|no\s+longer)\b.{1,60}?\b(?:after\s+all|any\s*more)\b|\bdoch\s+nicht\b"
    r"|\bno\s+longer\s+(?:going|coming|flying|driving|meeting|seeing)\b|\bal\s+final\s+no\b"
    r"|n['’]t\b.{1,60}?\bafter\s+all\b",
    re.IGNORECASE,
)
_INSTEAD = lazily(r"\b(?:sondern|but|instead|stattdessen|sino|erst)\b", re.IGNORECASE)
# What is to be done yet, asked, or not so.
_NOT_YET = lazily(
    r"\b(?:need\s+to|must|should|want\s+to|wanna|going\s+to|gonna|will|might|may|could|if|whether|not\s+cancel\w*"
    r"|n['’]t\s+cancel\w*|muss|soll\w*|werde|will|könnte|vielleicht|falls|wenn|ob|nicht\s+(?:abgesagt|storniert|aus)"
    r"|tengo\s+que|debo|quizás?|si)\b",
    re.IGNORECASE,
)
# What asks that something be dropped says no more of it than its name.
_ASKING = lazily(
    r"\b(?:scrap|forget|drop|ignore|delete|remove|skip|bin|about|vergiss|streich\w*|lösch\w*|wegen|olvida\w*|borra\w*"
    r"|please|bitte|also|ja|ok(?:ay)?|leider|sadly|unfortunately|just|already|schon|jetzt|doch|heute|today|appointment|things?|slot|termin|sache|cita|cosa"
    r"|hab|habe|haben|hat|ist|wurde|wird|ich|wir|haben|have|has|got|actually|übrigens|btw|again|wieder|alles|all|whole|ganze\w*"
    r"|go(?:ing)?|com(?:e|ing)|see(?:ing)?|meet(?:ing)?|fly(?:ing)?|driv(?:e|ing)|doing|having|need|muss|müssen|geh\w*"
    r"|komm\w*|fahr\w*|flieg\w*|treff\w*|i['’]?m|we['’]?re|isn['’]?t|longer|voy|vamos|final)\b",
    re.IGNORECASE,
)
# "Our trip to Malta is off" ends "we fly to Malta".
_JOURNEYS = frozenset(
    stems("trip journey flight holiday vacation travel visit flug reise urlaub fahrt viaje vuelo")
)
_DATES = frozenset((*weekdays("en", "de", "es"), *month_numbers("en", "de", "es"), *DAYS))
# Two words of which one is a compound of the other's begin alike: "Zahnarzt", "Zahnarzttermin".
_COMPOUNDED = 5
_ANY_DAY = datetime(2026, 1, 1, tzinfo=UTC)


def cancels(old: str, new: str) -> bool:
    """Whether the later sentence says that the appointment which the earlier tells of is off."""
    named, said = _called_off(new)
    if not named or called_off(old) or not _is_plan(old):
        return False
    was, now = _days(old), _days(new)
    # "Gran is in hospital, Malta is off" says nothing of a trip of hers.
    others = {each for each in people(old) - people(said) if not named.issuperset(stems(each))}
    if not people(said) <= people(old) or (others and len(named) == 1 and not was & now):
        return False
    told = set(stems(old))
    unmet = {word for word in named if not any(_is_of(word, other) for other in told)}
    if unmet and (unmet == named or not unmet <= _JOURNEYS):
        return False
    # Of another day it is another appointment.
    return not (was and now) or bool(was & now)


def called_off(text: str) -> frozenset[str]:
    """What a text says is called off (stems); none where it says that of nothing it names."""
    return _called_off(text)[0]


def _called_off(text: str) -> tuple[frozenset[str], str]:
    """What is called off, and the clauses that say so."""
    before = ""
    said = [span.of(text) for span in sentences(text)]
    for clause in (each[start:stop] for each in said for start, stop in clauses(each)):
        match = _CALLED_OFF.search(clause)
        if match and not _NOT_YET.search(clause):
            around = f"{clause[: match.start()]} {clause[match.end() :]}"
            within = re.sub(r"\boff\b", " ", match.group())
            inner = re.match(r"called\s+(.*)", within, re.IGNORECASE)
            named = _named(f"{around} {inner[1] if inner else ''}")
            # "I cancelled it": what it is stands before.
            return (named, clause) if named else (_named(before), f"{before} {clause}")
        if _NOT_AFTER_ALL.search(clause) and not _INSTEAD.search(text):
            words = re.sub(r"\b(?:not|after|any\s*more|doch|nicht)\b", " ", clause)
            named = _named(words)
            return (named, clause) if named else (_named(before), f"{before} {clause}")
        before = clause
    return frozenset(), ""


def _named(words: str) -> frozenset[str]:
    return frozenset(
        word.stem
        for word in content_words(_ASKING.sub(" ", words))
        if (low := word.spelling.lower()) not in small_words()
        and not low[0].isdigit()
        and low not in _DATES
    )


def _is_plan(old: str) -> bool:
    """Whether it tells of a day to come, and of none that comes again and again."""
    told = told_times(old, _ANY_DAY)
    if not told or recurring(old, _ANY_DAY).weekdays:
        return False
    return way(old, told[0].start) == "future"


def _days(text: str) -> frozenset[date]:
    """The days of the calendar that a text names."""
    return frozenset(
        each.since.date() for each in told_times(text, _ANY_DAY) if _is_date(each.words)
    )


def _is_date(words: str) -> bool:
    return any(letter.isdigit() for letter in words)


def _is_of(word: str, other: str) -> bool:
    low, long = sorted((word, other), key=len)
    return word == other or (len(low) >= _COMPOUNDED and long.startswith(low))
