"""Yes or no, where a sentence decides it.

Only where the words of the question stand in the sentence, or its contrary does: what would take
knowledge of the world (may somebody with coeliac disease eat pasta?) is left to who reads it.
"""

import re

from memories.answers.persons import people
from memories.answers.persons.kinship import subjects
from memories.answers.scoring.asked import Asked, Wanted
from memories.answers.scoring.reading import Reading
from memories.text import content_words

_NOT = re.compile(
    r"\b(?:not|no|never|none|nobody|without|can['’]?t|cannot|don['’]?t|doesn['’]?t|didn['’]?t|isn['’]?t|"
    r"aren['’]?t|won['’]?t|wasn['’]?t|hasn['’]?t|haven['’]?t|stopped|quit|gave up|hardly|out of)\b",
    re.IGNORECASE,
)
_AGAINST = re.compile(
    r"\b(?:hates?|dislikes?|detests?|loathes?|can['’]?t stand|cannot stand|avoids?|refuses?)\b",
    re.IGNORECASE,
)
_FOR = re.compile(
    r"\b(?:likes?|loves?|loved|enjoys?|prefers?|adores?|favou?rite|fond|fan of|keen|obsessed)\b",
    re.IGNORECASE,
)
_LIKES = re.compile(r"\b(?:like|love|enjoy|fond|fan)\b", re.IGNORECASE)


def whether(asked: Asked, passage: Reading) -> bool | None:
    """Whether a passage says yes or no to a question; None where it does not decide it."""
    if asked.wanted is not Wanted.WHETHER or not asked.keys:
        return None
    if _NOT.search(asked.text) or re.search(r"\bor\b", asked.text):
        return None
    if asked.names - passage.told.names:
        # Whether Kev is married, nobody's wedding tells who is not called so.
        return None
    if _LIKES.search(asked.text):
        return _liked(asked, passage)
    if not passage.stems.issuperset(asked.keys):
        return None
    clause = _around(asked, passage)
    return None if _of_another(asked, clause) else not _NOT.search(clause)


def _of_another(asked: Asked, clause: str) -> bool:
    """Whether it is asked of oneself, and told of somebody else: "Anna has diabetes"."""
    told = people.told_of(clause)
    asks_of_me = asked.told.me >= 0 and not asked.told.refs
    return asks_of_me and told.me < 0 and bool(subjects(told))


def _liked(asked: Asked, passage: Reading) -> bool | None:
    things = [key for key in asked.keys if key not in ("like", "love", "enjoy", "fond", "fan")]
    if not things or not passage.stems.issuperset(things):
        return None
    against = bool(_AGAINST.search(passage.text)) or bool(
        re.search(
            r"n['’]?t (?:really )?(?:like|love|enjoy)|not (?:really )?(?:like|fond|keen)"
            r"|(?:like|love|enjoy) (?:no|none)\b",
            passage.text,
        )
    )
    if against:
        return False
    return True if _FOR.search(passage.text) else None


def _around(asked: Asked, passage: Reading) -> str:
    """The clause in which the words of the question stand, as far as they are denied or not.

    "Allergic to penicillin and I can't stand mushrooms" denies the mushrooms alone.
    """
    clauses = _CLAUSE.split(passage.text)
    keys = set(asked.keys)
    return max(
        clauses,
        key=lambda clause: len(keys & {word.stem for word in content_words(clause)}),
        default=passage.text,
    )


_CLAUSE = re.compile(
    r"[,;.:!–—]|\b(?:but|although|though|while|because|so)\b"
    # In "I don't eat pork and beef" nobody does anything else.
    r"|\band (?=(?:i|we|he|she|it|they|my|our|his|her|their|can|don|do|does|am|is|are|was|have"
    r"|has|not|no)\b)",
    re.IGNORECASE,
)
