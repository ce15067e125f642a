"""What a sentence says is over, and what only sounds like it."""

import pytest

from memories.learning.changing.endings import ends, may_follow
from memories.learning.changing.plain_changes import plainly_changes


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("My boss is Nadia.", "Nadia left, my new boss is Omar"),
        ("Meine Chefin ist Nadia.", "Nadia ist weg, mein neuer Chef ist Omar"),
        ("Mi jefa es Nadia.", "Nadia se fue"),
        ("Our GP is Dr Halloran.", "Dr Halloran retired last month"),
        ("I work at Acme", "I switched from Acme to Borealis"),
        ("I work at Acme", "I've handed in my notice at Acme"),
        ("Ich arbeite bei Bosch", "Ich habe bei Bosch gekündigt"),
        ("I'm going out with Ravi", "Ravi and I broke up"),
        ("Ich bin mit Jan zusammen", "Jan und ich haben uns getrennt"),
        ("I drive a Volvo", "we sold the Volvo"),
        ("Ich fahre einen Passat", "Der Passat ist verkauft"),
        ("I love oat milk", "I've gone off oat milk"),
        ("I rent a room in Derby", "No longer in Derby, at last"),
        ("We're flying to Malta in May", "Malta is cancelled"),
        ("Im Mai fliegen wir nach Malta", "doch nicht Malta, wir bleiben hier"),
        ("I'm vegan", "vegetarian rather than vegan these days"),
        ("My tent is on loan to Carys since May", "Carys dropped my tent back"),
        ("I lent Owen the jigsaw", "Owen gave me back the jigsaw last night"),
        ("Dai has our wheelbarrow", "got the wheelbarrow back off Dai"),
        ("I borrowed a pasta machine from Nia", "returned the pasta machine today"),
        ("Ich hab Ralf die Leiter geliehen", "Ralf hat die Leiter gestern zurückgebracht"),
        ("Le presté el taladro a Iker", "Iker me devolvió el taladro, ha devuelto el taladro"),
        ("I owe Tom 200 quid for the tyres", "paid Tom back today, all of it"),
        ("Sheila owes me forty quid", "Sheila's settled up finally"),
        ("Onno hat mir 300 Euro geliehen", "onno hat sein geld, bin raus"),
        ("Ich schulde Petra 50 Euro", "hab petra das geld heute gegeben"),
        ("My bike's a red tourer, it lives in the shed", "bike got nicked last night"),
        ("I ride a green moped to work", "some toe rag pinched my moped"),
        ("Ich fahr mit dem E-Bike zur Arbeit", "e-bike geklaut, direkt vorm Supermarkt"),
        ("Ich fahr mit dem roten Rad", "mir haben sie das rad geklaut"),
        ("I wear a brace on my left knee", "brace came off today for good"),
        ("Ich hab nen Gips am Arm", "gips ist ab"),
        ("I'm three months pregnant, due in May", "We lost the baby on Tuesday"),
        ("Ich bin im vierten Monat schwanger", "wir haben das kind verloren"),
    ],
)
def test_what_is_over_ends_what_was_told_of_it(old: str, new: str) -> None:
    assert ends(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        # Somebody else's, or another thing.
        ("I work at Acme", "My brother handed in his notice at Acme"),
        ("I study pharmacy", "My flatmate Ayesha just switched from pharmacy to nursing"),
        ("My boss is Nadia.", "Omar left"),
        ("My sister is Nadia.", "Nadia left"),
        ("I drive a Volvo", "we sold the sofa"),
        ("I like Ravi", "Ravi and I broke up the old shed"),
        ("I lent Owen the jigsaw", "Owen brought the drill back"),
        ("I have a sewing machine", "brought the cake back from my mum's"),
        ("Our wheelbarrow is green", "Dai gave us back the wheelbarrow"),
        ("Ich hab Ralf die Leiter geliehen", "Ralf hat das Buch zurückgebracht"),
        ("Tom owes me 20", "I paid Tom's sister back"),
        ("Onno wohnt in Kiel", "onno hat sein geld"),
        ("I have a Skoda", "My sister's car got stolen"),
        ("Ich hab ein Rad", "Lena haben sie das Rad geklaut"),
        ("I'm due at the dentist on Friday", "we lost the baby"),
        # That it happened stays true.
        ("I switched from Acme to Borealis in March", "actually I moved from Borealis to Cobalt"),
        ("I switched from Acme to Borealis in March", "I switched from Acme to Cobalt"),
        ("My boss is Nadia.", "Nadia left me a note about the roof"),
    ],
)
def test_another_s_end_is_none(old: str, new: str) -> None:
    assert not ends(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The weekly review is on Mondays at 9:30", "the review has been moved to Wednesdays"),
        ("Chorprobe ist dienstags", "die Chorprobe ist jetzt immer donnerstags"),
        ("My crown gets done on 9 May", "they postponed the crown to 16 May"),
        ("My number is 07700 900131", "I've got a new number, it's 07700 900862"),
        ("We pay 840 a month in rent", "we pay 910 a month in rent"),
        ("Ich wohne in Kassel", "Seit Samstag wohne ich in Trier"),
        ("Petra lives in Antwerp", "Helped Petra move into her new flat in Rotterdam"),
        ("My boss is Nadia.", "The new boss is Omar"),
        ("I live in Scotland", "I moved to Bath"),
        ("I live in Spain", "I live in France"),
    ],
)
def test_another_day_number_or_home_changes_it(old: str, new: str) -> None:
    assert plainly_changes(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        # A town may lie in a country, or a part of one.
        ("Tom lives in Scotland", "Tom lives in Leith"),
        ("Tom lives in Leith", "Tom lives in Scotland"),
        ("Ich wohne in Bayern", "Ich wohne in Passau"),
        ("Ana vive en Andalucía", "Ana vive en Ronda"),
        # Another one's, and another thing.
        ("Mum's crown gets done on 9 May", "they postponed my crown to 16 May"),
        ("The bins go out on Mondays", "the choir has been moved to Fridays"),
        ("My flight to Oslo is on 3 May", "they moved the flight to Rome to 5 May"),
    ],
)
def test_what_may_both_be_true_stays(old: str, new: str) -> None:
    assert not plainly_changes(old, new)


def test_what_came_after_an_end() -> None:
    assert may_follow("Leopold and I broke up", "I'm seeing someone new, his name is Bastien")
    assert not may_follow("Leopold and I broke up", "I work at Acme")
    assert not may_follow("I live in Bath", "I live in York")
