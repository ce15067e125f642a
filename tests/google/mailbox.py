"""One mailbox as Gmail keeps it: threads, messages, labels, and the history of changes."""

import gzip
import json
import re
import threading
from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

Message = dict[str, Any]

_PACIFIC = timezone(timedelta(hours=-8))
_HIDDEN = {"SPAM", "TRASH"}


class Missing(LookupError):
    """Gmail answers 404: no such thing, or a history id that is too old."""


class BadToken(ValueError):
    """Gmail answers 400: this page token is none of ours."""


@dataclass
class Mailbox:
    """Everything of one address. Each change gets the next history id."""

    address: str
    messages: dict[str, Message] = field(default_factory=dict)
    history_id: int = 1_000
    history: list[dict[str, Any]] = field(default_factory=list)
    # Cursors before it have been thrown away.
    oldest: int = 0
    labels: list[dict[str, str]] = field(default_factory=list)
    files: dict[str, bytes] = field(default_factory=dict)
    # How many pages without records history.list puts before the others.
    empty_history_pages: int = 0
    # Page tokens that were given out under another number are no longer good.
    listing: int = 1
    lock: threading.RLock = field(default_factory=threading.RLock)

    def copy(self) -> "Mailbox":
        """Another one with the same in it."""
        return replace(
            self,
            messages=deepcopy(self.messages),
            history=deepcopy(self.history),
            labels=deepcopy(self.labels),
            files=dict(self.files),
            lock=threading.RLock(),
        )

    # What happens in it

    def add(self, message: Message) -> Message:
        """A mail arrives or is sent."""
        with self.lock:
            message["historyId"] = str(self._next())
            self.messages[message["id"]] = message
            self._record("messagesAdded", message)
        return message

    def change_labels(
        self, ids: Iterable[str], *, add: Iterable[str] = (), remove: Iterable[str] = ()
    ) -> None:
        """Put labels on messages or take them off; moving to the trash is just that."""
        with self.lock:
            for message in [self.messages[each] for each in ids]:
                new, old = set(add) - set(message["labelIds"]), set(remove)
                old &= set(message["labelIds"])
                for name, changed in (("labelsAdded", new), ("labelsRemoved", old)):
                    if not changed:
                        continue
                    kept = [label for label in message["labelIds"] if label not in old]
                    message["labelIds"] = kept + sorted(new - set(kept))
                    message["historyId"] = str(self._next())
                    self._record(name, message, labelIds=sorted(changed))

    def delete(self, ids: Iterable[str]) -> None:
        """Delete messages for good."""
        with self.lock:
            for message in [self.messages.pop(each) for each in ids]:
                message["historyId"] = str(self._next())
                self._record("messagesDeleted", message)

    def forget_history(self) -> None:
        """From now on every cursor that was given out is too old."""
        with self.lock:
            self._next()
            self.oldest = self.history_id

    def forget_pages(self) -> None:
        """From now on every page token that was given out is no longer good."""
        self.listing += 1

    def _next(self) -> int:
        self.history_id += 1
        return self.history_id

    def _record(self, kind: str, message: Message, **more: Any) -> None:
        short = {key: message[key] for key in ("id", "threadId", "labelIds")}
        self.history.append(
            {
                "id": message["historyId"],
                "messages": [{key: message[key] for key in ("id", "threadId")}],
                kind: [{"message": short, **more}],
            }
        )

    # What Gmail answers

    def thread_ids(self) -> list[str]:
        return list(dict.fromkeys(message["threadId"] for message in self.messages.values()))

    def profile(self) -> dict[str, Any]:
        return {
            "emailAddress": self.address,
            "messagesTotal": len(self.messages),
            "threadsTotal": len(self.thread_ids()),
            "historyId": str(self.history_id),
        }

    def threads(self, query: Mapping[str, list[str]]) -> dict[str, Any]:
        """One page of threads.list: those with the newest message first."""
        most = min(int(query.get("maxResults", ["100"])[0]), 500)
        fits = _matcher(query)
        with self.lock:
            newest: dict[str, int] = {}
            for message in self.messages.values():
                if fits(message):
                    at = int(message["internalDate"])
                    newest[message["threadId"]] = max(newest.get(message["threadId"], 0), at)
            order = sorted(((at, thread) for thread, at in newest.items()), reverse=True)
            rest = [place for place in order if place < self._after(query)]
            page: dict[str, Any] = {"resultSizeEstimate": len(order)}
            if rest:
                page["threads"] = [self._listed(thread) for _, thread in rest[:most]]
            if len(rest) > most:
                at, thread = rest[most - 1]
                page["nextPageToken"] = f"{self.listing}-{at}-{thread}"
            return page

    def _after(self, query: Mapping[str, list[str]]) -> tuple[float, str]:
        token = query.get("pageToken", [""])[0]
        if not token:
            return (float("inf"), "")
        found = re.fullmatch(rf"{self.listing}-(\d+)-(\w+)", token)
        if not found:
            raise BadToken
        return (int(found[1]), found[2])

    def _listed(self, thread_id: str) -> dict[str, Any]:
        thread = self.thread(thread_id)
        last = thread["messages"][-1]
        return {"id": thread_id, "snippet": last["snippet"], "historyId": thread["historyId"]}

    def thread(self, thread_id: str, form: str = "full") -> dict[str, Any]:
        with self.lock:
            inside = [m for m in self.messages.values() if m["threadId"] == thread_id]
            if not inside:
                raise Missing
            inside.sort(key=lambda message: int(message["internalDate"]))
            return {
                "id": thread_id,
                "historyId": str(max(int(message["historyId"]) for message in inside)),
                "messages": [_in_form(message, form) for message in inside],
            }

    def message(self, message_id: str, form: str = "full") -> Message:
        with self.lock:
            if message_id not in self.messages:
                raise Missing
            return _in_form(self.messages[message_id], form)

    def changes(self, query: Mapping[str, list[str]]) -> dict[str, Any]:
        """One page of history.list."""
        start = int(query["startHistoryId"][0])
        types = {_RECORDS[each] for each in query.get("historyTypes", list(_RECORDS))}
        most = min(int(query.get("maxResults", ["100"])[0]), 500)
        kind, _, token = query.get("pageToken", ["h-0"])[0].partition("-")
        if kind not in ("h", "e") or not token.isdecimal():
            raise BadToken
        with self.lock:
            if start < self.oldest or start > self.history_id:
                raise Missing
            found = [
                record
                for record in self.history
                if int(record["id"]) > start and types & record.keys()
            ]
            page: dict[str, Any] = {"historyId": str(self.history_id)}
            empty = int(token) if kind == "e" else 0
            if empty < self.empty_history_pages and not (kind == "h" and token != "0"):
                page["nextPageToken"] = f"e-{empty + 1}"
                return page
            place = int(token) if kind == "h" else 0
            if found[place : place + most]:
                page["history"] = found[place : place + most]
            if len(found) > place + most:
                page["nextPageToken"] = f"h-{place + most}"
            return page


