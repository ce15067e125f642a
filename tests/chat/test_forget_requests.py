"""Requests to forget are read in three languages; what only speaks of forgetting is none."""

import pytest

from chat.builtin.requests import intent
from chat.builtin.requests.forget import read_removal, read_request
from chat.builtin.requests.intent import Kind

REQUESTS = [
    ("Forget where I keep the spare key, please.", "where I keep the spare key", False),
    ("Forget everything about Gordon.", "Gordon", True),
    ("everything on Hexagon Labs should go", "Hexagon Labs", True),
    ("wipe uncle Seamus from your memory", "uncle Seamus", True),
    ("delete the phone number 07700900451", "phone number 07700900451", False),
    ("Don't remember that Isla is getting divorced", "Isla is getting divorced", False),
    ("forget about the drum kit, it's a secret", "the drum kit", False),
    ("Vergiss alles über Herrn Obermann.", "Herrn Obermann", True),
    ("Vergiss Jürgen Mohr komplett", "Jürgen Mohr", True),
    ("Dass ich beim Anwalt war, bitte vergessen", "ich beim Anwalt war", False),
    ("Vergiss, was ich über den Umzug erzählt habe", "den Umzug", False),
    ("Olvida todo sobre Gonzalo", "Gonzalo", True),
    ("No guardes que Silvia está embarazada", "Silvia está embarazada", False),
    ("Olvida lo que conté de mi salud", "mi salud", False),
    ("Oublie tout sur Hélène", "Hélène", True),
    ("oublie tout ce que tu sais sur Hélène Garnier", "Hélène Garnier", True),
    ("S'il te plaît oublie que je fume", "je fume", False),
    ("Oublie qu’il boit, merci", "il boit", False),
    ("forget all forms of Marek's email address", "Marek's email address", False),
    ("Forget my card number, however it is written", "my card number", False),
    ("delete every trace of Hexagon Labs", "Hexagon Labs", True),
    ("delete the nursery's door code", "nursery's door code", False),
    ("scrap what I pay for the flat", "what I pay for the flat", False),
    ("delete the bit about my car", "my car", False),
    ("drop the Throgmorton-Bell thing", "Throgmorton-Bell", False),
    ("delete my blood type pls", "my blood type", False),
    ("would you mind not remembering my salary?", "my salary", False),
    ("¿te importaría no recordar mi sueldo?", "mi sueldo", False),
    ("Merk dir nicht, wo ich wohne", "wo ich wohne", False),
    ("olvida todo lo de mi jefa", "mi jefa", True),
    ("behalte nicht, wo der Schlüssel ist", "wo der Schlüssel ist", False),
    ("no need to keep where Yetunde's home is", "where Yetunde's home is", False),
    ("vergiss das über Jolanda", "Jolanda", False),
    ("drop my private email address, not the one for work", "my private email address", False),
    ("could you please not remember when we get married?", "when we get married", False),
    ("nix my home wifi password", "my home wifi password", False),
    ("I'd rather you didn't remember my weight", "my weight", False),
    ("das mit Trondheim kannst du streichen", "Trondheim", False),
    ("Ich möchte, dass du mein Gehalt vergisst", "mein Gehalt", False),
    ("me gustaría que olvidaras mi sueldo", "mi sueldo", False),
    ("j'aimerais que tu oublies mon salaire", "mon salaire", False),
    ("Dimentica tutto su Gianni, per favore", "Gianni", True),
    ("potresti dimenticare che fumo?", "fumo", False),
    ("cancella tutto quello che sai di mia sorella", "mia sorella", True),
    ("esquece tudo sobre o João", "João", True),
    ("Por favor esqueça que eu fumo", "eu fumo", False),
    ("vergeet alles wat je weet over Piet", "Piet", True),
    ("kun je vergeten dat ik rook?", "ik rook", False),
    ("zapomnij wszystko o Marku", "Marku", True),
    ("Zapomnij, że palę", "palę", False),
    # Why it is asked is no part of it.
    ("Forget Maren, she'd hate me for it", "Maren", False),
    ("Remove everything about that caravan, I've sold it", "that caravan", True),
    ("forget that I owe Otto money, he got it back", "I owe Otto money", False),
    ("Forget that Ida is pregnant; it was not mine to tell.", "Ida is pregnant", False),
    ("forget the goat, if you would. She was put down on Monday", "the goat", False),
    ("Vergiss alles über den Sepp, mit dem bin ich durch", "den Sepp", True),
    ("alles zu Malte löschen, der kann mich mal", "Malte", True),
    (
        "Vergiss den Mann, der mir das Rad verkauft hat",
        "den Mann, der mir das Rad verkauft hat",
        False,
    ),
    ("Alles, was mit dem Chor zu tun hat, kann weg, ich singe nicht mehr", "dem Chor", True),
    ("Vergiss alles, was mein Boot betrifft", "mein Boot", True),
    ("olvida lo de mi rodilla, ya no me duele", "mi rodilla", False),
    ("forget where I leave the bike, sold it", "where I leave the bike", False),
    ("vergiss dass ich einen Imbiss will, war ne Schnapsidee", "ich einen Imbiss will", False),
    (
        "Forget that I like olives, capers and anchovies",
        "I like olives, capers and anchovies",
        False,
    ),
    ("Forget everything about Ada, my aunt", "Ada, my aunt", True),
    # Of whom all is to go stands before.
    ("Steffen and I fell out for good. Delete everything about him.", "Steffen", True),
    ("Lourdes ya no está conmigo, así que borra todo lo suyo", "Lourdes", True),
    (
        "Meine Schwester will nicht, dass hier etwas über sie steht, also weg damit",
        "Meine Schwester",
        True,
    ),
    ("Forget that my sister told me about him", "my sister told me about him", False),
    ("Forget what Ida said about him", "what Ida said about him", False),
    (
        "Mein Sohn mag das nicht; über ihn soll hier bitte nichts gespeichert sein.",
        "Mein Sohn",
        True,
    ),
    # Nor is politeness.
    ("Pls forget that I smoke", "I smoke", False),
    ("Vergiss doch bitte mal, wo ich parke", "wo ich parke", False),
    ("Vergiss bitte, dass ich schnarche", "ich schnarche", False),
    ("Und vergiss, wo Dunja wohnt, gell?", "wo Dunja wohnt", False),
    ("Forget my shoe size too, would you", "my shoe size", False),
    ("All those moving plans, just forget them, we're staying put", "those moving plans", True),
]
# These ask for it, if something known is meant.
PERHAPS = [
    ("scrap the fine", "the fine"),
    ("drop the cleaner, everything you have", "the cleaner"),
    ("please lose kv91-tre", "kv91-tre"),
    ("delete the plot fee pls", "the plot fee"),
    ("quita lo del casco", "casco"),
    ("cancella il numero di Anna", "il numero di Anna"),
    ("usuń mój adres", "mój adres"),
]
NONE = [
    "Don't forget that I have a dog",
    "I forgot my keys",
    "Ich habe meinen Schirm vergessen.",
    "Vergiss nicht, dass Mia kommt",
    "delete the old branch tomorrow",
    "remove the screws from the shelf",
    "drop the kids off at school at 8",
    "drop the whole thing",
    "let's forget it",
    "Ich will, dass du meinen Geburtstag nicht vergisst",
    "Die Wand kannst du streichen",
    "Den Film kannst du vergessen",
    "I'd rather you didn't keep the dog",
    "never keeps the door locked",
    "No longer keep chickens",
    "Can we drop the rent?",
    "Vergeet je sleutels niet",
    "Esquecemos o bolo",
    "non dimenticare che domani viene Gianni",
    "vergeet niet dat ik op maandag werk",
    "nie zapomnij, że Ania ma urodziny w maju",
    "remove the numbers from this list",
    "delete the age column",
    "drop my phone off at the shop",
    "scrap the plan for Friday",
    "Would you mind not smoking here?",
    "The kids should go to bed",
    "No olvides la leche",
    "N'oublie pas le lait",
    "J'ai oublié mon parapluie",
    "Did you forget everything about Gordon?",
]


