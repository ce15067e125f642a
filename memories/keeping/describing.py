"""Describe a memory: of whom or what it is, what of it, the value, and from when until when."""

from datetime import datetime

from memories.models import Memory
from memories.text import FactParts
from memories.text.fact_parts import fact_parts


def describe(memory: Memory, said_at: datetime, told: FactParts | None = None) -> None:
    """Fill the columns beside a memory's words, from what a model `told` or else by rules.

    What rules cannot tell stays empty. The memory is not saved here.
    """
    parts = told if told and told.attribute else fact_parts(memory.content, said_at)
    memory.subject, memory.attribute, memory.value = parts.subject, parts.attribute, parts.value
    memory.valid_from = parts.since
    if parts.until is not None:
        memory.valid_until = parts.until
