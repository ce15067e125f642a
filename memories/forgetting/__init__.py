"""Forgetting: the one way out, at once and with Undo; erasing removes for good."""

from memories.forgetting import bulk_forget
from memories.forgetting.forget import (
    Forgetting,
    bury_sources,
    bury_words,
    concluded,
    erase,
    files_with,
    forget,
    names_in,
    restore,
    undo,
)
from memories.forgetting.held_back import held_back, leave_out, let_in
from memories.forgetting.masking import Passage, mask, stated, unmask
from memories.forgetting.meant import Meant, find_meant
from memories.forgetting.naming import MaskedName, as_it_was
from memories.forgetting.remove import remove_memories, remove_sources, remove_taught, taught_by
from memories.forgetting.retention import erase_due
from memories.forgetting.taking_back import Act, last_act, take_back
from memories.forgetting.vacuum import can_rewrite, vacuum_waiting

__all__ = [
    "Act",
    "Forgetting",
    "MaskedName",
    "Meant",
    "Passage",
    "as_it_was",
    "bulk_forget",
    "bury_sources",
    "bury_words",
    "can_rewrite",
    "concluded",
    "erase",
    "erase_due",
    "files_with",
    "find_meant",
    "forget",
    "held_back",
    "last_act",
    "leave_out",
    "let_in",
    "mask",
    "names_in",
    "remove_memories",
    "remove_sources",
    "remove_taught",
    "restore",
    "stated",
    "take_back",
    "taught_by",
    "undo",
    "unmask",
    "vacuum_waiting",
]
