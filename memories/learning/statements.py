"""What a person says of themselves, found by rules: used where no model is set.

Only plain first-person statements count. Questions, requests, quoted and pasted text, passing
states ("I'm tired") and hedges ("maybe I …") make no memory.
"""

import re
from dataclasses import dataclass

from memories.models import Memory
from memories.text import Span, sentences
from memories.text.lists.openings import openings, turning
from memories.text.lists.questions import QUESTION_WORDS, VERBS_FIRST
from memories.text.patterns import any_of, lazily

# Below it a candidate is dropped.
THRESHOLD = 0.7
SURE, HEDGED = 0.85, 0.5
# What is longer was pasted, whoever pasted it.
LONGEST_SENTENCE = 400
LONGEST_MESSAGE = 4_000


# Said to get to the point: no part of what is to be remembered.
_OPENINGS = f"""
    {openings()} {turning()}
    hi hello fyi for_the_record just_so_you_know yeah remember_that remember note_that
    please_note_that please_remember_that hiya howdy hallo moin servus grüezi hola bonjour ciao hej
    nee nö oops ups uy perdona wait außerdem ausserdem ach_so ach_ja also_gut
"""
# What announces the rest, before a colon: "News: we have a new boss", not "News of Tom".
_ANNOUNCED = """
    neuigkeiten gute_nachrichten? schlechte_nachrichten? korrektur tippfehler nochmal_in_ruhe
    big_news good_news bad_news sad_news news update correction buenas_noticias malas_noticias
    corrección
"""
_TIMES = """
    these_days nowadays currently usually normally in_the_mornings? in_the_evenings? on_weekends?
    at_work at_home
"""
_OFTEN_WORDS = """
    really always usually normally often never also still now just currently mostly only absolutely
    generally typically recently already finally strongly much have_always
"""
_VERBS = """
    am 'm was live lived work worked prefer like love adore hate dislike detest enjoy use drive own
    have 've don't do_not doesn't can't cannot can play study studied speak eat drink take teach
    run go grew moved started bought sold adopted plan suffer collect practi[cs]e support manage
    lead read train sleep wake wear wore married joined quit left graduated keep kept write cook
    bake swim cycle bike commute volunteer sing paint garden climb hike ski watch listen follow pay
    rent save share raise spend stopped gave broke turn turned got became finished need want
    would_rather 'd_rather avoid visit meet call host named built made learned learnt attend weigh
    celebrate decided ship deploy are were 're agreed chose switched
"""
# "No, I live in Davis." In Spanish it denies what follows: "No tengo coche."
_NO = r"(?:no(?=[,:;!]|\s+(?:i|we|my|our|it|he|she|they|the|that|there)\b)|(?:nein|doch)(?=[,:;!]))"
_OPENING = lazily(
    rf"^(?:(?:{any_of(_OPENINGS)}|{_NO})[,:;!]?\s+|(?:{any_of(_ANNOUNCED)})\s*[:,.!]+\s+)+",
    re.IGNORECASE,
)
# What a line of a list begins with: "- ", "2) ", "- [ ] ". A number with a dot may be a date.
_LIST_MARK = lazily(r"^\s*(?:[-*+•‣–—]|\d{1,2}\))\s+(?:\[[ xX]?\]\s+)?")
_LEAD = rf"^(?:(?:{any_of(_OPENINGS + _TIMES)}|{_NO})[,:;!]?\s+)*"
_OFTEN = rf"(?:(?:{any_of(_OFTEN_WORDS)})\s+)*"
_FIRST_PERSON = lazily(
    rf"{_LEAD}(?:(?:i|we)\s*{_OFTEN}(?:{any_of(_VERBS)})\b|(?:my|our)\s+\S+)", re.IGNORECASE
)
_OF_MINE = lazily(r"^[A-Z][\w'’-]+(?:\s+[A-Z][\w'’-]+)*\s+(?:is|are|was)\s+(?:my|our)\s+\w+")
# A short message may leave "I" and "my" out: "allergic to wasps", "girlfriend is Priya". Bare verbs
# that could as well be requests ("play …", "use …") do not count.
SHORT_MESSAGE = 200
_STARTS = """
    allergic_to lives?_in work(?:ing)?_(?:at|for|as|in) born_(?:in|on) scared_of afraid_of
    married_to engaged_to saving_for moved_(?:to|in|from|house) booked bought sold adopted quit
    stopped can't_(?:stand|eat|drink|have) don't_(?:eat|drink|like) prefer hate had_(?:my|an?)
    got_(?:an?|the|my|two|three|new|promoted|engaged|married|divorced|fired)
"""
_MINE = """
    friend mate girlfriend boyfriend wife husband partner mum mom mother dad father brother sister
    son daughter kid kids grandma grandpa grandmother grandfather grandson granddaughter aunt uncle
    cousin boss landlord landlady flatmate neighbou?r doctor dentist physio therapist cat dog van
    car bike flat rent passport birthday surname job salary
"""
_DOES = """
    is was are were lives works has had left moved studies plays likes hates turned teaches runs
    drives died goes speaks expires
"""
_ELLIPSIS = lazily(
    rf"^(?:{any_of(_STARTS)})\s+\S|^(?:(?:best|little|big|older|younger|new)\s+)?(?:{any_of(_MINE)})"
    rf"(?:\s+(?-i:[A-Z]\w+))?(?:['’]s|\s+(?:{any_of(_DOES)}))\s+\S",
    re.IGNORECASE,
)

