"""Write a large made-up file to import: python -m bench.big_exports chatgpt|mbox FILE --mb 500

Nobody in it is real. The same size gives the same file.
"""

import argparse
import json
import random
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from itertools import count
from pathlib import Path

from tests.imports.exports import gpt_chat, gpt_message

_BEGAN = datetime(2023, 1, 1, tzinfo=UTC)
_WORDS = (
    "harbour boat winter garden letter kitchen lantern bridge market river window morning engine "
    "paper season village ticket copper cellar orchard violin station island teacher blanket"
).split()
_EACH = 24


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("kind", choices=sorted(_KINDS))
    options.add_argument("file", type=Path)
    options.add_argument("--mb", type=int, default=500)
    given = options.parse_args()
    with given.file.open("wb") as out:
        for piece in _KINDS[given.kind](lambda: out.tell() < given.mb * 1_000_000):
            out.write(piece)


def _chatgpt(more: Callable[[], bool]) -> Iterator[bytes]:
    """Conversations of 24 messages, about 33 kB each."""
    chosen = random.Random(18)
    yield b"["
    for number in count():
        if not more():
            break
        turns = [
            gpt_message(
                f"m{number}-{turn}",
                "assistant" if turn % 2 else "user",
                _said(chosen, number, turn, 120 if turn % 2 else 30),
                number * 60 + turn,
            )
            for turn in range(_EACH)
        ]
        chat = gpt_chat(f"c{number}", _sentence(chosen, 4), *turns)
        yield (b",\n" if number else b"") + json.dumps(chat).encode()
    yield b"]"


def _mbox(more: Callable[[], bool]) -> Iterator[bytes]:
    """Threads of six mails; every tenth mail has a file of 1 MB."""
    chosen = random.Random(18)
    for number in count():
        if not more():
            return
        at = _BEGAN + timedelta(minutes=number)
        sender, to = ("alice", "dana") if number % 6 == 1 else ("dana", "alice")
        first = number - number % 6
        text = _said(chosen, number, number % 6, 150)
        head = (
            f"From {sender}@example.org {at:%a %b %d %H:%M:%S %Y}\n"
            f"From: {sender}@example.org\nTo: {to}@example.org\nDate: {format_datetime(at)}\n"
            f"Subject: Letter {first}\nMessage-ID: <{number}@made.example>\n"
            + (f"In-Reply-To: <{first}@made.example>\n" if number != first else "")
        )
        if number % 10:
            yield f"{head}\n{text}\n\n".encode()
            continue
        line = "QUJD" * 18 + "\n"
        yield (
            f"{head}MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n"
            f"--b\nContent-Type: text/plain\n\n{text}\n--b\nContent-Type: image/png; name=a.png\n"
            "Content-Disposition: attachment; filename=a.png\n"
            f"Content-Transfer-Encoding: base64\n\n{line * 14_000}--b--\n\n"
        ).encode()


def _said(chosen: random.Random, number: int, turn: int, words: int) -> str:
    told = f"My friend number {number} lives near the {chosen.choice(_WORDS)}. " if not turn else ""
    return told + " ".join(_sentence(chosen, 12) for _ in range(words // 12))


def _sentence(chosen: random.Random, words: int) -> str:
    return " ".join(chosen.choices(_WORDS, k=words)).capitalize() + "."


_KINDS = {"chatgpt": _chatgpt, "mbox": _mbox}

if __name__ == "__main__":
    main()
