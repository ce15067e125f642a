"""What asks: a question with its mark or without, or one told rather than asked."""

import re

from memories.text.lists.politeness import POLITE
from memories.text.lists.questions import QUESTION_WORDS, VERBS_FIRST
from memories.text.meaning.concepts import meanings
from memories.text.names.lists import given_names
from memories.text.patterns import any_of, lazily

# Of Latin, of Chinese and Japanese, and of Arabic script.
QUESTION_MARKS = ("?", "？", "؟")
# A question is no longer than that, in characters.
LONGEST_QUESTION = 1_000

ASKING = lazily(
    r"^(?:(?:and|but|so|or|then|ok|okay|hey|hi|please|well|actually|by\s+the\s+way|btw)[,!]?\s+)*"
    rf"(?:{any_of(QUESTION_WORDS)}|{any_of(VERBS_FIRST)}|"
    r"(?:am|was|were|have|has|had)\s+"
    r"(?:i|we|you|he|she|it|they|my|our|your|his|her|their|the|this|that|there|any\w*|some\w+)|"
    r"tell\s+me|remind\s+me(?!\s+(?:to|that|on|at|in|by|tomorrow|tonight|next|every)\b)|"
    r"show\s+me|give\s+me|list|find|search|look\s+up|"
    r"(?:remind\s+me\s+)?(?:in|on|at|by|from|to|for|with|since|until)\s+(?:which|what|when|whom?|how\s+(?:long|many|much|often))|"
    r"(?:who|what|where|when|how|which|why)(?:['’]?s|['’]re)|do\s+you\s+(?:know|remember|recall))\b",
    re.IGNORECASE,
)
# The same in German and Spanish, where a verb follows and not who it is about: "wo ich wohne".
_ASKING_ELSEWHERE = lazily(
    r"^(?:(?:und|aber|also|sag(?:t)?\s+mal|sag(?:\s+mir)?|y|pero|oye|dime)[,!]?\s+)*(?:(?:seit|bis|ab|mit|von|zu|für|bei|an|in|um|auf|aus|nach|unter|gegen)\s+)?"
    r"(?:we[rnm]|wessen|was|wann|wo(?:her|hin|mit|für|von|zu|bei|nach|durch|gegen|r(?:an|auf|aus|in|über|um))?|"
    r"wie|warum|wieso|weshalb|welche[rsmn]?|wieviele?)\s+"
    r"(?!(?:ich|du|er|sie|es|wir|ihr|man|mich|mir|mein\w*|unser\w*|gesagt|immer|auch|der|die|das"
    # English: "was at the dentist".
    r"|at|on|with|to|out|up|very|really|born|told|given|late)\b)"
    r"\w|^(?:bitte\s+)?(?:nenne?|zeige?|liste)\s+(?:mir|uns|bitte|alle|meine|mal)\b|^(?:¿|(?:y\s+)?(?:(?:de|en|a|con|por|para|desde)\s+)?(?:qué|quién(?:es)?|cuándo|dónde|"
    r"cómo|cuál(?:es)?|cuánt[oa]s?)\s)"
    # Typed without accents, before a verb.
    r"|^(?:y\s+)?(?:donde|cuando|quien|como|cual|cuanto)\s+(?:est[aá]|es|son|vive|trabaja|naci[oó]|cumple"
    r"|se\s+llama|cuesta|pago|tengo|vivo|puse|deje|dej[eé]|fue)\b",
    re.IGNORECASE,
)
# German yes-or-no questions, where whom it is about stands behind the verb: "is mein Handy noch
# gut", "darf ich Milch". Not "hab meine Schwester besucht", nor "mach ich morgen": there it is left
# out.
_WHETHER_ELSEWHERE = lazily(
    r"^(?!.*\bnicht\W*$)(?:(?:und|aber|also|sag(?:t)?\s+mal|ey|hey)[,!]?\s+)*(?:"
    r"gib(?:t['’]?s|t\s+es)\b|stimmt(?:['’]?s|\s+es)\b"
    r"|(?:ist?|hat|war|mag|kann|darf|muss|soll|will|wohnt|lebt|isst|trinkt|raucht|arbeitet|kommt|läuft"
    r"|braucht|spielt|geht|fährt|studiert|verträgt|lernt)\s+(?:mein|unser)\w*\s"
    r"|(?:darf|muss|soll|kann)\s+ich\s+\w+\s+\w|hab(?:e)?\s+ich\s+(?:noch|schon|irgend\w*|überhaupt|nen?|eine?n?)\s"
    r")[^.!,\n]*$",
    re.IGNORECASE,
)
# A yes-or-no question in German where a name stands behind the verb: "hat gudrun ein auto".
_WHETHER_SOMEBODY = lazily(
    # Not "hat Tom besucht": there "er" is left out.
    r"^(?!.*\bhat\b.*\b(?:ge|be|ver|er|ent|zer)\w+(?:t|en)\W*$)(?:(?:und|aber|also)\s+)?(?:hat|ist|is|mag|kann|darf|muss|will|wohnt|lebt|isst|trinkt|raucht"
    r"|arbeitet|kommt|braucht|spielt|geht|fährt|studiert|verträgt|lernt)\s+(?P<name>[^\W\d_]+)\s+"
    r"(?:\S+\s+){0,7}\S+\s*$",
    re.IGNORECASE,
)
# What is told first, and then asked: "cooking for both of them, what do I leave out".
_ASKS_LAST = lazily(
    r",\s+(?:so\s+|and\s+|also\s+|und\s+)?(?:"
    r"(?:what|how|why)(?:['’]?s|\s+(?:do|does|did|is|are|can|could|should|shall|was|were))"
    r"\s+(?!(?:i|you|we|one)\s+(?:say|do)\b)\w+"
    r"|(?:who|where|when|which)\s+(?:do|does|did|can|could|should|shall)\s+(?:i|we|my|our)\b"
    r"|(?:was|wen|wem|wo|wann|wie)\s+\w+\s+(?:ich|wir)\b)[^,.!]*$",
    re.IGNORECASE,
)
# "If the pump quits on me am I still covered".
_ASKS_IF = lazily(
    r"^(?:and\s+|but\s+|so\s+)?if\b[^.!?]*?\b(?:am|are|is|was|were|do|does|did|would|will|can|could|should)\s+"
    r"(?:i|we|there|it|he|she|they|my|our)\b[^.!]*$",
    re.IGNORECASE,
)
# What goes on from a question: "und bei wem", "and since when", "und mein Bruder".
_GOES_ON = lazily(
    r"^(?:und|and|y)\s+(?:(?:(?:seit|bis|ab|mit|von|zu|für|bei|an|in|since|with|from|for|at|to|de|con)\s+)?"
    r"(?:we[rnm]|was|wann|wo(?:her|hin|mit|für)?|wie|warum|who|what|when|where|why|how|cuándo|dónde|quién)"
    r"|(?:meine?[nrm]?|unsere?[nrm]?|deren?|dessen|ihre?[nrm]?|seine?[nrm]?|my|our|her|his|their|mi|su)"
    r"\s+[\w-]+)\W*$",
    re.IGNORECASE,
)
# What begins like a question and, without its mark, is none: "Where to begin.", "What a day!",
# "When I was a girl, we …".
_NO_QUESTION = lazily(
    r"^(?:(?:and|but|so|or|then|well|oh)[,!]?\s+)*(?:(?:who|what|when|where|how)\s+to\b|what\s+an?\b|"
    r"how\s+\w+[!.]|when\s+(?:i|we|he|she|they|it|my|our|the|his|her)\b[^,]+,|.*!$)",
    re.IGNORECASE | re.DOTALL,
)
# What is told in a hurry, without "I": "Had the boiler serviced on Friday.", "will be in Rome".
_HURRIED = lazily(
    r"^(?:(?:and|but|so|then|well|oh)[,!]?\s+)*(?:(?:had|have|did|was|were|will)\s+(?:my|our|the|this|some)\b"
    r".*\.$|(?:had|have)\s+(?:my|our|the)\s+(?P<what>\w+(?:\s\w+)?)"
    r"|(?:will|can(?:['’]?t|not)?|(?:c|w|sh)ould(?:n['’]?t)?|might|may)\s+"
    r"(?:(?:not|never|only|also|just|really|hardly|still|always)\s+)*"
    r"(?:be|have|go|do|get|take|send|call|try|need|ask|buy|pick|meet|see|let|bring|ring|say|stand"
    r"|eat|drink|love|like|hate|wait|believe|complain|recommend|use|sleep|walk|drive|speak|find"
    r"|imagine|afford|remember|help|make|live|work|want|pay|ride|play|run|swim|cook|sing|hear|feel"
    r"|move|stay|leave|come|keep|tell|talk|smell|touch|wear)\b)",
    re.IGNORECASE | re.DOTALL,
)
# A question told rather than asked: "The garage wants to know what model my car is".
_INDIRECT = lazily(
    r"\b(?:ask(?:s|ed|ing)?|want(?:s|ed)?\s+to\s+know|need(?:s|ed)?\s+to\s+know|wonder(?:s|ing)?|curious|"
    r"(?:can['’]t|cannot|don['’]t|do\s+not)\s+(?:remember|recall|know)|forgot(?:ten)?)"
    r"(?:\s+(?:me|us|about|again|just|now))*\s+"
    r"(?P<what>(?:what|which|who|whom|whose|when|where|why|how|whether|if)\b.+)$",
    re.IGNORECASE | re.DOTALL,
)
# The same in German: "Ich komme nicht mehr drauf, wo die Uhr ist".
_INDIRECT_GERMAN = lazily(
    r"\b(?:komme?\s+(?:\w+\s+)?nicht\s+(?:mehr\s+)?da?rauf|fällt\s+(?:\w+\s+){0,2}nicht\s+(?:mehr\s+)?ein"
    r"|wei(?:ß|ss)\s+(?:\w+\s+)?(?:nicht|nimmer)(?:\s+mehr)?|habe?\s+(?:\w+\s+)?vergessen"
    r"|(?:möchte|wollte|würde?\s+gerne?)\s+(?:\w+\s+)?wissen),?\s+"
    r"(?P<what>(?:we[rnm]|wessen|was|wann|wo\w*|wie\w*|warum|welche\w*|ob)\b.+)$",
    re.IGNORECASE | re.DOTALL,
)
# Told to whoever listens, in case: "… if you ever need to know who has the key".
_IN_CASE = lazily(r"\byou(?:\s+\w+)?\s*$", re.IGNORECASE)


