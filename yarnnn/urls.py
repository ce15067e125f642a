"""Every address of the application."""

from django.urls import URLPattern, URLResolver, include, path

from account_pages import urls as accounts_urls
from portability import urls as portability_urls
from yarnnn.health import healthz
from yarnnn.palette import palette

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", healthz, name="healthz"),
    path("", include(([path("palette", palette, name="palette")], "yarnnn"))),
    # Projects belong to accounts for whoever uses the pages; only portability can delete them.
    path("", include(([*accounts_urls.urlpatterns, *portability_urls.urlpatterns], "accounts"))),
    path("", include("memories.pages.urls")),
    path("", include("gmail.urls")),
    path("", include("documents.urls")),
    path("", include("chat.urls")),
    path("accounts/", include("account_pages.sign_in_urls")),
    path("api/", include("web.urls")),
    path("api/", include("memories.api.urls")),
    path("api/", include("documents.api_urls")),
    path("api/", include("gmail.api_urls")),
    path("api/", include("chat.api_urls")),
    path("api/", include("portability.api_urls")),
]

handler400 = "yarnnn.failures.bad_request"
handler403 = "yarnnn.failures.forbidden"
handler404 = "yarnnn.failures.not_found"
handler500 = "yarnnn.failures.broken"
