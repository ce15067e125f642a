"""The language of a page: the person's own, else the one their browser asks for."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.translation.trans_real import parse_accept_lang_header

from accounts.models import User

# What programs read is English, whoever's key they have.
_FOR_PROGRAMS = ("/api/", "/mcp", "/healthz")


class Languages:
    """Middleware: set one language for the whole request, streamed parts included."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        # Never taken back: the thread's next request sets its own, and a stream goes on after this.
        translation.activate(
            settings.LANGUAGE_CODE if _for_programs(request) else _of_browser(request)
        )
        return self._get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> None:
        """The person is looked up only here, where the database may fail like in any view."""
        del view, args, kwargs
        if not _for_programs(request):
            speak_to(request)


def speak_to(request: HttpRequest) -> None:
    """From now on the pages of this request are in the language of whoever is signed in."""
    user = getattr(request, "user", None)
    if isinstance(user, User):
        translation.activate(page_language(user))


def page_language(user: User) -> str:
    """The language of the pages of a person: theirs, where there are pages in it."""
    known = user.language in settings.PAGE_LANGUAGES
    return user.language if known else settings.LANGUAGE_CODE


def _of_browser(request: HttpRequest) -> str:
    wanted = request.headers.get("Accept-Language", "")
    languages = (code.partition("-")[0] for code, _ in parse_accept_lang_header(wanted))
    known = (code for code in languages if code in settings.PAGE_LANGUAGES)
    return next(known, settings.LANGUAGE_CODE)


def _for_programs(request: HttpRequest) -> bool:
    return request.path.startswith(_FOR_PROGRAMS)
