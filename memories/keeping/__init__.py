"""Keeping: the one way in, `keep` for what was said or read, `remember` for what is known."""

from memories.keeping import editing, sources, tombstones
from memories.keeping.chunking import CHUNK_OVERLAP, CHUNK_TOKENS, chunks
from memories.keeping.describing import describe
from memories.keeping.editing import correct, is_findable, keep_both, supersede, uncorrect
from memories.keeping.errors import Refused
from memories.keeping.journal import journal
from memories.keeping.people import mentions, same_people, settling
from memories.keeping.people.directory import Directory, everybody, meant_in
from memories.keeping.people.directory import asking as directory_of
from memories.keeping.people.known import Held, Known
from memories.keeping.people.mentions import known_as, left_by_mail, link_earlier
from memories.keeping.questions import OpenQuestion, ask_which, open_questions
from memories.keeping.recognising import Verdict, said_again
from memories.keeping.remember import (
    LONGEST,
    Outcome,
    Quote,
    Remembered,
    check_content,
    find_same,
    make_findable,
    remember,
    rest_on,
)
from memories.keeping.sources import (
    Part,
    Said,
    check_text,
    keep,
    make_pasted_findable,
    make_rest_findable,
)
from memories.keeping.tombstones import fingerprint, restating, voices, words_of
from memories.keeping.usage import note_used
from memories.keeping.vectors import embed_waiting

__all__ = [
    "CHUNK_OVERLAP",
    "CHUNK_TOKENS",
    "LONGEST",
    "Directory",
    "Held",
    "Known",
    "OpenQuestion",
    "Outcome",
    "Part",
    "Quote",
    "Refused",
    "Remembered",
    "Said",
    "Verdict",
    "ask_which",
    "check_content",
    "check_text",
    "chunks",
    "correct",
    "describe",
    "directory_of",
    "editing",
    "embed_waiting",
    "everybody",
    "find_same",
    "fingerprint",
    "is_findable",
    "journal",
    "keep",
    "keep_both",
    "known_as",
    "left_by_mail",
    "link_earlier",
    "make_findable",
    "make_pasted_findable",
    "make_rest_findable",
    "meant_in",
    "mentions",
    "note_used",
    "open_questions",
    "remember",
    "rest_on",
    "restating",
    "said_again",
    "same_people",
    "settling",
    "sources",
    "supersede",
    "tombstones",
    "uncorrect",
    "voices",
    "words_of",
]
