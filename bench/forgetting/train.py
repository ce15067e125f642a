"""Train memories/keeping/data/recognising.npz on facts and what says them again, or something else.

    python -m bench.forgetting.train            # figures by cross-validation, then the weights
    python -m bench.forgetting.train --figures [SET.json]

data/restatements*.txt hold the pairs; to them come the facts as they are, and what else one person
says (bench/answerer, but for lives.json). The figures are of facts left out of training, five parts
in turn; of a SET ([{fact, rewordings, similar_but_different}]) and of lives.json those of the whole
training. Of the latter it is how many ordinary messages of somebody who had 20 things forgotten
would be asked about. Needs scikit-learn, as the application does not: `pip install scikit-learn`.
"""

import json
import os
import random
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yarnnn.settings")

import django

django.setup()

from sklearn.ensemble import HistGradientBoostingClassifier  # noqa: E402

from bench.answerer import written  # noqa: E402
from bench.forgetting.lives import FORGOTTEN, messages  # noqa: E402
from bench.forgetting.pairs import for_fitting  # noqa: E402
from bench.trees import flat  # noqa: E402
from memories.keeping import recognising  # noqa: E402
from memories.keeping.recognising import ComparedSentence  # noqa: E402
from memories.text import Gist, gist  # noqa: E402
from memories.text.meaning.concepts import language_meant  # noqa: E402
from memories.text.sameness.restating import features  # noqa: E402

BENCH = Path(__file__).parents[1]
PARTS = 5
# Number of sentences from other facts that each fact is also compared with.
STRANGERS = 3
# Number of pairs sampled from what each person says.
OF_ONE_LIFE = 200
# One of so many of the written lives is taken.
EVERY = 4
# Weight of each of these pairs in training: they are many, and easy.
LIGHT = 3.0
THRESHOLDS = (0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.93, 0.95)

# What people put before what they say, and what they shorten.
BEFORE = {
    "en": ["Oh,", "By the way,", "As I said,", "Just so you know,", "Well,", "Remember,"],
    "de": ["Übrigens,", "Wie gesagt,", "Ach,", "Nur damit du es weißt:"],
    "es": ["Por cierto,", "Como te dije,", "Ah,", "Para que lo sepas:"],
}
SHORT = (("I am ", "I'm "), ("I have ", "I've got "), (" is ", "'s "), ("cannot", "can't"))

Floats = NDArray[np.float32]
Pair = tuple[str, str, int]


def pairs() -> list[Pair]:
    """Fact, sentence, and whether it says it again, of the facts that the reader does not know."""
    return [(fact.text, text, int(again)) for fact in for_fitting() for text, again in fact.beside]


def plainly(known: Sequence[Pair]) -> list[Pair]:
    """Facts beside themselves, with a word before them or shortened: nothing says more the same."""
    chance = random.Random(9)
    found: list[Pair] = []
    for fact in dict.fromkeys(fact for fact, _, _ in known):
        before = chance.choice(BEFORE[language_meant(fact)])
        inner = fact if fact.startswith(("I ", "I'")) else fact[0].lower() + fact[1:]
        found += [(fact, fact, 1), (fact, f"{before} {inner}", 1)]
        for long, short in SHORT:
            if long in fact or short in fact:
                other = fact.replace(long, short) if long in fact else fact.replace(short, long)
                found.append((fact, other, 1))
    return found


def strangers(known: Sequence[Pair]) -> list[Pair]:
    """Facts beside sentences of other facts, rewordings among them: how one looks is no proof."""
    chance = random.Random(3)
    said: dict[str, list[str]] = {}
    for fact, text, _ in known:
        said.setdefault(fact, [fact]).append(text)
    return [
        (fact, chance.choice(said[other]), 0)
        for fact in said
        for other in chance.sample([each for each in said if each != fact], STRANGERS)
    ]


