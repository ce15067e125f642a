"""OAuth can be switched off: then its addresses are not there."""

from collections.abc import Callable
from functools import wraps

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse

View = Callable[[HttpRequest], HttpResponse]


def where_oauth_is_on(view: View) -> View:
    """404, unless YARNNN_OAUTH is on."""

    @wraps(view)
    def found(request: HttpRequest) -> HttpResponse:
        if not settings.YARNNN_OAUTH:
            raise Http404
        return view(request)

    return found
