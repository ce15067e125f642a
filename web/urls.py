"""The API's addresses of this room."""

from django.urls import URLPattern, path
from drf_spectacular.views import SpectacularJSONAPIView

urlpatterns: list[URLPattern] = [
    path("schema", SpectacularJSONAPIView.as_view(), name="schema"),
]