# "I've left the Tesco job, did I say?" tells.
_IN_PASSING = lazily(
    r"(?<=\w)\s?[,;.:–—-]+\s+(?:(?:did|have|had)\s+i\s+(?:say|said|tell\s+you|told\s+you|mention(?:ed)?)"
    r"(?:\s+(?:it|that|this|already|yet|before))*|(?:would|can)\s+you\s+believe(?:\s+(?:it|that))?"
    r"|(?:habe?|hatte)\s+ich\s+(?:dir\s+)?(?:das\s+)?(?:schon\s+)?(?:gesagt|erzählt|erwähnt)"
    r"|¿?\s*(?:ya\s+)?te\s+(?:lo\s+)?(?:dije|conté|(?:he|había)\s+(?:dicho|contado)))\s*[?？]$",
    re.IGNORECASE,
)


def tells_in_passing(sentence: str) -> bool:
    """Whether what ends with a question mark tells all the same: "…, did I say?"."""
    asking = ASKING.match(sentence) or _ASKING_ELSEWHERE.match(sentence)
    return not asking and bool(_IN_PASSING.search(sentence))


def without_passing(text: str) -> str:
    """A sentence without the question in passing that it ends with."""
    return _IN_PASSING.sub("", text) if tells_in_passing(text) else text


