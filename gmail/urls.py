"""The addresses of this room's pages."""

from django.urls import path

from gmail import connecting

app_name = "gmail"
urlpatterns = [
    path("gmail/connect", connecting.connect, name="connect"),
    path("gmail/callback", connecting.callback, name="callback"),
    path("gmail/service", connecting.service, name="service"),
    path("gmail/<uuid:pk>/pause", connecting.pause, name="pause"),
    path("gmail/<uuid:pk>/resume", connecting.resume, name="resume"),
    path("gmail/<uuid:pk>/sync", connecting.sync, name="sync"),
    path("gmail/<uuid:pk>/disconnect", connecting.disconnect, name="disconnect"),
    path("gmail/threads/<uuid:pk>/retry", connecting.retry, name="retry"),
]
