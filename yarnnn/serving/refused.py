"""What is answered to a request whose body was not read to its end."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from web.unavailable import BUSY, DISK_FULL, unreachable
from yarnnn import error_responses


def refused(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that answers what the web server refused (yarnnn.serving.request)."""

    def answer(request: HttpRequest) -> HttpResponse:
        match request.META.get("yarnnn.refusal"):
            case "too_large":
                return error_responses.too_large(request)
            case "unknown":
                return error_responses.not_signed_in(request)
            case "too_many":
                return error_responses.try_later(request, BUSY)
            case "disk_full":
                return error_responses.try_later(request, DISK_FULL)
            case "unavailable":
                return error_responses.try_later(request, unreachable())
        return get_response(request)

    return answer
