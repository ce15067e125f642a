"""The addresses of the diary."""

from django.urls import path

from tests.diary import views

app_name = "diary"

urlpatterns = [
    path("diary", views.entries, name="list"),
    path("diary/add", views.add, name="add"),
    path("diary/source/<uuid:pk>", views.entry, name="entry"),
    path("diary/<uuid:pk>/delete", views.delete, name="delete"),
]