@pytest.mark.parametrize(("text", "topic", "everything"), REQUESTS)
def test_a_request_and_what_it_names(text: str, topic: str, everything: bool) -> None:
    wanted = intent.read(text)
    assert wanted.kind is Kind.FORGET
    assert wanted.of(text) == topic
    request = read_request(text)
    assert request is not None
    assert request.everything is everything


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("Would you be so good as to erase any record of my hip operation?", "my hip operation"),
        ("Kindly strike my divorce from your records.", "my divorce"),
        ("Raus aus deinem Gedächtnis mit meiner Kontonummer, bitte", "meiner Kontonummer"),
        ("Den Termin beim Urologen kannst du wieder löschen", "Termin beim Urologen"),
        ("My pins and passwords shouldn't be in here.", "My pins and passwords"),
        # Named in one clause, and asked for in another.
        ("Broke up with Sanne, clear her out of there please.", "Sanne"),
        ("Walnüsse vertrage ich wieder, die kannst du streichen.", "Walnüsse"),
        ("Le régime sans sel est fini, tu peux l'enlever.", "Le régime sans sel"),
        (
            "The pension thing is settled. Nothing of it needs to stay with you.",
            "The pension thing",
        ),
        ("Wipe all you have on Tomas from the gym, not my uncle.", "Tomas from the gym"),
        (
            "Kann alles zu Jonas aus dem Chor weg? Bitte löschen. Mein Bruder bleibt.",
            "Jonas aus dem Chor",
        ),
    ],
)
def test_a_request_in_words_that_no_pattern_has(text: str, topic: str) -> None:
    wanted = intent.read(text)
    assert wanted.kind is Kind.FORGET
    assert wanted.of(text) == topic


def test_what_may_be_one_in_words_that_no_pattern_has() -> None:
    text = "Das über meine Schwägerin hätte ich gern wieder gelöscht."
    request = read_removal(text)
    assert read_request(text) is None
    assert request is not None
    assert text[request.start : request.stop] == "meine Schwägerin"


