"""Whether what has a time named has passed or is to come: "fell on Friday", "flies on Friday".

And whether a question asks for what was, not for what is.
"""

import re
from typing import Literal

from memories.text.calendar.names import months, weekdays
from memories.text.calendar.words import MOVED
from memories.text.lists.now import now_words
from memories.text.meaning.english_words import glossed_language, in_english
from memories.text.meaning.number_words import number_words
from memories.text.patterns import any_of, lazily
from memories.text.sameness.subjects import clauses

_NAMED = "|".join(name[:3] for name in (*weekdays("en"), *months("en")))
_A_DAY = (
    r"(?=(?:the\s+)?(?:\d|(?:first|second|third|fourth|last)\s|next|tomorrow|easter|christmas|xmas"
    rf"|new\s+year|{_NAMED}))"
)
_TO_COME = lazily(
    r"\b(?:will|won['’]t|shall|going\s+to|gonna|due|next|coming|upcoming|soon|until|till|by"
    r"|starting|plan\w*"
    # "Called the yard, the tiles arrive on the 16th": so said, it is to come.
    rf"|(?:arrives?|starts?|begins?|opens?|lands?|leaves|departs?|kommt|kommen|beginnt)(?:\s+\w+){{0,2}}?"
    rf"\s+(?:on\s+|am\s+)?{_A_DAY}"
    r"|(?:booked|scheduled|set|fixed|confirmed|arranged|invited|down|tickets?)"
    rf"(?:\s+\w+){{0,6}}?\s+(?:for|to|until|till|on)\s+{_A_DAY}"
    # "Squeezed me in on the 29th".
    rf"|(?:squeezed|fitted|slotted|fit|pencilled|penciled|put|booked)\s+\w+\s+(?:in|down)\s+"
    rf"(?:on|for)\s+{_A_DAY}"
    # "MOT booked for the Fiesta, 9 December", "ya aparté lugar para el 21 de febrero".
    r"|(?:booked|scheduled|reserved|signed\s+up|registered|entered)\b[^.;]{0,60}?,\s*"
    rf"{_A_DAY}|(?:apart(?:é|amos|ado)|reserv\w+|apunt\w+|inscrib\w+|agend\w+)\b[^.;]{{0,80}}?(?=\d)"
    # "They gave me Tuesday".
    rf"|(?:gave|given|offered)\s+(?:me|us|him|her|them)\s+(?!\d+\s){_A_DAY}"
    r"|(?:am|is|are|['’]m|['’]s|['’]re)\s+(?:\w+\s+)?\w+ing"
    r"|werde|wird|werden|wirst|soll|will|kommende\w*|nächste\w*|bis|ab|steht\s+an|auf\s+de[nm]"
    r"|geplant|gebucht"
    r"|voy\s+a|vas?\s+a|vamos\s+a|van\s+a|próxim\w+|que\s+viene|hasta|a\s+partir|para\s+el"
    r"|aplazad\w+|pasa\s+al"
    r"|\w{3,}(?:aré|eré|iré|ará|erá|irá|aremos|eremos|iremos|arán|erán|irán))\b|['’]ll\b",
    re.IGNORECASE,
)
_PASSED = lazily(
    # Not "a lad called Jarek": that is what he is called.
    r"\b(?!(?:called|named|nicknamed)\s+(?-i:[A-ZÄÖÜ]\w+)\W*(?:$|[,.;]))"
    r"(?:(?<!get )(?<!gets )(?<!getting )(?<!is )(?<!are )(?<!be )(?<!['’]s )\w{2,}[^\We]ed"
    r"|was|were|had|(?<!ve )(?<!have )(?<!has )got|came|went|did|born|bought|sold|took|gave"
    r"|left(?!\s+(?:eye|ear|arm|leg|hand|foot|knee|hip|shoulder|wrist|ankle|side|lung|breast)\b)"
    r"|met|won|lost|fell|broke|began|found|made"
    r"|said|told|saw|became|ate|sent|brought|caught|drank|slept|kept|swam|sang|spoke|stole|threw"
    r"|woke|wore|forgot|heard|held|lent|chose|wrote|drove|flew|rode|ran|spent|paid|built|grew|died|ago"
    # "On the last Friday before Christmas" is to come.
    r"|last(?!\s+\w+day\s+(?:before|after|of|in)\b)"
    r"|yesterday|since"
    # With a small letter: "beim Augenarzt" and "vor Gericht" are nouns.
    r"|(?:hab|habe|hat|haben|bin|ist|sind|war|wurde)\w*\b(?:[^.;]|(?<=\d)\.){0,60}?\b(?-i:(?=[a-zäöüß]))"
    r"(?:\w*ge\w{3,}(?:t|en)"
    r"|ver\w{3,}(?:t|en)"
    r"|\w+iert|bekommen|begonnen|besucht|erhalten)"
    r"|war|waren|hatte|hatten|wurde|wurden|kam|ging|fand|starb|zog|gestern|seit"
    # "Vor zwei Jahren", and not "vor Gericht".
    rf"|vor(?=\s+(?:\d|(?:etwa|rund|gut|kurzem|langer|ein|{'|'.join(number_words(2, 12, 'de'))}"
    r"|viel|wenig|mehr|einig|Jahr|Monat|Woche|Tag|Stund)))"
    r"|letzte[nrsm]?(?!\s+\w+(?:tag|woch|abend)\s+(?:vor|nach|im|des)\b)|geboren"
    r"|fue|fui|fuimos|era|nació|nací|ayer|compré|vino|murió|tuve|tuvo|estuve|pasad[oa]|hace"
    r"|desde|anoche"
    r"|(?:he|ha|han|hemos|has)\s+\w+(?:ado|ido|cho|sto|erto)|\w{2,}(?:aron|ieron)|\w*(?:vimos"
    r"|fuimos|icimos)|(?!caf)\w{2,}(?:é|í|ó))\b",
    re.IGNORECASE,
)
_SENTENCE_ENDS = lazily(r"(?<=[^\W\d_]{3})[.!?]+\s+")
# "Moved to Friday" is to come, "moved on Friday" has passed; so is "auf Freitag".
_IS_MOVED = lazily(rf"\b(?:{MOVED})\b", re.IGNORECASE)
_LEADS_TO = r"\b(?:to|for|till|until|al?|para)\s+"
_TO = lazily(rf"{_LEADS_TO}(?:el\s+)?$", re.IGNORECASE)
_BEGINS_WITH_TO = lazily(_LEADS_TO, re.IGNORECASE)
_ONTO = lazily(r"(?<!nacht )\bauf\s+$", re.IGNORECASE)
# A verb of now: what it says of a day is to come, whatever else of the sentence has passed.
_OF_NOW = (
    r"\b(?:is|isn['’]?t|are|aren['’]?t|am|['’]re|['’]m|(?<=\w)['’]s(?=\s+(?:in|on|at|an?|the|not|now|still|here"
    r"|there|off|away|back|my|our|his|her|their|this|next|due)\b)"
    r"|can|can['’]?t|cannot|cannae|may|might|must|mustn['’]?t|should|shouldn['’]?t|wants?\s+to"
    r"|wants|needs?|ha(?:ve|s)\s+to|hopes?|hoping|gets?|takes?\s+place|comes?|goes|flies|starts?"
    r"|begins?|leaves?|arrives?|opens?|returns?|ends|fly|meet|see|visit|travel|celebrate"
    r"|(?:we|i|they|you)\s+(?:all\s+|both\s+)?(?:go|drive|move|have\s+(?:an?|the|my|our))"
    r"|(?-i:ist|sind|bin|kann|können|könnt|muss|müssen|müsst|darf|dürfen|sollen|wollen|möchten?"
    r"|kommt?|kommen|findet|finden|fliegt?|fliegen|fährt|fahren|fahre|beginnt|endet|reist|reisen"
    r"|feiern|feiert|treffen|trifft|geht|gehen|gibt|gibts|bleibt|bleiben|fällt|hat|haben|habe)"
    r"|es|son|está|están|estamos|puede[ns]?|puedo|podemos|tengo|tiene[ns]?|tenemos|viene[ns]?|vuela[ns]?)\b"
)
_PRESENT = lazily(_OF_NOW, re.IGNORECASE)
_REPORTED = lazily(
    r"\b(?:is|are|can['’]?t?|cannot|must|has\s+to|have\s+to|may|might)\b", re.IGNORECASE
)
# "Promised I'd tune it before Christmas".
_PROMISED = lazily(
    r"\b(?:promised|said|told|swore|agreed|offered)\b[^.;!?]{0,40}?\b(?:i|we|he|she|they)"
    r"(?:['’]?d|\s+would)\s+(?!have|been|had|gone|done|\w+ed\b)\w+[^.;!?]*$",
    re.IGNORECASE,
)
# By language, since they share spellings: German "was" is "what", English "war" no "was".
_PAST = {
    "": r"was|were|did|used\s+to|had|before|previous(?:ly)?|former(?:ly)?|earlier|original(?:ly)?"
    r"|once|back\s+then|until|at\s+first|first|(?<!how\s)old|last|ex",
    "de": r"war|waren|warst|hatten?|hattest|wohnte\w*|arbeitete|früher\w*|vorher\w*"
    r"|vorige\w*|bevor|ehemalig\w*|damals|ursprünglich\w*|alte[rns]?|zuerst|gewohnt|gearbeitet"
    r"|gewesen|gehabt",
    "es": r"antes|anterior(?:es)?|era|eras|éramos|fue|fui|tenía\w*|vivía\w*|trabajaba\w*|usaba\w*"
    r"|había|antigu[oa]|vieja?|viejo|original|solía\w*",
}
_NOW = {
    "": rf"{any_of(now_words('en'))}|today|still",
    "de": rf"{any_of(now_words('de'))}|aktuelle\w*|heute|noch|inzwischen",
    "es": rf"{any_of(now_words('es'))}|hoy|todavía",
}
_PATTERNS = {
    language: tuple(lazily(rf"\b(?:{words[language]})\b", re.IGNORECASE) for words in (_PAST, _NOW))
    for language in _PAST
}

