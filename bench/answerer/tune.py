"""Fit the weights of the evidence, and say what they reach: `python -m bench.answerer.tune`.

Everybody in people.py is left out of the fit once; the figures are those of the people left out:
what becomes of questions with an answer (given for sure with the right passage or with wrong ones;
given as what comes closest, likewise; not known) and of those without one (answered for sure, with
what comes closest, or not known), by limits, groups and the size of the memory.
"""

import os
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from unittest import mock

import numpy as np
from numpy.typing import NDArray

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yarnnn.settings")

import django

django.setup()

from bench.answerer.occasions import SIZES, WEIGHTS, Known, Occasion, occasions  # noqa: E402
from bench.answerer.people import people  # noqa: E402
from chat.builtin import answer_scoring  # noqa: E402
from chat.builtin.asked import take_apart  # noqa: E402
from chat.builtin.questions import HALF, NEARLY, SHOWN, SHOWN_UNSURE  # noqa: E402
from llm import embedding  # noqa: E402

# Of each memory so many of the nearest passages are looked at.
CANDIDATES = 8
SHRINK = 1.0
SURE = (0.35, 0.4, answer_scoring.SURE, 0.5, 0.55)
LEAST = (0.04, answer_scoring.LEAST, 0.08, 0.1)
NAMES = [f.name for f in fields(answer_scoring.Features)]
# A weight of the other sign makes no sense, whatever the questions at hand say.
COUNT_FOR = {"point", "point_lead", "lead", "covered", "shared"}
SIGNS = np.array([1.0 if name in COUNT_FOR else -1.0 for name in NAMES])
# Nothing makes up for these, however seldom they came up in the questions at hand.
HELD = {"absent": -3.5, "sibling": -8.0, "opposed": -4.0, "told": -9.0}
FREE = np.array([name not in HELD for name in NAMES])
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Seen:
    """An occasion's nearest passages: their features, and which of them are right."""

    occasion: Occasion
    passages: tuple[str, ...]
    features: Floats
    right: Floats


@dataclass(frozen=True)
class Fitted:
    weights: Floats
    bias: float

    def judge(self, features: Floats) -> Floats:
        sure: Floats = 1 / (1 + np.exp(-(features @ self.weights + self.bias)))
        return sure


@contextmanager
def vectors_kept() -> Iterator[None]:
    """Embed each text once: the same ones come again on every occasion."""
    vectors: dict[str, embedding.Vectors] = {}
    tokens: dict[str, embedding.Vectors] = {}
    embed, embed_tokens = embedding.embed_texts, embedding.embed_tokens

    def texts_kept(texts: Sequence[str], by: embedding.Embedder) -> embedding.Vectors:
        new = [text for text in dict.fromkeys(texts) if text not in vectors]
        vectors.update(zip(new, embed(new, by), strict=True))
        return np.array([vectors[text] for text in texts], np.float32)

    def tokens_kept(
        texts: Sequence[str], by: embedding.Embedder
    ) -> tuple[embedding.Vectors, list[embedding.Vectors]]:
        new = [text for text in dict.fromkeys(texts) if text not in tokens]
        wholes, parts = embed_tokens(new, by)
        vectors.update(zip(new, wholes, strict=True))
        tokens.update(zip(new, parts or (), strict=True))
        return texts_kept(texts, by), [tokens[text] for text in texts]

    with (
        mock.patch.object(embedding, "embed_texts", texts_kept),
        mock.patch.object(embedding, "embed_tokens", tokens_kept),
    ):
        yield


def look_at(occasion: Occasion) -> Seen:
    likeness = answer_scoring.likeness(occasion.question, occasion.passages)
    best = sorted(range(len(likeness)), key=lambda i: -likeness[i])[:CANDIDATES]
    passages = tuple(occasion.passages[i] for i in best)
    examined = answer_scoring.examine(take_apart(occasion.question), occasion.question, passages)
    features = np.array([[getattr(each, name) for name in NAMES] for each in examined])
    right = np.array([float(passage in occasion.right) for passage in passages])
    return Seen(occasion, passages, features, right)


def fit(seen: Sequence[Seen]) -> Fitted:
    """Logistic regression by Newton's method; a weight of the wrong sign is held at nothing."""
    x = np.concatenate([each.features for each in seen])
    y = np.concatenate([each.right for each in seen])
    counts = np.concatenate(
        [np.full(len(each.right), WEIGHTS[each.occasion.known]) for each in seen]
    )
    mean, spread = x.mean(0), x.std(0) + 1e-9
    held = np.array([HELD.get(name, 0.0) for name in NAMES])
    free = FREE.copy()
    while True:
        z = np.c_[((x - mean) / spread)[:, free], np.ones(len(x))]
        w = _newton(z, y, counts, given=x @ held)
        weights = held.copy()
        weights[free] = w[:-1] / spread[free]
        wrong = free & (SIGNS * weights < 0)
        if not wrong.any():
            return Fitted(weights, float(w[-1] - weights[free] @ mean[free]))
        free &= ~wrong


