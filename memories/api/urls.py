"""The API's addresses of this room."""

from django.urls import path

from memories.api import forgetting, learning, memories, people, recall, sources, store

urlpatterns = [
    path("memories", memories.memories, name="api_memories"),
    path("memories/<uuid:pk>", memories.memory, name="api_memory"),
    path("memories/<uuid:pk>/restore", memories.restore, name="api_memory_restore"),
    path("memories/<uuid:pk>/erase", memories.erase, name="api_memory_erase"),
    path("memories/<uuid:pk>/confirm", memories.confirm, name="api_memory_confirm"),
    path("memories/<uuid:pk>/correct", memories.correct, name="api_memory_correct"),
    path("forget", forgetting.forget, name="api_forget"),
    path("forget/preview", forgetting.preview, name="api_forget_preview"),
    path("memory/consolidate", learning.consolidate, name="api_consolidate"),
    path("memory/extract", learning.extract, name="api_extract"),
    path("learning", learning.learning, name="api_learning"),
    path("usage", learning.usage, name="api_usage"),
    path("recall", recall.recall, name="api_recall"),
    path("sources", sources.sources, name="api_sources"),
    path("sources/<uuid:pk>", sources.source, name="api_source"),
    path("store", store.put, name="api_store"),
    path("store/batch", store.put_many, name="api_store_batch"),
    path("store/item", store.item, name="api_store_item"),
    path("store/move", store.move, name="api_store_move"),
    path("store/search", store.search, name="api_store_search"),
    path("store/namespaces", store.namespaces, name="api_store_namespaces"),
    path("entities", people.entities, name="api_entities"),
    path("entities/suggestions", people.suggestions, name="api_entities_suggestions"),
    path("entities/<uuid:pk>", people.entity, name="api_entity"),
    path("entities/<uuid:pk>/merge", people.merge, name="api_entity_merge"),
    path("entities/<uuid:pk>/separate", people.separate, name="api_entity_separate"),
    path("entities/<uuid:pk>/different", people.different, name="api_entity_different"),
    path("entities/<uuid:pk>/split", people.split, name="api_entity_split"),
]
