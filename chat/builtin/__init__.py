"""The built-in answerer: remembers, forgets, corrects and answers by rules, with no model set."""

from chat.builtin.decide import commands, decide

__all__ = ["commands", "decide"]
