"""The night: what it does for a person while they sleep, and how it is taken back."""

from memories.learning.night.fading import fade
from memories.learning.night.run import (
    NightResult,
    NightUnderWay,
    begin_nights,
    last_night,
    night_waiting,
    run_night,
)
from memories.learning.night.undo import take_back, take_back_all

__all__ = [
    "NightResult",
    "NightUnderWay",
    "begin_nights",
    "fade",
    "last_night",
    "night_waiting",
    "run_night",
    "take_back",
    "take_back_all",
]
