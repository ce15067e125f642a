"""The API's addresses of this room."""

from django.urls import path

from account_pages import api

urlpatterns = [
    path("me", api.me, name="api_me"),
]
