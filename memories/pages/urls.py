"""The pages of this room."""

from django.urls import path

from memories.pages import actions, views

app_name = "memories"

urlpatterns = [
    path("memory", views.memory_list, name="list"),
    path("memory/add", actions.add, name="add"),
    path("memory/<uuid:pk>", actions.row, name="row"),
    path("memory/<uuid:pk>/edit", actions.edit, name="edit"),
    path("memory/<uuid:pk>/confirm", actions.confirm, name="confirm"),
    path("memory/<uuid:pk>/move", actions.move, name="move"),
    path("memory/<uuid:pk>/history", views.history, name="history"),
    path("memory/<uuid:pk>/forget", actions.forget, name="forget"),
    path("memory/<uuid:pk>/restore", actions.restore, name="restore"),
    path("memory/<uuid:pk>/uncorrect", actions.uncorrect, name="uncorrect"),
    path("memory/<uuid:pk>/erase", actions.erase, name="erase"),
    path("memory/undo/<uuid:batch>", actions.undo, name="undo"),
    path("sources/<uuid:pk>", views.source, name="source"),
]