# What asks for what held before, in English words: other languages' as they are put into English.
_FORMERLY = lazily(
    r"\b(?:originally|original|at\s+first|first|former(?:ly)?|previous(?:ly)?|earlier|early|before"
    r"|once|back\s+then|(?<!how\s)old|last|used?\s+to|(?:to|at)\s+principio)\b",
    re.IGNORECASE,
)
_BEFORE_THAT = lazily(
    r"^(?:before|until)\s[^,?]*,\s*"
    r"|(?<=\w)\s+(?:before|until|till|at\s+the\s+(?:start|beginning|end)\s+of|back\s+in)\s+\w[^?]*",
    re.IGNORECASE,
)
_IN_PRESENT = {"did": "do", "was": "is", "were": "are", "had": "have", "lag": "is"}
_TENSED = lazily(rf"\b(?:{'|'.join(_IN_PRESENT)})\b", re.IGNORECASE)


def way(text: str, at: int) -> Literal["past", "future"]:
    """Which way to look from when it was said, for the time that stands at `at`.

    The clause it stands in tells; where it does not, what the sentence says has passed.
    """
    if _ONTO.search(text[:at]) or (_leads_to(text, at) and _IS_MOVED.search(text)):
        return "future"
    start, stop = next(((a, b) for a, b in clauses(text) if a <= at < b), (0, len(text)))
    sentence = max((e.end() for e in _SENTENCE_ENDS.finditer(text, start, at)), default=start)
    clause, start = text[sentence:stop], sentence
    if _TO_COME.search(clause) or _PROMISED.search(text[:at]):
        return "future"
    if _PASSED.search(clause):
        return "future" if _is_reported(clause, at - start) else "past"
    if _TO_COME.search(text) or _PRESENT.search(clause):
        return "future"
    return "past" if _PASSED.search(text) else "future"


