"""The addresses of this room's pages."""

from django.urls import path

from chat import views

app_name = "chat"
urlpatterns = [
    path("chat", views.home, name="home"),
    path("chat/send", views.send, name="send"),
    path("chat/<uuid:pk>", views.conversation, name="conversation"),
    path("chat/<uuid:pk>/model", views.model, name="model"),
    path("chat/<uuid:pk>/rename", views.rename, name="rename"),
    path("chat/<uuid:pk>/leave", views.leave, name="leave"),
    path("chat/<uuid:pk>/delete", views.delete, name="delete"),
    path("chat/said/<uuid:pk>/remember", views.remember, name="remember"),
    path("chat/proposals/<uuid:pk>", views.propose, name="propose"),
    path("chat/answers/<uuid:pk>/stream", views.stream, name="stream"),
    path("chat/answers/<uuid:pk>/stop", views.stop, name="stop"),
    path("chat/answers/<uuid:pk>/retry", views.retry, name="retry"),
]
