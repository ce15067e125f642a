"""The addresses of this room's pages."""

from django.urls import path

from chat import message_views, views

app_name = "chat"
urlpatterns = [
    path("chat", views.home, name="home"),
    path("chat/send", views.send, name="send"),
    path("chat/<uuid:pk>", views.conversation, name="conversation"),
    path("chat/<uuid:pk>/model", views.model, name="model"),
    path("chat/<uuid:pk>/rename", views.rename, name="rename"),
    path("chat/<uuid:pk>/sources", views.sources, name="sources"),
    path("chat/<uuid:pk>/leave", views.leave, name="leave"),
    path("chat/<uuid:pk>/delete", views.delete, name="delete"),
    path("chat/said/<uuid:pk>/edit", message_views.edit, name="edit"),
    path("chat/said/<uuid:pk>/show", message_views.show, name="show"),
    path("chat/said/<uuid:pk>/files", message_views.files, name="files"),
    path("chat/said/<uuid:pk>/remember", views.remember, name="remember"),
    path("chat/proposals/<uuid:pk>", views.propose, name="propose"),
    path("chat/answers/<uuid:pk>/stream", views.stream, name="stream"),
    path("chat/answers/<uuid:pk>/stop", views.stop, name="stop"),
    path("chat/answers/<uuid:pk>/retry", views.retry, name="retry"),
]
