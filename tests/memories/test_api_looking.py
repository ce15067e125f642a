"""The API around memories: recall, sources, entities, learning now, and its own description."""

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from pydantic import BaseModel

from accounts.models import Project, User
from database.acting import acting_as
from documents.models import Document
from memories.keeping import Quote
from memories.keeping.editing import supersede
from memories.keeping.remember import remember
from memories.keeping.sources import NewSource, keep
from memories.keeping.vectors import embed_waiting
from memories.models import Change, Entity, Memory, Source
from memories.source_kinds import CHAT, NOTE
from tests.memories.calls import Program
from tests.memories.conftest import Say


@pytest.fixture
def program(alice: User) -> Program:
    return Program(alice)


def test_recall_merges_memories_and_passages(program: Program, alice: User, say: Say) -> None:
    say(alice, "I am allergic to peanuts.")
    say(alice, "The weather was dreadful.")
    nuts = program.get("recall", q="which nuts must I avoid?").data
    assert nuts["items"][0]["id"].startswith("memory:")
    assert "peanuts" in nuts["items"][0]["quote"]
    group = program.get("recall", q="how was the weather?").data
    best = group["items"][0]
    assert best["id"].startswith("chat:")
    assert best["memory"] is None
    assert "dreadful" in best["text"]
    with acting_as(alice):
        source = Source.objects.get(pk=best["source"]["id"])
    assert source.text[best["source"]["start"] : best["source"]["stop"]] == best["quote"]
    assert 0 <= best["similarity"] <= 1
    assert best["why"]


def test_recall_obeys_its_filters(program: Program, alice: User, say: Say, garden: Project) -> None:
    say(alice, "I keep roses on the balcony.")
    say(alice, "I water the roses on Mondays.", project=garden)

    def texts(**query: Any) -> set[str]:
        return {item["text"] for item in program.get("recall", q="roses", **query).data["items"]}

    assert texts() == {"I keep roses on the balcony."}
    assert len(texts(project=str(garden.pk))) == 2
    assert len(texts(project=str(garden.pk), limit=1)) == 1
    assert texts(kind="preference") == set()
    assert texts(source=["gmail", "document"]) == set()
    assert texts(budget=1) == set()


def test_recall_says_what_of_it_answers(program: Program, alice: User, say: Say) -> None:
    say(alice, "My sister Marit lives in Bergen.")
    say(alice, "Bergen is a rainy place.")
    told = program.get("recall", q="Where does my sister Marit live?").data
    assert told["verdict"] == "sure"
    answering = [item["text"] for item in told["items"] if item["answers"]]
    assert answering
    assert all("Marit" in text for text in answering)
    unsure = program.get("recall", q="Who painted the Mona Lisa?").data
    assert not any(item["answers"] for item in unsure["items"])


def test_recall_leaves_out_what_only_this_machine_may_see(program: Program, alice: User) -> None:
    with acting_as(alice):
        remember(alice, "The alarm code is in the attic", by=Change.By.API, local_only=True)
    asked = {"q": "where is the alarm code?"}
    assert program.get("recall", **asked).data["items"]
    told = program.get("recall", **asked, local_only="false").data
    assert (told["items"], told["verdict"]) == ([], "unknown")


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ({}, "missing"),
        ({"q": " "}, "empty"),
        ({"q": "x", "limit": "1000"}, "invalid"),
        ({"q": "x", "budget": "0"}, "invalid"),
        ({"q": "x", "mode": "dream"}, "invalid"),
        ({"q": "x", "project": "garden"}, "invalid"),
        ({"q": "x", "as_of": "yesterday"}, "invalid"),
        ({"q": "x", "as_of": "2026-02-30"}, "invalid"),
        ({"q": "x", "as_of": "86400"}, "invalid"),
    ],
)
def test_a_bad_recall_is_one_clear_error(
    program: Program, query: dict[str, str], code: str
) -> None:
    answer = program.get("recall", **query)
    assert (answer.status, answer.code) == (422, code)


def _tell(user: User, text: str, day: str, **said: Any) -> Memory:
    with acting_as(user):
        at = datetime.fromisoformat(f"{day}T12:00:00+00:00")
        source = keep(user, NewSource(CHAT, text, thread=day, happened_at=at))
        quote = Quote(source, 0, len(text))
        memory = remember(user, text, by=Change.By.LEARNING, quote=quote, event_time=at, **said)
    assert memory.memory is not None
    return memory.memory


