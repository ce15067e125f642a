"""The built-in answerer: remembers, forgets, corrects and answers by rules, with no model set."""

from chat.builtin.decide import commands, decide
from chat.builtin.offer_to_remember import offered_beside

__all__ = ["commands", "decide", "offered_beside"]
