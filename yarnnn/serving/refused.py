"""What is answered to a request whose body was not read to its end."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from web.unavailable import BUSY, DISK_FULL, UNREACHABLE
from yarnnn import failures


def refused(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that answers what the web server refused (yarnnn.serving.request)."""

    def answer(request: HttpRequest) -> HttpResponse:
        match request.META.get("yarnnn.refusal"):
            case "too_large":
                return failures.too_large(request)
            case "unknown":
                return failures.not_signed_in(request)
            case "too_many":
                return failures.try_later(request, BUSY)
            case "disk_full":
                return failures.try_later(request, DISK_FULL)
            case "unavailable":
                return failures.try_later(request, UNREACHABLE)
        return get_response(request)

    return answer
