"""What a request to forget means goes, all of it and nothing else; where it is unclear, it asks."""

import pytest

from chat.answering.relearn import offers
from database.acting import acting_as
from memories.forgetting.forget import undo
from memories.models import Forgotten, Memory
from tests import tiers
from tests.chat.conftest import Talk, there
from tests.chat.turns import said_in

CASES = [
    # Two are called the same: whom the request tells of goes.
    (
        ["Our tortoise is called Otto", "Otto the tortoise sleeps until April"],
        ["My neighbour Otto collects stamps"],
        "forget everything about Otto the tortoise",
    ),
    (
        ["My cousin Jarek stays with us until May"],
        ["A friend from the choir is named Jarek, he sings bass"],
        "forget everything about my cousin",
    ),
    (
        ["I am allergic to penicillin", "Pineapple brings me out in hives"],
        ["I keep four hives by the orchard wall"],
        "forget everything about my allergies",
    ),
    (
        ["The kids' nanny is Salome Achterberg", "Our nanny comes on Tuesdays"],
        ["The kids' babysitter on Saturdays is Timo Laine"],
        "forget everything about the kids' nanny",
    ),
    (
        ["Meine Kollegin Asel sammelt Kakteen"],
        ["Asel aus der Krippe geht im Juni in Elternzeit"],
        "vergiss das über meine Kollegin Asel",
    ),
    (
        ["Onkel Alfred Hessler hat geerbt", "Tante Irma Hessler ist beleidigt"],
        ["In Hesler steht die alte Ziegelei"],
        "vergiss alles über die Hesslers",
    ),
    (
        ["My IBAN is DE44 3105 0660 0827 1190 03"],
        ["My brother's IBAN is DE44 3105 0660 0827 1190 30"],
        "forget the IBAN DE44310506600827119003",
    ),
    (
        ["Mein Stellplatz ist C 14"],
        ["Der Schrank im Büro ist C 114"],
        "vergiss C14",
    ),
    (
        ["My son's oboe teacher is Ludomir Pasek", "Ludomir only teaches on Thursdays"],
        ["My daughter's bassoon teacher is Yetunde Balogun", "Yetunde lives above the bakery"],
        "forget everything about my son's oboe teacher",
    ),
    (
        ["Die Erzieherin meiner Tochter heißt Jolanta Mazur", "Frau Mazur ist mittwochs nie da"],
        ["Meine Tochter Leni verträgt keine Erdnüsse"],
        "vergiss alles über die Erzieherin meiner Tochter",
    ),
    (
        ["The Whitcombes live next door", "Odalys Whitcombe borrows our ladder every autumn"],
        ["My aunt lives on Whitcombe Hill in Bath"],
        "forget everything about the Whitcombes",
    ),
    (
        ["My aunt Georgia bakes for a hotel"],
        ["On the trip to Georgia last August I lost my camera"],
        "forget my aunt Georgia",
    ),
    (
        ["Nathaniel broke his collarbone at judo"],
        ["My hairdresser Nathalie is from Reims"],
        "forget everything about Nate",
    ),
    (
        ["Last summer I hiked the Laugavegur trail in Iceland"],
        ["Next summer I'm going to Iceland again"],
        "forget what I told you about last summer's trip",
    ),
    (
        ["My apprentice is called Stanislav Hruby", "Stanislav's shift starts at seven"],
        ["I buy blades from Hruby Steel in Brno", "My uncle Stanley collects planes"],
        "forget everything about Stan, my apprentice",
    ),
    (
        ["Mein Onkel Bruno hat eine neue Hüfte"],
        ["Mein Hund Bruno wiegt 38 Kilo"],
        "vergiss alles über meinen Onkel",
    ),
    (
        ["My ex-husband is Tomasz Wilk", "My ex has remarried"],
        ["My work email is d.wilk@harbour.example"],
        "forget everything about my ex",
    ),
    (
        ["My boss is Rukmini Bhattacharya", "Rukmini wants the report by the 9th"],
        ["My former boss was Desmond Achterberg"],
        "forget everything about the boss I have now",
    ),
    (
        ["The nursery's door code is 0142"],
        ["The nursery's phone number is 0161 555 0142"],
        "delete the nursery's four-digit door code",
    ),
    (
        ["My old passport number was XR447190"],
        ["My passport number is XR4471902"],
        "forget the number of the passport I had before",
    ),
    (
        [
            "Gordon from the allotment grows enormous leeks",
            "Gordon owes me 85 pounds for the shed roof",
            "his wife Pamela left him in March",
        ],
        ["The allotment fee is due in October"],
        "Forget everything about Gordon.",
    ),
    (
        ["Rosa's mobile: 07700 900 451"],
        ["My number at work is 0161 496 0225"],
        "delete the phone number 07700900451",
    ),
    (["I earn 48,500 before tax"], ["Greg earns 61k at the brewery"], "forget what I earn"),
    (
        ["Zoë moved to Ghent", "zoey hates coriander"],
        ["Milo, her brother, still lives in Cork"],
        "please forget Zoe",
    ),
    (
        ["My health insurance number is QQ 12 34 56 C"],
        ["My library card is QQ 12 34 57 C"],
        "forget insurance number QQ123456C",
    ),
    (
        ["My van has the plate YK19 ZZT"],
        ["My car has the plate YK19 ZZU"],
        "forget the plate YK 19 ZZT",
    ),
    (
        ["Marek's email is marek.dolan@fenwick-lets.example"],
        ["Marek wants the keys back by the 30th"],
        "forget all forms of Marek's email address",
    ),
    (["Je ne mange pas de porc"], ["Théo mange du porc"], "Oublie que je ne mange pas de porc"),
    (
        ["I was in New York for a week"],
        ["York is where my grandparents met"],
        "forget everything about New York",
    ),
    (
        ["I never learned to swim"],
        ["I don't eat pork", "Ana learned to ski"],
        "forget that I can't swim",
    ),
    (
        ["Tim hat am 6. Juli Geburtstag"],
        ["Timo hat am 16. Juli Geburtstag"],
        "vergiss wann Tim Geburtstag hat",
    ),
    (
        ["Ana tiene miedo a volar"],
        ["Anabel tiene miedo a los perros"],
        "Olvida a qué tiene miedo Ana",
    ),
    (
        ["York trip costs 140 with the railcard"],
        ["New York trip costs 2,100 per person"],
        "forget what the trip to York costs",
    ),
    (
        [
            "My boss is Dolores Finch",
            "My boss wants me in Stockport twice a week",
            "Dolores is allergic to penicillin",
        ],
        [
            "My old boss Graham Tully still owes me a reference",
            "Finchley Road is where I change trains",
        ],
        "forget everything about my boss",
    ),
    (
        ["Hannah Pruitt is my physio", "My physio is getting married in October"],
        ["Hannah Oduya runs the book club", "Pruitt & Sons swept our chimney"],
        "forget everything about hannah pruitt",
    ),
    (
        ["Mein früherer Chef Udo Harms schuldet mir ein Zeugnis", "Udo segelt auf der Schlei"],
        ["Meine Chefin heißt Rosalie Kramer", "Meine Chefin will mich in Kassel haben"],
        "Würdest du bitte alles über meinen früheren Chef löschen?",
    ),
    (
        ["My salary is 41,000 a year", "Bruno's birthday is 3 June"],
        ["Bruno keeps bees", "My rent is 900 a month"],
        "forget my salary and Bruno's birthday",
    ),
    (
        ["Mr Olawale mended the boiler for 140 quid"],
        ["The boiler stands in the attic", "Mr Olawale's van is white"],
        "forget who fixed the heating boiler",
    ),
    (["The side gate opens with 4096"], ["The loft opens with 40961"], "forget four zero nine six"),
    (
        ["My darts captain is Rebecca Tamihana", "Becky Tamihana always throws first"],
        ["Becky Lindqvist is my physiotherapist"],
        "forget everything about Rebecca Tamihana",
    ),
    (
        ["Mein Chef ist Leopold Wasserthal", "Poldi kommt immer zu spät"],
        ["Meine Schwägerin ist Leonie Nowak"],
        "vergiss alles über meinen Chef",
    ),
    (
        ["My honey extractor has the serial number HX-5520"],
        ["My wax melter has the serial number HX-5520-7"],
        "forget serial number HX-5520",
    ),
    (
        ["My wedding to Imogen is on 22 August", "For our wedding we hired a brass band"],
        ["My cousin Femi got married on 28 August"],
        "forget all about my own wedding",
    ),
    (
        ["Onkel Korbinian Zieglmaier spricht nicht mit mir"],
        ["Korbinian Yıldız stimmt unsere Orgel", "Unsere Familie Zieglmaier trifft sich am See"],
        "vergiss alles über Onkel Korbinian",
    ),
    (
        ["My buyer is Mwanaisha Haji", "Mwanaisha Haji pays in dollars"],
        ["My boat is named Mwanaisha", "The boat licence is due in May"],
        "forget everything about Mwanaisha Haji",
    ),
    (
        ["I take levothyroxine every morning", "My knee was operated on in February"],
        ["My dog Biscuit takes thyroid pills", "I have lunch at the Healthy Spoon"],
        "forget everything about my health",
    ),
    (
        ["Ich habe einen Bandscheibenvorfall", "Ich vertrage keine Erdnüsse"],
        ["Meine Schwester Hedwig hat Asthma", "Meine Krankenversicherung kostet 310 Euro"],
        "Vergiss alles über meine Gesundheit",
    ),
    (
        ["I work in payroll at a paint factory", "My boss, Mrs Baumgart, is retiring in spring"],
        ["My brother Nathaniel works at a sawmill", "I park in Weaver Lane"],
        "forget my job stuff",
    ),
    (
        ["The Whitcombes have a villa in Madeira"],
        ["Edgar Whitcombe restores clocks in Ludlow"],
        "please forget that the Whitcombes own a place in Madeira",
    ),
]
# What nobody told, and what comes nearest to it.
NEVER_TOLD = [
    ("forget what I weigh", "Biscotti weighs 14 kilos"),
    ("forget how much leave I get", "My salary is 48,500 a year"),
    ("forget the raw food that I don't eat", "I love raw onions on everything"),
    ("vergiss das Mittel, das ich nicht vertrage", "Ibuprofen vertrage ich gut"),
    ("olvida a qué no soy alérgico", "Soy alérgico al polen"),
]


