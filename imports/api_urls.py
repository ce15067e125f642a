"""The API's addresses of this room."""

from django.urls import path

from imports import api

urlpatterns = [
    path("imports", api.imports, name="api_imports"),
    path("imports/<uuid:pk>", api.one, name="api_import"),
    path("imports/<uuid:pk>/confirm", api.confirm, name="api_import_confirm"),
    path("imports/<uuid:pk>/undo", api.undo, name="api_import_undo"),
]
