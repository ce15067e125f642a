"""The API's addresses of this room."""

from django.urls import path

from account_pages import api

urlpatterns = [
    path("me", api.me, name="api_me"),
    path("keys", api.keys, name="api_keys"),
    path("keys/<uuid:pk>", api.key, name="api_key"),
]
