"""What a person says of themselves makes memories; asking, pasting and passing remarks do not."""

import pytest

from memories.learning.statements import statements
from memories.models import Memory

LASTING = [
    "I prefer tea over coffee in the morning.",
    "My sister Tove teaches chemistry in Bergen",
    "We use Postgres for everything.",
    "I work at a small bakery in Graz.",
    "I'm allergic to peanuts.",
    "I usually run on Sundays.",
    "Our landlord is called Pietro.",
    "Farida is my best friend.",
    "I don't eat meat.",
]
NOTHING = [
    "What do you remember about my sister?",
    "where did I leave my keys",
    "Do I like tea?",
    "Can you help me write to my boss?",
    "I think it is going to rain.",
    "I'm tired.",
    "I have a question about my lease.",
    "I want to know what my sister does.",
    "Maybe I live in Berlin.",
    "> I live in Paris.",
    "He said “I live in Paris and work at the opera.”",
    "The weather is nice.",
    "Forget my locker code.",
    "```\nmy password is hunter2\n```",
    "I don't know my blood type.",
    "thanks!",
    "",
]


@pytest.mark.parametrize("text", LASTING)
def test_a_lasting_statement_is_found_word_for_word(text: str) -> None:
    (said,) = statements(text)
    assert text[said.span.start : said.span.stop] == text
    assert said.content == text


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("By the way, I moved to Lisbon in 2019.", "I moved to Lisbon in 2019."),
        ("Remember that my bike lock code is 9920.", "My bike lock code is 9920."),
        ("These days I work at home.", "These days I work at home."),
    ],
)
def test_how_it_was_opened_is_no_part_of_it(text: str, content: str) -> None:
    (said,) = statements(f"Hello! {text}")
    assert said.content == content
    assert text.endswith(f"Hello! {text}"[said.span.start : said.span.stop])


@pytest.mark.parametrize("mark", ["- ", "* ", "• ", "2) ", "- [x] "])
def test_a_line_of_a_list_is_found_without_its_mark(mark: str) -> None:
    text = f"Garden\n\n{mark}My plot number is 14.\n{mark}Water is off till March.\n"
    (said,) = statements(text)
    assert said.content == said.span.of(text) == "My plot number is 14."


@pytest.mark.parametrize("text", NOTHING)
def test_this_teaches_nothing(text: str) -> None:
    assert statements(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "allergic to wasps",
        "girlfriend is Priya",
        "brother Lee is in the army",
        "dog's called Bob",
        "booked a week in Lisbon",
    ],
)
def test_a_short_message_may_leave_me_out(text: str) -> None:
    (said,) = statements(text)
    assert said.content == text[0].upper() + text[1:]
    # In a longer one it may be anybody's.
    assert statements(f"{text}.\nOn we went, {'and on, ' * 30}till night.") == []


@pytest.mark.parametrize(
    "text",
    ["play some jazz", "book a table for two", "friend of mine said so", "car insurance due"],
)
def test_what_may_be_a_request_or_a_scrap_teaches_nothing(text: str) -> None:
    assert statements(text) == []


def test_each_sentence_stands_for_itself() -> None:
    text = "Hi there! I live in Graz. What's the weather like? My dog is called Bruno."
    assert [said.content for said in statements(text)] == [
        "I live in Graz.",
        "My dog is called Bruno.",
    ]


def test_likes_are_preferences() -> None:
    kinds = [said.kind for said in statements("I hate coriander. I live in Graz.")]
    assert kinds == [Memory.Kind.PREFERENCE, Memory.Kind.FACT]


def test_a_long_paste_teaches_nothing() -> None:
    assert statements("My name is Ada. " * 400) == []