# Said of oneself, but nothing that lasts: thoughts, requests, passing states.
_THOUGHTS = """
    think guess wonder mean see know suppose hope forgot wish bet feel_like want_to_know
    wanted_to_(?:know|ask|check|talk) want_to_(?:ask|see|hear|understand|check|talk) want_you
    need_you need_help need_some_help need_to_(?:know|ask|find|figure)
    don't_(?:know|understand|get|remember|think|see|mind|care|recall|believe)
    can't_(?:remember|find|believe|see|tell|recall|think) cannot_(?:remember|find|recall)
    have_a_(?:question|problem|request) have_to_(?:go|ask|run)
    was_(?:wondering|just|thinking|asking|hoping)
"""
_WISHES = r"i(?:\s+would|['’]d)\s+(?:like|love)\s+(?:you|to\s+(?:know|ask|hear|see))"
_STATES = """
    sorry sure tired hungry thirsty bored fine ok okay good back here ready done confused curious
    wondering asking looking trying testing thinking happy_to glad afraid stuck lost
"""
_EMPTY = "question point bad goodness god apologies"
_NOT_A_FACT = lazily(
    rf"{_LEAD}(?:i\s+(?:(?:just|really|still)\s+)?(?:{any_of(_THOUGHTS)})\b|{_WISHES}"
    rf"|i(?:['’]m|\s+am)\s+(?:(?:just|so|very|really|a\s+bit|a\s+little|still|not)\s+)*"
    rf"(?:{any_of(_STATES)})\b|my\s+(?:{any_of(_EMPTY)})\b"
    r"|we\s+(?:should|could|can|need\s+to\s+talk)\b)",
    re.IGNORECASE,
)
# In a letter much is said of the letter itself, and of what was just done about it.
_BUSINESS = r"""
    attached? attaching enclosed? forward(?:ed|ing)? sent send sending received? got_your read
    cc.?d copied include[ds]? writing wrote reaching_out following_up looking_(?:forward|into|at)
    hearing heard checking checked replying replied getting_back gotten? seen saw noticed? added
    updated changed fixed uploaded downloaded tried asked told spoken? spoke talked emailed called
    thinking wondering hoping meaning put included copying sharing shared noted submitted reviewed
    reviewing waiting working_on_(?:it|this|that) on_it in_touch available free delighted pleased
    glad thrilled excited grateful therefore aware unable able going_to about_to due interested_in
    (?:an?|one|two|some|any|no|few|more|another|several)_(?:\w+_)?(?:question|comment|thought)s?
    (?:an?|one|two|some|any|no|few|more|another)_(?:\w+_)?(?:idea|issue|problem|update|look|chat)s?
"""
_OF_THE_LETTER = lazily(
    rf"{_LEAD}(?:(?:i|we)"
    r"(?:\s+(?:am|are|was|were|have|had|just|also|only|now|already)|['’](?:m|re|ve|d))*"
    rf"(?:\s+(?:{any_of(_OFTEN_WORDS)}|not|been|had|be|so|very|quite|just))*\s+(?:{any_of(_BUSINESS)})\b"
    r"|(?:my|our)\s+(?:\w+\s+)?(?:e-?mails?(?!\s+(?:address|is))|messages?|mails?|reply|letter|note|comments?|questions?"
    r"|apolog\w+|thanks|answers?|suggestions?|regards|pleasure)\b)",
    re.IGNORECASE,
)
_POINTS = lazily(r"\b(?:it|this|that|them|these|those|there)\b\W*$|\bit\b", re.IGNORECASE)
_HEDGE = lazily(
    r"\b(?:maybe|perhaps|might|probably|possibly|not sure|i think|i guess|kind of|sort of|if i"
    r"|would i|what if|hypothetically|pretend|imagine|suppose|supposedly|apparently)\b",
    re.IGNORECASE,
)
_ASKS = lazily(
    rf"^(?:(?:{any_of(QUESTION_WORDS)})s?|{any_of(VERBS_FIRST)}|am|was|were|have|has|had|tell me"
    r"|show me|give me|help|let['’]s|please|write|explain|list|find|search|make|create|draft"
    r"|summari[sz]e|translate|forget|delete)\b",
    re.IGNORECASE,
)
_PREFERENCE = lazily(
    r"\b(?:prefer|favou?rite|like|likes|love|loves|adore|hate|hates|dislike|detest|enjoy|enjoys"
    r"|can['’]t stand|cannot stand|rather|avoid|don['’]t (?:like|eat|drink|want))\b",
    re.IGNORECASE,
)
_QUOTED = lazily(r"^\s*(?:>|\|)|^\s*[\"“„«].{20,}[\"”“»]\s*$")
_FENCE = lazily(r"```.*?(?:```|\Z)", re.DOTALL)
_QUOTING = lazily(r"[\"“„«][^\"“”„«»]*[\"”“»]")


