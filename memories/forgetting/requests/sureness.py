"""Whether what answers a request best is surely what it means, or is to be asked about.

Weighed against requests for what nobody had told (bench/forgetting/data, each without the sentence
it means): "forget what I weigh" then finds what the dog weighs, "my salary" the rent.
"""

import re

from memories.text import in_english

# As logits beside how well it answers: each word of the topic that stands there, up to so many;
# that none of its words finds one near it; that one denies what the other says.
_WORD, _WORDS, _UNMET, _SAYS_NO, _ASKS_FOR_NO = 1.0, 3, 3.0, 2.0, 8.0
# From here on it is sure.
_SURE = 6.0
_NO = re.compile(
    r"\b(?:not|no|never|without|nothing|nobody|none|unable|lacks?|lacking|cannot)\b|n['’]t\b",
    re.IGNORECASE,
)


def is_sure(topic: str, text: str, *, answers: float, words: float, unmet: float) -> bool:
    """Whether a sentence is surely the one that a topic means.

    `answers` is how well it does (a logit), `words` how many words of the topic stand in it,
    `unmet` the share of what the topic asks that comes near nothing in it.
    """
    sure = answers + _WORD * min(words, _WORDS) - _UNMET * unmet
    asked, said = denies(topic), denies(text)
    if asked and not said:
        sure -= _ASKS_FOR_NO
    elif said and not asked:
        sure -= _SAYS_NO
    return sure >= _SURE


def denies(text: str) -> bool:
    """Whether it says no to something: "what I don't eat", "I have no life insurance"."""
    return bool(_NO.search(in_english(text)))
