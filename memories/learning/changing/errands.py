"""What is to be done, or was promised: it is no state of things, so nothing takes its place.

"I need to book the ferry" is not changed by "ferry booked", nor is anything changed by "I must call
Tom": Today ticks it off. English, German, Spanish.
"""

import re

_ERRAND = re.compile(
    r"^\W*(?:(?:and|so|ok|oh|und|also|y|still|really|just|i|we|ich|wir)\W+)*"
    r"(?:(?:need|have|has|had|got|ought) to\b|gotta\b|must\b|should\b"
    r"|(?:['’]ll|will) (?:send|call|bring|book|order|pay|buy|get|write)\b|promised\b|to-?do\b"
    r"|remind me\b|(?:please )?don['’]?t (?:let me )?forget\b"
    r"|muss\b|müssen\b|müsste\b|sollte\b|(?:darf (?:bitte )?)?nicht vergessen\b|erinner\w* mich\b"
    r"|tengo que\b|hay que\b|debo\b|recuérdame\b|que no se me olvide\b)"
    r"|\b(?:told|promised|said|assured) (?:\w+ ){0,4}?(?:that )?i['’]?(?:d|ll| would| will)\b"
    r"|\b(?:versprochen|gesagt), dass ich\b|\bich (?:muss|müsste|soll)\b"
    r"|\bi (?:still |really )*(?:need|have) to\b",
    re.IGNORECASE,
)


def is_errand(text: str) -> bool:
    """Whether a sentence tells what its writer is to do."""
    return _ERRAND.search(text) is not None
