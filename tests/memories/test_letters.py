"""What is learned from a letter of the person's own: little, and only what lasts without it."""

import pytest

from memories.learning.mail import told_in_letter


@pytest.mark.parametrize(
    ("letter", "learned"),
    [
        (
            "Dear Dana,\n\nThanks for the minutes. I have two cats, so the flat must allow pets.\n"
            "I attach the lease.\n\nKind regards\nRobin",
            ["I have two cats, so the flat must allow pets."],
        ),
        (
            "I'm allergic to peanuts. Could you tell the kitchen?",
            ["I'm allergic to peanuts."],
        ),
        (
            "My sister Tove lives in Bergen. I've looked at the draft and it is fine.",
            ["My sister Tove lives in Bergen."],
        ),
        (
            "Guten Tag Herr Vogt,\n\nvielen Dank für alles. Ich arbeite montags zu Hause.\n"
            "Den Vertrag lege ich bei.\n\nViele Grüße",
            ["Ich arbeite montags zu Hause."],
        ),
        (
            "Ich bin allergisch gegen Erdnüsse. Könnten Sie das der Küche sagen?",
            ["Ich bin allergisch gegen Erdnüsse."],
        ),
        (
            "Hallo Tove,\n\nwie schön. Unsere Tochter Mila geht jetzt in Pankow zur Schule.",
            ["Unsere Tochter Mila geht jetzt in Pankow zur Schule."],
        ),
        (
            "Ich habe zwei Katzen, und Montags singe ich.",
            ["Ich habe zwei Katzen, und Montags singe ich."],
        ),
        (
            "Meine neue Handynummer ist 0170 555 0199.",
            ["Meine neue Handynummer ist 0170 555 0199."],
        ),
        (
            "By the way, I moved to Lisbon in 2019.",
            ["I moved to Lisbon in 2019."],
        ),
    ],
)
def test_what_lasts_is_learned_from_a_letter(letter: str, learned: list[str]) -> None:
    said = told_in_letter(letter)
    assert [each.content for each in said] == learned
    assert all(each.content.endswith(each.span.of(letter)[1:]) for each in said)


@pytest.mark.parametrize(
    "letter",
    [
        # Talk of the moment.
        "I'm getting an error about half the time in the last few days.",
        "I have just installed the patch on my server.",
        "I like your latest idea.",
        "I have a question about the invoice.",
        "I'm in Berlin today.",
        "We cannot keep up.",
        # Of what only the letter names.
        "That is why I use it at home.",
        "I have the same one at home.",
        # Cut by a margin, and of somebody else.
        "I already keep a list of known repositories on",
        "He has two cats.",
        "> I have two cats.",
        "<kim> I have two cats.\n<tom> I live in Oslo.",
        # The same in German.
        "Ich habe eine Frage zur Rechnung.",
        "Ich habe einen Brief an die Verwaltung geschrieben.",
        "Ich bin heute in Berlin.",
        "Ich bin Ihnen sehr dankbar.",
        "Ich bin Mittwoch nicht da.",
        "Ich mag deine Idee.",
        "Ich wohne vielleicht bald in Kiel.",
        "Mein Auto ist gerade in der Werkstatt.",
        "Ich fahre am Montag nach Kiel.",
        "Sie wohnt in Kiel.",
        "Er hat zwei Katzen.",
        "Würde ich in Kiel wohnen?",
        # Never.
        "My password is Gr4vel-Otter-88.",
        "This is off the record. I have two cats.",
        "Would I move to Lisbon?",
    ],
)
def test_what_does_not_last_is_not(letter: str) -> None:
    assert told_in_letter(letter) == []
