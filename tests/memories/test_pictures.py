"""The pictures: what was learned when, who goes with whom, where a memory comes from."""

import re
from datetime import datetime, timedelta
from html import unescape
from urllib.parse import parse_qs, urlsplit
from zoneinfo import ZoneInfo

import pytest
from django.test import Client

from accounts.models import User
from chat import converse
from chat.answering.answer import answer_now
from database.acting import acting_as
from memories.keeping import NewSource, keep, remember
from memories.keeping.editing import correct
from memories.learning import learn
from memories.models import Change, Entity, Memory
from memories.source_kinds import CHAT

pytestmark = pytest.mark.django_db

UTC = ZoneInfo("UTC")


def page(user: User, url: str) -> str:
    client = Client()
    client.force_login(user)
    answer = client.get(url)
    assert answer.status_code == 200, answer
    return unescape(answer.content.decode())


def know(user: User, content: str, at: datetime | None = None) -> Memory:
    with acting_as(user):
        memory = remember(user, content, by=Change.By.PERSON).memory
        assert memory
        if at:
            Memory.objects.filter(pk=memory.pk).update(updated=at, created=at)
    return memory


def say(user: User, text: str) -> None:
    with acting_as(user):
        learn(user, keep(user, NewSource(CHAT, text, thread="a chat")))


def entity(user: User, name: str) -> Entity:
    with acting_as(user):
        return Entity.objects.get(user=user, name=name)


def facts(html: str) -> list[str]:
    return re.findall(r'<p class="fact"[^>]*>(.*?)</p>', html)


def bars(html: str) -> dict[str, str]:
    """The bars of the timeline that have something: what they say, and where they lead."""
    found = re.findall(r'<a href="([^"]+)"[^>]*data-from[^>]*>\s*<title>([^<]+)</title>', html)
    return {title: url for url, title in found if not title.endswith(": 0")}


@pytest.fixture
def half_a_year(alice: User) -> User:
    know(alice, "I keep bees", datetime(2026, 3, 3, 12, tzinfo=UTC))
    know(alice, "I play the cello", datetime(2026, 3, 31, 23, 30, tzinfo=UTC))
    know(alice, "I live in Bath", datetime(2026, 8, 9, 12, tzinfo=UTC))
    return alice


def test_what_was_learned_in_one_day_is_no_timeline(alice: User) -> None:
    know(alice, "I keep bees")
    know(alice, "I play the cello")
    assert "data-timeline" not in page(alice, "/memory")


def test_each_month_is_a_bar_that_leads_to_what_was_learned_in_it(half_a_year: User) -> None:
    shown = bars(page(half_a_year, "/memory"))
    assert list(shown) == ["March 2026: 2", "August 2026: 1"]
    asked = parse_qs(urlsplit(shown["March 2026: 2"]).query)
    assert asked == {"from": ["2026-03-01"], "to": ["2026-03-31"]}
    html = page(half_a_year, shown["March 2026: 2"])
    assert facts(html) == ["I play the cello", "I keep bees"]
    # The whole time is still there to choose from.
    assert list(bars(html)) == ["March 2026: 2", "August 2026: 1"]


def test_the_timeline_is_a_table_as_well(half_a_year: User) -> None:
    html = page(half_a_year, "/memory")
    table = html[html.index("<table>") : html.index("</table>")]
    told = re.findall(r"<a href=\"[^\"]+\">([^<]+)</a></th>\s*<td>(\d+)</td>\s*<td>([^<]+)<", table)
    assert told == [("August 2026", "1", "Note 1"), ("March 2026", "2", "Note 2")]


def test_months_are_those_of_the_person_s_zone(half_a_year: User) -> None:
    half_a_year.time_zone = "Europe/Berlin"
    half_a_year.save()
    assert list(bars(page(half_a_year, "/memory")))[:2] == ["March 2026: 1", "April 2026: 1"]


def test_a_few_weeks_are_told_by_day_and_many_years_by_year(alice: User) -> None:
    first = datetime(2026, 3, 3, 12, tzinfo=UTC)
    know(alice, "I keep bees", first)
    know(alice, "I play the cello", first + timedelta(days=2))
    assert list(bars(page(alice, "/memory"))) == ["3 March 2026: 1", "5 March 2026: 1"]
    know(alice, "I live in Bath", first - timedelta(days=3000))
    assert list(bars(page(alice, "/memory"))) == ["2017: 1", "2026: 2"]


def months(html: str) -> dict[str, str]:
    """The months one can go to, and the day that each stands for in the address."""
    form = html.partition('jump"')[2].partition("</form>")[0]
    return {label: day for day, label in re.findall(r'<option value="([^"]*)"[^>]*>([^<]+)', form)}


