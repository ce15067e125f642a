"""Learning: from what was said to memories."""

from memories.learning.learn import learn, learn_passages, learn_waiting
from memories.learning.messages import told

__all__ = ["learn", "learn_passages", "learn_waiting", "told"]
