"""Complete a follow-up from the conversation: "What state is it in?" after "I live in Porto".

Where it can be, a follow-up is made a question of its own: "And Iker's?" after "Who's my boss?"
asks "Who's Iker's boss?", "How much do I owe her?" after "Where does Lowri live?" asks of Lowri.
"""

import re
from collections.abc import Sequence

from django.utils.translation import gettext

from chat.answering.turns import EarlierTurn
from chat.builtin import phrases
from memories.answers import kinship, people, taxonomy
from memories.text import (
    MASK,
    Word,
    any_of,
    asks,
    content_words,
    first_person,
    in_english,
    language_of,
    now_words,
    weekdays,
)

# Words that point back to something said before.
_POINTS_BACK = re.compile(
    r"\b(?:it|its|that|this|those|these|there|he|him|his|she|her|hers|they|them|their|theirs|"
    r"the same|the other|the one|one|both)\b",
    re.IGNORECASE,
)
_STARTS_ANEW = re.compile(
    r"^(?:and|but|so|or|also|what about|how about|why|since when|how long|"
    r"how come|really|when|where|who)\b",
    re.IGNORECASE,
)
# Pointing words that point at nothing: "is it raining", "that I", "there is".
_EMPTY = re.compile(
    r"\b(?:is it (?:true|raining|possible|ok|okay|time)|what time is it|(?:is|are|was|were) there|"
    r"there (?:is|are)|"
    r"that (?:i|my|we|our|you|the)|this (?:week|month|year|morning|evening|afternoon|weekend)|"
    r"these days|those days|no one|one of (?:my|our|the))\b",
    re.IGNORECASE,
)
_GOES_ON = re.compile(
    r"^(?:and|but|or|und|aber|y|pero|what about|how about|was ist mit|wie ist es mit|qué hay de|"
    r"¿y)\b[\s,]*",
    re.IGNORECASE,
)
# In English words, whoever it is that is meant.
_SOMEBODY = re.compile(
    r"\b(?:he|she|him|her|hers|they|them)\b(?!['’]s)|\b(?:he|she)(?=['’]s\b)|\b(?:his|her|their)\b"
)
_POSSESSIVE_OF_RELATION = re.compile(r"\b(?:his|her|their) [\w-]+", re.IGNORECASE)
_ASKS = re.compile(r"\b(?:who|what|which|when|where|how|why)\b", re.IGNORECASE)
_DAY = re.compile(
    rf"\b(?:{'|'.join(weekdays('en', plural=True))}|weekends?|mornings?|evenings?)\b",
    re.IGNORECASE,
)
# What asks, without what of: "where", "since when", "at what time", "who with".
_QUESTION_WORD = re.compile(
    r"^(?:(?:in|at|to|from|for|by|with|on|since|until) )?"
    r"(?:how (?:long|much|many|often|old|far|late|big)"
    r"|(?:what|which) (?:time|day|year|month|colour|color|dose|date)"
    r"|what|which|when|where|why|who|whom|whose|how)"
    r"(?: (?:with|to|from|for|exactly|then|of them))?\b",
    re.IGNORECASE,
)
# Asks what was, of whatever was asked before: "what was it before?", "und vorher?".
_BEFORE_THAT = re.compile(
    r"\W*(?:(?:and|but|und|y)\s+)?"
    r"(?:(?:what|how (?:much|many|old)|where|who|which|wie(?: viele?)?|was|wo|wer|qué|dónde|quién"
    r"|cuánt[oa]s?)\s+)?(?:(?:was|were|is|are|did|war|waren|ist|sind|hat|era|fue)\s+)?"
    r"(?:(?:it|that|they|he|she|es|das|er|sie)\s+)?"
    r"(?P<before>before|previously|earlier|vorher|davor|zuvor|früher|antes)"
    r"(?:\s+(?:that|then|now|it|de eso))?\W*$",
    re.IGNORECASE,
)
_NOW = re.compile(rf"\b(?:{any_of(now_words())}|nun)\b", re.IGNORECASE)
# A question with fewer words of its own leans on what was said before.
FEW_WORDS = 1
# Number of latest answers that a follow-up question may refer to.
ANSWERS = 2
CARRIED = 240


def complete(question: str, earlier: Sequence[EarlierTurn]) -> str:
    """The question with what it points back to; the question itself when it stands alone."""
    carried = carried_over(question, earlier)
    return f"{question} ({carried})" if carried else question