def _leads_to(text: str, at: int) -> bool:
    """Whether "to" stands before the time at `at`, or is its first word."""
    return bool(_TO.search(text[:at]) or _BEGINS_WITH_TO.match(text, at))


def _is_reported(clause: str, at: int) -> bool:
    """Whether it is of now what is told behind a verb of the past: "said the exam is on Friday"."""
    passed = [each.end() for each in _PASSED.finditer(clause, 0, at)]
    return bool(passed) and _REPORTED.search(clause[passed[-1] : at]) is not None


def asks_past(question: str) -> bool:
    """Whether it asks for the past: English, German and Spanish."""
    past, now = _PATTERNS[glossed_language(question)]
    return bool(past.search(question)) and not now.search(question)


def asks_before(question: str) -> bool:
    """Whether it asks for what held before something, not for what happened."""
    return bool(_FORMERLY.search(in_english(question)))


def before_what(question: str) -> str:
    """Before what the time is that a question asks for: "Where did I work before the museum?"."""
    return " ".join(_BEFORE_THAT.findall(question))


def in_present(question: str) -> str:
    """A question for what was as one for what is: "Where did I work before?" → "Where do I work?".

    In English words. What was is told as it was when it still held: that is what it answers.
    """
    english = in_english(question)
    if english == question:
        english = _BEFORE_THAT.sub("", english)
    of_now = _TENSED.sub(lambda found: _IN_PRESENT[found[0].lower()], _FORMERLY.sub("", english))
    return " ".join(of_now.split()).replace(" ?", "?")
