"""Every address of the application."""

from django.urls import URLPattern, URLResolver, include, path

from account_pages import urls as accounts_urls
from memories.pages.models import urls as model_urls
from memories.source_kinds import registered
from portability import urls as portability_urls
from yarnnn.health import healthz
from yarnnn.palette import palette

# Settings and projects belong to accounts for whoever uses the pages; only rooms further up can
# delete a project, or learn by a model.
settings_pages = [
    *accounts_urls.urlpatterns,
    *model_urls.urlpatterns,
    *portability_urls.urlpatterns,
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", healthz, name="healthz"),
    path("", include(([path("palette", palette, name="palette")], "yarnnn"))),
    path("", include((settings_pages, "accounts"))),
    path("", include("memories.pages.urls")),
    # A kind of source names its addresses in its declaration.
    *[path("", include(kind.urls)) for kind in registered() if kind.urls],
    path("", include("chat.urls")),
    path("", include("today.urls")),
    path("", include("doors.urls")),
    path("", include("account_pages.oauth.urls")),
    path("accounts/", include("account_pages.sign_in_urls")),
    path("api/", include("web.urls")),
    path("api/", include("account_pages.api_urls")),
    path("api/", include("memories.api.urls")),
    *[path("api/", include(kind.api_urls)) for kind in registered() if kind.api_urls],
    path("api/", include("chat.api_urls")),
    path("api/", include("portability.api_urls")),
]

handler400 = "yarnnn.error_responses.bad_request"
handler403 = "yarnnn.error_responses.forbidden"
handler404 = "yarnnn.error_responses.not_found"
handler500 = "yarnnn.error_responses.broken"