def test_a_month_is_gone_to_and_the_list_goes_on_below_it(half_a_year: User) -> None:
    know(half_a_year, "I prefer tea", datetime(2026, 1, 5, 12, tzinfo=UTC))
    there = {"August 2026": "", "March 2026": "2026-03-31", "January 2026": "2026-01-31"}
    assert months(page(half_a_year, "/memory")) == there
    html = page(half_a_year, "/memory?to=2026-03-31")
    assert facts(html) == ["I play the cello", "I keep bees", "I prefer tea"]
    # From there one goes on to any other, and what else is looked for stays as it is.
    assert months(html) == there
    assert '<option value="2026-03-31" selected>' in html
    html = page(half_a_year, "/memory?kind=fact&to=")
    assert '<input type="hidden" name="kind" value="fact">' in html.partition('jump"')[2]
    # Days that were drawn in the picture are no month.
    assert months(page(half_a_year, "/memory?from=2026-03-02&to=2026-03-31")) == {}
    assert months(page(half_a_year, "/memory?to=2026-03-30")) == {}


def test_a_few_weeks_have_months_and_many_years_have_years_to_go_to(alice: User) -> None:
    first = datetime(2026, 3, 30, 12, tzinfo=UTC)
    know(alice, "I keep bees", first)
    assert months(page(alice, "/memory")) == {}
    know(alice, "I play the cello", first + timedelta(days=5))
    assert list(months(page(alice, "/memory"))) == ["April 2026", "March 2026"]
    know(alice, "I live in Bath", first - timedelta(days=3000))
    assert list(months(page(alice, "/memory"))) == ["2026", "2018"]


@pytest.mark.parametrize("time", ["from=soon", "to=2026-13-01", "from=0001-01-01&to=9999-12-31"])
def test_a_time_that_is_none_is_nowhere(alice: User, time: str) -> None:
    client = Client()
    client.force_login(alice)
    assert client.get(f"/memory?{time}").status_code == 404


def test_a_person_narrows_the_list_down_by_whatever_name(alice: User) -> None:
    say(alice, "My sister Elin lives in Gothenburg.")
    say(alice, "My sister Elin keeps bees.")
    say(alice, "My brother Tom plays the cello.")
    html = page(alice, "/memory")
    assert 'id="facet-person"' in html
    narrowed = page(alice, f"/memory?person={entity(alice, 'Elin').pk}")
    assert facts(narrowed) == ["My sister Elin keeps bees.", "My sister Elin lives in Gothenburg."]
    # Asked something, it is only asked of what is left.
    assert facts(page(alice, f"/memory?person={entity(alice, 'Elin').pk}&q=cello")) == []


def test_two_people_are_no_map_and_three_are(alice: User) -> None:
    say(alice, "My sister Elin lives in Gothenburg.")
    say(alice, "My brother Tom plays the cello.")
    assert "map-picture" not in page(alice, "/people")
    say(alice, "My friend Ana went to Lisbon with Tom.")
    html = page(alice, "/people")
    drawn = html[
        html.index('<svg class="map-picture') : html.index("</svg>", html.index("map-picture"))
    ]
    assert set(re.findall(r"<title>(\w+)</title>", drawn)) == {"Elin", "Tom", "Ana"}
    assert drawn.count('class="bond"') == 1
    words = html[html.index("In words") :]
    assert re.search(r"Ana</bdi></a>\s*together with\s*<bdi>Tom</bdi> \(1×\)", words)


def test_the_map_is_the_same_each_time(alice: User) -> None:
    for name in ("Elin", "Tom", "Ana", "Priya", "Jonas"):
        say(alice, f"My friend {name} met Tom in Bath.")
    shown = [page(alice, "/people") for _ in range(2)]
    places = [re.findall(r'cx="[^"]+" cy="[^"]+"', html) for html in shown]
    assert len(places[0]) == 6
    assert places[0] == places[1]


def test_a_memory_is_led_back_through_its_versions_to_their_sources(alice: User) -> None:
    old = know(alice, "I live in Bath")
    with acting_as(alice):
        new = correct(alice, old, "I live in Bristol", by=Change.By.PERSON)
    html = page(alice, f"/memory/{new.pk}/history")
    strand = html[html.index('<ol class="strand">') : html.index("</ol>")]
    shapes = re.findall(r'<li class="strand-(\w+)', strand)
    assert shapes == ["source", "knot", "source", "knot"]
    assert strand.index("I live in Bath") < strand.index("I live in Bristol")
    assert f"/memory/{old.pk}/history" in strand


def test_a_conversation_is_led_back_to_what_its_answers_rest_on(alice: User) -> None:
    say(alice, "My sister Elin lives in Gothenburg.")
    with acting_as(alice):
        turn = converse.say(alice, None, "Where does my sister live?")
    answer_now(alice.pk, turn.answer.pk)
    html = page(alice, f"/chat/{turn.said.conversation_id}/sources")
    strand = html[html.index('<ol class="strand">') : html.index("</ol>")]
    assert re.findall(r'<li class="strand-(\w+)', strand) == ["source", "knot"]
    assert "From your chat, " in strand
    assert "Where does my sister live?" in strand


def test_a_conversation_that_needed_nothing_says_so(alice: User) -> None:
    with acting_as(alice):
        turn = converse.say(alice, None, "Hello!")
    answer_now(alice.pk, turn.answer.pk)
    assert "No sources" in page(alice, f"/chat/{turn.said.conversation_id}/sources")
