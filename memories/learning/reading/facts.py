"""A sentence's facts, each standing alone: "I'm 41, I live in Leeds and have two cats" are three.

A sentence is cut only before a subject of its own, or before a verb that shows whose it is. What
cannot stand alone stays with what is before it, so nothing of the sentence is lost.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from memories.text import Span, language_of, times, written_out
from memories.text.languages import small_words
from memories.text.meaning.numerals import NUMERAL
from memories.text.names.lists import given_names
from memories.text.patterns import lazily
from memories.text.sameness.verbs import has_verb, is_verb

# By which day times are counted makes no difference to whether there are any.
_ANY_DAY = datetime(2000, 1, 1, tzinfo=UTC)
# Fewer words are no fact, after a subject: "I know".
_WORDS = 3
# "I'm" is two.
_A_WORD = lazily(r"\w+")
_JOINT = lazily(
    r"\s*;\s+|\s+that\s+(?=(?:he|she)\b)|\s+que\s+(?=(?:él|ella)\b)|\s*,?\s+(?:and|und|y|&)\s+(?:also\s+|auch\s+|también\s+)?|\s*,\s+(?:but\s+|aber\s+"
    r"|pero\s+)?",
    re.IGNORECASE,
)
# What others do, or are, where their name or role stands before it.
_DOES_WORDS = """
    is isn't has hasn't was wasn't had can can't cannot could does doesn't did didn't
    lives works wants likes loves hates plays teaches studies runs owns needs keeps drives speaks
    eats drinks wears takes goes comes moved started stopped left got gets turns turned died
    starts stands smokes swims sings collects prefers avoids supports costs expires ends begins
    retired married broke bought sold joined became ist hat war hatte kann konnte mag will wird
    wurde muss darf heißt wohnt lebt arbeitet studiert spielt unterrichtet verträgt isst trinkt
    fährt spricht liebt hasst sammelt nimmt geht kommt zieht zog beträgt kostet endet beginnt
    läuft steht trägt braucht bekommt besitzt leitet singt schwimmt raucht sucht hält es está
    tiene tenía era fue puede vive trabaja quiere estudia juega toca habla come bebe odia prefiere
    cuesta vence enseña lleva colecciona fuma toma conduce nació cumple va necesita
