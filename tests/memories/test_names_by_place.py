"""Names that no list knows, told by how they stand in a sentence; and words that are none."""

import pytest

from memories.text import names_in


def told(text: str) -> list[str]:
    """What is found, as "name type" or "name role of whom"."""
    found = []
    for one in names_in(text):
        role = one.role
        what = f"{role.owner} {role.role.key}".strip() if role else one.type or "-"
        found.append(f"{one.name}: {what}".lstrip(": "))
    return found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("I lent forty quid to my cousin Fearghal", ["Fearghal: cousin"]),
        ("my neighbour, Zuberi, has a drone", ["Zuberi: neighbour"]),
        ("there's a trainee at work, Ngaio, she is from Hull", ["Ngaio: intern", "Hull: place"]),
        ("my man is called Torquil, he drives a bus", ["Torquil: husband"]),
        ("my partner's Saoirse, she teaches maths", ["Saoirse: partner"]),
        ("I share with a girl called Ottoline who never washes up", ["Ottoline: person"]),
        ("Zebedee is my brother-in-law", ["Zebedee: brother-in-law"]),
        ("Jules rang, and Xanthe's my best pal", ["Jules: person", "Xanthe: best-friend"]),
        ("she rents with a lad from Hull called Zebedee", ["Hull: place", "Zebedee: person"]),
        ("Had tea with Oisín, who is 14", ["Oisín: person"]),
        ("mein Schatz heisst Flurin", ["Flurin: partner"]),
        ("Mami heisst Seraina und lebt in Chur", ["Seraina: mother"]),
        ("meine Cousine lebt mit ihrem Mann Corsin in Bern", ["cousin", "Corsin: ? husband"]),
        ("die Aita hat einen Freund, den Corvin, der ist Glaser", ["Corvin: aita boyfriend"]),
        ("vom Vater der Kinder, Gion, bin ich getrennt", ["Gion: person"]),
        ("ich hab dem Corsin versprochen zu kommen", ["Corsin: person"]),
        ("am Abend gehe ich jassen, mit Xaver zusammen", ["Xaver: person"]),
        ("im Herbst kommen Anna und Corvin zu uns", ["Anna: person", "Corvin: person"]),
        ("Mein Patenkind heisst Lorin, er wird bald sechs", ["Lorin: godchild"]),
        ("die Nachbarin, Frau Wüthrich vom zweiten Stock", ["Wüthrich: neighbour"]),
    ],
)
def test_somebody_is_told_by_how_the_name_stands(text: str, found: list[str]) -> None:
    assert [one for one in told(text) if one in found] == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a three legged whippet called Chancellor", "Chancellor: dog"),
        ("Biscotti is my cat", "Biscotti: cat"),
        ("und die Katze Pfeffer natürlich", "Pfeffer: cat"),
        ("ich habe einen Esel, der Herr Nägeli heisst", "Herr Nägeli: pet"),
        ("die Nachbarin hat einen Hund, der heisst Rex", "Rex: pet"),
        ("my sister Anna has a dog called Waffles", "Waffles: anna dog"),
    ],
)
def test_a_pet_is_told_by_what_it_is(text: str, found: str) -> None:
    assert found in told(text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "we've two weans, Oisín who's 19 and studying in Hull, and Morvern who is 14",
            ["Oisín: child", "Morvern: child"],
        ),
        ("we've three kids, Isla, 12, Hamish (9) and wee Morvern, 4", ["Isla: child"]),
        (
            "we've a cat, and three old hens - Pickle, Tatty and Doris",
            ["Pickle: bird", "Tatty: bird"],
        ),
        ("ich habe zwei Gänse, Cäsar und Wolke", ["Cäsar: goose", "Wolke: goose"]),
        ("ich habe zwei Töchter, Aline, 9, und Zoé, 6", ["Aline: daughter", "Zoé: daughter"]),
        ("They have twins, Innes and Catriona", ["Innes: person", "Catriona: person"]),
    ],
)
def test_each_of_several_is_told(text: str, found: list[str]) -> None:
    assert [one for one in told(text) if one in found] == found


