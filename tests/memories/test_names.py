"""Names in a text: whom it speaks of, and what it says they are."""

import pytest

from memories.text import NamedEntity, names_in


def read(text: str, *known: str) -> list[str]:
    """What is found, as "name", "name/role" or "/role"; whose role, where not the person's."""
    return [_shown(one) for one in names_in(text, known.__contains__)]


def _shown(one: NamedEntity) -> str:
    if one.role is None:
        return one.name
    owner = f"{one.role.owner} " if one.role.owner else ""
    former = "former " if one.role.former else ""
    return f"{one.name}/{owner}{former}{one.role.role.key}"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("My sister Petra does stage lights", ["Petra/sister"]),
        ("my sister petra does stage lights", ["Petra/sister"]),
        ("Meine Schwester heißt Svenja", ["Svenja/sister"]),
        ("wolframs frau heißt Linda", ["Linda"]),
        ("frau yilmaz ist meine zahnärztin", ["Yilmaz/dentist"]),
        ("Mi hermana se llama Lucía", ["Lucía/sister"]),
        ("my boss is Stephanie Adeyemi, very quick", ["Stephanie Adeyemi/boss"]),
        ("My manager at Fennimore is Nadia Rahal", ["Fennimore", "Nadia Rahal/boss"]),
        ("Meine neue Chefin ist Frau Dr. Weiß", ["Weiß/boss"]),
        ("Tomás, mi jefe, llegó tarde", ["Tomás/boss"]),
        ("My old boss Graham Pell wrote", ["Graham Pell/former boss"]),
        ("Nadia isn't my boss any more", ["Nadia/former boss"]),
        ("Nadia ist nicht mehr meine Chefin", ["Nadia/former boss"]),
        ("Lena's husband Tom is a nurse", ["Lena", "Tom/lena husband"]),
        ("Lenas Mann Tom ist Pfleger", ["Lena", "Tom/lena husband"]),
        ("our dog is called biscuit", ["Biscuit/dog"]),
        ("Mi perro Toby odia el agua", ["Toby/dog"]),
        ("Oma Traudl wird 95", ["Traudl/grandmother"]),
        ("mum might move in with us", ["/mother"]),
        ("My sister and Lena went to Rome", ["/sister", "Lena", "Rome"]),
    ],
)
def test_a_role_belongs_to_the_name_it_is_said_of(text: str, found: list[str]) -> None:
    assert read(text) == found


def test_a_name_alone_may_follow_in_the_next_clause() -> None:
    both = read("Husband made soup. Johannes can't cook")
    assert both == ["Johannes/husband", "Johannes/husband"]
    # Of a Johannes who is known it is not told here who he is.
    assert read("Husband made soup. Johannes can't cook", "johannes") == ["/husband", "Johannes"]
    assert read("The boss rang. Yevgenia Harbuck.") == ["Yevgenia Harbuck/boss"]
    assert read("My sister called. Tom is ill") == ["/sister", "Tom"]
    assert "Anders/dog" not in read("Maybe we'll get a second dog, Anders sends photos")


@pytest.mark.parametrize(
    "text",
    [
        "Ich spiele seit der Schulzeit Bratsche",
        "The weather was dreadful on Monday.",
        "I prefer tea. My, my!",
        "Packliste für drei Tage Zelten",
        "It's my birthday in June",
        "the heron on our pond ate a goldfish",
    ],
)
def test_words_with_a_capital_are_not_all_names(text: str) -> None:
    assert read(text, "heron") == []


@pytest.mark.parametrize(
    ("text", "name", "also"),
    [
        ("my daughter Alexandra, everyone calls her Lexi", "Alexandra", "Lexi"),
        ("I work at Borealis Works (BW) in Leeds", "Borealis Works", "BW"),
        ("mi hermana Lucía, le decimos Luci", "Lucía", "Luci"),
        ("Robert, also known as Hop, called", "Robert", "Hop"),
    ],
)
def test_what_somebody_is_called_too(text: str, name: str, also: str) -> None:
    assert [one.also for one in names_in(text) if one.name == name] == [(also,)]


def test_two_with_or_between_are_two() -> None:
    assert read("Anna or Ben will drive") == ["Anna", "Ben"]
    assert read("Anna (Leeds) will drive")[0] == "Anna"


def test_what_tells_somebody_from_others_of_the_name() -> None:
    found = names_in("Lena from the choir met Lena aus Köln")
    assert [one.apart for one in found if one.name == "Lena"] == ["choir", "Köln"]
    (stranger,) = names_in("Read that a Marta Vieira scored again")
    assert stranger.stranger
    (quoted,) = names_in('The ad says: "write to Odile Schwartz by Friday at noon"')
    assert quoted.stranger


@pytest.mark.parametrize(
    ("text", "type_"),
    [
        ("we stayed at Elderberry Cottage", "place"),
        ("Coffee at Café Morgenrot", "place"),
        ("The Greenhollow Trust accepted me", "organisation"),
        ("Hartley & Sons delivered the tiles", "organisation"),
        ("I take over Project Heron", "project"),
        ("Kater Moritz frisst nur Nassfutter", "pet"),
        ("I went to see Dr. O'Dowd", "person"),
        ("I was born in Szeged", "place"),
        ("two kids: Jonah, 9 and Esme, 6", "person"),
    ],
)
def test_what_kind_of_thing_a_name_is_the_name_of(text: str, type_: str) -> None:
    assert names_in(text)[-1].type == type_
