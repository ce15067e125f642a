"""Other languages: told apart, found by their own stems, and English as it was."""

import pytest

from accounts.models import User
from database.acting import acting_as
from memories.answers.verdicts import Verdict, verdict_of_recalled
from memories.keeping.remember import remember
from memories.keeping.sources import NewSource, keep
from memories.keeping.vectors import embed_waiting
from memories.models import Change
from memories.recall.pipeline import Query, recall
from memories.source_kinds import NOTE
from memories.text.languages import is_latin, language_of
from memories.text.words import asked_words, content_words, indexed, stems


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
        ("Tom Berger, Dana Whitfield: 12:30", ""),
        ("Где у нас дача?", "ru"),
        ("我妹妹住在上海。", "zh"),
        ("Siskoni asuu Tampereella.", "fi"),
        ("Renew passport before June", "en"),
        ("Bin gegen Erdnüsse allergisch", "de"),
        ("Compré ruedas nuevas", "es"),
        ("", ""),
    ],
)
def test_the_language_is_told_of_a_few_words_too(text: str, language: str) -> None:
    assert language_of(text) == language


def test_english_is_indexed_and_asked_for_as_ever() -> None:
    for text in ("My sister bought two houses in Hamburg.", "Dana's boiler: QX-4471", "Yes!"):
        assert indexed(text) == stems(text)
        assert asked_words(text).stems == tuple(stems(text))
        assert not asked_words(text).others


@pytest.mark.parametrize(
    ("told", "question"),
    [
        ("Naboen min har kjøpt to båter i Bergen.", "Hvem eier båten?"),
        ("Siskoni osti kaksi vanhaa taloa Tampereelta.", "Kenen on tämä talo?"),
        ("A szomszédom két házat vett Szegeden.", "Kié az a ház a tónál?"),
        ("Η αδελφή μου αγόρασε δύο βάρκες στην Πάτρα.", "Ποιος έχει μια βάρκα;"),
        ("Ми купили дві машини у Львові.", "Чия це машина?"),
    ],
)
def test_other_forms_of_a_word_have_its_stem(told: str, question: str) -> None:
    asked = asked_words(question)
    assert {*asked.stems, *asked.others.values()} & set(indexed(told))


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


TOLD = [
    "我下周去东京出差，住在新宿的酒店。",
    "我的车停在三号停车场。",
    "我女儿对花生过敏。",
    "弟は大阪の銀行で働いています。",
    "車の鍵を台所に置きました。",
    "아버지는 의사입니다.",
    "Мы купили дачу под Тверью.",
    "У меня аллергия на орехи.",
    "Wir ziehen im März nach Leipzig.",
    "Ma fille travaille dans un hôpital à Lyon.",
]


@pytest.fixture
def told(alice: User) -> User:
    with acting_as(alice):
        for line in TOLD:
            keep(alice, NewSource(NOTE, line))
    while embed_waiting(alice.pk):
        pass
    return alice


@pytest.mark.parametrize(
    ("question", "place"),
    [
        ("我住在哪个酒店？", 0),
        ("弟はどこで働いていますか？", 3),
        ("鍵はどこですか？", 4),
        ("아버지의 직업은 무엇입니까?", 5),
        ("Где у нас дача?", 6),
        ("Wohin ziehen wir?", 8),
        ("Quels hôpitaux ?", 9),
    ],
)
def test_what_the_model_cannot_read_is_found_and_known_by_its_words(
    told: User, question: str, place: int
) -> None:
    recalled = recall(told, Query(question))
    assert recalled.items[0].text == TOLD[place]
    assert verdict_of_recalled(recalled) is Verdict.SURE


@pytest.mark.parametrize(
    "question",
    [
        "我的血型是什么？",
        "姉はどこに住んでいますか？",
        "여권 번호가 뭐예요?",
        "Как зовут моего брата?",
        "Was ist meine Blutgruppe?",
        "Quel est le numéro de mon passeport ?",
    ],
)
def test_what_was_never_told_is_unknown_in_other_languages_too(told: User, question: str) -> None:
    assert verdict_of_recalled(recall(told, Query(question))) is not Verdict.SURE


def test_what_only_asks_is_not_looked_for_unless_it_is_all_there_is() -> None:
    assert asked_words("我的医生是谁？").stems == asked_words("我的医生是").stems
    assert asked_words("犬の名前は何ですか").stems == asked_words("犬の名前は").stems
    assert asked_words("谁？").stems == ("谁",)
    assert asked_words("Who is Dana?").stems == ("dana",)


@pytest.mark.parametrize(
    ("text", "latin"),
    [
        ("Wo wohnt Dana?", True),
        ("Wo wohnt 王建国?", True),
        ("Où est l'hôpital ?", True),
        ("Где Dana?", False),
        ("Dockerはどこで使う", False),
        ("12:30?", True),
        ("", True),
    ],
)
def test_the_script_is_that_of_most_letters(text: str, latin: bool) -> None:
    assert is_latin(text) is latin


def test_a_name_in_another_language_is_found_from_english(alice: User) -> None:
    told = "Herr Peters und seine Kollegen wollen die Verträge nicht unterschreiben."
    with acting_as(alice):
        for line in (*ELSE, told):
            keep(alice, NewSource(NOTE, line))
    for question in ("What did Peters write?", "Was hat Peters geschrieben?"):
        assert recall(alice, Query(question)).items[0].text == told


def test_where_the_words_do_not_tell_the_persons_language_does(alice: User) -> None:
    with acting_as(alice):
        keep(alice, NewSource(NOTE, "Wir haben zwei Brüder und ein Boot."))
    assert not recall(alice, Query("Bruder?")).items
    alice.language = "de"
    assert recall(alice, Query("Bruder?")).items


def test_words_of_two_scripts_side_by_side_keep_their_places() -> None:
    text = "Dockerを使う猫"
    words = list(content_words(text))
    assert [word.stem for word in words] == ["docker", "を使", "使", "使う", "う猫", "猫"]
    assert all(text[word.start : word.stop] == word.spelling for word in words)
