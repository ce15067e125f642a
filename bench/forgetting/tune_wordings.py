"""Learn how people ask for something to be forgotten: `python -m bench.forgetting.tune_wordings`.

data/wordings*.txt have a message in each line: "+" asks, with the topic in double brackets, "-"
does not. To them come the requests of data/requests*.txt, and as what asks for nothing the facts,
questions and messages of other sets. Prints figures of lines left out, five parts in turn; with -v
what is judged wrongly, with -w the weights are written to where the chat reads them. Needs
scikit-learn.
"""

import json
import os
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yarnnn.settings")

import django

django.setup()

import numpy as np  # noqa: E402
from numpy.typing import NDArray  # noqa: E402
from scipy.sparse import csr_matrix, hstack  # noqa: E402
from sklearn.feature_extraction.text import CountVectorizer  # noqa: E402
from sklearn.linear_model import LogisticRegression  # noqa: E402

from bench.forgetting import fit_topics  # noqa: E402
from bench.forgetting.fit_topics import Marked, Weights  # noqa: E402
from bench.forgetting.requests import read  # noqa: E402
from chat.builtin.requests.learned import worded  # noqa: E402
from chat.builtin.requests.learned.tokens import spelled, words_of  # noqa: E402
from chat.builtin.requests.learned.topic_span import best_span, features, weighed  # noqa: E402
from chat.builtin.requests.learned.worded import asking  # noqa: E402
from chat.builtin.requests.patterns import NAMED, matched  # noqa: E402
from llm import reader  # noqa: E402
from memories.text import Span, in_english  # noqa: E402

Floats = NDArray[np.float32]

HERE = Path(__file__).parent
DATA, SETS = HERE / "data", HERE.parent / "sets" / "dev"
# A feature of fewer lines tells nothing; a word is known to ask that stands in so many.
LEAST, KNOWN = 2, 3
# What was marked by hand is worded in more ways; what only looks like it shall not be acted on.
BY_HAND, LOOKS_LIKE_IT = 3.0, 5.0
# How much a line as a whole weighs beside its words.
SCALE, WIDTH = 3.0, 384
# A topic is nearly right that has so much of its words.
NEARLY = 0.6
PARTS = 5
ASKS = (0.3, 0.5, 0.7, 0.9, 0.95)
_TOPIC = re.compile(r"\[\[(.+?)\]\]", re.DOTALL)


@dataclass(frozen=True)
class Line:
    """A message, whether it asks for something to be forgotten, and where it says what.

    `by_hand` is whether somebody marked it; what asks for nothing may have been written to look
    like it.
    """

    text: str
    asks: bool
    topic: Span | None = None
    by_hand: bool = False
    looks_like_it: bool = False


def marked(line: str) -> Line:
    """A line in which the topic stands in double brackets."""
    parts = _TOPIC.split(line)
    if len(parts) < 3:
        return Line(line, asks=True)
    start = len(parts[0])
    text = "".join(parts)
    topic = Span(start, start + sum(map(len, parts[1:-1])))
    return Line(text, asks=True, topic=topic, by_hand=True)


def wordings() -> Iterator[Line]:
    for file in sorted(DATA.glob("wordings*.txt")):
        for line in file.read_text().splitlines() if "kept_apart" not in file.name else ():
            sign, _, text = line.partition(" ")
            if sign == "+":
                yield marked(text)
            elif sign == "-":
                yield Line(text, asks=False, looks_like_it=True)


def requests() -> Iterator[Line]:
    """Requests of other sets: what they name is what the patterns take from them."""
    texts = [case["request"] for case in json.loads((SETS / "forgetting.json").read_text())]
    for file in sorted(DATA.glob("requests*.txt")):
        if "kept_apart" not in file.name:
            texts += [case["request"] for case in read(file)]
    for file in sorted(SETS.glob("forgetting_in_lives*.json")):
        texts += [case["request"] for case in read(file)]
    for text in texts:
        yield Line(text, asks=True, topic=topic_of(text))


def topic_of(text: str) -> Span | None:
    match = matched(text.rstrip("? "))
    if match is None:
        return None
    found = [name for name in NAMED if match.groupdict().get(name)]
    return Span(*match.span(found[0]))


def others() -> Iterator[Line]:
    """What people tell and ask, of sets for other things."""
    texts: list[str] = []
    for file in sorted(DATA.glob("requests*.txt")):
        if "kept_apart" not in file.name:
            texts += [fact for case in read(file)[::10] for fact in case["facts"]]
    for file in sorted(SETS.glob("*.json")):
        for case in json.loads(file.read_text()) if not file.name.startswith("today") else []:
            texts += _texts(case)
    yield from (Line(text, asks=False) for text in dict.fromkeys(texts))


def _texts(case: object) -> Iterator[str]:
    if isinstance(case, dict):
        for key, value in case.items():
            if key in ("text", "message", "question") and isinstance(value, str):
                yield value
            elif key not in ("requests", "request"):
                yield from _texts(value)
    elif isinstance(case, list):
        for each in case:
            yield from _texts(each)


