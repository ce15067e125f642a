"""The addresses of this room's pages."""

from django.urls import path

from gmail import pages
from gmail.connection import views as connecting

app_name = "gmail"
urlpatterns = [
    path("gmail", pages.home, name="home"),
    path("gmail/threads", pages.threads, name="threads"),
    path("gmail/threads/<uuid:pk>", pages.thread, name="thread"),
    path("gmail/source/<uuid:pk>", pages.by_source, name="source"),
    path("gmail/learned/remove", pages.remove_learned, name="remove_learned"),
    path("gmail/<uuid:pk>/leave", pages.leave, name="leave"),
    path(
        "gmail/mails/<uuid:pk>/files/<str:part>/read",
        pages.read_attachment,
        name="read_attachment",
    ),
    path("gmail/connect", connecting.connect, name="connect"),
    path("gmail/callback", connecting.callback, name="callback"),
    path("gmail/service", connecting.service, name="service"),
    path("gmail/<uuid:pk>/pause", connecting.pause, name="pause"),
    path("gmail/<uuid:pk>/resume", connecting.resume, name="resume"),
    path("gmail/<uuid:pk>/sync", connecting.sync, name="sync"),
    path("gmail/<uuid:pk>/disconnect", connecting.disconnect, name="disconnect"),
    path("gmail/threads/<uuid:pk>/retry", connecting.retry, name="retry"),
]
