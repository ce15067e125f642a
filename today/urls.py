"""The addresses of this room's pages."""

from django.urls import path

from today import views

app_name = "today"

urlpatterns = [
    path("", views.home, name="home"),
    path("today", views.today, name="today"),
    path("today/ahead", views.all_ahead, name="ahead"),
    path("today/seen", views.looked, name="seen"),
    path("today/tasks/<uuid:pk>", views.settle, name="settle"),
    path("today/held/<uuid:pk>", views.held, name="held"),
    path("today/questions/<uuid:pk>", views.answer, name="answer"),
    path("today/questions/<uuid:pk>/undo", views.reopen, name="reopen"),
]
