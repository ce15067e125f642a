"""The addresses of this room's pages."""

from datetime import date

from django.urls import path, register_converter

from today import views

app_name = "today"


class Day:
    """A day in an address: "2027-03-01"."""

    regex = r"\d{4}-\d{2}-\d{2}"

    def to_python(self, value: str) -> date:
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        return value.isoformat()


register_converter(Day, "day")

urlpatterns = [
    path("", views.home, name="home"),
    path("today", views.today, name="today"),
    path("today/ahead", views.all_ahead, name="ahead"),
    path("today/seen", views.looked, name="seen"),
    path("today/tasks/<uuid:pk>", views.settle, name="settle"),
    path("today/days/<uuid:pk>/<day:first>", views.settle_day, name="settle_day"),
    path("today/held/<uuid:pk>", views.held, name="held"),
    path("today/questions/<uuid:pk>", views.answer, name="answer"),
    path("today/questions/<uuid:pk>/undo", views.reopen, name="reopen"),
]