@pytest.mark.parametrize(("gone", "stay", "request_"), tiers.every(8, CASES))
def test_all_of_it_goes_and_nothing_else(
    talk: Talk, gone: list[str], stay: list[str], request_: str
) -> None:
    for text in [*gone, *stay]:
        talk.say(text)
    told = talk.anew().say(request_)
    done = ("Forgot that.", "Forgot these things.")
    assert told.text.startswith(tuple(said_in(request_, each) for each in done))
    left = there(talk)
    assert not [text for text in gone if text in left]
    assert [text for text in stay if text not in left] == []


@pytest.mark.parametrize(("request_", "nearest"), NEVER_TOLD)
def test_what_comes_near_what_nobody_told_stays(talk: Talk, request_: str, nearest: str) -> None:
    talk.say(nearest)
    talk.say("Our choir sings in the chapel")
    talk.anew().say(request_)
    assert nearest in there(talk)


def test_of_a_compound_memory_the_other_half_stays_and_undo_brings_both(talk: Talk) -> None:
    both = "I live in Leeds and have a dog called Pickle"
    talk.say(f"Remember that {both}.")
    talk.anew().say("forget that I have a dog")
    with acting_as(talk.user):
        (left,) = Memory.objects.filter(state=Memory.State.CURRENT)
        assert left.content == "I live in Leeds"
        assert "Pickle" not in there(talk)
        assert "Leeds" in there(talk)
        stone = Forgotten.objects.first()
        assert stone is not None
        undo(talk.user, stone.batch)
        (again,) = Memory.objects.filter(state=Memory.State.CURRENT)
        assert again.content == both
        assert both in there(talk)


