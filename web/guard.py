"""Who may look: a signed-in person, and only at rows of their own."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar, cast, overload

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ObjectDoesNotExist, ValidationError
from django.db.models import Expression, Manager, Model, QuerySet, UUIDField
from django.db.models.expressions import RawSQL
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import resolve_url
from django.utils import timezone
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from accounts.models import User
from database.acting import acting_as

P = ParamSpec("P")
Row = TypeVar("Row", bound=Model)


class PersonRequest(HttpRequest):
    """A request of a person who is signed in."""

    user: User
    htmx: HtmxDetails


View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]
PersonView = Callable[Concatenate[PersonRequest, P], HttpResponseBase]


@overload
def signed_in(view: PersonView[P]) -> View[P]: ...
@overload
def signed_in(*, block: bool) -> Callable[[PersonView[P]], View[P]]: ...


def signed_in(
    view: PersonView[P] | None = None, *, block: bool = True
) -> View[P] | Callable[[PersonView[P]], View[P]]:
    """Let only a signed-in person in; everyone else is sent to sign in.

    The view runs inside `acting_as(request.user)`. With `block=False` it opens its own short
    blocks: for views that wait for a model, stream, or call `recall`.
    """

    def guard(inner: PersonView[P]) -> View[P]:
        @wraps(inner)
        def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return to_sign_in(request)
            person = cast("PersonRequest", request)
            _stay_signed_in(person)
            with timezone.override(person.user.zone), _block(person, block=block):
                return inner(person, *args, **kwargs)

        return guarded

    return guard if view is None else guard(view)


def _block(request: PersonRequest, *, block: bool) -> AbstractContextManager[None]:
    return acting_as(request.user) if block else nullcontext()


def _stay_signed_in(request: PersonRequest) -> None:
    """Let the session's time run from the last day it was used, not from the sign-in."""
    today = timezone.now().date().isoformat()
    if request.session.get("day") != today:
        request.session["day"] = today


def to_sign_in(request: HttpRequest) -> HttpResponseBase:
    """Send to the sign-in page, and back to the page afterwards; an htmx request moves as a whole.

    What was to be changed is not repeated: after a POST the way leads back to the start.
    """
    htmx = cast("PersonRequest", request).htmx
    if htmx:
        back = htmx.current_url_abs_path or "/"
        return HttpResponseClientRedirect(redirect_to_login(back, _sign_in()).url)
    back = request.get_full_path() if request.method in ("GET", "HEAD") else "/"
    return redirect_to_login(back, _sign_in())


def own(rows: type[Row] | Manager[Row] | QuerySet[Row], **lookup: Any) -> Row:
    """The one row of whoever acts that fits; anything else, a stranger's row included, is 404.

    Asks the database who acts, so outside of `acting_as` there is never a row, also in the few
    tables that row-level security does not cover.
    """
    manager = rows._default_manager if isinstance(rows, type) else rows
    try:
        return manager.filter(user_id=_whoever_acts()).get(**lookup)
    except (ObjectDoesNotExist, ValidationError, ValueError):
        raise Http404 from None


def _whoever_acts() -> Expression:
    return RawSQL("nullif(current_setting('app.user_id', true), '')::uuid", [], UUIDField())


def _sign_in() -> str:
    return resolve_url("account_login")
