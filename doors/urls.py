"""The addresses of this room."""

from django.urls import path

from doors import views

urlpatterns = [
    path("mcp", views.mcp, name="mcp"),
    path("mcp/search", views.mcp_search, name="mcp_search"),
]
