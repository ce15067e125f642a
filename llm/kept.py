"""What was made of texts, kept for the next question, which mostly meets the same passages."""

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any

# Texts of which what was made is kept, over all questions of this process.
KEPT = 6_000

_lock = threading.Lock()
_made: OrderedDict[tuple[object, ...], Any] = OrderedDict()


def kept(
    what: tuple[object, ...], texts: Sequence[str], make: Callable[[Sequence[str]], list[Any]]
) -> list[Any]:
    """What is made of each text, in the order given.

    Kept by their digest, so that no text lies around in memory longer than it must.
    """
    keys = {text: (*what, hashlib.sha256(text.encode()).digest()) for text in texts}
    with _lock:
        found = {text: _made[key] for text, key in keys.items() if key in _made}
    new = [text for text in keys if text not in found]
    if new:
        found.update(zip(new, make(new), strict=True))
    with _lock:
        for text, key in keys.items():
            _made[key] = found[text]
            _made.move_to_end(key)
        while len(_made) > KEPT:
            _made.popitem(last=False)
    return [found[text] for text in texts]