def _newton(z: Floats, y: Floats, counts: Floats, given: Floats) -> Floats:
    shrink = np.r_[np.full(z.shape[1] - 1, SHRINK), 1e-6]
    w = np.zeros(z.shape[1])
    for _ in range(12):
        p = 1 / (1 + np.exp(-(z @ w + given)))
        gradient = z.T @ (counts * (p - y)) + shrink * w
        hessian = (z * (counts * p * (1 - p))[:, None]).T @ z + np.diag(shrink)
        w -= np.linalg.solve(hessian, gradient)
    return w


def becomes(seen: Seen, sure: Floats, limits: tuple[float, float]) -> str:
    """What becomes of a question: as told at the top."""
    best, (certain, least) = sure.max(), limits
    if best < least:
        return "not known"
    nearly, most = (NEARLY, SHOWN) if best >= certain else (HALF, SHOWN_UNSURE)
    shown = [i for i in np.argsort(-sure)[:most] if sure[i] >= best * nearly]
    how = "sure" if best >= certain else "closest"
    if not seen.occasion.answerable:
        return how
    return f"{how}, {'right' if seen.right[shown].any() else 'wrong'}"


def report(
    title: str,
    judged: Sequence[tuple[Seen, Floats]],
    limits: tuple[float, float],
    which: Callable[[Occasion], bool],
) -> None:
    for answerable in (True, False):
        counts = Counter(
            becomes(seen, sure, limits)
            for seen, sure in judged
            if which(seen.occasion) and seen.occasion.answerable is answerable
        )
        total = counts.total()
        if total:
            shares = ", ".join(f"{how} {n / total:.3f}" for how, n in sorted(counts.items()))
            kind = "answerable" if answerable else "unanswerable"
            print(f"  {title}: {total} {kind}: {shares}")


def report_all(judged: Sequence[tuple[Seen, Floats]]) -> None:
    for certain in SURE:
        for least in LEAST if certain == answer_scoring.SURE else (answer_scoring.LEAST,):
            print(f"sure from {certain}, known from {least}")
            for group in ("own", "others", "talkers"):
                report(
                    f"{group}, as asked",
                    judged,
                    (certain, least),
                    lambda it, group=group: it.group == group and it.known is Known.ALL,  # type: ignore[misc]
                )
    limits = answer_scoring.SURE, answer_scoring.LEAST
    print(f"with less known, sure from {limits[0]}, known from {limits[1]}")
    report("answer taken out", judged, limits, lambda it: it.known is Known.ALL_BUT_THE_ANSWER)
    for size in SIZES:
        report(
            f"{size} known",
            judged,
            limits,
            lambda it, size=size: (
                len(it.passages) == size  # type: ignore[misc]
                and it.known in (Known.FEW, Known.FEW_BUT_THE_ANSWER)
            ),
        )


def list_mistakes(judged: Sequence[tuple[Seen, Floats]]) -> None:
    for seen, sure in judged:
        if seen.occasion.known is not Known.ALL:
            continue
        how = becomes(seen, sure, (answer_scoring.SURE, answer_scoring.LEAST))
        if how in ("sure", "sure, wrong", "not known") and (
            seen.occasion.answerable or how == "sure"
        ):
            best = int(sure.argmax())
            print(f"{sure[best]:.2f} {how} | {seen.occasion.question} | {seen.passages[best]}")
            told = zip(NAMES, seen.features[best], strict=True)
            print(f"     { {name: round(float(value), 2) for name, value in told if value} }")


def main() -> None:
    everybody = people()
    with vectors_kept():
        seen = [look_at(each) for each in occasions(everybody, random.Random(0))]
    fitted = fit(seen)
    print(f"BIAS = {fitted.bias:.2f}")
    print("\n".join(f"    {n}={w:.2f}," for n, w in zip(NAMES, fitted.weights, strict=True)))
    held_out = {
        number: fit([each for each in seen if each.occasion.person != number])
        for number in range(len(everybody))
    }
    print("people left out of the fit:")
    unseen = [(each, held_out[each.occasion.person].judge(each.features)) for each in seen]
    report_all(unseen)
    print("with the weights in evidence.py, which have seen everybody:")
    current = Fitted(
        np.array([getattr(answer_scoring.WEIGHTS, name) for name in NAMES]), answer_scoring.BIAS
    )
    limits = answer_scoring.SURE, answer_scoring.LEAST
    shown = [(each, current.judge(each.features)) for each in seen]
    report("as asked", shown, limits, lambda it: it.known is Known.ALL)
    if "-v" in sys.argv:
        list_mistakes(unseen)


if __name__ == "__main__":
    main()