@pytest.mark.parametrize(
    "text",
    [
        "ich habe meinem Sohn Gummistiefel gekauft",
        "ich gebe dem Hund Futter",
        "weil der Hund Flöhe hat",
        "ich habe meiner Mutter Geld geliehen",
        "Heute ist mein Chef krank",
        "mein Bruder, Montag bis Freitag weg, ist müde",
        "meine Tochter hat Keuchhusten",
        "my daughter Monday works late",
    ],
)
def test_a_thing_beside_somebody_is_no_name(text: str) -> None:
    assert not any(one.name for one in names_in(text))


@pytest.mark.parametrize(
    "text",
    [
        "my sister's Volvo broke down again",
        "My dad called Aviva about the claim",
        "I'm insured with Aviva and bank with Monzo",
        "the van is insured with AXA",
        "my brother lives in Hull, Yorkshire, and hates it",
        "The Passat is 14 now",
        "der Panda ist 14 und rostet",
        "Das Restaurant heisst Seeblick",
        "My brother has a boat called Seagull",
        "Ich wohne an der Gartenstrasse 12, im dritten Stock",
        "wir zahlen 900 Franken Miete",
        "reg is KX19 ABC",
        "I work with Excel all day",
        "she listens to Radio nan Eilean",
    ],
)
def test_what_is_no_person_is_none(text: str) -> None:
    assert not any(one.name and one.type in ("person", "pet") for one in names_in(text))


def test_whoever_wrote_a_book_is_nobody_of_ones_own() -> None:
    for text in ("Ich lese gern Krimis von Petra Hammesfahr", "my favourite author is Ali Smith"):
        assert names_in(text)[-1].stranger
    (friend,) = names_in("my favourite cousin is Alison")
    assert not friend.stranger


@pytest.mark.parametrize(
    ("text", "type_"),
    [
        ("the mower is on loan to Struan", ""),
        ("I borrowed it from Struan", ""),
        ("We moved to Leven", "place"),
        ("a nurse from Leven", "place"),
        ("I work as a fitter at Halden", "organisation"),
        ("she started curling at Kelso", ""),
    ],
)
def test_a_small_word_before_a_name_does_not_always_say_what_it_is(text: str, type_: str) -> None:
    assert names_in(text)[-1].type == type_


def test_a_noun_behind_a_known_name_is_no_surname() -> None:
    (one,) = names_in("ich habe mit dem Xaver Schluss gemacht", {"xaver"}.__contains__)
    assert one.name == "Xaver"
    (one,) = names_in("ich habe Xaver Koch getroffen")
    assert one.name == "Xaver Koch"


def test_a_title_stays_as_it_is_written() -> None:
    (one,) = names_in("mein Hautarzt ist Dr. Wüthrich")
    assert (one.title, one.name) == ("Dr.", "Wüthrich")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("I get my bread from Hart's Bakery.", ["Hart's Bakery: place"]),
        ("Jake's Bakery is closed", ["Jake's Bakery: place"]),
        (
            "Maeve goes to St Brendan's School",
            ["Maeve: person", "St Brendan's School: organisation"],
        ),
        ("I studied at the University of Leeds.", ["University of Leeds: organisation"]),
        ("I read The Remains of the Day last month.", ["Remains of the Day: -"]),
        ("we saw The Lord of the Rings", ["Lord of the Rings: -"]),
        ("Elin works for Volvo", ["Elin: person", "Volvo: organisation"]),
        # What is somebody's is no name.
        ("Maeve's school is far", ["Maeve: person", "maeve school"]),
        ("Mum's Garden is lovely", ["mother"]),
        ("Lenas Garten ist schön", ["Lena: person"]),
        ("The rest of the day was fine", []),
        # Typed small: a word that no dictionary has, between what they are and what they do.
        ("mein bruder onno ist krabbenfischer", ["Onno: brother"]),
        ("unsere tochter tomke hat einen husten", ["Tomke: daughter"]),
        ("meine schwester wohnt in ulm", ["sister"]),
        # What somebody does is no name, though it is one as well.
        ("Fang ich im Januar an?", []),
        ("den kenn ich vom segeln", []),
    ],
)
def test_the_name_of_a_firm_or_a_book_is_whole(text: str, found: list[str]) -> None:
    assert told(text) == found


def test_whoever_is_known_owns_what_is_theirs() -> None:
    assert [one.name for one in names_in("Hart's Bakery is closed", "hart".__eq__)] == ["Hart"]
