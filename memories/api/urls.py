"""The API's addresses of this room."""

from django.urls import path

from memories.api import forgetting, looking, memories

urlpatterns = [
    path("memories", memories.memories, name="api_memories"),
    path("memories/<uuid:pk>", memories.memory, name="api_memory"),
    path("memories/<uuid:pk>/restore", memories.restore, name="api_memory_restore"),
    path("memories/<uuid:pk>/erase", memories.erase, name="api_memory_erase"),
    path("memories/<uuid:pk>/confirm", memories.confirm, name="api_memory_confirm"),
    path("memories/<uuid:pk>/correct", memories.correct, name="api_memory_correct"),
    path("forget", forgetting.forget, name="api_forget"),
    path("forget/preview", forgetting.preview, name="api_forget_preview"),
    path("memory/extract", looking.extract, name="api_extract"),
    path("recall", looking.recall, name="api_recall"),
    path("sources/<uuid:pk>", looking.source, name="api_source"),
    path("entities", looking.entities, name="api_entities"),
    path("entities/<uuid:pk>", looking.entity, name="api_entity"),
]
