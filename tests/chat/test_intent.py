"""What a message wants is read from plain requests only."""

import pytest

from chat.builtin.intent import Kind, read
from chat.builtin.second_person import in_second_person


@pytest.mark.parametrize(
    ("text", "kind", "about"),
    [
        ("Remember that I like tea.", Kind.REMEMBER, "I like tea"),
        ("Please remember: my hint is the old street", Kind.REMEMBER, "my hint is the old street"),
        ("Don’t forget that Ana is vegan", Kind.REMEMBER, "Ana is vegan"),
        ("Could you note that I moved?", Kind.QUESTION, None),
        ("Do you remember where I live?", Kind.QUESTION, None),
        ("Remember when we went to Rome?", Kind.QUESTION, None),
        ("Forget that I live in Porto", Kind.FORGET, "I live in Porto"),
        ("forget about Ana", Kind.FORGET, "Ana"),
        ("Forget everything about my ex", Kind.FORGET, "my ex"),
        ("Delete my address from your memory", Kind.FORGET, "my address"),
        ("Forget that.", Kind.FORGET_LAST, None),
        ("I forgot my keys", Kind.STATEMENT, None),
        ("I always forget names", Kind.STATEMENT, None),
        ("No, it’s Davis", Kind.CORRECT, "it’s Davis"),
        ("That’s wrong, my dog is called Max.", Kind.CORRECT, "my dog is called Max"),
        ("Actually, where do I live?", Kind.QUESTION, None),
        ("No thanks", Kind.THANKS, None),
        ("No, that’s fine", Kind.STATEMENT, None),
        ("What do you know about me?", Kind.OVERVIEW, None),
        ("what do you remember about my sister?", Kind.ABOUT, "my sister"),
        ("Tell me about my dog", Kind.ABOUT, "my dog"),
        ("I live in Porto. Which country is it in?", Kind.QUESTION, "Which country is it in?"),
        ("Where do I live", Kind.QUESTION, None),
        ("Hi there!", Kind.GREETING, None),
        ("I prefer tea.", Kind.STATEMENT, None),
        ("", Kind.STATEMENT, None),
    ],
)
def test_a_message_is_read(text: str, kind: Kind, about: str | None) -> None:
    wanted = read(text)
    assert wanted.kind == kind
    if about is not None:
        assert wanted.of(text) == about


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("I live in Porto.", "You live in Porto"),
        ("My dog is called Bolt", "Your dog is called Bolt"),
        ("I was born in Bergen and was raised in Malmö.",
         "You were born in Bergen and were raised in Malmö"),
        ("I'm allergic to nuts", "You’re allergic to nuts"),
        ("Rui owes me 20 euros", "Rui owes you 20 euros"),
        ("Miso needs her pills", "Miso needs her pills"),
        ("You should call me Al", None),
        ("Elizabeth I was a queen of mine", None),
        ("I moved to the US", None),
        ("He said “I am late”", None),
        ("I left. I came back.", None),
    ],
)  # fmt: skip
def test_a_statement_is_said_back_or_quoted_where_rules_could_go_wrong(
    said: str, told: str | None
) -> None:
    assert in_second_person(said) == told
