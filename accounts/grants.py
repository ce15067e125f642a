"""What a key may do: asked before every call of the API and every tool."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from accounts.errors import NotGranted
from accounts.models import ApiToken, KeyUse

Scope = ApiToken.Scope
Does = KeyUse.Does

_MAY: Mapping[str, frozenset[str]] = {
    Scope.READ: frozenset({Does.READ}),
    Scope.ADD: frozenset({Does.ADD}),
    Scope.FULL: frozenset(Does),
}
_LACKS: Mapping[str, tuple[str, str]] = {
    Scope.READ: ("read_only", "This key may only read. Use one that may write."),
    Scope.ADD: (
        "add_only",
        "This key may only add sources and memories. Use one that may read and write.",
    ),
}
_BEYOND = "This key is bound to one project, and this goes beyond it. Use one for everything."


@dataclass(frozen=True)
class Grant:
    """A key's scope, and the one project that it may see and change; None for everything."""

    scope: Scope = Scope.FULL
    project: UUID | None = None

    @classmethod
    def of(cls, key: ApiToken | None) -> "Grant":
        """A key's grant. Without a key it is the person in their browser: they may do anything."""
        return cls(Scope(key.scope), key.project_id) if key else cls()

    @property
    def adds_only(self) -> bool:
        return self.scope == Scope.ADD

    def check(self, does: Does, *, in_project: bool) -> None:
        """Refuse a call that the key may not make.

        `in_project` is whether the call keeps itself to the key's project. Raises NotGranted.
        """
        if does not in _MAY[self.scope]:
            raise NotGranted(*_LACKS[self.scope])
        if self.project and not in_project:
            raise NotGranted("one_project", _BEYOND)
