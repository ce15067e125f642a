"""Yes or no, where a sentence decides it.

Only where the words of the question stand in the sentence, or its contrary does: what would take
knowledge of the world (may somebody with coeliac disease eat pasta?) is left to who reads it.
"""

import re
from dataclasses import replace

from memories.answers.persons import people
from memories.answers.persons.kinship import subjects
from memories.answers.scoring.analysed_passage import AnalysedPassage
from memories.answers.scoring.cues import root_of, says_all
from memories.answers.scoring.question import AnalysedQuestion
from memories.text import content_words
from memories.text.expected_answers import ExpectedAnswer

_NOT = re.compile(
    r"\b(?:not|no|never|none|nothing|nobody|nowhere|without|can['’]?t|cannot|don['’]?t|doesn['’]?t|didn['’]?t|isn['’]?t|"
    r"aren['’]?t|won['’]?t|wasn['’]?t|hasn['’]?t|haven['’]?t|stopped|quit|gave up|hardly|out of)\b",
    re.IGNORECASE,
)
# What is so in part, or was, or is liked better, says neither yes nor no.
_IN_PART = re.compile(
    r"\b(?:only|rather|instead|prefer\w*|more than|better than|used to|former(?:ly)?|early|earlier"
    r"|previous(?:ly)?|once|in the past|until|till|except|unless|almost|nearly|maybe|perhaps|might"
    r"|if|sometimes|thinking (?:of|about)|considering|wants? to|would like to|hop(?:e|es|ing) to"
    r"|plan(?:s|ning)? to|toying)\b",
    re.IGNORECASE,
)
_OF_YARNNN = re.compile(r"\W*(?:can|could|will|would|do|did|are|have) you\b", re.IGNORECASE)
_BEING = re.compile(
    r"\b(?:am|is|are|was|were|have|has|had|got|like|love|enjoy|owe|lives?)\b", re.IGNORECASE
)
# What is over.
_ENDED = re.compile(
    r"\b(?:sold|steal|stole(?:n)?|pinched|nicked|lost|died|dead|gone|given? away|gave (?:\w+ )?away"
    r"|cancell?ed|called off|broke(?:n)? up|split up|separated|divorced|scrapped|run over"
    r"|gave (?:it |them )?back)\b",
    re.IGNORECASE,
)
_LIVES = re.compile(r"\blives?\b", re.IGNORECASE)
_AGAINST = re.compile(
    r"\b(?:hates?|dislikes?|detests?|loathes?|can['’]?t stand|cannot stand|avoids?|refuses?)\b",
    re.IGNORECASE,
)
_FOR = re.compile(
    r"\b(?:likes?|loves?|loved|enjoys?|prefers?|adores?|favou?rite|fond|fan of|keen|obsessed)\b",
    re.IGNORECASE,
)
# What is denied of a thing that is not liked: "don't care for", "not keen on", "likes no".
_CARES = re.compile(
    r"\b(?:likes?|loves?|enjoys?|cares? (?:for|about)|fond|keen|into|stand|bear|stomach|a fan"
    r"|mad about|my (?:thing|favou?rite))\b",
    re.IGNORECASE,
)
# What is done with a thing tells nothing without it.
_TAKEN = frozenset(("drink", "eat", "take", "use", "wear", "smoke", "play"))
_LIKES = re.compile(r"\b(?:like|love|enjoy|fond|fan)\b", re.IGNORECASE)


def whether(asked: AnalysedQuestion, passage: AnalysedPassage) -> bool | None:
    """Whether a passage says yes or no to a question; None where it does not decide it."""
    if not asked.keys and _LIVES.search(asked.text):
        # "Does Inge live in Celle?" has no other word: both are names.
        asked = replace(asked, keys=("live",))
    if asked.wanted is not ExpectedAnswer.WHETHER or not asked.keys:
        return None
    if _OF_YARNNN.match(asked.text):
        return None
    if len(asked.keys) == 1 and not _BEING.search(asked.text):
        # Of "Do I work on Mondays?" no more than the day is left.
        return None
    if _NOT.search(asked.text) or re.search(r"\bor\b", asked.text):
        return None
    if asked.names - passage.told.names:
        # Whether Kev is married, nobody's wedding tells who is not called so.
        return None
    if _LIKES.search(asked.text):
        return _liked(asked, passage)
    if not says_all(asked.keys, passage.stems):
        return None
    clause = _around(asked, passage)
    if not _is_told_in(clause, asked):
        return None
    if _of_another(asked, clause) or _of_the_last(asked, passage, clause):
        return None
    if _IN_PART.search(clause):
        return None
    if _ENDED.search(passage.text) and not _ENDED.search(asked.text):
        # "I sold the canary": whether I have one. What is sold beside it may be another thing.
        over = _ENDED.search(clause) and _BEING.search(asked.text)
        return False if over else None
    return not _NOT.search(clause)


