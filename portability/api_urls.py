"""The API's addresses of this room."""

from django.urls import path

from portability import api, export

urlpatterns = [
    path("export", export.export, name="api_export"),
    path("projects", api.projects, name="api_projects"),
    path("projects/<uuid:pk>", api.project, name="api_project"),
]
