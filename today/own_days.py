"""Whether a day to come is the person's: what they do, who comes to them, what they celebrate.

"My brother is flying to Chile on Saturday" and "The sales begin on Boxing Day" are somebody
else's day, or everybody's: they are remembered, and nothing to look at in the morning. A linear
classifier over the features of today.task_likelihood and a few of who is spoken of, trained by
bench/learning/train_days.py on sentences written for it.
"""

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from llm.kept import kept
from memories.text import PERSON, names_in, times, undated
from today import task_likelihood

Floats = NDArray[np.float32]

WEIGHTS = Path(__file__).with_suffix(".npz")
# So likely is it the person's at least.
LIKELY = 0.6
# So much a feature of who is spoken of weighs beside those of the words.
_WHO_WEIGHT = 1.5
# Between where a sentence begins and a role lies "my"; after a day, in German, the verb.
_OWNER, _VERB = 4, 12  # characters
# Whose days are counted from does not matter: only where they stand in the sentence.
_ANY_DAY = datetime(2026, 1, 1, tzinfo=UTC)

# What somebody heard or feels: its "I" does nothing on that day.
_HEARSAY = re.compile(
    r"\b(?:i\s+(?:read|heard|saw|think|guess|hope|hate|love|wish|can['’]?t\s+believe)|apparently"
    r"|supposed\s+to|they\s+(?:say|reckon)|reckons?|everybody|everyone|forecast|the\s+news"
    r"|hab\w*\s+(?:ich\s+)?(?:gelesen|gehört)|(?:gelesen|gehört),?\s+dass|angeblich|h(?:ei|ie)ß[te]*\s+es"
    r"|es\s+h(?:ei|ie)ß\w*|alle\s+sagen|solls?|hasse\s+ich|endlich|roll\s+on|bloß"
    r"|poor\s+thing|lucky|selber\s+schuld|arme)\b",
    re.IGNORECASE,
)
_ONESELF = re.compile(
    r"\b(?:i|im|i['’](?:m|ll|ve|d)|we|we['’](?:re|ll|ve|d)|me|us|ich|wir|mich|mir|uns|yo|nos)\b",
    re.IGNORECASE,
)
_OWN = re.compile(r"\b(?:my|our|mein\w*|unser\w*|mis?|nuestr\w+)\b", re.IGNORECASE)
_COMES = re.compile(
    r"\b(?:comes?|coming|arriv\w+|lands?|landing|visit\w*|staying|stays|kommt|kommen|landet|besuch\w*"
    r"|viene\w*|lleg\w+)\b",
    re.IGNORECASE,
)
_CELEBRATED = re.compile(
    r"\b(?:birthday|bday|turns?|wedding|anniversary|party|christening|funeral|wake|memorial|geburtstag|hochzeit|wird\s\d+"
    r"|\w*feier\w*|taufe|beerdigung|beisetzung|cumple\w*|boda)\b",
    re.IGNORECASE,
)


def are_own(texts: Sequence[str]) -> list[bool]:
    """Whether each text, which names a day to come, is of the person's own days."""

    def read(new: Sequence[str]) -> list[float]:
        weights, bias = _weights()
        found: list[float] = (features(new) @ weights + bias).tolist()
        return found

    scores = kept(("own day",), [undated(text) for text in texts], read)
    return [1 / (1 + np.exp(-score)) >= LIKELY for score in scores]


def features(texts: Sequence[str]) -> Floats:
    """Sentences as rows of features: those of a promise, and who is spoken of."""
    who = np.array([_who(text) for text in texts], np.float32) * _WHO_WEIGHT
    return np.concatenate([task_likelihood.features("promised", texts), who], axis=1)


def _who(text: str) -> list[bool]:
    """Of whom a sentence speaks, in what stands first, and what they do."""
    told = _HEARSAY.sub(" ", text)
    people = [named for named in names_in(text) if named.type == PERSON]
    of_oneself = _ONESELF.search(told) is not None
    # "My brother" is somebody; "my contract" is mine.
    of_own = any(
        not any(each.start <= own.start() + _VERB and each.stop > own.end() for each in people)
        for own in _OWN.finditer(text)
    )
    named = times(text, _ANY_DAY, "future")
    day_first = named[0].stop if named and named[0].start <= _OWNER else 0
    room = _VERB if day_first else _OWNER
    other_first = any(day_first <= each.start <= day_first + room for each in people)
    comes = _COMES.search(text) is not None
    celebrated = _CELEBRATED.search(text) is not None
    return [
        of_oneself,
        of_own,
        bool(people),
        other_first,
        told != text,
        comes,
        comes and other_first,
        celebrated,
        other_first and not (of_oneself or comes or celebrated),
        not (of_oneself or people),
    ]


@lru_cache(maxsize=1)
def _weights() -> tuple[Floats, float]:
    with np.load(WEIGHTS) as stored:
        return stored["weights"].astype(np.float32), float(stored["bias"])
