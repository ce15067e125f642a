"""The addresses of projects, sample data and leaving, under the names of the room `accounts`."""

from django.urls import path

from portability import export, views

urlpatterns = [
    path("projects", views.projects, name="projects"),
    path("projects/create", views.create, name="project_create"),
    path("projects/<uuid:pk>/rename", views.rename, name="project_rename"),
    path("projects/<uuid:pk>/archive", views.archive, name="project_archive"),
    path("projects/<uuid:pk>/delete", views.delete, name="project_delete"),
    path("settings/export", export.page, name="export"),
    path("settings/export/download", export.download, name="export_download"),
    path("settings/delete", views.delete_account, name="delete_account"),
    path("sample/add", views.sample_add, name="sample_add"),
    path("sample/remove", views.sample_remove, name="sample_remove"),
]