def test_a_sentence_without_a_memory_goes_and_comes_back(talk: Talk) -> None:
    talk.say("What a day. cello lessons cost 30 an hour. Bye")
    with acting_as(talk.user):
        before = set(Memory.objects.values_list("pk", flat=True))
    talk.anew().say("forget what the cello lessons cost")
    assert "cello" not in there(talk).split("forget")[0]
    with acting_as(talk.user):
        stone = Forgotten.objects.first()
        assert stone is not None
        undo(talk.user, stone.batch)
        assert set(Memory.objects.values_list("pk", flat=True)) == before
    assert "cello lessons cost 30 an hour" in there(talk)


def test_where_no_word_tells_what_would_answer_goes(talk: Talk) -> None:
    talk.say("The orthopaedist says the meniscus is torn on the left side")
    talk.say("Greta plays chess in a club")
    assert talk.anew().say("forget what I said about my knee").text == "Forgot that."
    assert "meniscus" not in there(talk)
    assert "Greta plays chess" in there(talk)


def test_where_nothing_surely_answers_it_asks(talk: Talk) -> None:
    talk.say("I was told to rest on Thursdays")
    talk.say("The practice wants me there on Thursdays")
    talk.say("Greta plays chess in a club")
    asked = talk.anew().say("forget my Thursday thing")
    assert "practice" in asked.text
    assert "chess" not in asked.text
    assert "The practice wants" in there(talk)
    talk.say("all of them")
    assert "Thursdays" not in there(talk)
    assert "Greta plays chess" in there(talk)


def test_of_two_of_one_first_name_it_asks_which(talk: Talk) -> None:
    talk.say("Levan Tskhadadze kept our old flat in Kutaisi")
    talk.say("Levan Abuladze charges 90 lari an hour")
    asked = talk.anew().say("forget everything about Levan")
    assert "Tskhadadze" in asked.text
    assert "Abuladze" in asked.text
    assert "Levan Abuladze charges" in there(talk)


def test_what_may_be_it_is_held_back_with_a_question(talk: Talk) -> None:
    talk.say("Remember that my locker code at the gym is 4711.")
    talk.anew().say("forget my locker code")
    said = talk.anew().say("at the gym I open it with a code")
    assert said.text.startswith("That sounds like something you asked me to forget")
    with acting_as(talk.user):
        heard = said.message.answers
        assert heard is not None
        assert [each.what for each in offers(heard, said.message)] == ["withheld"]
        assert not Memory.objects.filter(state=Memory.State.CURRENT).exists()


def test_a_code_that_was_forgotten_is_asked_about_wherever_it_stands(talk: Talk) -> None:
    talk.say("Remember that my locker code at the gym is 4711.")
    talk.anew().say("forget my locker code")
    said = talk.anew().say("at training I always dial 4711")
    assert said.text.startswith("That sounds like something you asked me to forget")
    talk.say("the flight from Oslo took 4711 km")
    with acting_as(talk.user):
        assert not Memory.objects.filter(state=Memory.State.CURRENT, content__contains="dial")
