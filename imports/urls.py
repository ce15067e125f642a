"""The addresses of this room's pages."""

from django.urls import path

from imports import views

app_name = "imports"
urlpatterns = [
    path("settings/import", views.imports, name="imports"),
    path("settings/import/<uuid:pk>", views.one, name="import"),
    path("settings/import/<uuid:pk>/confirm", views.confirm, name="confirm"),
    path("settings/import/<uuid:pk>/undo", views.undo, name="undo"),
    path("settings/import/<uuid:pk>/remember", views.remember, name="remember"),
    path("imported/<uuid:thread>", views.conversation, name="conversation"),
]
