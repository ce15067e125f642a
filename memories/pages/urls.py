"""The pages of this room."""

from django.urls import path

from memories.pages import actions, bulk_actions, night, residue, views
from memories.pages.entities import views as people

app_name = "memories"

urlpatterns = [
    path("memory", views.memory_list, name="list"),
    path("memory/night", night.night, name="night"),
    path("memory/night/run", night.run, name="night_run"),
    path("memory/night/back", night.back_all, name="night_back_all"),
    path("memory/night/<uuid:pk>/back", night.back, name="night_back"),
    path("memory/add", actions.add, name="add"),
    path("memory/forget", bulk_actions.forget_many, name="forget_many"),
    path("memory/forget/preview", bulk_actions.preview, name="forget_preview"),
    path("memory/<uuid:pk>", actions.row, name="row"),
    path("memory/<uuid:pk>/edit", actions.edit, name="edit"),
    path("memory/<uuid:pk>/confirm", actions.confirm, name="confirm"),
    path("memory/<uuid:pk>/move", actions.move, name="move"),
    path("memory/<uuid:pk>/history", views.history, name="history"),
    path("memory/<uuid:pk>/forget", actions.forget, name="forget"),
    path("memory/<uuid:pk>/restore", actions.restore, name="restore"),
    path("memory/<uuid:pk>/uncorrect", actions.uncorrect, name="uncorrect"),
    path("memory/<uuid:pk>/supersede", actions.supersede, name="supersede"),
    path("memory/<uuid:pk>/both", actions.keep_both, name="both"),
    path("memory/<uuid:pk>/erase", actions.erase, name="erase"),
    path("memory/<uuid:pk>/report", residue.of_memory, name="report"),
    path("memory/report", residue.of_words, name="report_words"),
    path("memory/undo/<uuid:batch>", actions.undo, name="undo"),
    path("people", people.people, name="people"),
    path("people/same", people.same, name="people_same"),
    path("people/<uuid:pk>", people.one, name="people_one"),
    path("people/<uuid:pk>/forget", people.forget, name="people_forget"),
    path("people/<uuid:pk>/merge", people.merge, name="people_merge"),
    path("people/<uuid:pk>/unmerge", people.unmerge, name="people_unmerge"),
    path("people/<uuid:pk>/separate", people.separate, name="people_separate"),
    path("people/<uuid:pk>/different", people.different, name="people_different"),
    path("sources/<uuid:pk>", views.source, name="source"),
]
