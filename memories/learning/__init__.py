"""Learning: from what was said to memories."""

from memories.learning.backfill import learn_what_is_left, progress, try_again
from memories.learning.changing.comparing import Pair, changes
from memories.learning.changing.endings import may_follow, says_over
from memories.learning.changing.updating import ONLY_ADDS, Updated, update_known
from memories.learning.learn import (
    learn,
    learn_passages,
    learn_waiting,
    leave_to_model,
    reading_model,
)
from memories.learning.messages import (
    asks_for_work,
    own_sentences,
    perhaps_told,
    states,
    tells_secret,
    told,
)
from memories.learning.model.trying import try_model
from memories.learning.night import (
    begin_nights,
    last_night,
    night_waiting,
    run_night,
    take_back,
    take_back_all,
)
from memories.learning.statements import without_opening

__all__ = [
    "ONLY_ADDS",
    "Pair",
    "Updated",
    "asks_for_work",
    "begin_nights",
    "changes",
    "last_night",
    "learn",
    "learn_passages",
    "learn_waiting",
    "learn_what_is_left",
    "leave_to_model",
    "may_follow",
    "night_waiting",
    "own_sentences",
    "perhaps_told",
    "progress",
    "reading_model",
    "run_night",
    "says_over",
    "states",
    "take_back",
    "take_back_all",
    "tells_secret",
    "told",
    "try_again",
    "try_model",
    "update_known",
    "without_opening",
]
