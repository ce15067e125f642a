"""What plainly changes something, and what only looks like it."""

import pytest

from memories.learning.changing.plain_changes import plainly_changes


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I live in Bristol.", "I live in Bath."),
        ("We live in Ghent", "btw we just moved to Leuven"),
        ("I live in Bath.", "I no longer live in Bath."),
        ("My boss is Nadia.", "My new boss is Omar."),
        ("Ich wohne in Köln", "Ich bin nach Bonn gezogen"),
        ("Ich wohne in Köln", "Ich wohne nicht mehr in Köln"),
        ("Vivo en Sevilla", "ahora vivo en Cádiz"),
        ("Vivo en Sevilla", "Ya no vivo en Sevilla"),
        ("My number is 07700 900318", "my new number is 07700 900762"),
        # Told as news, or as a correction, wherever that word stands.
        ("Mein Chef heißt Nadia.", "Mein Chef heißt jetzt Omar"),
        ("Meine Chefin ist Nadia.", "Inzwischen heißt mein Chef Omar."),
        ("Mein Chef ist Nadia.", "Eigentlich heißt mein Chef Omar."),
        ("Mein Zahnarzt ist Dr. Weber.", "Mein Zahnarzt ist mittlerweile Dr. Braun."),
        ("Mein Vermieter heißt Kowalski.", "Mein Vermieter heißt doch Nowak."),
        ("Ich wohne in Leeds.", "Eigentlich wohne ich in York."),
        ("Ich wohne in Leeds.", "Nein, ich wohne doch in York."),
        ("Ich lebe in Leeds", "inzwischen lebe ich in York"),
        ("Ich wohne in Leeds.", "Seit gestern wohnen wir in York."),
        ("Meine Nummer ist 0171 111111", "Meine Nummer ist jetzt 0172 222222"),
        ("Unsere Miete beträgt 800 Euro.", "Jetzt beträgt unsere Miete 900 Euro."),
        ("Mi jefa es Nadia.", "mi jefe ahora se llama Omar"),
        ("Mi jefe se llama Nadia.", "Ahora mi jefe es Omar."),
        ("Mi jefa es Nadia.", "Mi jefa ya no es Nadia."),
        ("Mi dentista es la doctora Pérez.", "En realidad mi dentista es el doctor Ruiz."),
        ("Vivo en Leeds.", "En realidad vivo en York"),
        ("Vivo en Leeds.", "La verdad es que vivo en York."),
        ("Vivimos en Leeds.", "Ya vivimos en York."),
        ("Vivo en Leeds.", "Por cierto, desde ayer vivo en York."),
        ("El alquiler es de 800 euros.", "El alquiler ahora es de 900 euros."),
        ("I work at Siemens.", "I work at Bosch now."),
        ("Ich arbeite bei Siemens.", "Inzwischen arbeite ich bei Bosch."),
        ("Ich arbeite bei Siemens.", "Eigentlich arbeite ich bei Bosch."),
        ("Ich fahre einen Passat.", "Ich fahre jetzt einen Tesla."),
        ("Mein Kurs ist dienstags.", "Mein Kurs ist doch donnerstags."),
        ("Ich bin 40 Jahre alt.", "Ich bin jetzt 41 Jahre alt."),
        ("Mein Geburtstag ist am 3. Mai.", "Mein Geburtstag ist eigentlich am 4. Mai."),
        ("Trabajo en Siemens.", "Ahora trabajo en Bosch."),
        ("Mi clase es los martes.", "En realidad mi clase es los jueves."),
        ("Tengo 40 años.", "Ahora tengo 41 años."),
        (
            "On Thursday (10 December 2026) I've the scan in Hexham for my knee",
            "the hospital rang, they had to shift my scan to the 14th",
        ),
        (
            "Am Dienstag (1. Dezember 2026) muss ich zum MRI ins Spital Thun",
            "das MRI ist auf Donnerstag verschoben worden, gleiche Zeit",
        ),
        ("Am 9. Dezember um 14 Uhr ist Physio", "die Physio wurde auf den 14. verlegt"),
        ("My MOT is on 22 January", "the MOT got bumped to the 3rd"),
    ],
)
def test_another_value_and_a_denial_change_it(old: str, new: str) -> None:
    assert plainly_changes(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I live in Bath.", "My sister lives in Leeds."),
        ("My sister lives in Leeds.", "I live in Bath."),
        ("I live in Bath.", "I live in Bath."),
        ("I like tea.", "I like coffee."),
        ("I have a dog.", "I no longer eat meat."),
        ("My boss is Nadia.", "My sister's boss is Omar."),
        ("Ich wohne in Köln", "Meine Schwester ist nach Bonn gezogen"),
        ("I live in Bath.", "I used to live in Leeds."),
        ("Mein Chef heißt Nadia.", "Der Chef meiner Schwester heißt jetzt Omar."),
        ("Mein Chef heißt Nadia.", "Mein Zahnarzt heißt jetzt Omar."),
        ("Mein Chef heißt Nadia.", "Mein Chef ist jetzt im Urlaub."),
        ("Mein Chef heißt Nadia.", "Mein Chef Omar kommt jetzt aus Bonn."),
        ("Mein Chef heißt Nadia.", "Mein früherer Chef hieß Omar."),
        ("Mein Chef heißt Omar Diaz.", "Mein Chef heißt jetzt Omar."),
        ("Mein Bruder heißt Jan.", "Mein Bruder heißt Omar."),
        ("Ich wohne in Leeds.", "Meine Schwester wohnt jetzt in York."),
        ("Ich mag Tee.", "Eigentlich mag ich auch Kaffee."),
        ("Vivo en Leeds.", "Mi hermana ahora vive en York."),
        ("Vivo en Leeds.", "Antes vivía en York."),
        ("Vivo en Leeds.", "No vivo en York."),
        ("Mi jefa es Nadia.", "La jefa de mi hermana ahora es Omar."),
        ("Toco la guitarra.", "Ahora también toco el piano."),
        ("I work at Siemens.", "My husband works at Bosch now."),
        ("Ich kenne Nadia.", "Ich kenne jetzt Omar."),
        ("Ich arbeite bei Siemens.", "Ich arbeite jetzt auch bei Bosch."),
        ("Ich lerne Spanisch.", "Ich lerne jetzt Italienisch."),
        ("Mein Kurs ist dienstags.", "Mein Training ist jetzt donnerstags."),
        ("Tengo dos gatos.", "Ahora tengo 41 años."),
        ("The MOT is due on 22 January", "We moved to Leith on 14 December"),
        ("I give blood every 4 months, last on the 15th", "They've shifted my scan to the 14th"),
        ("My flight to Oslo is on 3 May", "they shifted the flight to Rome to 5 May"),
    ],
)
def test_what_only_looks_like_it_changes_nothing(old: str, new: str) -> None:
    assert not plainly_changes(old, new)
