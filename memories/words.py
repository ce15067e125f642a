"""Words: how text becomes stems, and stems become the keyed numbers the index holds."""

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from uuid import UUID

import numpy as np
import snowballstemmer
from numpy.typing import NDArray

from memories.sealing import index_key

# Apostrophes stay inside words ("don't"); what follows one at the end ("Dana's") is cut off.
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
# Scripts written without spaces: overlapping pairs of characters serve as words.
_UNSPACED = re.compile(
    r"[\u2e80-\u2fdf\u3040-\u30ff\u3100-\u312f\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af]+"
)
_POSSESSIVE = re.compile(r"['’]s$")
_STEMMER = snowballstemmer.stemmer("english")

_LISTED = """
    a about above after again against all also am an and any are aren't as at be because been
    before being below between both but by can can't cannot could couldn't did didn't do does
    doesn't doing don't down during each few for from further had hadn't has hasn't have haven't
    having he he'd he'll he's her here here's hers herself him himself his how how's i i'd i'll i'm
    i've if in into is isn't it it's its itself just let's me more most mustn't my myself no nor not
    now of off on once only or other ought our ours ourselves out over own please same shan't she
    she'd she'll she's should shouldn't so some such than that that's the their theirs them
    themselves then there there's these they they'd they'll they're they've this those through to
    too under until up us very was wasn't we we'd we'll we're we've were weren't what what's when
    when's where where's which while who who's whom why why's will with won't would wouldn't you
    you'd you'll you're you've your yours yourself yourselves
"""
STOP_WORDS = frozenset(_LISTED.split())


@dataclass(frozen=True)
class Word:
    """One content word: its stem, its spelling, and where it stands (characters)."""

    stem: str
    spelling: str
    start: int
    stop: int


def content_words(text: str) -> Iterator[Word]:
    """The words of a text that carry content, in order. Stop words are left out."""
    for match in _WORD.finditer(text):
        start, spelling = match.start(), match.group()
        if _UNSPACED.search(spelling):
            yield from _unspaced(spelling, start)
            continue
        plain = unicodedata.normalize("NFKC", spelling).lower().replace("’", "'")
        if plain in STOP_WORDS:
            continue
        stem = stem_of(_POSSESSIVE.sub("", plain))
        if stem and stem not in STOP_WORDS:
            yield Word(stem, spelling, start, start + len(spelling))


def _unspaced(run: str, start: int) -> Iterator[Word]:
    if len(run) == 1:
        yield Word(run, run, start, start + 1)
    for i in range(len(run) - 1):
        yield Word(run[i : i + 2].lower(), run[i : i + 2], start + i, start + i + 2)


@lru_cache(maxsize=20_000)
def stem_of(word: str) -> str:
    """The stem of a lower-case word. Digits and other alphabets are left as they are."""
    return str(_STEMMER.stemWord(word)) if word.isascii() and word.isalpha() else word


def stems(text: str) -> list[str]:
    """The content stems of a text, in order, with repetitions."""
    return [word.stem for word in content_words(text)]


def terms(user_id: UUID, stems: Iterable[str]) -> NDArray[np.uint32]:
    """Stems as the index holds them: this person's keyed 32-bit hashes, one for each given.

    Two of a person's stems share a hash once in billions; another person's never meet them.
    """
    key = index_key(user_id)
    return np.array([_hash(key, stem) for stem in stems], np.uint32)


def hash_of(user_id: UUID, stem: str) -> str:
    """A stem as tombstones hold it: this person's keyed 64-bit hash, in hexadecimal."""
    return hashlib.blake2b(stem.encode(), digest_size=8, key=index_key(user_id)).hexdigest()


def _hash(key: bytes, stem: str) -> int:
    digest = hashlib.blake2b(stem.encode(), digest_size=4, key=key).digest()
    return int.from_bytes(digest, "big")