@dataclass(frozen=True)
class FirstPersonStatement:
    """A first-person statement: where it stands, how sure, and of what kind.

    `content` is the passage, its first letter made large.
    """

    span: Span
    content: str
    kind: Memory.Kind
    confidence: float


def statements(text: str) -> list[FirstPersonStatement]:
    """The first-person statements of a letter or a document of the person's own, by rules.

    Those too unsure are left out.
    """
    if len(text) > LONGEST_MESSAGE:
        return []
    short = len(text) <= SHORT_MESSAGE and "\n" not in text.strip()
    found = []
    for span in sentences(text):
        if fenced(text, span):
            continue
        span = _without_list_mark(text, span)
        sentence = span.of(text)
        confidence = sureness(sentence, short=short)
        if confidence >= THRESHOLD:
            kind = Memory.Kind.PREFERENCE if is_preference(sentence) else Memory.Kind.FACT
            said = without_opening(text, span)
            words = said.of(text)
            found.append(FirstPersonStatement(said, words[0].upper() + words[1:], kind, confidence))
    return found


def _without_list_mark(text: str, span: Span) -> Span:
    mark = _LIST_MARK.match(span.of(text))
    return Span(span.start + (mark.end() if mark else 0), span.stop)


def fenced(text: str, span: Span) -> bool:
    """Whether a sentence stands in a fenced block: it is code, or pasted."""
    return "```" in text and any(
        match.start() <= span.start < match.end() for match in _FENCE.finditer(text)
    )


def is_quoted(sentence: str) -> bool:
    """Whether a sentence is somebody else's: marked as quoted, or all in quotation marks."""
    return bool(_QUOTED.search(sentence))


def is_preference(sentence: str) -> bool:
    """Whether a sentence tells what somebody likes or wants."""
    return bool(_PREFERENCE.search(sentence))


def without_opening(text: str, span: Span) -> Span:
    """A sentence without what only leads up to it: "by the way", "remember that"."""
    opening = _OPENING.match(span.of(text))
    return Span(span.start + (opening.end() if opening else 0), span.stop)


def speaks_of_the_letter(sentence: str) -> bool:
    """Whether a sentence of a letter tells of the letter itself, or of what was just done.

    Or of something that only the letter names: "I want to keep it."
    """
    return bool(_OF_THE_LETTER.search(sentence) or _POINTS.search(sentence))


def sureness(sentence: str, *, short: bool = False) -> float:
    """How sure it is that this is a lasting first-person statement, 0..1.

    In a `short` message "I" and "my" may be left out.
    """
    if len(sentence) > LONGEST_SENTENCE or sentence.rstrip("\"'”’)").endswith("?"):
        return 0.0
    if _QUOTED.search(sentence) or _ASKS.search(sentence) or _NOT_A_FACT.search(sentence):
        return 0.0
    own = _QUOTING.sub(" ", sentence)
    stated = _FIRST_PERSON.search(own) or _OF_MINE.search(own)
    if not (stated or (short and _ELLIPSIS.search(own))) or len(own.split()) < 3:
        return 0.0
    return HEDGED if _HEDGE.search(own) else SURE
