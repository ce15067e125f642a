"""Gmail itself: a profile, lists, history, and threads in batches."""

import http.client
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

import google_auth_httplib2
import httplib2
from django.conf import settings
from django.utils.translation import gettext_noop
from google.auth.exceptions import GoogleAuthError
from googleapiclient.discovery import build
from googleapiclient.errors import BatchError, HttpError
from googleapiclient.http import BatchHttpRequest

from gmail.google.clipping import MOST, ClippingHttp, TooMuch, clipping
from gmail.google.errors import (
    CUT_OFF,
    NO_ANSWER,
    Busy,
    ErrorResponse,
    GoogleError,
    NotFound,
    trouble_of,
)
from gmail.google.tokens import PATIENCE, Credentials, PersonCredentials, trouble_with
from gmail.reading.bodies import parts_of, unpacked

_TYPES = ["messageAdded", "messageDeleted", "labelAdded", "labelRemoved"]
Got = TypeVar("Got")


@dataclass(frozen=True)
class ThreadListPage:
    """A page of a list: (thread id, history id or 0) of each, and the token of the next or ""."""

    threads: tuple[tuple[str, int], ...]
    next: str


@dataclass(frozen=True)
class HistoryChanges:
    """What happened since a cursor: each thread with its last record, and the next cursor."""

    threads: Mapping[str, int]
    cursor: int


@dataclass(frozen=True)
class GmailClient:
    """One mailbox, over one connection: for one task, in one thread."""

    # What of the API belongs to a user: its threads, its messages, its history.
    users: Any
    http: Any
    person: bool

    def history_id(self) -> int:
        """The newest change."""
        return int(self._profile().get("historyId") or 0)

    def address(self) -> str:
        """Whose mailbox it is, in lower case."""
        return str(self._profile().get("emailAddress") or "").lower()

    def label_names(self) -> dict[str, str]:
        """What the person's own labels are called, by their ids."""
        told = self._call(self.users.labels().list(userId="me"))
        return {
            str(each["id"]): str(each["name"])
            for each in told.get("labels") or []
            if each.get("id") and each.get("name") and _is_own(each)
        }

    def threads(self, query: str, token: str = "", most: int = 100) -> ThreadListPage:
        """Raises BadPage where the token is no longer good."""
        told = self._call(
            self.users.threads().list(
                userId="me", q=query, maxResults=most, pageToken=token or None
            )
        )
        # A thread may move onto the next page, or stand on one twice.
        found = {
            str(each["id"]): int(each.get("historyId") or 0) for each in told.get("threads") or []
        }
        return ThreadListPage(tuple(found.items()), _next_of(told, token))

    def changes(self, cursor: int, each_page: Callable[[], None]) -> HistoryChanges:
        """Everything since the cursor. Raises NotFound where it is too old.

        `each_page` is called before a page is asked for.
        """
        threads: dict[str, int] = {}
        cursors: list[int] = []
        token = ""
        while True:
            each_page()
            told = self._call(
                self.users.history().list(
                    userId="me",
                    startHistoryId=str(cursor),
                    historyTypes=_TYPES,
                    maxResults=500,
                    pageToken=token or None,
                )
            )
            newest = int(told.get("historyId") or 0)
            cursors += [newest] if newest else []
            for record in told.get("history") or []:
                for thread in _touched(record):
                    at = int(record.get("id") or newest)
                    threads[thread] = max(threads.get(thread, 0), at)
            token = _next_of(told, token)
            if not token:
                # What happened while the pages were read is told of again the next time.
                return HistoryChanges(threads, max(cursor, min(cursors, default=cursor)))

    def fetch(self, ids: Sequence[str]) -> dict[str, dict[str, Any] | GoogleError]:
        """These threads in full, in one batch; for each the thread or why it did not come.

        Raises TooMuch where several would fill the memory together; one alone always comes.
        """
        got: dict[str, dict[str, Any] | GoogleError] = {}

        def take(thread: str, told: object, error: HttpError | None) -> None:
            whole = told if isinstance(told, dict) else Busy(CUT_OFF)
            got[thread] = _trouble(error) if error else whole

        # The service's own batches go to Google wherever its endpoint is.
        batch = BatchHttpRequest(
            callback=take, batch_uri=f"{settings.GMAIL_API_ENDPOINT}/batch/gmail/v1"
        )
        for thread in ids:
            request = self.users.threads().get(userId="me", id=thread, format="full")
            batch.add(request, request_id=thread)
        try:
            with clipping(MOST if len(ids) > 1 else float("inf")):
                self._try(lambda: batch.execute(http=self.http))
        except TooMuch:
            # The rest of the answer is still to come on this connection.
            self.http.close()
            raise
        except Busy:
            # What came before the answer was cut off is good.
            if not got:
                raise
        return got

    def attachment(self, message: str, part: str) -> bytes:
        """The file in this part of a message. Raises NotFound where it is not there."""
        told = self._call(self.users.messages().get(userId="me", id=message, format="full"))
        parts = parts_of(told.get("payload") or {})
        found = next((each for each in parts if str(each.get("partId") or "") == part), None)
        body = (found or {}).get("body") or {}
        data = body.get("data")
        if "attachmentId" in body:
            data = self._kept_apart(message, body["attachmentId"])
        if not isinstance(data, str):
            raise NotFound(gettext_noop("This file is not in the mail any more."))
        return unpacked(data)

    def text(self, message: str, number: str) -> str:
        """A text that Gmail keeps apart from its mail: base64url, no longer than is read of it."""
        with clipping(float("inf")):
            return self._kept_apart(message, number) or ""

    def _kept_apart(self, message: str, number: str) -> str | None:
        get = self.users.messages().attachments().get
        data = self._call(get(userId="me", messageId=message, id=number)).get("data")
        return data if isinstance(data, str) else None

    def _profile(self) -> dict[str, Any]:
        return self._call(self.users.getProfile(userId="me"))

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
        except BatchError:
            # An HttpError too, of an answer that was none.
            raise Busy(CUT_OFF) from None
        except HttpError as error:
            raise _trouble(error) from None
        except GoogleAuthError as error:
            raise trouble_with(error, person=self.person) from None
        except (OSError, httplib2.HttpLib2Error, http.client.HTTPException):
            raise Busy(NO_ANSWER) from None
        except (ValueError, KeyError, IndexError):
            raise Busy(CUT_OFF) from None


