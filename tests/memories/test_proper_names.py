"""Names are met as whole words, in any spelling of theirs, and not in a twin's longer name."""

import pytest

from memories.text.names.spellings import named_in_full, names_asked, naming, only_names

MET = [
    ("Zoe", "Zoë moved to Ghent"),
    ("Zoe", "zoey hates coriander"),
    ("Möbel Krüger", "moebel krueger delivers on the 28th"),
    ("Jürgen Mohr", "Juergen will das Geld bis Ostern zurück"),
    ("Jürgen Mohr", "der J. Mohr aus dem Kegelverein"),
    ("Katharine Ollerenshaw (Kath)", "Kath bid seven hearts"),
    ("Katharine Ollerenshaw (Kath)", "K. Ollerenshaw turns 70"),
    ("McAllister", "MacAlister roofing left a ladder"),
    ("McAllister", "Mac Allister's men were late"),
    ("Hexagon Labs", "The recruiter of Hexagon was called Simone"),
    ("Herrn Obermann", "Obermann hat mich angeschwärzt"),
    ("Gordon", "Gordon's roof"),
    ("Vikram", "I owe Vikram 600 pounds"),
    ("Katharine (Kathy) Brandt", "Kathy Brandt has a scar"),
    ("Elisabeth aka Lisbeth Thorne", "Lisbeth Thorne crashed her van"),
    ("Jean Luc Perrin", "Jean-Luc Perrin plays the oboe"),
    ("New York", "It was too hot in New York"),
    ("Achterberg & Sons", "Achterberg & Sons painted our fence"),
    ("Al", "Al hates coriander"),
    ("Henrike", "Henrikes Nummer ist 030 901820"),
]
NOT_MET = [
    ("Ann", "Anna is allergic to penicillin"),
    ("Ana", "Anabel tiene miedo a los perros"),
    ("Rob", "Robin's birthday is May 13"),
    ("Tim", "Timo hat am 16. Juli Geburtstag"),
    ("York", "New York trip costs 2,100"),
    ("Project Atlas", "Project Atlas II starts in February"),
    ("Project Atlas", "Project Atlas 2 starts in February"),
    ("Jürgen Mohr", "Die Frau Anna Mohr rief an"),
    ("Café Linde", "Das Café Lindenhof gehört meiner Tante"),
    ("Katharine (Kathy) Brandt", "Katharine Loy runs marathons"),
    ("New York", "York is where they met"),
    ("Achterberg & Sons", "Rosalind Achterberg practises the tuba"),
    ("Jona", "Jonas hat Schulden"),
    ("Robledo de Chavela", "Mi vecina Inés Robledo tiene dos gatos"),
]
IN_FULL = [
    ("Gordon Pell", "Gordon Pell grows leeks"),
    ("Gordon Pell", "Gordon owes me 85 pounds"),
    ("Gordon Pell", "I met Mr Pell"),
    ("Jean Luc Perrin", "Jean-Luc Perrin plays the oboe"),
    ("Robledo de Chavela", "Robledo de Chavela es donde veraneamos"),
    ("Gordon", "Gordon's roof"),
]
MAY_BE_ANOTHER = [
    ("Gordon Pell", "Pell's bakery closes at four"),
    ("Coventry City", "My savings account at Coventry"),
    ("Jean Luc Perrin", "Jean Perrin lives above the chemist"),
    ("Jean Perrin", "Jean-Luc Perrin plays the oboe"),
]


@pytest.mark.parametrize(("asked", "text"), MET)
def test_met(asked: str, text: str) -> None:
    assert naming(text, names_asked(asked))


@pytest.mark.parametrize(("asked", "text"), NOT_MET)
def test_not_met(asked: str, text: str) -> None:
    assert not naming(text, names_asked(asked))


@pytest.mark.parametrize(("asked", "text"), IN_FULL)
def test_named_in_full(asked: str, text: str) -> None:
    assert naming(text, names_asked(asked))
    assert named_in_full(text, names_asked(asked))


@pytest.mark.parametrize(("asked", "text"), MAY_BE_ANOTHER)
def test_may_be_another(asked: str, text: str) -> None:
    assert not named_in_full(text, names_asked(asked))


def test_what_is_to_stay_is_not_met() -> None:
    asked, kept = names_asked("Project Atlas"), names_asked("Atlas II")
    assert naming("Project Atlas has a budget", asked, kept)
    assert not naming("Project Atlas II starts", asked, kept)


@pytest.mark.parametrize("topic", ["uncle Seamus", "Zoe", "Herrn Obermann", "Café Linde"])
def test_a_topic_of_names_alone(topic: str) -> None:
    assert only_names(topic, names_asked(topic))


@pytest.mark.parametrize("topic", ["Rob's birthday", "my knee", "Eli's ADHD", "the spare key"])
def test_a_topic_that_says_more(topic: str) -> None:
    assert not only_names(topic, names_asked(topic))
