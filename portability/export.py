"""Taking everything out: the page that offers it, the download, and the API's call."""

from django.http import HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_GET
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema

from accounts.models import User
from memories.source_kinds import registered
from portability.archive import code_of, filename_for, written
from portability.deletion import everything
from web.guard import PersonRequest, signed_in
from web.rest import ApiRequest, endpoint

# With which header a program gets the code of what was forgotten.
CODE_HEADER = "X-Yarnnn-Export-Code"


@require_GET
@signed_in
def page(request: PersonRequest) -> HttpResponse:
    """What an export holds, and the code that opens what was forgotten."""
    rules = [kind.archive for kind in registered()]
    shown = {
        "holds": everything(request.user),
        "staying": [gettext(rule.stays_here) for rule in rules if rule.stays_here],
        "code": code_of(request.user),
    }
    response = render(request, "accounts/export.html", shown)
    response["Cache-Control"] = "no-store"
    return response


@require_GET
@signed_in(block=False)
def download(request: PersonRequest) -> StreamingHttpResponse:
    return _zip(request.user)


@extend_schema(
    operation_id="export",
    description="Everything of the person's as a zip: Markdown to read, JSON that is complete, "
    f"files as they were. The header {CODE_HEADER} has the code that opens what was forgotten.",
    responses={(200, "application/zip"): OpenApiTypes.BINARY},
)
@endpoint("GET", block=False)
def export(request: ApiRequest) -> StreamingHttpResponse:
    """Everything, in one file."""
    response = _zip(request.user)
    response[CODE_HEADER] = code_of(request.user)
    return response


def _zip(user: User) -> StreamingHttpResponse:
    response = StreamingHttpResponse(written(user), content_type="application/zip")
    name = filename_for(user, timezone.now())
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["X-Content-Type-Options"] = "nosniff"
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response["Cache-Control"] = "private, no-store"
    return response