@contextmanager
def connected(credentials: Credentials) -> Iterator[GmailClient]:
    """A connection to the mailbox that these credentials open."""
    plain = ClippingHttp(timeout=PATIENCE)
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
        yield GmailClient(service.users(), authorized, isinstance(credentials, PersonCredentials))
    finally:
        plain.close()


def _trouble(error: HttpError) -> GoogleError:
    return trouble_of(ErrorResponse(int(error.resp.status), dict(error.resp), error.content))


def _next_of(told: Mapping[str, Any], token: str) -> str:
    """The token of the page after this one, "" on the last."""
    following = str(told.get("nextPageToken") or "")
    if following and following == token:
        # Else the same page would be read for ever.
        raise Busy(gettext_noop("Google returned an invalid list of this mailbox."))
    return following


def _is_own(label: Mapping[str, Any]) -> bool:
    """Whether the person made this label, and not Gmail."""
    return label.get("type", "user") == "user" and not str(label["id"]).isupper()


def _touched(record: Mapping[str, Any]) -> set[str]:
    """The threads of a record of history; which fields it has depends on what happened."""
    short = record.get("messages") or []
    kinds = ("messagesAdded", "messagesDeleted", "labelsAdded", "labelsRemoved")
    told = [each["message"] for kind in kinds for each in record.get(kind) or []]
    return {str(message["threadId"]) for message in [*short, *told] if "threadId" in message}
