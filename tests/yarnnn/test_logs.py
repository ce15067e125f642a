"""No content in any log, whatever goes wrong."""

import logging

from yarnnn.logs import WithoutContent

SECRET = "my therapist is Dr. Kessler"


def logged(name: str, message: str, *arguments: object, error: Exception | None = None) -> str:
    info = (type(error), error, error.__traceback__) if error else None
    record = logging.LogRecord(name, logging.ERROR, __file__, 1, message, arguments, info)
    return WithoutContent("{levelname} {name}: {message}", style="{").format(record)


def raised() -> Exception:
    try:
        _fail()
    except ValueError as error:
        return error
    raise AssertionError


def _fail() -> None:
    try:
        dict[str, str]()[SECRET]
    except KeyError as inner:
        raise ValueError(f"cannot use {SECRET!r}") from inner


def test_a_traceback_says_what_and_where_but_not_the_value() -> None:
    line = logged("django.request", "Internal Server Error: %s", "/chat/", error=raised())
    assert "Internal Server Error: /chat/" in line
    assert "ValueError" in line
    assert "KeyError" in line
    assert "test_logs.py" in line
    assert SECRET not in line


def test_an_error_of_the_machine_keeps_its_message() -> None:
    assert "No space left" in logged("x", "failed", error=OSError(28, "No space left on device"))


def test_a_failed_task_is_named_without_its_error_and_arguments() -> None:
    context = {"name": "t", "id": "1", "description": "raised", "exc": f"ValueError({SECRET!r})"}
    text = "Task %(name)s[%(id)s] %(description)s: %(exc)s"
    assert logged("celery.app.trace", text, context).endswith("Task t[1] raised: ValueError")
    done = {"name": "t", "id": "1", "runtime": 1, "return_value": SECRET, "args": SECRET}
    assert SECRET not in logged("celery.app.trace", "%(name)s %(return_value)s %(args)s", done)


def test_a_question_in_an_address_is_cut_off() -> None:
    line = logged("waitress", "Error handling request %s", f"/api/recall?q={SECRET}")
    assert line.endswith("/api/recall")