"""
_DOES = "(?:" + "|".join(_DOES_WORDS.split()).replace("'", "['’]") + ")"
# What people have one of, and name without "my" in the middle of a sentence. Of anything else "the
# file is on the stick" goes on with what is before it.
_THINGS = (
    r"(?:(?:the|der|die|das|el|la)\s+)?"
    r"(?:rent|salary|birthday|passport|boss|landlord|landlady|wife|husband|partner|girlfriend"
    r"|boyfriend|flatmate|dentist|doctor|mum|mom|dad|surname|car|bike|Miete|Gehalt|Geburtstag"
    r"|Reisepass|Chefin?|Vermieter(?:in)?|alquiler|sueldo|cumpleaños|jef[ea]|caser[oa])"
)
# Whoever a part of a sentence is about, where that is not the one who speaks.
_ANOTHER = lazily(
    r"\W*((?:(?:my|our|mein|meine|unser|unsere|mi|mis|nuestr[oa]s?|the|der|die|das|el|la)"
    r"\s+(?:[\w’'-]+\s+){0,2}?[\w’'-]+"
    rf"|{_THINGS}|(?-i:[A-ZÄÖÜÁÉÍÓÚÑ][\w’'-]+(?:\s+[A-ZÄÖÜÁÉÍÓÚÑ][\w’'-]+)?)))\s+{_DOES}\s",
    re.IGNORECASE,
)
_DOES_MORE = lazily(rf"{_DOES}\s", re.IGNORECASE)
_SUBJECT = lazily(
    r"(?:(?:i|i['’](?:m|ve|d|ll)|we|we['’](?:re|ve|d|ll)|ich|wir|yo|nosotr[oa]s)\s"
    r"|(?:my|our|mein|meine|unser|unsere|mi|mis|nuestr[oa]s?)\s+\w"
    # A name and what it does; behind a comma a name alone goes on with a list.
    rf"|(?-i:[A-ZÄÖÜÁÉÍÓÚÑ][\w’'-]+)\s+(?:just\s+|also\s+|already\s+)?{_DOES}\s"
    # A thing of theirs: "rent is £850", "die Miete beträgt 850 Euro".
    rf"|{_THINGS}\s+{_DOES}\s)",
    re.IGNORECASE,
)
# Articles by language: with a verb soon after it a thing is told of, "the contest is on Saturday".
_ARTICLES = {"the": "en", "der": "de", "die": "de", "das": "de", "el": "es", "la": "es"}
# Maximum number of words between the first of its name and its verb.
_VERB_WITHIN = 3
# Of what somebody has nothing is said where only its name follows, or where and when: it goes on
# with a list, "with my girlfriend Priya and our cat Biscuit".
_ONLY_NAMED = lazily(
    r"(?i:(?:my|our|mein|meine|unser|unsere|mi|mis|nuestr[oa]s?)\s+[\w’'-]+)"
    r"(?:\s+(?:[A-ZÄÖÜÁÉÍÓÚÑ][\w’'-]*|on|in|at|from|of|the|called|named|namens|am|im|aus|de|en))+\W*$"
)
# Verbs that show who speaks, where the subject was said before; with it, in German and English.
_GERMAN = lazily(
    r"(?:bin|habe?|war|hatte|(?:arbeit|wohn|leb|komm|mach|spiel|studier|fahr|trink|ess|sprech|nehm|geh|sing"
    r"|les|lieb|hass)e?|sammle|mag|kann|will|möchte)\s"
)
_ENGLISH = lazily(
    r"(?:am|have|work|live|run|play|drive|drink|eat|speak|study|teach|collect|love|hate|like"
    r"|prefer|own"
    r"|keep|sing|swim|cycle|take|don['’]t|can['’]t|was|used\sto)\s"
)
_SPANISH = lazily(
    r"(?:soy|tengo|vivo|trabajo|llevo|estudio|toco|hablo|estoy|juego|canto|corro|conduzco|tomo"
    r"|uso|nací"
    r"|odio|prefiero|colecciono|doy|voy)\s",
)
_BY_ME = (
    # In the south "i bin": an English "I" is none.
    (lazily(r"\bich\b|\bi (?:bin|bi|hab|war|wohn|leb|arbeit|komm|fahr)\b", re.I), _GERMAN, "Ich "),
    (lazily(r"\bI\b|^i\b"), _ENGLISH, "I "),
)
# What is before a cut has a subject too, or a verb that shows it: no "in two weeks, …".
_TELLS = lazily(
    rf"\b(?:i|i['’]\w+|we|we['’]\w+|my|our|ich|wir|mein\w*|unser\w*|yo|mis?|nuestr\w+|me)\b"
    rf"|{_SUBJECT.pattern}|\b{_GERMAN.pattern}|\b{_SPANISH.pattern}",
    re.IGNORECASE,
)
# What is told of whoever was named last: "… a friend, Tom, who is a mason", "… den Tom, der ist
# Maurer". A comma behind it closes "who": then the subject of the sentence goes on.
_OF_THE_LAST = lazily(
    r"\s(?:who|whose)(?:['’]?(?:s|ve|d|re))?\s[^,]*$"
    r"|,\s+(?:der|die|das|den|dem|welche[rs]?|que|quien)\s[^,]*$"
    rf"|,\s+(?:(?:der|die|das)\s+{_DOES}|(?:he|she|they|er|sie|él|ella)(?:['’](?:s|re))?)\s",
    re.IGNORECASE,
)
# What hangs on what follows it: "when I was 12, I …".
_HANGS = lazily(
    r"^(?:if|when|whenever|since|because|while|although|though|as|until|after|before|once|unless"
    r"|wenn|als"
    r"|weil|da|obwohl|während|seit|bevor|nachdem|sobald|falls|si|cuando|como|porque|aunque"
    r"|mientras|desde)\b",
    re.IGNORECASE,
)
# What belongs to what is before it: "… and I hate it", "… and we love her".
_POINTS = lazily(
    r"\b(?:it|that|this|them|him|her|there|one|es|das|ihn|ihm|damit|dabei|dafür|dort|davon|lo"
    r"|eso|ahí|ella)\b",
    re.IGNORECASE,
)


# So does a number of what is named before it: "I collect stamps, I've got 300 now".
_ONLY_COUNTS = lazily(
    r"\b(?:have|has|had|got|['’]ve|own|habe?|hat|haben|tengo|tiene|hay)\s+(?:\w+\s+){0,2}?"
    rf"(?:\d[\d.,]*|{NUMERAL})(?:\s+of\s+them|\s+davon)?"
    r"(?:\s+(?:now|already|so\s+far|by\s+now|at\s+the\s+moment|right\s+now|jetzt|schon|inzwischen"
    r"|bis\s+jetzt|im\s+Moment|ya|ahora))*\W*$",
    re.IGNORECASE,
)
_SMALL_NAME = lazily(
    rf"(?-i:([a-zäöüß][\w’'-]+))\s+(?:just\s+|also\s+|already\s+|is\s+|gerade\s+|auch\s+)?{_DOES}\s",
    re.IGNORECASE,
)
# "… einen Freund, den Enno, der ist Maurer": whoever was named right before.
THAT_ONE = (
    r"(?:der|die)(?=\s+(?:ist|war|hat|hatte|wird|heißt|heisst|wohnt|lebt|arbeitet|kommt|fährt"
    r"|spielt|kann|mag|will|macht|lernt|studiert)\s)"
)
# Of somebody named before: a pronoun, or a Spanish verb that needs none.
_THIRD = lazily(
    r"(?:he|she|er|sie|(?P<es>él|ella))(?=\s+\w|['’]s\s)"
    rf"|{THAT_ONE}"
    r"|(?:his|her|seine?|ihre?|(?P<su>su))(?=(?:\s+[\w’'-]+){1,3}?\s+(?:is|was|has|had|lives|works|likes"
    r"|hates|loves|plays|turns|goes|runs|died|moved|lost|got|left|wants|can|can['’]t|studies"
    r"|teaches|started|ist|war|hat|hatte|heißt|wohnt|lebt|arbeitet|mag|kann|studiert|es|está"
    r"|tiene|vive|trabaja|estudia|era|se)\s)"
    r"|(?:vive|trabaja|estudia|nació|cumple|toca|habla)\s",
    re.IGNORECASE,
)


# "Callum's birthday is 22 November, Ailsa's is 5 June".
_WHOSE = lazily(
    r"\W*(?:my\s+)?(?:[\w-]+\s+)?[\w-]+['’]s\s+(?P<what>(?:[\w-]+\s+)?[\w-]+)\s+(?:is|are|was|were)\s",
    re.IGNORECASE,
)
_WHOSE_TOO = lazily(
    r"(?:\s*[,;]\s*(?:and\s+)?|\s+and\s+)(?P<who>(?:my\s+)?(?!(?:it|that|he|she|what|who|there|here)['’])[\w-]+['’]s)"
    r"\s+(?=(?:is|are|was|were|on|in)\s)",
    re.IGNORECASE,
)
# Two in small letters that are told of alike: "jorin ist 9 und hat Asthma, bennet ist 12".
_ALIKE = lazily(rf"\W*(?:(?:und|and|y)\s+)?(?-i:([a-zäöüß][\w’'-]+))\s+({_DOES})\s", re.IGNORECASE)
# A clause of another time, which it begins with: "and on the 19th we have …".
_OF_ANOTHER_TIME = lazily(
    r"(?:(?:then\s+)?(?:on|at|in|from|by)\s+(?:the\s+)?|next\s+|this\s+|am\s+|im\s+|ab\s+|vom\s+|nächste[nrs]?\s+"
    r"|el\s+|en\s+)(?:[\w.:]+\s+){1,4}?(?:(?:i|we)(?:['’](?:m|ve|re|ll|d))?\s|(?:[a-zäöüß]+\s+)(?:ich|wir)\b"
    r"|(?:tengo|tenemos|voy|vamos)\s)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class FactSpan:
    """Where a fact stands, and its subject where that stands elsewhere.

    The subject is told in the place of the characters from `at` to `lead`: of a pronoun. `who` is
    the subject with what they are to the person, for whoever does not know: "My sister Clara".
    What leaves its subject out (`left_out`) tells by its own words whether it lasts.
    """

    span: Span
    subject: str = ""
    lead: int = 0
    who: str = ""
    at: int = 0
    left_out: bool = False

    def of(self, text: str) -> str:
        return self._with(self.subject, text)

    def read(self, text: str) -> str:
        """What tells whether it lasts."""
        return self.span.of(text) if self.left_out else self.in_full(text)

    def in_full(self, text: str) -> str:
        """The fact with its subject, and what they are to the person."""
        return self._with(self.who or self.subject, text)

    def _with(self, subject: str, text: str) -> str:
        start, stop = self.span.start, self.span.stop
        return text[start : start + self.at] + subject + text[start + self.lead : stop]


def says_who(words: str) -> bool:
    """Whether words have a subject, or a verb that shows it."""
    return bool(_TELLS.search(words))


def begins_with_subject(words: str) -> bool:
    """Whether a part of a sentence begins with whom it is about: "I …", "my dog …"."""
    return bool(_SUBJECT.match(words))


def stands_alone(words: str) -> bool:
    """Whether a part of a sentence begins with whom or what it is about: "the gutters are …"."""
    return begins_with_subject(words) or _is_of_a_thing(words)


def _is_of_a_thing(words: str) -> bool:
    """Whether a part of a sentence begins with a thing and what it does: "der Tresor geht …"."""
    article, *others = words.lower().split(maxsplit=_VERB_WITHIN + 2) or [""]
    language = _ARTICLES.get(article, "")
    near = others[1 : _VERB_WITHIN + 1]
    return bool(language) and any(is_verb(word, language) for word in near)


def speaks_of_another(words: str) -> bool:
    """Whether a part of a sentence begins with a pronoun for somebody named before it."""
    return bool(_THIRD.match(words))


def facts_of(text: str, sentence: Span) -> list[FactSpan]:
    """What a sentence could be cut into; one fact where it cannot."""
    words = sentence.of(text)
    if _HANGS.match(words):
        return [FactSpan(sentence)]
    if listed := _each_with_what(words, sentence.start):
        return listed
    found: list[FactSpan] = []
    start, subject = sentence.start, ""
    for at, following, its in _cuts(words):
        found.append(FactSpan(Span(start, sentence.start + at), subject))
        start, subject = sentence.start + following, its
    return [*found, FactSpan(Span(start, sentence.stop), subject)]


def _each_with_what(words: str, start: int) -> list[FactSpan]:
    """What is told of several one after the other, of the later ones without what it is.

    "Ida's birthday is 3 May, Tom's is 5 June and mum's is 30 January". Empty where it is not.
    """
    first = _WHOSE.match(words)
    others = list(_WHOSE_TOO.finditer(words, first.end())) if first else []
    if first is None or not others:
        return []
    found = [FactSpan(Span(start, start + others[0].start()))]
    stops = [*(each.start() for each in others[1:]), len(words)]
    for each, stop in zip(others, stops, strict=True):
        whose = f"{each['who'][:1].upper()}{each['who'][1:]} {first['what']}"
        lead = each.end("who") - each.start("who")
        span = Span(start + each.start("who"), start + stop)
        found.append(FactSpan(span, whose, lead, whose))
    return found


def _cuts(words: str) -> Iterator[tuple[int, int, str]]:
    """Where a sentence is cut: up to where, from where on, and what subject that lacks."""
    last, depth, its = 0, 0, ""
    for joint in _JOINT.finditer(words):
        depth = words.count("(", 0, joint.start()) - words.count(")", 0, joint.start())
        rest = words[joint.end() :]
        before = words[last : joint.start()]
        third = _THIRD.match(rest)
        subject = _subject_of(words[: joint.start()], its + before, rest)
        if third and not subject:
            subject = ""
        if subject is None or depth > 0 or _HANGS.match(before):
            continue
        piece = _JOINT.split(rest, maxsplit=1)[0]
        if _ONLY_NAMED.match(piece):
            continue
        spanish = third is not None and bool(third["es"] or third["su"])
        led = third.end() if third else 0
        if not led and _is_of_a_thing(piece):
            # An article points nowhere: "das Auto ist …".
            led = piece.index(" ")
        points = _POINTS.search(piece, led)
        if len(_A_WORD.findall(piece)) + bool(subject) < _WORDS or (points and not spanish):
            continue
        if _ONLY_COUNTS.search(piece):
            continue
        tells = third or its or _TELLS.search(written_out(before)) or _names_small(before)
        tells = tells or _told_alike(before, rest)
        # "The theodolite is in the attic, the snow chains are in the cellar".
        tells = tells or (_is_of_a_thing(piece) and has_verb(before, language_of(words)))
        if len((its + before).split()) >= _WORDS - 1 and tells:
            yield joint.start(), joint.end(), subject
            last, its = joint.end(), subject


def _names_small(words: str) -> bool:
    """Whether a part begins with somebody's name in small letters, and what they do: "leo is 5"."""
    found = _SMALL_NAME.match(words)
    return found is not None and found[1] in given_names()


