"""Ask about documents: python -m bench.ask_documents ADDRESS TOKEN QUESTIONS FOLDER [--keep]

Uploads to a running Yarnnn (use an account made for this) the documents that the questions are
about, waits until all are done, asks each question by /api/recall and by /api/chat, and deletes
the documents again. QUESTIONS is JSON: [{"document", "question", "passage", "answer", "also"}],
where `passage` stands in the document word for word, and any of `answer` and `also` answers.

Counts the questions with the passage among the first five things recalled (one overlaps it, or
quotes the answer from right beside it; where the document says it twice, any of the places), and
those whose answer cites a quote that holds the answer. Prints a row for each, and the sums by
document.
"""

import argparse
import http.client
import json
import re
import sys
import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

FIRST = 5
ASKED = 20
# How far from the passage an answer is still the same place, in characters.
BESIDE = 600
_BLANK = re.compile(r"[\s\u00ad]+")


class Api:
    """Calls with a token, over a connection of their own each."""

    def __init__(self, address: str, token: str) -> None:
        self._host = urlsplit(address).netloc
        self._headers = {"Authorization": f"Bearer {token}"}

    def get(self, path: str) -> Any:
        return self._call("GET", path, None, {})

    def post(self, path: str, body: object) -> Any:
        kind = {"Content-Type": "application/json"}
        return self._call("POST", path, json.dumps(body).encode(), kind)

    def delete(self, path: str) -> None:
        self._call("DELETE", path, None, {})

    def upload(self, path: Path, **fields: str) -> Any:
        border = uuid.uuid4().hex
        part = f"--{border}\r\nContent-Disposition: form-data; name="
        form = "".join(f'{part}"{name}"\r\n\r\n{said}\r\n' for name, said in fields.items())
        head = f'{form}{part}"file"; filename="{path.name}"\r\n\r\n'
        body = head.encode() + path.read_bytes() + f"\r\n--{border}--\r\n".encode()
        kind = {"Content-Type": f"multipart/form-data; boundary={border}"}
        return self._call("POST", "documents", body, kind)

    def _call(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> Any:
        connection = http.client.HTTPConnection(self._host, timeout=120)
        connection.request(method, f"/api/{path}", body, {**self._headers, **headers})
        answer = connection.getresponse()
        said = answer.read()
        connection.close()
        if answer.status >= http.client.BAD_REQUEST:
            sys.exit(f"{method} /api/{path} answered {answer.status}: {said[:200].decode()}")
        return json.loads(said) if said else None


@dataclass(frozen=True)
class Place:
    """Where a question's passage stands in a source, by offsets in characters."""

    source: str
    start: int
    stop: int


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("address")
    options.add_argument("token")
    options.add_argument("questions", type=Path)
    options.add_argument("folder", type=Path)
    options.add_argument("--keep", action="store_true", help="leave the documents there")
    given = options.parse_args()
    api = Api(given.address, given.token)
    questions = json.loads(given.questions.read_text())
    names = sorted({question["document"] for question in questions})
    documents = {name: api.upload(given.folder / name)["id"] for name in names}
    _wait(api, list(documents.values()))
    texts = {name: _text(api, pk) for name, pk in documents.items()}
    places = [find(*texts[question["document"]], question["passage"]) for question in questions]
    # First all by recall: what was asked and answered in chats is recalled as well.
    ranks = [rank_of(api, *pair) for pair in zip(questions, places, strict=True)]
    cited = [is_cited(api, question) for question in questions]
    for question, rank, has_it in zip(questions, ranks, cited, strict=True):
        place = f"{rank:>3}" if rank <= ASKED else "  -"
        print(f"{place} {'cited' if has_it else '':6}{question['question']}")
    for name in [*names, ""]:
        mine = [at for at, each in enumerate(questions) if name in ("", each["document"])]
        found = sum(ranks[at] <= FIRST for at in mine)
        quoted = sum(cited[at] for at in mine)
        print(
            f"{name or 'all':32}{found:>3} among the first {FIRST},{quoted:>3} cited of {len(mine)}"
        )
    if not given.keep:
        for pk in documents.values():
            api.delete(f"documents/{pk}")


def rank_of(api: Api, question: dict[str, Any], places: Sequence[Place]) -> int:
    """At which rank the passage is recalled; ASKED + 1 where it is not."""
    items = api.get(f"recall?limit={ASKED}&q={quote(question['question'])}")["items"]
    answers = _answers(question)
    hits = (
        rank
        for rank, item in enumerate(items, 1)
        if any(_hits(item, place, answers) for place in places)
    )
    return next(hits, ASKED + 1)


def is_cited(api: Api, question: dict[str, Any]) -> bool:
    """Whether the answer to it cites a quote with what was asked for."""
    said = api.post("chat", {"message": question["question"]})
    return any(_holds(each["quote"], _answers(question)) for each in said["citations"])


def _answers(question: dict[str, Any]) -> list[str]:
    return [question["answer"], *question["also"]]


def _hits(item: dict[str, Any], place: Place, answers: list[str]) -> bool:
    source = item["source"]
    if source["id"] != place.source:
        return False
    start, stop = source["start"], source["stop"]
    if start < place.stop and place.start < stop:
        return True
    near = start - BESIDE < place.stop and place.start < stop + BESIDE
    return near and _holds(item["quote"], answers)


def _holds(text: str, answers: list[str]) -> bool:
    return any(_plain(answer) in _plain(text) for answer in answers)


def _plain(text: str) -> str:
    return _BLANK.sub(" ", text.replace("’", "'").replace("- ", "-")).lower()


def find(source: str, text: str, passage: str) -> list[Place]:
    """Where a passage stands, however its blanks are; handbooks say some things again."""
    words = r"\s*".join(re.escape(part) for part in _BLANK.split(passage.strip()))
    found = list(re.finditer(words, text))
    if not found:
        # Hyphens at the ends of lines may be gone.
        letters = [re.escape(letter) for letter in re.sub(r"[\W_]+", "", passage)]
        found = list(re.finditer(r"[\W_]*".join(letters), text))
    if not found:
        sys.exit(f"This passage is not in the text: {passage[:80]}")
    return [Place(source, each.start(), each.end()) for each in found]


def _text(api: Api, pk: str) -> tuple[str, str]:
    source = api.get(f"documents/{pk}")["source"]
    parts: list[str] = []
    size = 1
    while sum(map(len, parts)) < size:
        piece = api.get(f"sources/{source}?start={sum(map(len, parts))}&length=200000")
        parts.append(piece["text"])
        size = piece["size"]
    return source, "".join(parts)


def _wait(api: Api, documents: list[str]) -> None:
    while documents:
        states = {pk: api.get(f"documents/{pk}") for pk in documents}
        for it in states.values():
            if it["state"] == "failed":
                sys.exit(f"{it['filename']}: {it['reason']}")
        documents = [pk for pk, it in states.items() if it["state"] != "done"]
        told = ", ".join(f"{it['filename']} {it['progress']} %" for it in states.values())
        print(told, file=sys.stderr)
        time.sleep(5 if documents else 0)


if __name__ == "__main__":
    main()
