"""Train memories/learning/reading/own_words.npz on the messages of bench/learning/data.

    python -m bench.learning.train_own_words            # figures, then the weights
    python -m bench.learning.train_own_words --figures  # figures only

Every line of data/own*.jsonl is a message in the person's own words, or pasted, quoted, made up or
in jest. What lasts of the messages that teach what lasts (bench.learning.train) is the person's
own, alone and with what is said around it. The figures are of one own*.jsonl at a time, left out
of training: by category how much is taken for not the person's own.
"""

import json
import sys
from collections.abc import Iterator
from itertools import groupby
from typing import Any

import numpy as np

from bench.learning.train import DATA, Floats, fit, rows
from memories.learning.messages import OWN
from memories.learning.reading import lasting
from memories.learning.reading.own_words import WEIGHTS

# What is in somebody else's words, or not meant, of the messages that teach what lasts.
_NOT_OWN = ("quoted", "irony", "hypothetical")


def messages() -> list[dict[str, Any]]:
    """Messages that are the person's own (`own` 1), or not (0), with the file each is of."""
    lines = rows()
    found = [{**row, "own": 1} for row in lines if row["keep"]]
    found += [{**row, "own": 0} for row in lines if not row["keep"] and row["category"] in _NOT_OWN]
    found += _with_small_talk(lines)
    for file in sorted(DATA.glob("own*.jsonl")):
        told = filter(str.strip, file.read_text().splitlines())
        found += [{**json.loads(line), "file": file.stem} for line in told]
    return found


def _with_small_talk(lines: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Messages of several sentences of which one lasts."""
    said = sorted((row for row in lines if "m" in row), key=lambda row: (row["file"], row["m"]))
    for _, sentences in groupby(said, key=lambda row: (row["file"], row["m"])):
        message = list(sentences)
        if len(message) > 1 and any(row["keep"] for row in message):
            yield {**message[0], "text": " ".join(row["text"] for row in message), "own": 1}


def fitted(features: Floats, own: list[int]) -> tuple[Floats, float]:
    """The weights and the bias of a message's being the person's own."""
    weights, biases, _ = fit(features, [str(each) for each in own])
    return weights[:, 1] - weights[:, 0], float(biases[1] - biases[0])


def figures(features: Floats, lines: list[dict[str, Any]]) -> None:
    files = np.array([line["file"] for line in lines])
    kinds = np.array([f"{line['category']}, own: {line['own']}" for line in lines])
    likely = np.ones(len(lines))
    left_out = sorted({file for file in files if file.startswith("own")})
    for file in left_out:
        kept = np.flatnonzero(files != file)
        weights, bias = fitted(features[kept], [lines[i]["own"] for i in kept])
        likely[files == file] = 1 / (1 + np.exp(-(features[files == file] @ weights + bias)))
    of_these = np.isin(files, left_out)
    for kind in sorted(set(kinds[of_these])):
        of = likely[of_these & (kinds == kind)]
        print(f"{kind}: {len(of)}, not own {(of < OWN).mean():.2f}")


def main() -> None:
    lines = messages()
    print(f"{len(lines)} messages, {sum(line['own'] for line in lines)} the person's own")
    features = lasting.rows([line["text"] for line in lines])
    figures(features, lines)
    if "--figures" not in sys.argv:
        weights, bias = fitted(features, [line["own"] for line in lines])
        np.savez_compressed(WEIGHTS, weights=weights.astype(np.float16), bias=np.float32(bias))


if __name__ == "__main__":
    main()