_RECORDS = {
    "messageAdded": "messagesAdded",
    "messageDeleted": "messagesDeleted",
    "labelAdded": "labelsAdded",
    "labelRemoved": "labelsRemoved",
}


def _in_form(message: Message, form: str) -> Message:
    if form == "full":
        return message
    short = {key: value for key, value in message.items() if key != "payload"}
    if form == "metadata":
        short["payload"] = {"headers": message["payload"]["headers"]}
    return short


def _matcher(query: Mapping[str, list[str]]) -> Any:
    """What `q` and `labelIds` ask of a message: in:, label:, after:, before: and words."""
    labels = set(query.get("labelIds", []))
    terms = [term.partition(":") for term in query.get("q", [""])[0].split()]
    hidden = query.get("includeSpamTrash", ["false"])[0] != "true"

    def fits(message: Message) -> bool:
        own = set(message["labelIds"])
        if hidden and own & _HIDDEN and not _asked_for(terms, own & _HIDDEN):
            return False
        return labels <= own and all(_fits(message, own, *term) for term in terms)

    return fits


def _asked_for(terms: list[tuple[str, str, str]], labels: set[str]) -> bool:
    return any(word == "in" and value.upper() in {*labels, "ANYWHERE"} for word, _, value in terms)


def _fits(message: Message, own: set[str], word: str, _: str, value: str) -> bool:
    at = int(message["internalDate"]) / 1000
    match word:
        case "in" | "label":
            return value.lower() == "anywhere" or value.upper() in own
        case "after":
            return at >= _seconds(value)
        case "before":
            return at < _seconds(value)
        case _:
            return word.lower() in json.dumps(message).lower()


def _seconds(value: str) -> float:
    """Seconds since 1970; a date is midnight in California."""
    if value.isdecimal():
        return float(value)
    day = datetime.strptime(value.replace("-", "/"), "%Y/%m/%d")  # noqa: DTZ007
    return day.replace(tzinfo=_PACIFIC).timestamp()


def recorded(file: Path, *, ends: datetime | None = None) -> Mailbox:
    """A recorded mailbox (gzipped JSON: profile, labels, threads), moved so that it ends today."""
    with gzip.open(file) as opened:
        data = json.load(opened)
    found = [message for thread in data["threads"] for message in thread["messages"]]
    last = max(int(message["internalDate"]) for message in found)
    ends = ends or datetime.now(UTC) - timedelta(minutes=5)
    shift = int(ends.timestamp() * 1000) - last
    for message in found:
        message["internalDate"] = str(int(message["internalDate"]) + shift)
    profile = data["profile"]
    return Mailbox(
        address=profile["emailAddress"],
        messages={message["id"]: message for message in found},
        history_id=int(profile["historyId"]),
        oldest=int(profile["historyId"]),
        labels=data["labels"],
    )
