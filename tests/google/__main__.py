"""Run the stand-in by itself: `python -m tests.google --port 8001 [--mailbox FILE.json.gz]`.

Prints the settings that lead Yarnnn to it, ready for .env, and serves until it is interrupted.
"""

import argparse
import sys
import time
from pathlib import Path

from tests.google.letters import small_mailbox
from tests.google.mailbox import recorded
from tests.google.oauth import Person
from tests.google.server import Google


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--mailbox", type=Path, help="profile, labels and threads, gzipped JSON")
    asked = parser.parse_args()
    box = recorded(asked.mailbox) if asked.mailbox else small_mailbox()
    with Google([Person("stand-in-1", box)], port=asked.port) as google:
        for name, value in google.settings().items():
            sys.stdout.write(f"{name}={value}\n")
        sys.stdout.flush()
        try:
            while True:
                time.sleep(3600)
        except KeyboardInterrupt:
            pass


if __name__ == "__main__":
    main()