@dataclass(frozen=True)
class Fitted:
    """Weights of features by their names, of a line as a whole, and the words that are known."""

    weights: dict[str, float]
    whole: Floats
    bias: float
    known: frozenset[str]
    topics: Weights

    def asks(self, line: Line) -> float:
        by_words = self._of(asking(words_of(line.text, self.known)))
        if by_words < worded.LEAST:
            return 0.0
        total = by_words + float(wholes([line])[0] @ self.whole) + self.bias
        return float(1 / (1 + np.exp(-total)))

    def topic(self, line: Line) -> str:
        words = words_of(line.text, self.known)
        found = features(line.text, words, self.weights)
        span = best_span(words, weighed(found, self.topics.words, self.topics.runs))
        return span.of(line.text) if span else ""

    def _of(self, names: Iterable[str]) -> float:
        return sum(self.weights.get(name, 0.0) for name in names)


def known_words(lines: Iterable[Line]) -> frozenset[str]:
    """The words of requests outside of their topics that stand in several."""
    count: Counter[str] = Counter()
    for line in lines:
        if line.topic is not None:
            around = f"{line.text[: line.topic.start]} ; {line.text[line.topic.stop :]}"
            count.update({spelled(word) for word in re.findall(r"[\w’']+", around)})
    return frozenset(word for word, times in count.items() if times >= KNOWN)


def fit(lines: Sequence[Line]) -> Fitted:
    known = known_words(lines)
    read = [words_of(line.text, known) for line in lines]
    names, columns = _columns([list(asking(words)) for words in read])
    together = hstack([columns, csr_matrix(SCALE * wholes(lines))]).tocsr()
    weights = [
        BY_HAND if line.by_hand else LOOKS_LIKE_IT if line.looks_like_it else 1.0 for line in lines
    ]
    model = LogisticRegression(max_iter=2000)
    model.fit(together, [line.asks for line in lines], weights)
    asks = _by_name(names, model.coef_[0])
    topics = fit_topics.fit(
        [
            Marked(line.text, words, line.topic, 1.0 if line.by_hand else 1 / BY_HAND)
            for line, words in zip(lines, read, strict=True)
            if line.topic is not None
        ],
        asks,
    )
    whole = np.asarray(SCALE * model.coef_[0][-WIDTH:], np.float32)
    return Fitted(asks, whole, float(model.intercept_[0]), known, topics)


def _columns(rows: Sequence[Sequence[str]]) -> tuple[Sequence[str], Any]:
    alone: Callable[[Sequence[str]], Sequence[str]] = lambda names: names  # noqa: E731
    counts = CountVectorizer(analyzer=alone, min_df=LEAST, binary=True)
    columns = counts.fit_transform(rows)
    return counts.get_feature_names_out(), columns


def _by_name(names: Sequence[str], weights: Floats) -> dict[str, float]:
    return {name: float(w) for name, w in zip(names, weights, strict=False) if abs(w) > 0.01}


_wholes: dict[str, Floats] = {}


def wholes(lines: Sequence[Line]) -> Floats:
    """(lines, 384) floats: what the reader makes of each as a whole."""
    new = [line.text for line in lines if line.text not in _wholes]
    for start in range(0, len(new), 64):
        some = new[start : start + 64]
        found = reader.read([in_english(text) for text in some], as_questions=False)
        _wholes.update((text, each.whole) for text, each in zip(some, found, strict=True))
    return np.array([_wholes[line.text] for line in lines])


def main() -> None:
    chance = random.Random(4)
    lines = [*wordings(), *requests(), *others()]
    chance.shuffle(lines)
    count: Counter[str] = Counter()
    for part in range(PARTS):
        out = lines[part::PARTS]
        fitted = fit([line for n, line in enumerate(lines) if n % PARTS != part])
        for line in out:
            sure = fitted.asks(line)
            kind = "asks" if line.asks else "looks like it" if line.looks_like_it else "other"
            kind += " (by hand)" if line.by_hand else ""
            count[kind] += 1
            for least in ASKS:
                count[f"{kind} from {least}"] += sure >= least
            if line.by_hand and line.topic:
                right = line.topic.of(line.text)
                told = fitted.topic(line)
                met, every = set(told.split()) & set(right.split()), {*told.split(), *right.split()}
                count["topic nearly"] += len(met) / len(every) >= NEARLY
                count["topic right"] += told.strip(" ,.") == right.strip(" ,.")
                if "-v" in sys.argv and told.strip(" ,.") != right.strip(" ,."):
                    print(f"TOPIC {right} | {told} | {line.text}")
            if "-v" in sys.argv and (sure >= 0.5) != line.asks:
                print(f"{sure:.2f} {kind}: {line.text[:160]}")
    print(dict(sorted(count.items())))
    if "-w" in sys.argv:
        fitted = fit(lines)
        weights = {**dict.fromkeys(fitted.known, 0.0), **fitted.weights, **fitted.topics.words}
        names = list(weights)
        np.savez_compressed(
            worded.WEIGHTS,
            names=np.frombuffer("\n".join(names).encode(), np.uint8),
            weights=np.array(list(weights.values()), np.float16),
            whole=fitted.whole,
            bias=np.float32(fitted.bias),
            runs=fitted.topics.runs.astype(np.float32),
        )
        print(len(names), "weights")


if __name__ == "__main__":
    main()