def test_recall_gives_what_held_on_a_day(program: Program, alice: User) -> None:
    leeds = _tell(alice, "I live in Leeds.", "2026-01-10")
    york = _tell(alice, "I live in York.", "2026-03-20")
    bath = _tell(alice, "I live in Bath.", "2026-06-01")
    with acting_as(alice):
        supersede(alice, leeds, york, by=Change.By.LEARNING)
        supersede(alice, york, bath, by=Change.By.LEARNING)
    while embed_waiting(alice.pk):
        pass

    def told(**query: Any) -> list[str]:
        found = program.get("recall", q="Where do I live?", **query).data
        return [item["text"] for item in found["items"]]

    assert told() == ["I live in Bath."]
    assert told(as_of="2026-06-01") == ["I live in Bath."]
    assert told(as_of="2026-05-31") == ["I live in York."]
    assert told(as_of="2026-03-01") == ["I live in Leeds."]
    assert told(as_of="2026-01-09") == []
    assert told(as_of="9999-12-31") == ["I live in Bath."]
    assert told(as_of="0001-01-01") == []
    spring = program.get("recall", q="Where do I live?", as_of="2026-04-01").data
    assert (spring["verdict"], spring["items"][0]["memory"]) == ("sure", str(york.pk))
    before = program.get("recall", q="Where do I live?", as_of="2025-12-24").data
    assert (before["verdict"], before["answers"]) == ("unknown", False)


def test_one_statement_may_end_several(program: Program, alice: User) -> None:
    flat = _tell(alice, "My flat is in Leeds.", "2026-01-10")
    rent = _tell(alice, "My rent is 700 a month.", "2026-01-11")
    house = _tell(alice, "We bought the house in Bath.", "2026-06-01")
    with acting_as(alice):
        supersede(alice, flat, house, by=Change.By.LEARNING)
        supersede(alice, rent, house, by=Change.By.LEARNING)
    while embed_waiting(alice.pk):
        pass
    found = program.get("recall", q="my flat and my rent", as_of="2026-05-01").data
    assert {item["memory"] for item in found["items"]} == {str(flat.pk), str(rent.pk)}
    found = program.get("recall", q="my flat and my rent", as_of="2026-06-02").data
    assert {item["memory"] for item in found["items"]} == {str(house.pk)}


def test_what_was_not_said_yet_is_not_known_on_a_day(program: Program, alice: User) -> None:
    _tell(alice, "The dentist is on 14 December.", "2026-11-02")
    with acting_as(alice):
        said = datetime(2026, 11, 3, tzinfo=UTC)
        keep(alice, NewSource(CHAT, "The dentist was late again", thread="t", happened_at=said))
    while embed_waiting(alice.pk):
        pass
    assert program.get("recall", q="dentist", as_of="2026-11-01").data["items"] == []
    texts = [
        item["text"]
        for item in program.get("recall", q="dentist", as_of="2026-11-02").data["items"]
    ]
    assert texts == ["The dentist is on 14 December."]


def test_a_source_is_read_in_parts(program: Program, alice: User) -> None:
    text = "".join(f"Line {number:06}.\n" for number in range(20_000))
    with acting_as(alice):
        source = keep(alice, NewSource(NOTE, text, title="Lines", searchable=False))
    path = f"sources/{source.pk}"
    first = program.get(path).data
    assert (first["start"], first["stop"], first["size"]) == (0, 20_000, len(text))
    assert first["text"] == text[:20_000]
    assert first["title"] == "Lines"
    later = program.get(path, start=100_000, length=500).data
    assert later["text"] == text[100_000:100_500]
    beyond = program.get(path, start=10_000_000).data
    assert (beyond["text"], beyond["start"]) == ("", len(text))
    assert program.get(path, start=-1).status == 422


