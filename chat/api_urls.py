"""The API's addresses of this room."""

from django.urls import path

from chat import api

urlpatterns = [
    path("chat", api.chat, name="api_chat"),
    path("conversations", api.conversations, name="api_conversations"),
    path("conversations/<uuid:pk>", api.conversation, name="api_conversation"),
]