def _is_told_in(clause: str, asked: AnalysedQuestion) -> bool:
    """Whether a clause has all words of the question that tell a thing.

    "I drink tea, coffee I can't take" tells in its second clause whether I may drink coffee.
    """
    things = [key for key in asked.keys if key not in _TAKEN]
    return says_all(things, frozenset(word.stem for word in content_words(clause)))


def _of_another(asked: AnalysedQuestion, clause: str) -> bool:
    """Whether it is asked of oneself, and told of somebody else: "Anna has diabetes"."""
    told = people.told_of(clause)
    asks_of_me = asked.told.me >= 0 and not asked.told.refs
    if not asks_of_me or told.me >= 0:
        return False
    # "Rhona's engaged" says who is: no one owns an "engaged".
    return bool(subjects(told)) or any(ref.owns and _WHO_IS.match(clause) for ref in told.refs)


_WHO_IS = re.compile(
    r"\W*\w+['’]s (?:\w+(?:ed|ing|ic)|got|gone|been|pregnant|vegan|vegetarian|off|away|back|not|now"
    r"|still|in|on|at|an?|the|my|our|very|so|just)\b",
    re.IGNORECASE,
)
# "…, who is a mason", "…, he has a dog", "…, der ist Maurer" word by word.
_OF_THE_LAST = re.compile(r"\W*(?:who|that|which|he|she|the (?:is|has|was|can|lives?))\b", re.I)


def _of_the_last(asked: AnalysedQuestion, passage: AnalysedPassage, clause: str) -> bool:
    """Whether a clause tells of whoever is named right before it, and that is not who is asked of.

    "Anna has a friend, Tom, who is a mason": whether Anna is one it does not tell.
    """
    if not asked.names or not _OF_THE_LAST.match(clause):
        return False
    before = people.told_of(passage.text[: passage.text.find(clause)])
    named = [ref.names for ref in before.refs if ref.names]
    return bool(named) and not named[-1] & asked.names


def _liked(asked: AnalysedQuestion, passage: AnalysedPassage) -> bool | None:
    things = [key for key in asked.keys if key not in ("like", "love", "enjoy", "fond", "fan")]
    if not things or not passage.stems.issuperset(things):
        return None
    clause = _around(asked, passage)
    if _IN_PART.search(clause) or _of_another(asked, clause):
        return None
    if asked.told.refs and people.told_of(clause).me >= 0:
        # That I don't care for curry tells nothing of my wife.
        return None
    if _AGAINST.search(clause) and _NOT.search(_AGAINST.sub(" ", clause)):
        # "Doesn't hate mushrooms any more, he loves them now" tells it in the rest.
        rest = passage.text[passage.text.find(clause) + len(clause) :]
        return True if _FOR.search(rest) and not _NOT.search(rest) else None
    if _AGAINST.search(clause) or (_NOT.search(clause) and _CARES.search(clause)):
        return False
    return True if _FOR.search(clause) and not _NOT.search(clause) else None


def _around(asked: AnalysedQuestion, passage: AnalysedPassage) -> str:
    """The clause that holds the question's words, which decides whether they are denied.

    "Allergic to penicillin and I can't stand mushrooms" denies the mushrooms alone.
    """
    clauses = _CLAUSE.split(passage.text)
    things = {root_of(key) for key in asked.keys if key not in _TAKEN}
    keys = {root_of(key) for key in asked.keys}

    def told(clause: str) -> tuple[int, int]:
        stems = {root_of(word.stem) for word in content_words(clause)}
        return len(things & stems), len(keys & stems)

    return max(clauses, key=told, default=passage.text)


_CLAUSE = re.compile(
    r"[,;.:!–—]|\s-\s|\b(?:but|although|though|while|because|so)\b"
    # "Sam is coeliac and Olu doesn't drink".
    r"|\band (?=[\w-]+ (?:am|is|are|was|were|isn|has|hasn|had|does|doesn|did|didn|can|will|won"
    r"|likes?|loves?|hates?|lives?|works?|eats?|drinks?)\b)"
    # In "I don't eat pork and beef" nobody does anything else.
    r"|\band (?=(?:i|we|he|she|it|they|my|our|his|her|their|can|don|do|does|am|is|are|was|have"
    r"|has|not|no)\b)",
    re.IGNORECASE,
)
