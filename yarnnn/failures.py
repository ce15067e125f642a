"""What is answered when no view does: JSON under /api/, a page elsewhere."""

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.template import loader
from django.views import defaults

from accounts.rest import error_response


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400, or 413 where the body was too large."""
    if isinstance(exception, RequestDataTooBig):
        return too_large(request)
    if _is_api(request):
        return error_response("bad_request", "The request could not be understood.", 400)
    return defaults.bad_request(request, exception)


def too_large(request: HttpRequest) -> HttpResponse:
    message = "That is too large. Send less at once."
    if _is_api(request):
        return error_response("too_large", message, 413)
    page = loader.render_to_string("400.html", {"reason": message}, request)
    return HttpResponse(page, status=413)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    if _is_api(request):
        return error_response("forbidden", "You may not do that.", 403)
    return defaults.permission_denied(request, exception)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    if _is_api(request):
        return error_response("not_found", "There is nothing here by that address.", 404)
    return defaults.page_not_found(request, exception)


def broken(request: HttpRequest) -> HttpResponse:
    if _is_api(request):
        return error_response("failed", "Something went wrong here. Try again.", 500)
    return defaults.server_error(request)


def _is_api(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")
