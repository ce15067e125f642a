"""The topics of a sentence, and how much it matters."""

import pytest
from django.utils.translation import override

from memories.pages.list_filters import tag_label
from memories.tagging import TOPICS, read_topics, tags_of


@pytest.mark.parametrize(
    ("said", "tag"),
    [
        ("we've two goldfish and a tortoise called Plod", "pets"),
        ("no dairy for me please, it gives me cramps", "food"),
        ("Ich vertrage keine Milch", "food"),
        ("i take ramipril every morning", "health"),
        ("Mein Zahnarzt ist in der Lindenstraße", "health"),
        ("my brother Emeka drives a taxi in Lagos", "family"),
        ("Meine Schwägerin kommt aus Riga", "family"),
        ("plumber, self employed", "work"),
        ("Ich arbeite als Konditorin in Bregenz", "work"),
        ("we rent a flat above the bakery", "home"),
        ("netflix is 12.99 a month", "money"),
        ("der Passat muss im März zum TÜV", "vehicles"),
        ("shoe size 43, wide fit", "clothes"),
        ("ich spiele Klarinette im Musikverein", "music"),
        ("flying to Madeira on 3 May for a week", "plans"),
    ],
)
def test_a_sentence_in_everyday_words_is_filed_under_its_topic(said: str, tag: str) -> None:
    assert tag in tags_of(said)


@pytest.mark.parametrize(
    ("said", "tag"),
    [
        ("she brings the ladder back on Friday", "health"),
        ("my sewing machine is on loan to Rhona", "pets"),
        ("Hannelore war Grundschullehrerin", "health"),
    ],
)
def test_a_word_in_passing_is_no_topic(said: str, tag: str) -> None:
    assert tag not in tags_of(said)


def test_many_at_once_are_filed_as_one_by_one() -> None:
    texts = ["I live in Leeds with our cat", "Ich spiele Geige", "xyzzy"]
    assert [each.tags for each in read_topics(texts)] == [tags_of(text) for text in texts]
    assert read_topics([]) == []


def test_where_somebody_lives_matters_more_than_what_broke_today() -> None:
    lasting, passing = read_topics(["I live in Leeds", "the bus was late again this morning"])
    assert lasting.importance > passing.importance


def test_every_topic_has_a_name_in_german() -> None:
    with override("de"):
        assert [topic for topic in TOPICS if tag_label(topic) == topic] == []
