"""What others may keep of our answers: nothing, except static files, which do not come by here."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse


def keep_nothing(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: no browser and no proxy keeps a page, except where its view says otherwise."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Cache-Control", "private, no-store")
        return response

    return answer
