"""The API's addresses of this room."""

from django.urls import path

from chat import api

urlpatterns = [
    path("chat", api.chat, name="api_chat"),
    path("chat/proposals/<uuid:pk>", api.proposal, name="api_proposal"),
    path("tools", api.tools_listed, name="api_tools"),
    path("tools/<slug:name>", api.tool_run, name="api_tool"),
    path("conversations", api.conversations, name="api_conversations"),
    path("conversations/<uuid:pk>", api.conversation, name="api_conversation"),
    path("conversations/<uuid:pk>/branch", api.branch, name="api_branch"),
]