@pytest.mark.parametrize(
    "text",
    [
        "We finally got rid of the old sofa",
        "I erased the whole drive by mistake",
        "Mein Opa vergisst immer mehr",
        "I wish I could forget that evening",
        "What did I tell you about my hip operation?",
    ],
)
def test_what_only_speaks_of_forgetting_asks_for_none(text: str) -> None:
    assert read_request(text) is None
    assert read_removal(text) is None


@pytest.mark.parametrize(
    "text",
    [
        # Whoever turns to the assistant may only tell something, or how they want it.
        "Käse ess ich schwarz auf weiß gern, Horrorfilme kannst du dir sparen.",
        "Just so you know I can't ride a bike, so no cycling trips for the stag weekend",
        "Bei Wanderungen bitte nie mehr als 800 Höhenmeter, mein Mann hasst Anstiege",
        "Salchicha ya no como desde 2018. Y tabaco tampoco toco.",
        "So a bit about me before you get my questions. I'm 58, we've got two girls, Ana and Mia."
        " Only Mia still at home.",
    ],
)
def test_what_tells_something_that_lasts_is_no_request(text: str) -> None:
    assert intent.read(text).kind is not Kind.FORGET


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("Delete my landline in every form you have it", "my landline"),
        ("all the ways of writing our tax number, out", "our tax number"),
        ("meine Kontonummer bitte löschen, egal wie sie geschrieben ist", "meine Kontonummer"),
        ("Borra mi correo en todas sus formas.", "mi correo"),
    ],
)
def test_all_forms_of_a_thing(text: str, topic: str) -> None:
    request = read_request(text)
    assert request is not None
    assert request.every_form
    assert text[request.start : request.stop].strip(" ,") == topic


@pytest.mark.parametrize(
    "text",
    [
        "übrigens, ich bin gar nicht mehr im Ruderklub",
        "bin gar nicht mehr in Olten, wir sind im Mai nach Thun gezogen",
        "ich arbeite überhaupt nicht mehr bei Siemens",
        "die Lena wohnt gar nicht mehr hier",
        "Oma kann übrigens gar nicht mehr laufen",
        "bin nimmer beim Turnen, die Knie",
        "btw we're not with the old vet any more, we go to Dr Pike now",
        "I'm not even in Leeds any more",
        "je n'habite plus du tout à Lyon",
        "nein nichts vergessen bitte! wir wohnen jetzt in Thun",
        "no, forget nothing please! we live in Ely now",
    ],
)
def test_news_of_what_is_over_is_no_request(text: str) -> None:
    assert intent.read(text).kind is not Kind.FORGET
    assert read_removal(text) is None


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("du brauchst die Adresse in Olten nicht mehr", "die Adresse in Olten"),
        ("das mit dem Ruderklub musst du gar nicht mehr wissen", "dem Ruderklub"),
        ("the code for the gate needn't be in there any more", "the code for the gate"),
        ("no need to know about Leeds any more", "Leeds"),
    ],
)
def test_what_is_not_to_be_known_any_more_is_one(text: str, topic: str) -> None:
    wanted = intent.read(text)
    assert wanted.kind is Kind.FORGET
    assert wanted.of(text) == topic


@pytest.mark.parametrize("text", NONE)
def test_no_request(text: str) -> None:
    assert intent.read(text).kind is not Kind.FORGET


@pytest.mark.parametrize(("text", "topic"), PERHAPS)
def test_what_may_be_a_request(text: str, topic: str) -> None:
    request = read_removal(text)
    assert read_request(text) is None
    assert request is not None
    assert text[request.start : request.stop] == topic


@pytest.mark.parametrize("text", ["drop everything and come here quickly, the boiler is on fire"])
def test_what_is_too_long_is_none(text: str) -> None:
    assert read_removal(text) is None


def test_what_is_to_stay_is_read() -> None:
    request = read_request("Please remove everything on Project Atlas, but keep Atlas II.")
    assert request is not None
    assert request.keep == "Atlas II"
    request = read_request("Forget everything about my own wedding, Tesfalem's stays")
    assert request is not None
    assert request.keep == "Tesfalem's"
    request = read_request("Café Linde bitte vergessen, den Lindenhof nicht")
    assert request is not None
    assert request.keep == "Lindenhof"


@pytest.mark.parametrize("text", ["Vergiss das bitte", "Olvida eso", "olvídalo", "forget it"])
def test_the_last_thing_is_meant(text: str) -> None:
    assert intent.read(text).kind is Kind.FORGET_LAST


@pytest.mark.parametrize(
    "text",
    [
        "onno hat sein geld, bin raus",
        "paid Tom back today, all of it",
        "some toe rag pinched my moped",
        "ach ja übrigens: blutgruppe B negativ, steht auch in meinem ausweis drin",
        "wo liegt das WLAN-Passwort",
        "haselnüsse vertrag ich überhaupt nicht, da schwillt mir der Hals zu",
    ],
)
def test_who_tells_that_something_is_over_asks_for_nothing(text: str) -> None:
    assert read_request(text) is None
