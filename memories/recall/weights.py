"""Recall's weights, thresholds and limits. What each is for stands beside it in weights.toml."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

FILE = Path(__file__).parent / "data" / "weights.toml"


@dataclass(frozen=True)
class FeatureSettings:
    common: float
    about: float
    only_asked: float
    coverage_power: float
    soon: float
    even: float
    spread: float
    asks_the_same: float


@dataclass(frozen=True)
class Answerable:
    known: float
    several: float
    stands_out: float
    usual: float
    as_if: int
    near: float
    far: float
    otherwise_named: float
    perhaps: float
    doubted: float
    nearly: float
    some_words: float
    in_english: float
    beyond_language: float
    faded: float


@dataclass(frozen=True)
class Limits:
    candidates: int
    filtered_candidates: int
    of_each_kind: int
    beside_answers: int
    neighboured: int
    spoken_of: int
    tried_as_names: int
    reranked: int
    further: int
    read: int
    about_whom: int
    in_other_words: int


_tables = tomllib.loads(FILE.read_text(encoding="utf-8"))

RANKING: dict[str, float] = _tables["ranking"] | _tables["ranking_by_hand"]
OWN: dict[str, float] = _tables["own"]
FEATURES = FeatureSettings(**_tables["features"])
ANSWERABLE = Answerable(**_tables["answerable"])
LIMITS = Limits(**_tables["limits"])
