"""Programs of people: calls of the API by token, as the tests make them."""

from dataclasses import dataclass
from typing import Any

from django.test import Client

from accounts.models import ApiToken, Project, User, digest_of


@dataclass(frozen=True)
class Answer:
    """A status and the JSON that came with it."""

    status: int
    data: Any

    @property
    def code(self) -> str:
        """The error's code; empty where there is none."""
        error = self.data.get("error", {}) if isinstance(self.data, dict) else {}
        return str(error.get("code", ""))


def _once(key: str | None) -> dict[str, str]:
    return {} if key is None else {"Idempotency-Key": key}


class Program:
    """A program that calls the API with a person's token."""

    def __init__(
        self,
        user: User,
        scope: ApiToken.Scope = ApiToken.Scope.FULL,
        project: Project | None = None,
    ) -> None:
        self.user = user
        secret = f"{scope}-{user.pk}-{project.pk if project else ''}"
        ApiToken.objects.get_or_create(
            digest=digest_of(secret),
            defaults={"user": user, "name": "test", "scope": scope, "project": project},
        )
        self._client = Client(headers={"Authorization": f"Bearer {secret}"})

    def get(self, path: str, **query: Any) -> Answer:
        return self._answer(self._client.get(f"/api/{path}", query))

    def post(self, path: str, body: Any = None, once: str | None = None) -> Answer:
        """POST JSON, with an Idempotency-Key where one is given."""
        sent = {} if body is None else body
        return self._answer(
            self._client.post(
                f"/api/{path}", sent, content_type="application/json", headers=_once(once)
            )
        )

    def put(self, path: str, body: Any, once: str | None = None) -> Answer:
        return self._answer(
            self._client.put(
                f"/api/{path}", body, content_type="application/json", headers=_once(once)
            )
        )

    def send(self, path: str, form: dict[str, Any]) -> Answer:
        """POST a multipart form."""
        return self._answer(self._client.post(f"/api/{path}", form))

    def patch(self, path: str, body: Any) -> Answer:
        return self._answer(
            self._client.patch(f"/api/{path}", body, content_type="application/json")
        )

    def delete(self, path: str, once: str | None = None, **query: Any) -> Answer:
        return self._answer(
            self._client.delete(f"/api/{path}", query_params=query, headers=_once(once))
        )

    def _answer(self, response: Any) -> Answer:
        return Answer(response.status_code, response.json() if response.content else None)
