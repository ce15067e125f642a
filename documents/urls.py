"""The pages of this room."""

from django.urls import path

from documents import views

app_name = "documents"

urlpatterns = [
    path("documents", views.document_list, name="list"),
    path("documents/upload", views.upload, name="upload"),
    path("documents/watch", views.watch, name="watch"),
    path("documents/source/<uuid:pk>", views.by_source, name="source"),
    path("documents/<uuid:pk>", views.document, name="document"),
    path("documents/<uuid:pk>/file", views.file, name="file"),
    path("documents/<uuid:pk>/retry", views.retry, name="retry"),
    path("documents/<uuid:pk>/mine", views.author, {"own_words": True}, name="mine"),
    path("documents/<uuid:pk>/others", views.author, {"own_words": False}, name="others"),
    path("documents/<uuid:pk>/delete", views.delete, name="delete"),
]
