"""Gmail itself: a profile, lists, history, and threads in batches."""

import http.client
import re
from base64 import urlsafe_b64decode
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

import google_auth_httplib2
import httplib2
from django.conf import settings
from google.auth.exceptions import GoogleAuthError
from googleapiclient.discovery import build
from googleapiclient.errors import BatchError, HttpError
from googleapiclient.http import BatchHttpRequest

from gmail.bodies import LONGEST_PART
from gmail.google.tokens import PATIENCE, Credentials, OfPerson, trouble_with
from gmail.google.trouble import CUT_OFF, NO_ANSWER, Answer, Busy, Gone, Trouble, trouble_of

# A little more than is read of a part, so that it is seen to be cut; whole groups of base64.
_CLIPPED = (LONGEST_PART // 4 + 1) * 4
_DATA = re.compile(rb'("data":\s*"[\w-]{%d})[\w=-]+"' % _CLIPPED)
_TYPES = ["messageAdded", "messageDeleted", "labelAdded", "labelRemoved"]
Got = TypeVar("Got")


@dataclass(frozen=True)
class Page:
    """A page of a list: (thread id, history id) of each, and the token of the next or ""."""

    threads: tuple[tuple[str, int], ...]
    next: str


@dataclass(frozen=True)
class Changes:
    """What happened since a cursor: each thread with its last record, and the next cursor."""

    threads: Mapping[str, int]
    cursor: int


@dataclass(frozen=True)
class Mail:
    """One mailbox, over one connection: for one task, in one thread."""

    service: Any
    http: Any
    person: bool

    def history_id(self) -> int:
        """The newest change."""
        return int(self._call(self._users.getProfile(userId="me"))["historyId"])

    def threads(self, query: str, token: str = "", most: int = 100) -> Page:
        """Raises BadPage where the token is no longer good."""
        told = self._call(
            self._users.threads().list(
                userId="me", q=query, maxResults=most, pageToken=token or None
            )
        )
        found = tuple((str(each["id"]), int(each["historyId"])) for each in told.get("threads", []))
        return Page(found, told.get("nextPageToken", ""))

    def changes(self, cursor: int, each_page: Callable[[], None]) -> Changes:
        """Everything since the cursor. Raises Gone where it is too old.

        `each_page` is called before a page is asked for.
        """
        threads: dict[str, int] = {}
        token = None
        while True:
            each_page()
            told = self._call(
                self._users.history().list(
                    userId="me",
                    startHistoryId=str(cursor),
                    historyTypes=_TYPES,
                    maxResults=500,
                    pageToken=token,
                )
            )
            for record in told.get("history", []):
                for thread in _touched(record):
                    threads[thread] = max(threads.get(thread, 0), int(record["id"]))
            token = told.get("nextPageToken")
            if not token:
                return Changes(threads, int(told.get("historyId", cursor)))

    def fetch(self, ids: Sequence[str]) -> dict[str, dict[str, Any] | Trouble]:
        """These threads in full, in one batch; for each the thread or why it did not come."""
        got: dict[str, dict[str, Any] | Trouble] = {}

        def take(thread: str, told: object, error: HttpError | None) -> None:
            whole = told if isinstance(told, dict) else Busy(CUT_OFF)
            got[thread] = _trouble(error) if error else whole

        # The service's own batches go to Google wherever its endpoint is.
        batch = BatchHttpRequest(
            callback=take, batch_uri=f"{settings.GMAIL_API_ENDPOINT}/batch/gmail/v1"
        )
        for thread in ids:
            request = self._users.threads().get(userId="me", id=thread, format="full")
            batch.add(request, request_id=thread)
        try:
            self._try(lambda: batch.execute(http=self.http))
        except Busy:
            # What came before the answer was cut off is good.
            if not got:
                raise
        return got

    def attachment(self, message: str, part: str) -> bytes:
        """The file in this part of a message. Raises Gone where it is not there."""
        told = self._call(self._users.messages().get(userId="me", id=message, format="full"))
        found = next((each for each in _parts(told["payload"]) if each["partId"] == part), None)
        body = (found or {}).get("body", {})
        if "attachmentId" in body:
            body = self._call(
                self._users.messages()
                .attachments()
                .get(userId="me", messageId=message, id=body["attachmentId"])
            )
        if "data" not in body:
            raise Gone("This file is not in the mail any more.")
        return urlsafe_b64decode(body["data"] + "==")

    @property
    def _users(self) -> Any:
        return self.service.users()

    def _call(self, request: Any) -> dict[str, Any]:
        told = self._try(request.execute)
        if not isinstance(told, dict):
            # The client library hands on what is no JSON as it is.
            raise Busy(CUT_OFF)
        return told

    def _try(self, act: Callable[[], Got]) -> Got:
        """Do it, with every error as one of ours."""
        try:
            return act()
        except HttpError as error:
            raise _trouble(error) from None
        except GoogleAuthError as error:
            raise trouble_with(error, person=self.person) from None
        except (OSError, httplib2.HttpLib2Error, http.client.HTTPException):
            raise Busy(NO_ANSWER) from None
        except (BatchError, ValueError, KeyError, IndexError):
            raise Busy(CUT_OFF) from None


class _Clipping(httplib2.Http):  # type: ignore[misc]
    """Cuts what nobody reads out of a batch's answer while it is still one piece of memory.

    The client library holds each text half a dozen times; a mail may have 25 MB of it.
    """

    def request(self, uri: str, *args: Any, **more: Any) -> tuple[Any, bytes]:
        response, content = super().request(uri, *args, **more)
        if len(content) > LONGEST_PART and "/batch" in uri:
            content = _DATA.sub(rb'\1"', content)
        return response, content


@contextmanager
def connected(credentials: Credentials) -> Iterator[Mail]:
    """A connection to the mailbox that these credentials open."""
    plain = _Clipping(timeout=PATIENCE)
    authorized = google_auth_httplib2.AuthorizedHttp(credentials, http=plain)
    service = build(
        "gmail",
        "v1",
        http=authorized,
        client_options={"api_endpoint": settings.GMAIL_API_ENDPOINT},
        cache_discovery=False,
        static_discovery=True,
    )
    try:
        yield Mail(service, authorized, isinstance(credentials, OfPerson))
    finally:
        plain.close()


def _trouble(error: HttpError) -> Trouble:
    return trouble_of(Answer(int(error.resp.status), dict(error.resp), error.content))


def _touched(record: Mapping[str, Any]) -> set[str]:
    """The threads of a record of history; which fields it has depends on what happened."""
    short = record.get("messages", [])
    kinds = ("messagesAdded", "messagesDeleted", "labelsAdded", "labelsRemoved")
    told = [each["message"] for kind in kinds for each in record.get(kind, [])]
    return {str(message["threadId"]) for message in [*short, *told] if "threadId" in message}


def _parts(payload: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield payload
    for part in payload.get("parts", []):
        yield from _parts(part)
