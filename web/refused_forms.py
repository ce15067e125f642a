"""A refused form answers 422, also those of django-allauth, which would say 200."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse


class RefusedForms:
    """Middleware that looks at pages rendered late: class-based views' only."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self._get_response(request)

    def process_template_response(
        self, request: HttpRequest, response: TemplateResponse
    ) -> TemplateResponse:
        form = (response.context_data or {}).get("form")
        refused = request.method == "POST" and getattr(form, "errors", None)
        if refused and response.status_code == 200:
            response.status_code = 422
        return response
