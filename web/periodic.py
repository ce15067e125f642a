"""What runs again and again by itself: each room registers its own when the application starts."""

from typing import Any

# As Celery's clock reads it. It is handed over before any room is there (yarnnn.celery), and read
# once all have registered.
SCHEDULE: dict[str, dict[str, Any]] = {}


def register(name: str, task: str, every: Any) -> None:
    """Have a task run, named as Celery knows it ("memories.tasks.sweep").

    `every` is a number of seconds, or a schedule of Celery's (`crontab`, in UTC).
    """
    entry = {"task": task, "schedule": every}
    if SCHEDULE.get(name, entry) != entry:
        raise ValueError(f"Something else that runs by itself is called {name!r}.")
    SCHEDULE[name] = entry