def stand_alone(question: str, earlier: Sequence[EarlierTurn]) -> tuple[str, str]:
    """A follow-up as a question of its own, and what else of the turns before belongs to it."""
    question = _pronouns(question)
    if formerly := _formerly(question, earlier):
        return formerly, ""
    word = _bare_word(question)
    starts, points = _starts_or_points(question)
    before = _asked_before(earlier) if word or starts or points else ""
    if not before:
        return question, carried_over(question, earlier)
    if word and asks(before):
        # "And where?" after "What does she study?"
        return f"{word} {_QUESTION_WORD.sub('', in_english(before), count=1).strip()}", ""
    if not (starts or points):
        return question, carried_over(question, earlier)
    known = _names(earlier)
    answered = told_before(earlier)
    if starts and (other := _of_another(question, before, known)):
        return other, ""
    if points and (meant := _meant(question, before, answered, known)):
        return meant, ""
    if people.told_of(in_english(question), known).refs:
        # It names whom it is about, and what is asked of them.
        return question, ""
    return question, carried_over(question, earlier)


def _formerly(question: str, earlier: Sequence[EarlierTurn]) -> str:
    """The question before, of what was: "And before that?" after "How much is the rent now?"."""
    said = _BEFORE_THAT.match(question)
    before = _asked_before(earlier) if said else ""
    if said is None or not asks(before):
        return ""
    return f"{' '.join(_NOW.sub(' ', before).rstrip(' ?').split())} {said['before']}?"


def told_before(earlier: Sequence[EarlierTurn]) -> str:
    """What was answered right before."""
    return _plain(earlier[-1].text) if earlier and not earlier[-1].by_person else ""


def told_lately(earlier: Sequence[EarlierTurn]) -> str:
    """What was answered right before, and the time before that: facts of one thing come apart."""
    answers = [each.text for each in earlier if not each.by_person][-ANSWERS:]
    return " ".join(_plain(text) for text in answers)


# "Was macht der beruflich?": he, where no noun follows, which may stand in small letters.
_DER = re.compile(
    r"(?<=\w )(der|die)(?=(?:\s+(?:denn|eigentlich|gerade|grad|jetzt|heute|noch|nochmal|so|dort|da"
    r"|gern|gerne|sonst|wieder|überhaupt|[a-zäöüß]+lich))*\W*$)"
)


def _pronouns(question: str) -> str:
    """A German question with "er" and "sie" for "der" and "die" alone."""
    if language_of(question) != "de":
        return question
    return _DER.sub(lambda match: "er" if match[1] == "der" else "sie", question)


def _starts_or_points(question: str) -> tuple[bool, bool]:
    """Whether a question goes on from another one, and whether it points at somebody."""
    return bool(_GOES_ON.match(question.strip())), bool(_SOMEBODY.search(in_english(question)))


def _asked_before(earlier: Sequence[EarlierTurn]) -> str:
    """What the person said last, as a question of its own; "" where they said nothing yet."""
    last = max((n for n, turn in enumerate(earlier) if turn.by_person), default=-1)
    return stand_alone(_plain(earlier[last].text), earlier[:last])[0] if last >= 0 else ""


def _names(earlier: Sequence[EarlierTurn]) -> frozenset[str]:
    """The names that were spoken before: they count in small letters too."""
    return frozenset(name for turn in earlier for name in people.names_in(_plain(turn.text)))


def _bare_word(question: str) -> str:
    """The question word that a question consists of, as in "And where?"; "" where it says more."""
    rest = _GOES_ON.sub("", in_english(question).strip()).strip(" ?.!,")
    return rest if _QUESTION_WORD.fullmatch(rest) else ""


def _of_another(question: str, before: str, known: frozenset[str]) -> str:
    """The question before, asked of another: "And Iker's?" """
    rest = _GOES_ON.sub("", question.strip()).strip(" ?.!,")
    told = people.told_of(in_english(rest), known)
    words = [word for word in content_words(in_english(rest)) if not _only_a_name(word, told)]
    asked = people.told_of(in_english(before), known)
    text = in_english(before)
    if words and not told.refs:
        day = _DAY.search(in_english(rest))
        if day and len(words) == 1 and _DAY.search(text):
            return _DAY.sub(day.group(), text, count=1)
        return ""
    if not told.refs or len(words) > FEW_WORDS:
        return ""
    if _ASKS.search(in_english(rest)):
        return ""
    other = re.sub(r"['’]s?$", "", _who(rest)).strip(" ,?")
    if asked.refs:
        return _instead_of(text, asked, other)
    if asked.third:
        return _put_for_somebody(other, text)
    mine = re.sub(r"\b(?:my|our)\b", f"{other}'s", text, count=1, flags=re.IGNORECASE)
    own = re.sub(r"\b(?:I|we|me|us)\b", other, mine)
    return own if own != text else ""


def _who(rest: str) -> str:
    """The words that name the other: "his, my boyfriend's" is "my boyfriend"."""
    return re.split(r",", in_english(rest))[-1].strip()


