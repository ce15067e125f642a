"""The API's addresses of this room."""

from django.urls import path

from documents import api

urlpatterns = [
    path("documents", api.documents, name="api_documents"),
    path("documents/<uuid:pk>", api.document, name="api_document"),
    path("documents/<uuid:pk>/retry", api.retry, name="api_document_retry"),
    path("documents/<uuid:pk>/file", api.file, name="api_document_file"),
]