def test_a_source_names_what_was_learned_from_it(program: Program, alice: User, say: Say) -> None:
    source, _ = say(alice, "I work at the harbour. Nice day!")
    (memory,) = program.get(f"sources/{source.pk}").data["memories"]
    assert memory["content"] == "I work at the harbour."
    program.delete(f"memories/{memory['id']}")
    after = program.get(f"sources/{source.pk}").data
    assert after["memories"] == []
    assert after["text"].startswith("█" * 22)
    assert after["text"].endswith(" Nice day!")


def test_learning_now_takes_what_waits(program: Program, alice: User) -> None:
    with acting_as(alice):
        first = keep(alice, NewSource(CHAT, "I work at the harbour."))
        keep(alice, NewSource(CHAT, "My sister is called Marit."))
    one = program.post("memory/extract", {"source": str(first.pk)}).data
    assert [memory["content"] for memory in one["memories"]] == ["I work at the harbour."]
    assert one["waiting"] == 1
    rest = program.post("memory/extract").data
    assert [memory["content"] for memory in rest["memories"]] == ["My sister is called Marit."]
    assert rest["waiting"] == 0
    assert program.post("memory/extract", {"source": "x"}).code == "invalid"


def test_entities_are_listed_and_read(program: Program, alice: User) -> None:
    with acting_as(alice):
        marit = Entity.objects.create(
            user=alice, name="Marit", aliases=["my sister"], type="person", mention_count=3
        )
        Entity.objects.create(user=alice, name="Rust", type="tool", mention_count=9)
        gone = Entity.objects.create(user=alice, name="Mari", type="person", merged_into=marit)
        remember(alice, "Marit bakes bread", by=Change.By.PERSON)

    def names(**query: Any) -> list[str]:
        return [entity["name"] for entity in program.get("entities", **query).data["entities"]]

    assert names() == ["Rust", "Marit"]
    assert names(q="sister") == names(type="person") == ["Marit"]
    assert gone.name not in names(q="mari")
    answer = program.get(f"entities/{marit.pk}").data
    assert [memory["content"] for memory in answer["memories"]] == ["Marit bakes bread"]
    with acting_as(alice):
        Memory.objects.update(state=Memory.State.FORGOTTEN)
    assert program.get(f"entities/{marit.pk}").data["memories"] == []


def test_the_description_names_every_call(alice: User, client: Client) -> None:
    schema = client.get("/api/schema").json()
    for path, methods in {
        "/api/memories": {"get", "post"},
        "/api/memories/{id}": {"get", "patch", "delete"},
        "/api/memories/{id}/restore": {"post"},
        "/api/memories/{id}/erase": {"post"},
        "/api/memories/{id}/confirm": {"post"},
        "/api/memories/{id}/correct": {"post"},
        "/api/forget": {"post"},
        "/api/forget/preview": {"post"},
        "/api/sources/{id}": {"get"},
        "/api/entities": {"get"},
        "/api/entities/{id}": {"get"},
        "/api/recall": {"get"},
        "/api/memory/extract": {"post"},
    }.items():
        assert methods <= set(schema["paths"][path]), path
    listing = schema["paths"]["/api/memories"]["get"]
    parameters = {parameter["name"] for parameter in listing["parameters"]}
    assert {"q", "project", "threshold", "namespace", "cursor"} <= parameters
    remembering = schema["components"]["schemas"]["Remembering"]
    assert remembering["required"] == ["content"]
    assert {"token": []} in listing["security"]


def test_the_description_says_of_each_state_which_there_are(alice: User, client: Client) -> None:
    schemas = client.get("/api/schema").json()["components"]["schemas"]
    for answer, states in (("MemoryAnswer", Memory.State), ("DocumentAnswer", Document.State)):
        assert schemas[answer]["properties"]["state"]["enum"] == states.values


def test_no_two_shapes_of_the_description_share_a_name(alice: User, client: Client) -> None:
    """Of two of one name only one would be described, for both."""
    described = client.get("/api/schema").json()["components"]["schemas"]
    own = (shape for shape in _shapes(BaseModel) if "api" in shape.__module__)
    names = Counter(shape.__name__ for shape in own)
    shared = {name for name in described if names[name.removeprefix("Patched")] > 1}
    assert names["MemoryAnswer"] == 1
    assert not shared


def _shapes(shape: type[BaseModel]) -> Iterator[type[BaseModel]]:
    for each in shape.__subclasses__():
        yield each
        yield from _shapes(each)
