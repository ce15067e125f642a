"""The API's addresses for mail."""

from django.urls import path

from gmail import api

urlpatterns = [
    path("gmail/threads", api.threads, name="api_gmail_threads"),
    path("gmail/threads/<uuid:pk>", api.thread, name="api_gmail_thread"),
]
