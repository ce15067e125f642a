"""Learning: from what was said to memories."""

from memories.learning.backfill import learn_what_is_left, progress
from memories.learning.changing.corrections import filled_in
from memories.learning.changing.endings import says_over
from memories.learning.changing.updating import UpdateResult, replace_old, update_known
from memories.learning.earlier import said_before
from memories.learning.learn import learn, learn_passages, learn_waiting, leave_to_model
from memories.learning.messages import (
    asks_for_work,
    own_sentences,
    perhaps_told,
    secrets_in,
    seems_to_ask,
    states,
    surely_lasting,
    told,
)
from memories.learning.night import fade, last_night, run_night
from memories.learning.reading.facts import facts_of
from memories.learning.reading.lasting import rows as sentence_features
from memories.learning.reading.own_parts import own_parts
from memories.learning.statements import without_opening

__all__ = [
    "UpdateResult",
    "asks_for_work",
    "facts_of",
    "fade",
    "filled_in",
    "last_night",
    "learn",
    "learn_passages",
    "learn_waiting",
    "learn_what_is_left",
    "leave_to_model",
    "own_parts",
    "own_sentences",
    "perhaps_told",
    "progress",
    "replace_old",
    "run_night",
    "said_before",
    "says_over",
    "secrets_in",
    "seems_to_ask",
    "sentence_features",
    "states",
    "surely_lasting",
    "told",
    "update_known",
    "without_opening",
]
