"""Forgetting: the one way out, at once and with Undo; erasing removes for good."""

from memories.forgetting import bulk_forget
from memories.forgetting.forget import bury_words, erase, files_with, forget, restore, undo
from memories.forgetting.held_back import held_back, leave_out, let_in
from memories.forgetting.masked_names import MaskedName, as_it_was
from memories.forgetting.masking import Passage, mask, stated, unmask
from memories.forgetting.remove import (
    remove_memories,
    remove_sources,
    remove_taught,
    taught_by,
    unlearn,
)
from memories.forgetting.requests.candidates import REQUEST, ForgetMatches, mark_request
from memories.forgetting.requests.kinds import questions_of
from memories.forgetting.requests.meant import find_meant
from memories.forgetting.requests.told_last import find_told_last
from memories.forgetting.retracting import Retraction, retract
from memories.forgetting.taking_back import UndoableAct, forgotten_act, last_act, take_back
from memories.forgetting.vacuum import rewrite_soon

__all__ = [
    "REQUEST",
    "ForgetMatches",
    "MaskedName",
    "Passage",
    "Retraction",
    "UndoableAct",
    "as_it_was",
    "bulk_forget",
    "bury_words",
    "erase",
    "files_with",
    "find_meant",
    "find_told_last",
    "forget",
    "forgotten_act",
    "held_back",
    "last_act",
    "leave_out",
    "let_in",
    "mark_request",
    "mask",
    "questions_of",
    "remove_memories",
    "remove_sources",
    "remove_taught",
    "restore",
    "retract",
    "rewrite_soon",
    "stated",
    "take_back",
    "taught_by",
    "undo",
    "unlearn",
    "unmask",
]
