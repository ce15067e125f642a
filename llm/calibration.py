"""What a model's cosines mean, found by asking it about sentences whose kinship is known."""

import numpy as np
from numpy.typing import NDArray

PAIRS = (
    ("I am allergic to peanuts.", "Peanuts make me ill, I must not eat them."),
    ("She works at a bank in Zurich.", "Her employer is a Swiss bank."),
    ("The meeting was moved to Thursday afternoon.", "We will now meet on Thursday after lunch."),
    ("My daughter started learning the violin.", "My girl has begun violin lessons."),
    ("We deploy the service with Docker on two servers.",
     "Our service runs in Docker containers on a pair of machines."),
    ("He hates getting up early.", "He does not like to rise early in the morning."),
    ("The rent goes up by five percent next year.", "From January we pay five percent more rent."),
    ("I prefer tea to coffee.", "I would rather drink tea than coffee."),
    ("Our flight to Lisbon leaves at six in the morning.", "We fly to Lisbon at 6 am."),
    ("The old oak in the garden fell in the storm.",
     "The storm brought down the oak tree behind our house."),
)  # fmt: skip


def typical_cosines(vectors: NDArray[np.float32]) -> tuple[float, float]:
    """Give the median cosine of unrelated and of related sentences.

    `vectors` are those of PAIRS laid flat: (2 · len(PAIRS), dimension), rows of length 1.
    """
    cosines = vectors[0::2] @ vectors[1::2].T
    same_pair = np.eye(len(PAIRS), dtype=bool)
    return float(np.median(cosines[~same_pair])), float(np.median(cosines[same_pair]))
