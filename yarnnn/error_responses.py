"""What is answered when no view does: JSON under /api/, a page elsewhere."""

import sys

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.template import loader
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop
from django.views import defaults

from accounts.models import User
from web.languages import speak_to
from web.rest import error_response
from web.unavailable import Unavailable, unavailable

# A form with one of these in its fields' names is not shown again.
_SECRET = ("password", "code", "secret", "key")
_FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400, or 413 where the body was too large."""
    if isinstance(exception, RequestDataTooBig):
        return too_large(request)
    if _is_api(request):
        return error_response("bad_request", "The request could not be understood.", 400)
    return defaults.bad_request(request, exception)


def too_large(request: HttpRequest) -> HttpResponse:
    message = gettext_noop("That is too large. Send less at once.")
    if _is_api(request):
        return error_response("too_large", message, 413)
    page = loader.render_to_string("400.html", {"reason": gettext(message)}, request)
    return HttpResponse(page, status=413)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    if _is_api(request):
        return error_response("forbidden", "You may not do that.", 403)
    return defaults.permission_denied(request, exception)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    if _is_api(request):
        return error_response("not_found", "There is nothing here by that address.", 404)
    # What goes wrong before it is known who asks has nobody's rail, language and time.
    speak_to(request)
    user = getattr(request, "user", None)
    with timezone.override(user.zone if isinstance(user, User) else None):
        return defaults.page_not_found(request, exception)


def not_signed_in(request: HttpRequest) -> HttpResponse:
    """More was sent than is read from a stranger."""
    if _is_api(request):
        message = "Send a valid token: Authorization: Bearer TOKEN."
        return error_response("not_authenticated", message, 401)
    return redirect_to_login("/", resolve_url("account_login"))


def broken(request: HttpRequest) -> HttpResponse:
    """500, or 503 where what is missing is not ours and will be there again."""
    # Django calls this while it handles the error.
    if reason := unavailable(sys.exc_info()[1]):
        return try_later(request, reason)
    if _is_api(request):
        return error_response("failed", "Something went wrong here. Try again.", 500)
    return defaults.server_error(request)


def try_later(request: HttpRequest, reason: Unavailable) -> HttpResponse:
    """503: what is wrong, what to do, and the form that was sent, to be sent again."""
    if _is_api(request):
        answer: HttpResponse = error_response(reason.code, reason.message, 503)
    elif request.headers.get("HX-Request"):
        answer = HttpResponse(gettext(reason.message), status=503, content_type="text/plain")
    else:
        # Without the request: what a page says of its reader is in the database.
        context = {"reason": gettext(reason.message), "action": request.get_full_path()}
        page = loader.render_to_string("503.html", context | _sent(request))
        answer = HttpResponse(page, status=503)
    answer["Retry-After"] = str(reason.wait)
    return answer


def _sent(request: HttpRequest) -> dict[str, object]:
    """The fields of a sent form, the longest text apart: it is shown, to be kept or sent again."""
    if request.method != "POST" or request.content_type not in _FORMS:
        return {}
    fields = [(name, value) for name, values in request.POST.lists() for value in values]
    if any(word in name.lower() for name, _ in fields for word in _SECRET):
        return {}
    written = [each for each in fields if " " in each[1].strip()]
    if not written:
        return {"fields": fields}
    text = max(written, key=lambda each: len(each[1]))
    fields.remove(text)
    return {"fields": fields, "text": text}


def _is_api(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")
