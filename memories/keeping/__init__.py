"""Keeping: the one way in, `keep` for what was said or read, `remember` for what is known."""

from memories.errors import Refused
from memories.keeping import editing, sources, tombstones
from memories.keeping.bounds import LONGEST, check_content
from memories.keeping.chunking import CHUNK_OVERLAP, CHUNK_TOKENS, chunks
from memories.keeping.editing import correct
from memories.keeping.fingerprints import fingerprint
from memories.keeping.journal import note_used
from memories.keeping.people import entity_upkeep, same_people
from memories.keeping.people.directory import Directory, meant_in
from memories.keeping.people.directory import asking as directory_of
from memories.keeping.people.known_entity import KnownEntity
from memories.keeping.people.mentions import known_as, left_by_mail, link_earlier
from memories.keeping.questions import open_questions
from memories.keeping.recognising import TombstoneMatch, said_again
from memories.keeping.remember import (
    Outcome,
    Quote,
    RememberResult,
    find_same,
    remember,
)
from memories.keeping.sources import (
    CitableSpan,
    NewSource,
    check_text,
    find_again,
    keep,
    make_rest_findable,
    stop_finding,
)
from memories.keeping.tombstones import restating, voices, words_of

__all__ = [
    "CHUNK_OVERLAP",
    "CHUNK_TOKENS",
    "LONGEST",
    "CitableSpan",
    "Directory",
    "KnownEntity",
    "NewSource",
    "Outcome",
    "Quote",
    "Refused",
    "RememberResult",
    "TombstoneMatch",
    "check_content",
    "check_text",
    "chunks",
    "correct",
    "directory_of",
    "editing",
    "entity_upkeep",
    "find_again",
    "find_same",
    "fingerprint",
    "keep",
    "known_as",
    "left_by_mail",
    "link_earlier",
    "make_rest_findable",
    "meant_in",
    "note_used",
    "open_questions",
    "remember",
    "restating",
    "said_again",
    "same_people",
    "sources",
    "stop_finding",
    "tombstones",
    "voices",
    "words_of",
]