def asks(sentence: str) -> bool:
    """Whether a sentence asks something, directly or by telling what somebody wants to know."""
    if sentence.endswith(QUESTION_MARKS):
        return not tells_in_passing(sentence)
    if len(sentence) > LONGEST_QUESTION:
        return False
    if plainly_asks(sentence) or _ASKS_LAST.search(sentence) or _ASKS_IF.match(sentence):
        return True
    begins = ASKING.match(sentence) or _ASKING_ELSEWHERE.match(sentence)
    if begins and not _NO_QUESTION.match(sentence) and not _is_hurried(sentence):
        return True
    return asked_within(sentence) is not None


def plainly_asks(sentence: str) -> bool:
    """Whether a sentence without a question mark can be nothing but a question."""
    if _WHETHER_ELSEWHERE.match(sentence) or _GOES_ON.match(sentence):
        return True
    somebody = _WHETHER_SOMEBODY.match(sentence)
    return bool(somebody and somebody["name"].lower() in given_names())


def _is_hurried(sentence: str) -> bool:
    """Whether it tells without "I": "had my hair cut", and not "had my sister called"."""
    told = _HURRIED.match(sentence)
    what = told["what"] if told else None
    return told is not None and not any(
        meant.concept.kind == "person" for meant in meanings(what or "", "en")
    )


def asked_within(sentence: str) -> "re.Match[str] | None":
    """The question that a sentence tells rather than asks, as the group `what`."""
    if len(sentence) > LONGEST_QUESTION:
        return None
    told = _INDIRECT.search(sentence) or _INDIRECT_GERMAN.search(sentence)
    return told if told and not _IN_CASE.search(sentence[: told.start()]) else None


_REMIND = lazily(
    # Not "remind me what …", "remind me of my PIN": these ask.
    rf"^{POLITE}(?:remind\s+me\s+(?:again\s+)?(?:to|that|on|at|in|by|tomorrow|tonight|next|every)\b"
    r"(?!\s+(?:what|which|whom|when|how)\b)|don['’]?t\s+let\s+me\s+forget\s+to\b"
    r"|(?:kannst|könntest|würdest)\s+du\s+mich\s+(?:\w+\s+){0,3}?(?:daran|dran|an)\b.*\berinnern\b"
    r"|erinner\w*\s+mich\s+(?:\w+\s+){0,3}?(?:daran|dran|an)\b"
    r"|(?:recu[eé]rdame|acu[eé]rdame)\s+(?!c[oó]mo\b|qu[eé]\s+(?:es|era)\b|cu[aá]|d[oó]nde\b|qui[eé]n\b|si\b)"
    r"|que\s+no\s+se\s+me\s+olvide\b)",
    re.IGNORECASE,
)


def asks_to_be_reminded(said: str) -> bool:
    """Whether a message asks to be reminded of something to come, not of what is known."""
    return _REMIND.match(said) is not None
