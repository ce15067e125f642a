"""Other languages: told apart, found by their own stems, and English as it was."""

import pytest

from accounts.acting import acting_as
from accounts.models import User
from memories.keep import Said, keep
from memories.languages import language_of
from memories.models import Change, Source
from memories.recall import Query, recall
from memories.remember import remember
from memories.words import asked_words, content_words, indexed, stems


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Meine Schwester hat zwei Häuser in Hamburg gekauft.", "de"),
        ("Mi hermana compró dos casas en Sevilla.", "es"),
        ("Ma sœur habite à Lyon depuis trois ans.", "fr"),
        ("Mia sorella abita a Torino con il suo cane.", "it"),
        ("A minha irmã não gosta de café.", "pt"),
        ("Mijn zus woont niet meer in Utrecht.", "nl"),
        ("Min syster bor inte längre i Malmö.", "sv"),
        ("Моя сестра живёт в Самаре.", "ru"),
        ("My sister bought two houses in Hamburg.", "en"),
        ("She said die Hard is her favourite film.", "en"),
        ("Dana, Ravi, Tove", ""),
        ("我妹妹住在上海。", ""),
        ("", ""),
    ],
)
def test_the_language_is_told_by_small_words_and_letters(text: str, language: str) -> None:
    assert language_of(text) == language


def test_english_is_indexed_and_asked_for_as_ever() -> None:
    for text in ("My sister bought two houses in Hamburg.", "Dana's boiler: QX-4471", "Yes!"):
        assert indexed(text) == stems(text)
        assert asked_words(text).stems == tuple(stems(text))
        assert not asked_words(text).others


FOUND = [
    ("Meine Schwester hat zwei Häuser am See gekauft.", "Wem gehört das Haus?"),
    ("Ich habe die Verträge der Mieter im Keller.", "Wo ist der Vertrag?"),
    ("Mi hermana compró unas casas en la costa.", "¿Quién tiene una casa?"),
    ("Los vecinos están cantando todas las noches.", "¿Por qué cantan tanto?"),
    ("妹は猫を飼っています。", "猫は誰のですか"),
    ("サーバーはDockerで動かしています。", "Dockerはどこで使う?"),
    ("来月東京へ引っ越します。", "東京にはいつ行く"),
    ("我妹妹下个月搬到上海去住。", "谁搬到上海了"),
    ("제 여동생은 부산에서 일합니다.", "부산으로 누가 갔어?"),
]
ELSE = [
    "Der Zug nach Köln fährt um neun.",
    "El tren de las nueve no para aquí.",
    "今日は天気がいいです。",
    "今天我们吃面条。",
    "오늘은 비가 와요.",
    "The train to Leeds leaves at nine.",
]


@pytest.mark.parametrize(("told", "question"), FOUND)
def test_what_was_remembered_is_found_by_other_forms_of_its_words(
    alice: User, told: str, question: str
) -> None:
    with acting_as(alice):
        for line in (*ELSE, told):
            remember(alice, line, by=Change.By.PERSON)
    # Nothing is embedded: only the words can find it.
    items = recall(alice, Query(question)).items
    assert items
    assert items[0].text == told
    assert items[0].similarity == 0


def test_a_name_in_another_language_is_found_from_english(alice: User) -> None:
    told = "Herr Peters und seine Kollegen wollen die Verträge nicht unterschreiben."
    with acting_as(alice):
        for line in (*ELSE, told):
            keep(alice, Said(Source.Kind.NOTE, line))
    for question in ("What did Peters write?", "Was hat Peters geschrieben?"):
        assert recall(alice, Query(question)).items[0].text == told


def test_where_the_words_do_not_tell_the_persons_language_does(alice: User) -> None:
    with acting_as(alice):
        keep(alice, Said(Source.Kind.NOTE, "Wir haben zwei Schwestern und ein Boot."))
    assert not recall(alice, Query("Schwester?")).items
    alice.language = "de"
    assert recall(alice, Query("Schwester?")).items


def test_words_of_two_scripts_side_by_side_keep_their_places() -> None:
    text = "Dockerを使う猫"
    words = list(content_words(text))
    assert [word.stem for word in words] == ["docker", "を使", "使", "使う", "う猫", "猫"]
    assert all(text[word.start : word.stop] == word.spelling for word in words)