def of_one_life() -> list[Pair]:
    """Two things that the same person says: as alike as what is told of one life is."""
    chance = random.Random(7)
    lives = [
        [fact["text"] for fact in life["facts"]]
        for name in ("others", "questions")
        for life in json.loads((BENCH / "answerer" / f"{name}.json").read_text())
    ]
    lives += [list(life.statements.values()) for life in written.lives()[::EVERY]]
    talkers = json.loads((BENCH / "answerer" / "talkers.json").read_text())
    found: list[Pair] = []
    for said in [*lives, *(each["said"] for each in talkers)]:
        every = [(one, other, 0) for one in said for other in said if one != other]
        found += chance.sample(every, OF_ONE_LIFE)
    return found


def asked_of(sure: Callable[[Floats], Floats]) -> None:
    """How many of somebody's messages are asked about, when 20 other things were forgotten."""
    every = list(messages())
    found = sure(rows([(fact, text, 0) for gone, text in every for fact in gone]))
    most = found.reshape(len(every), FORGOTTEN).max(axis=1)
    print(f"{len(every)} ordinary messages, {FORGOTTEN} things of the same life forgotten")
    for threshold in THRESHOLDS:
        print(f"   from {threshold}: {(most >= threshold).mean():.3f}")


def rows(of: Iterable[Pair]) -> Floats:
    of = list(of)
    texts = list(dict.fromkeys(text for fact, said, _ in of for text in (fact, said)))
    gists: list[Gist] = [gist(text) for text in texts]
    read = zip(gists, recognising.read_meanings(texts), strict=True)
    known = dict(zip(texts, (ComparedSentence(*each) for each in read), strict=True))
    return np.array([recognising.row(known[fact], known[said]) for fact, said, _ in of])


def fit(of: Floats, labels: Floats, weights: Floats) -> HistGradientBoostingClassifier:
    return HistGradientBoostingClassifier(
        max_iter=400,
        learning_rate=0.05,
        max_leaf_nodes=8,
        max_features=0.15,
        l2_regularization=3,
        random_state=0,
    ).fit(of, labels, sample_weight=weights)


def figures(name: str, labels: Floats, sure: Floats) -> None:
    print(name)
    for threshold in THRESHOLDS:
        again = (sure[labels == 1] >= threshold).mean()
        other = (sure[labels == 0] >= threshold).mean()
        print(f"   from {threshold}: said again {again:.3f}, something else {other:.3f}")


def labels_of(of: Sequence[Pair]) -> Floats:
    return np.array([label for _, _, label in of], np.float32)


def main() -> None:
    own = pairs()
    close = own + plainly(own) + strangers(own)
    everything = close + of_one_life()
    numbers = rows(everything)
    labels = labels_of(everything)
    weights = np.where(np.arange(len(everything)) < len(close), 1.0, LIGHT)
    facts = np.array([fact for fact, _, _ in everything])
    words = len(features(gist(""), gist("")).row())
    print(f"{len(own)} pairs of {len({fact for fact, _, _ in own})} facts")
    for name, columns in (("meaning", numbers), ("words", numbers[:, :words])):
        sure = np.zeros(len(labels), np.float32)
        order = np.random.default_rng(1).permutation(sorted(set(facts)))
        for part in range(PARTS):
            out = np.isin(facts, order[part::PARTS])
            fitted = fit(columns[~out], labels[~out], weights[~out])
            sure[out] = fitted.predict_proba(columns[out])[:, 1]
        figures(f"{name}, facts left out", labels[: len(own)], sure[: len(own)])
    trained = {
        "meaning": fit(numbers, labels, weights),
        "words": fit(numbers[:, :words], labels, weights),
    }
    for file in (each for each in sys.argv[1:] if each.endswith(".json")):
        given = [
            (case["fact"], text, label)
            for case in json.loads(Path(file).read_text())
            for key, label in (("rewordings", 1), ("similar_but_different", 0))
            for text in case[key]
        ]
        figures(file, labels_of(given), trained["meaning"].predict_proba(rows(given))[:, 1])
    asked_of(lambda of: trained["meaning"].predict_proba(of)[:, 1])
    if "--figures" not in sys.argv:
        stored: dict[str, Any] = {
            f"{which}_{name}": values
            for which, fitted in trained.items()
            for name, values in flat(fitted).items()
        }
        np.savez_compressed(recognising.WEIGHTS, **stored)


if __name__ == "__main__":
    main()