def _only_a_name(word: Word, told: kinship.MentionedPeople) -> bool:
    plain = re.sub(r"['’]s?$", "", word.spelling.lower())
    return plain in told.names or people.relation(plain) is not None


def _instead_of(text: str, asked: kinship.MentionedPeople, other: str) -> str:
    """A question with its person put into the other's place."""
    aim = asked.refs[-1]
    for name in aim.names:
        text = re.sub(rf"\b{re.escape(name)}\b", other, text, flags=re.IGNORECASE)
    if not aim.names:
        owned = re.search(r"\b(?:my|our) [\w-]+", text, re.IGNORECASE)
        kinds = {kind for _, kind in aim.kinds}
        if owned and people.relation(owned.group().split()[-1]) in kinds and not _is_role(kinds):
            return text.replace(owned.group(), other, 1)
        return re.sub(r"\b(?:my|our)\b", f"{other}'s", text, count=1, flags=re.IGNORECASE)
    return text


def _is_role(kinds: set[taxonomy.Category]) -> bool:
    """Whether a relation is one that others have too: Iker has a boss as well."""
    return not any(kind.family in taxonomy.FAMILY for kind in kinds)


def _meant(question: str, before: str, answered: str, known: frozenset[str]) -> str:
    """A question with whom "he" or "her" means; "" where nobody was spoken of."""
    text = in_english(question)
    named = people.told_of(text, known).refs
    if named and not _POSSESSIVE_OF_RELATION.search(text):
        return ""
    points = _SOMEBODY.search(text)
    if points and any(ref.start < points.start() for ref in named):
        # "What is Clara's job, and what does her car cost?" points at nobody before it.
        return ""
    for said in (before, answered):
        told = people.told_of(in_english(said), known)
        meant = [ref for ref in told.others if not ref.owns] or list(told.others)
        if not meant:
            continue
        who = meant[-1] if said is before else meant[0]
        name = next((n.capitalize() for n in sorted(who.names)), "")
        name = name or _as_said(in_english(said), who)
        if name:
            return _put_for_somebody(name, text)
    return ""


def _put_for_somebody(name: str, text: str) -> str:
    """A name in the place of "he" and "her"."""
    text = re.sub(r"\b(?:his|her|their)\b(?= \w)", f"{name}'s", text, flags=re.IGNORECASE)
    return _SOMEBODY.sub(name, text)


def _as_said(said: str, who: kinship.PersonRef) -> str:
    """Somebody without a name, as they were called: "my sister"."""
    kinds = {kind for _, kind in who.kinds}
    for match in re.finditer(r"\b(?:my|our) [\w-]+|\b\w+\b", said, re.IGNORECASE):
        word = re.sub(r"['’]s?$", "", match.group().split()[-1])
        if people.relation(word) in kinds:
            return match.group()
    return ""


def carried_over(question: str, earlier: Sequence[EarlierTurn]) -> str:
    """What of the turns before belongs to this question: "" when it stands alone."""
    if not earlier or not leans(question):
        return ""
    said = [turn for turn in earlier if turn.by_person]
    told = [turn for turn in earlier if not turn.by_person]
    parts: list[str] = []
    # What the last answer said is nearest; then what the person said last. "And Tom?" asks the same
    # of another: what was told of the first is beside the point.
    of_another = _STARTS_ANEW.match(question.strip()) and people.names_in(question)
    if told and not of_another and (not said or told[-1].at >= said[-1].at):
        parts.append(_plain(told[-1].text))
    if said:
        parts.append(_plain(said[-1].text))
    return " ".join(part for part in parts if part)[:CARRIED]


def leans(question: str) -> bool:
    """Whether a question leans on what was said before it."""
    own = _EMPTY.sub(" ", question)
    words = list(content_words(question))
    if _POINTS_BACK.search(own) and not people.names_in(question):
        return True
    return (
        bool(_STARTS_ANEW.match(question.strip()))
        and len(words) <= FEW_WORDS
        and not first_person.IN_ENGLISH.search(question)
    )


def _plain(text: str) -> str:
    text = re.sub(r"\[\d{1,3}\]", "", text).replace(MASK, "")
    for decided in ("Yes", "No"):
        # After it "You" would stand in the middle of a sentence, as names do.
        text = text.removeprefix(f"{decided}: ").removeprefix(f"{gettext(decided)}: ")
    for hedge in (phrases.CLOSEST, phrases.CLOSEST_OF_THE_REST):
        text = text.replace(hedge, "").replace(gettext(hedge), "")
    text = re.sub(
        r"^(?:I don’t know that yet|I know nothing|I’ll remember"
        r"|Das weiß ich noch nicht|Ich weiß nichts|Ich merke mir).*",
        "",
        text,
        flags=re.DOTALL,
    )
    return " ".join(text.split())[:CARRIED]