def _told_alike(part: str, rest: str) -> bool:
    """Whether what follows tells of one in small letters what a part before it tells of another."""
    one, other = _ALIKE.match(part), _ALIKE.match(rest)
    if one is None or other is None or one[2].lower() != other[2].lower():
        return False
    names = (one[1].lower(), other[1].lower())
    return names[0] != names[1] and not any(name in small_words() for name in names)


def _begins_with_a_time(rest: str) -> bool:
    """Whether a part of a sentence begins with a time, and then says who does what."""
    found = _OF_ANOTHER_TIME.match(rest)
    return found is not None and bool(times(found.group(), _ANY_DAY, "future"))


def _subject_of(before: str, part: str, rest: str) -> str | None:
    """The subject that what follows lacks: "" where it has one, None where it has none at all.

    `part` is the last part of what is before it.
    """
    another = _ANOTHER.match(part) if ";" not in part and _DOES_MORE.match(rest) else None
    if another and _OF_THE_LAST.search(part, another.end()):
        return None
    if another:
        return f"{another[1]} "
    if stands_alone(rest) or _SPANISH.match(rest) or _names_small(rest) or _told_alike(part, rest):
        return ""
    if _begins_with_a_time(rest) and says_who(part):
        return ""
    return next((s for me, verb, s in _BY_ME if verb.match(rest) and me.search(before)), None)
