"""What a message wants is read from plain requests only."""

import pytest

from chat.builtin.intent import Kind, read


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
        ("undo", Kind.UNDO, None),
        ("Undo that!", Kind.UNDO, None),
        ("Please undo the last change.", Kind.UNDO, None),
        ("can you undo that?", Kind.UNDO, None),
        ("Take that back", Kind.UNDO, None),
        ("I take it back.", Kind.UNDO, None),
        ("Rückgängig", Kind.UNDO, None),
        ("Mach das bitte rückgängig.", Kind.UNDO, None),
        ("annule ça", Kind.UNDO, None),
        ("Deshaz eso, por favor", Kind.UNDO, None),
        ("ongedaan maken", Kind.UNDO, None),
        ("Отмени это", Kind.UNDO, None),
        ("元に戻して。", Kind.UNDO, None),
        ("I had to undo the lid with pliers.", Kind.STATEMENT, None),
        ("I take back what I said about Rome.", Kind.STATEMENT, None),
        ("How do I undo a commit?", Kind.QUESTION, None),
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
        ("Where to begin. I was a librarian.", Kind.STATEMENT, None),
        ("Had a nasty letter from the bank.", Kind.STATEMENT, None),
        ("When I was a girl, we lived in Hove.", Kind.STATEMENT, None),
        ("Ann has my key, in case you ever need to know who to ring.", Kind.STATEMENT, None),
        ("was I ever in Rome", Kind.QUESTION, "was I ever in Rome"),
        ("whos my dentist again", Kind.QUESTION, "whos my dentist again"),
        ("whens the exam", Kind.QUESTION, "whens the exam"),
        ("so what can you do?", Kind.HELP, None),
    ],
)
def test_a_message_is_read(text: str, kind: Kind, about: str | None) -> None:
    wanted = read(text)
    assert wanted.kind == kind
    if about is not None:
        assert wanted.of(text) == about
