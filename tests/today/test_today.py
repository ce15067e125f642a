"""Today: what it shows, what one click does, and that what was answered is gone."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from database.acting import acting_as
from memories.forgetting import forget
from memories.forgetting.forget import undo
from memories.keeping import NewSource, keep, remember
from memories.keeping.questions import ask_which
from memories.learning import learn
from memories.models import Change, Memory, Source
from memories.source_kinds import CHAT
from today.days_ahead import days_ahead
from today.models import AnsweredDay, Task, Visit

pytestmark = pytest.mark.django_db
HTMX = {"hx-request": "true"}


def web(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def page(user: User) -> str:
    return web(user).get("/today").content.decode()


def say(user: User, text: str, *, days_ago: int = 0) -> Source:
    with acting_as(user):
        at = timezone.now() - timedelta(days=days_ago)
        return keep(user, NewSource(CHAT, text, thread="a chat", happened_at=at))


def note(user: User, text: str) -> Memory:
    with acting_as(user):
        found = remember(user, text, by=Change.By.PERSON).memory
    assert found
    return found


def current(user: User) -> set[str]:
    with acting_as(user):
        rows = Memory.objects.filter(user=user, state=Memory.State.CURRENT)
        return set(rows.values_list("content", flat=True))


def test_home_is_a_chat_for_whoever_has_nothing_and_today_for_everybody_else(alice: User) -> None:
    client = web(alice)
    assert client.get("/")["Location"] == "/chat"
    say(alice, "The pond froze over.")
    assert client.get("/")["Location"] == "/today"
    assert client.get("/?say=hello")["Location"] == "/chat?say=hello"


def test_an_empty_day_says_so(alice: User) -> None:
    assert "All quiet" in page(alice)


def test_a_promise_is_shown_with_its_source_until_it_is_done(alice: User) -> None:
    say(alice, "The pond froze over. I need to call the plumber.")
    shown = page(alice)
    assert "I need to call the plumber." in shown
    assert "The pond froze over." not in shown
    with acting_as(alice):
        task = Task.objects.get(user=alice)
    answer = web(alice).post(f"/today/tasks/{task.pk}", {"as": "done"}, headers=HTMX)
    text = answer.content.decode()
    assert "plumber" not in text
    assert "Undo" in text
    assert "plumber" not in page(alice)
    web(alice).post(f"/today/tasks/{task.pk}")
    assert "plumber" in page(alice)


def test_a_task_put_off_comes_back_and_none_does_not(alice: User) -> None:
    say(alice, "I need to call the plumber.")
    page(alice)
    with acting_as(alice):
        task = Task.objects.get(user=alice)
    web(alice).post(f"/today/tasks/{task.pk}", {"as": "later"})
    assert "plumber" not in page(alice)
    with acting_as(alice):
        Task.objects.filter(pk=task.pk).update(later=timezone.now())
    assert "plumber" in page(alice)
    web(alice).post(f"/today/tasks/{task.pk}", {"as": "none"})
    assert "plumber" not in page(alice)
    assert web(alice).post(f"/today/tasks/{task.pk}", {"as": "whatever"}).status_code == 404


def test_what_is_forgotten_or_gone_is_no_task_any_more(alice: User) -> None:
    source = say(alice, "I need to call the plumber about the boiler.")
    with acting_as(alice):
        memory = remember(alice, source.text, by=Change.By.PERSON).memory
        assert memory
    assert "the boiler" in page(alice)
    with acting_as(alice):
        done = forget(alice, [memory.pk], by=Change.By.PERSON)
    assert "the boiler" not in page(alice)
    with acting_as(alice):
        undo(alice, done.batch)
    assert "the boiler" in page(alice)
    with acting_as(alice):
        Source.objects.filter(pk=source.pk).delete()
        assert not Task.objects.filter(user=alice).exists()


def test_old_promises_are_let_go(alice: User) -> None:
    say(alice, "I need to call the plumber.", days_ago=40)
    assert "plumber" not in page(alice)


@pytest.mark.parametrize(
    ("right", "left"),
    [
        ("new", {"My sister lives in Bristol."}),
        ("old", {"My sister lives in Bath."}),
        ("both", {"My sister lives in Bath.", "My sister lives in Bristol."}),
    ],
)
def test_a_question_is_answered_by_one_click_and_gone(
    alice: User, right: str, left: set[str]
) -> None:
    old, new = note(alice, "My sister lives in Bath."), note(alice, "My sister lives in Bristol.")
    with acting_as(alice):
        ask_which(alice, new, old)
        ask_which(alice, new, old)
        assert Change.objects.filter(user=alice, what=Change.What.ASKED).count() == 1
    shown = page(alice)
    assert "Which is right?" in shown
    assert "Bath" in shown
    assert "Bristol" in shown
    body = {"old": str(old.pk), "right": right}
    assert web(alice).post(f"/today/questions/{new.pk}", body).status_code == 302
    assert current(alice) == left
    assert "Which is right?" not in page(alice)


def test_an_answer_can_be_taken_back(alice: User) -> None:
    old, new = note(alice, "My sister lives in Bath."), note(alice, "My sister lives in Bristol.")
    with acting_as(alice):
        ask_which(alice, new, old)
    body = {"old": str(old.pk), "right": "new"}
    told = web(alice).post(f"/today/questions/{new.pk}", body, headers=HTMX).content.decode()
    assert f"/today/questions/{new.pk}/undo" in told
    web(alice).post(f"/today/questions/{new.pk}/undo")
    assert "Which is right?" in page(alice)
    assert current(alice) == {"My sister lives in Bath.", "My sister lives in Bristol."}


def test_what_was_learned_is_new_until_it_was_seen(alice: User) -> None:
    source = say(alice, "My sister Elin lives in Gothenburg.")
    with acting_as(alice):
        learn(alice, source)
    assert "New since your last visit" in page(alice)
    # The same visit.
    assert "New since your last visit" in page(alice)
    web(alice).post("/today/seen")
    assert "New since your last visit" not in page(alice)


def test_the_next_visit_shows_only_what_came_since(alice: User) -> None:
    source = say(alice, "My sister Elin lives in Gothenburg.")
    with acting_as(alice):
        learn(alice, source)
    page(alice)
    with acting_as(alice):
        Visit.objects.filter(user=alice).update(latest=timezone.now() - timedelta(minutes=90))
        Change.objects.filter(user=alice).update(at=timezone.now() - timedelta(hours=2))
    assert "New since your last visit" not in page(alice)


def test_a_year_ago_today_is_shown(alice: User) -> None:
    today = timezone.localdate(timezone=alice.zone)
    ago = (today - today.replace(year=today.year - 1)).days
    say(alice, "We saw three herons at the weir this morning.", days_ago=ago)
    say(alice, "Hi!", days_ago=ago)
    shown = page(alice)
    assert "A year ago today" in shown
    assert "three herons" in shown
    assert "Hi!" not in shown


@pytest.mark.long
def test_the_page_asks_the_database_the_same_few_times_however_much_there_is(alice: User) -> None:
    asked = []
    for most in (6, 24):
        for number in range(most):
            source = say(alice, f"I need to call plumber {number}. My dog {number} is Rex{number}.")
            with acting_as(alice):
                learn(alice, source)
        page(alice)
        client = web(alice)
        client.get("/today")
        with acting_as(alice):
            # What came within a quarter of an hour would be read again, so many at a time.
            Visit.objects.filter(user=alice).update(read_to=timezone.now(), read_id=None)
        with CaptureQueriesContext(connection) as queries:
            client.get("/today")
        asked.append(len(queries))
    assert asked[0] == asked[1] <= 35


def test_a_stranger_is_told_nothing(alice: User, charlie: User) -> None:
    say(alice, "I need to call the plumber.")
    page(alice)
    assert "plumber" not in page(charlie)
    assert Client().get("/today").status_code == 302


def test_what_was_said_since_ticks_a_task_off_and_one_click_opens_it_for_good(alice: User) -> None:
    say(alice, "I need to call the plumber.", days_ago=1)
    assert "call the plumber" in page(alice)
    say(alice, "called the plumber, he comes on Monday")
    shown = page(alice)
    assert "Done, by what you wrote" in shown
    assert "You said you would" not in shown
    # The words that say so are not shown once more as news.
    assert shown.count("he comes on Monday") == 0
    with acting_as(alice):
        task = Task.objects.get(user=alice)
    web(alice).post(f"/today/tasks/{task.pk}", {"as": "open"})
    shown = page(alice)
    assert "You said you would" in shown
    assert "Done, by what you wrote" not in shown
    assert "You said you would" in page(alice)


def test_what_is_remembered_of_the_next_days_comes_up(alice: User) -> None:
    now = timezone.now()
    next_days, soon, late = (f"{now + timedelta(days=days):%-d %B %Y}" for days in (3, 40, 90))
    for text in (
        f"My dentist appointment is on {next_days} at 9:20",
        f"Arlo's christening is on {soon} in Leeds",
        f"The regatta is on {late} in Cowes",
        "I live in Ghent",
    ):
        source = say(alice, text, days_ago=2)
        with acting_as(alice):
            learn(alice, source)
    shown = page(alice)
    assert "Coming up" in shown
    section = shown.split("Coming up")[1].split("</section>")[0]
    days, later = section.split("Later</li>")
    assert "dentist appointment" in days.split("The next seven days")[1]
    assert "christening" in later
    assert "regatta" not in section
    assert "Ghent" not in section
    assert 'href="/today/ahead"' in section
    ahead = web(alice).get("/today/ahead").content.decode()
    order = [ahead.index(word) for word in ("dentist appointment", "christening", "regatta")]
    assert order == sorted(order)
    assert f"{now + timedelta(days=90):%B %Y}" in ahead
    assert "Ghent" not in ahead
    # Once: what is new is shown beside it.
    assert shown.count("dentist appointment") == 1
    assert "Ghent" in shown


def coming_up(user: User) -> str:
    shown = page(user)
    return shown.split("Coming up")[1].split("</section>")[0] if "Coming up" in shown else ""


@pytest.fixture
def dentist(alice: User) -> str:
    """Something of the next days that Alice has told. Gives the address that answers it."""
    day = timezone.localdate(timezone=alice.zone) + timedelta(days=3)
    source = say(alice, f"My dentist appointment is on {day:%-d %B %Y} at 9:20", days_ago=2)
    with acting_as(alice):
        learn(alice, source)
        memory = Memory.objects.get(user=alice)
    return f"/today/days/{memory.pk}/{day}"


def test_what_comes_up_goes_with_one_click_and_comes_back_with_another(
    alice: User, dentist: str
) -> None:
    assert "dentist appointment" in coming_up(alice)
    assert f'action="{dentist}"' in coming_up(alice)
    for answer in ("done", "none"):
        shown = web(alice).post(dentist, {"as": answer}, headers=HTMX).content.decode()
        assert "dentist appointment" not in shown
        # The line that says so takes it back.
        assert f'action="{dentist}"' in shown
        # It is not told as news in its stead, and is remembered as before.
        assert "dentist appointment" not in page(alice)
        assert "dentist appointment" in web(alice).get("/today/ahead").content.decode()
        web(alice).post(dentist)
        assert "dentist appointment" in coming_up(alice)


def test_what_comes_up_later_is_there_again_tomorrow(alice: User, dentist: str) -> None:
    web(alice).post(dentist, {"as": "later"})
    assert "dentist appointment" not in page(alice)
    with acting_as(alice):
        AnsweredDay.objects.update(later=timezone.now())
    assert "dentist appointment" in coming_up(alice)
    web(alice).post(dentist, {"as": "done"})
    assert "dentist appointment" not in page(alice)


def test_a_day_that_is_over_says_nothing_of_the_other_days_told_beside_it(alice: User) -> None:
    now = timezone.localdate(timezone=alice.zone)
    soon, later = (now + timedelta(days=days) for days in (3, 20))
    text = f"The service is on {soon:%-d %B %Y} and the wake is on {later:%-d %B %Y} in Hexham"
    with acting_as(alice):
        learn(alice, say(alice, text, days_ago=1))
        told = {each.first: each.memory.pk for each in days_ahead(alice, Memory.objects.all())}
    assert set(told) == {soon, later}
    web(alice).post(f"/today/days/{told[soon]}/{soon}", {"as": "done"})
    section = coming_up(alice)
    assert f"/{soon}" not in section
    assert f"/{later}" in section
    web(alice).post(f"/today/days/{told[later]}/{later}", {"as": "none"})
    assert "Hexham" not in page(alice)


def test_what_is_no_answer_to_a_day_is_not_found(alice: User, dentist: str) -> None:
    assert web(alice).post(dentist, {"as": "maybe"}).status_code == 404
    assert web(alice).post(dentist[:-10] + "2027-02-31", {"as": "done"}).status_code == 404


def test_a_sentence_with_several_days_comes_up_on_each_of_them(alice: User) -> None:
    now = timezone.now()
    soon, later = (f"{now + timedelta(days=days):%-d %B %Y}" for days in (3, 20))
    text = f"Mo died last week, the service is on {soon} and the wake is on {later} in Hexham"
    source = say(alice, text, days_ago=1)
    with acting_as(alice):
        learn(alice, source)
    section = page(alice).split("Coming up")[1].split("</section>")[0]
    days, after = section.split("Later</li>")
    assert "service" in days
    assert "wake" in after


def test_what_is_only_known_to_be_in_a_month_is_told_of_the_month(alice: User) -> None:
    later = timezone.now() + timedelta(days=100)
    source = say(alice, f"We fly to Lofoten in {later:%B}", days_ago=1)
    with acting_as(alice):
        learn(alice, source)
    ahead = web(alice).get("/today/ahead").content.decode()
    assert "Lofoten" in ahead
    assert f'<span class="badge badge-thread">{later:%B %Y}</span>' in ahead


def test_what_lasts_for_some_days_is_told_until_its_end(alice: User) -> None:
    now = timezone.now()
    first, last = now - timedelta(days=2), now + timedelta(days=20)
    source = say(alice, f"Inge comes on {first:%-d %B %Y} for 23 days", days_ago=5)
    with acting_as(alice):
        learn(alice, source)
    section = page(alice).split("Coming up")[1].split("</section>")[0]
    assert "Inge" in section
    assert f"until {last:%-d %B}" in section


def test_a_feast_or_month_that_is_only_named_comes_up_on_no_day(alice: User) -> None:
    with acting_as(alice):
        learn(alice, say(alice, "I can't bear Christmas songs before December", days_ago=1))
    assert "Christmas songs" not in web(alice).get("/today/ahead").content.decode()


def test_how_much_more_is_new_is_as_much_as_memory_shows(alice: User) -> None:
    for number in range(20):
        with acting_as(alice):
            learn(alice, say(alice, f"My colleague Dana{number} Whitfield lives in Ghent."))
    shown = page(alice)
    rows = shown.count("data-memory=") or shown.count('<li class="memory')
    assert rows < len(current(alice))
    assert f"{len(current(alice)) - rows} more in Memory" in shown


def test_a_task_that_points_back_is_shown_with_what_it_points_at(alice: User) -> None:
    say(alice, "The gate code has got about. I need to change it before the weekend.", days_ago=2)
    shown = page(alice)
    assert "The gate code has got about. I need to change it before the weekend." in shown
    say(alice, "New gate code is set.", days_ago=1)
    page(alice)
    with acting_as(alice):
        assert Task.objects.get(user=alice).state == Task.State.DONE


def test_a_task_that_was_moved_is_one_with_its_new_day(alice: User) -> None:
    say(alice, "Die Zähleranmeldung muss ich morgen machen.", days_ago=2)
    page(alice)
    say(alice, "Zähleranmeldung verschwitzt, das mach ich jetzt in drei Tagen.", days_ago=1)
    page(alice)
    with acting_as(alice):
        task = Task.objects.get(user=alice)
    assert task.due
    assert task.due > timezone.now()
