"""Keeping: the one way in, `keep` for what was said or read, `remember` for what is known."""

from memories.keeping import editing, sources, tombstones
from memories.keeping.chunking import CHUNK_OVERLAP, CHUNK_TOKENS, chunks
from memories.keeping.editing import correct, uncorrect
from memories.keeping.errors import Refused
from memories.keeping.journal import journal
from memories.keeping.mentions import link_earlier
from memories.keeping.remember import (
    LONGEST,
    Outcome,
    Quote,
    Remembered,
    find_same,
    make_findable,
    remember,
    rest_on,
)
from memories.keeping.signals import (
    Files,
    HeldFile,
    asked_what_holds,
    erasing,
    files_holding,
    forgotten,
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
    "Files",
    "HeldFile",
    "Outcome",
    "Part",
    "Quote",
    "Refused",
    "Remembered",
    "Said",
    "asked_what_holds",
    "check_text",
    "chunks",
    "correct",
    "editing",
    "embed_waiting",
    "erasing",
    "files_holding",
    "find_same",
    "fingerprint",
    "forgotten",
    "journal",
    "keep",
    "link_earlier",
    "make_findable",
    "make_pasted_findable",
    "make_rest_findable",
    "note_used",
    "remember",
    "rest_on",
    "restating",
    "sources",
    "tombstones",
    "uncorrect",
    "voices",
    "words_of",
]
