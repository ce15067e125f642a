"""What rules learn from the mail in a recorded mailbox, as if each sender were its owner.

    python -m bench.learning.mailbox MAILBOX.json.gz [--show 60]

An owner alone may have written too little to measure. Prints counts; with --show so many of the
memories, evenly spread, to be read by eye. They are real people's words: look at them, and keep
them out of the repository.
"""

import argparse
import os
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yarnnn.settings")

import django

django.setup()

from gmail.reading.parse import read_thread  # noqa: E402
from memories.learning.mail import told_in_letter  # noqa: E402
from tests.google.mailbox import recorded  # noqa: E402


def learned(file: Path) -> tuple[int, list[str]]:
    """How many letters were read, and the memories made from them, each once."""
    box = recorded(file)
    letters = 0
    found: dict[str, None] = {}
    for thread_id in box.thread_ids():
        thread = box.thread(thread_id)
        for message in thread["messages"]:
            message["labelIds"] = ["SENT"]
        for letter in read_thread(thread).letters:
            letters += 1
            for span in letter.own:
                found |= {each.content: None for each in told_in_letter(span.of(letter.text))}
    return letters, list(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("mailbox", type=Path)
    parser.add_argument("--show", type=int, default=0)
    asked = parser.parse_args()
    letters, memories = learned(asked.mailbox)
    print(f"{letters} letters, {len(memories)} memories")
    step = max(1, len(memories) // asked.show) if asked.show else 0
    for memory in memories[:: step or len(memories) + 1]:
        print("-", " ".join(memory.split()))


if __name__ == "__main__":
    main()
