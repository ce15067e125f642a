"""The API's addresses of this room."""

from django.urls import path

from memories import api, api_forget, api_looking

urlpatterns = [
    path("memories", api.memories, name="api_memories"),
    path("memories/<uuid:pk>", api.memory, name="api_memory"),
    path("memories/<uuid:pk>/restore", api.restore, name="api_memory_restore"),
    path("memories/<uuid:pk>/erase", api.erase, name="api_memory_erase"),
    path("memories/<uuid:pk>/confirm", api.confirm, name="api_memory_confirm"),
    path("memories/<uuid:pk>/correct", api.correct, name="api_memory_correct"),
    path("forget", api_forget.forget, name="api_forget"),
    path("forget/preview", api_forget.preview, name="api_forget_preview"),
    path("memory/extract", api_looking.extract, name="api_extract"),
    path("recall", api_looking.recall, name="api_recall"),
    path("sources/<uuid:pk>", api_looking.source, name="api_source"),
    path("entities", api_looking.entities, name="api_entities"),
    path("entities/<uuid:pk>", api_looking.entity, name="api_entity"),
]
