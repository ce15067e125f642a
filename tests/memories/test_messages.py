"""What of a message lasts, and which times it names."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from memories.learning import told
from memories.text import times, when_told
from memories.text.calendar.dated import dated

NOW = datetime(2026, 3, 18, 9, 30, tzinfo=ZoneInfo("Europe/Berlin"))


@pytest.mark.parametrize(
    "text",
    [
        "I live in Ghent.",
        "type 1 since i was 9, pump on the left side",
        "got the keys to the flat in Leith, third floor no lift",
        "meine schwägerin zieht im mai nach linz",
        "mi abuela vive en Lugo desde 1990",
        "Ich wohne in Köln",
        "Tengo diabetes",
        "times in 24 h please",
        "No. I prefer to be phoned.",
        "I've left the job at Tesco, did I say?",
        "I have a Ph.D. in history",
    ],
)
def test_what_lasts_is_told_whatever_its_words(text: str) -> None:
    assert told(text)


@pytest.mark.parametrize(
    "text",
    [
        "morning! how are you",
        "Where does Tom live?",
        'She wrote: "I live in Bath and I have two dogs."',
        "```\nI live in Ghent.\n```",
        "haha ok thanks",
        "wie spät ist es?",
        "Vergiss, dass ich in Köln wohne",
        "Remind me to call Anna",
        "where does my sister live",
        "dónde dejé las llaves",
        "If I had a boat I'd call it Doris",
        "sure, and I'm the Pope",
        "<kim> I live in Oslo\n<me> cool",
        "Dana: I moved to Oslo\nme: nice\nDana: yes, last week",
        "Dear tenants,\nI live in Oslo now and I am selling the house.\nKind regards\nB. Thwaite",
        "Make this shorter:\nI have lived in Cork for nine years and I am an electrician.",
        "Translate: Ich wohne in Bremen und habe zwei Hunde.",
        'Mum always said "I never trusted a man who irons his jeans".',
        "my netflix password is Gr4vel-Otter-88",
        "la clave del portátil es Mochuelo#55",
        "my card is 4111 1111 1111 1111",
        "don't save this: my brother lives in Oslo",
        "Parkin\n\n225 g oatmeal\n120 g flour\n1 tsp bicarb\n\nBake it. I always wait three days.",
        "Zu verkaufen: Golf, 128.000 km. Ich trenne mich nur wegen Familienzuwachs.",
        "Yo nací en un barco,\ntengo el mar por apellido,\nmi casa queda en Cádiz\ny allí la perdí",
        "For sale: double bass, lovely tone. I have had it for ten years. Ring Gwen after six.",
        "Super, der Zug hat wieder Verspätung. Meine liebste Beschäftigung, im Regen zu stehen.",
    ],
)
def test_what_does_not_last_is_not(text: str) -> None:
    assert not told(text)


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        (
            "My sister lives in Leeds and my brother works in Bath",
            ["My sister lives in Leeds", "My brother works in Bath"],
        ),
        (
            "Ich bin 34, wohne in Jena und arbeite als Optikerin",
            ["Ich bin 34", "Ich wohne in Jena", "Ich arbeite als Optikerin"],
        ),
        ("Me llamo Chus, soy de Lugo", ["Me llamo Chus", "Soy de Lugo"]),
        ("ada is 8 and leo just turned 5", ["Ada is 8", "Leo just turned 5"]),
        ("Ada is 8 and Leo just turned 5.", ["Ada is 8", "Leo just turned 5."]),
        (
            "jonas spielt Fußball im Verein und Lena geht ins Ballett",
            ["Jonas spielt Fußball im Verein", "Lena geht ins Ballett"],
        ),
        (
            "I'm 41 and work as a nurse, I'm left-handed",
            ["I'm 41", "I work as a nurse", "I'm left-handed"],
        ),
        ("When I was 12, I moved to Leeds", ["When I was 12, I moved to Leeds"]),
        ("My dog likes Anna, Ben and my sister", ["My dog likes Anna, Ben and my sister"]),
    ],
)
def test_each_fact_of_a_sentence_stands_alone(text: str, facts: list[str]) -> None:
    assert [each.content for each in told(text)] == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        (
            "Hallo, ich bin die Hilde und wohne in Kassel.",
            ["Ich bin die Hilde", "Ich wohne in Kassel."],
        ),
        ("Guten Tag, mein Name ist Hilde Brandt.", ["Mein Name ist Hilde Brandt."]),
        ("Grüß Gott Yarnnn! Ich lebe in Kassel.", ["Ich lebe in Kassel."]),
        ("Guten Abend, ich bin müde.", []),
        ("Hallo, wie geht es dir?", []),
        ("Guten Tag.", []),
    ],
)
def test_a_german_greeting_hides_nothing_and_is_no_part_of_it(text: str, facts: list[str]) -> None:
    assert [each.content for each in told(text)] == facts


def test_what_somebody_reported_is_told_as_theirs() -> None:
    text = 'My sister texted "I got the job in Basel, I start in May".'
    assert [each.content for each in told(text)] == [text]


def test_what_points_back_is_told_with_what_it_points_to() -> None:
    (said,) = told("I have a boat called Doris. It sleeps four people.")[-1:]
    assert said.content.startswith("I have a boat")
    assert told("What if he stops paying? He hasn't, I'm only worrying.") == []


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("My sister Clara lives in Lisbon. She is a vet.", "Clara is a vet."),
        (
            "My sister Clara lives in Lisbon. She's a vet and loves horses.",
            "Clara is a vet and loves horses.",
        ),
        ("My brother Tom moved to Leeds. His birthday is 3 June.", "Tom's birthday is 3 June."),
        ("My dog is called Rex. He is allergic to chicken.", "Rex is allergic to chicken."),
        ("My sister lives in Lisbon. She is a vet.", "My sister is a vet."),
        ("Meine Schwester Clara wohnt in Lissabon. Sie ist Tierärztin.", "Clara ist Tierärztin."),
        ("Mein Bruder Jonas wohnt in Kiel. Seine Frau heißt Wiebke.", "Jonas’ Frau heißt Wiebke."),
        ("Mi hermana Clara vive en Lisboa. Ella es veterinaria.", "Clara es veterinaria."),
    ],
)
def test_a_name_stands_for_a_pronoun_where_one_was_named(text: str, last: str) -> None:
    said = told(text)[-1]
    assert said.content == last
    # The quote is as it stands.
    assert said.span.of(text) == text[text.index(". ") + 2 :]


@pytest.mark.parametrize(
    "text",
    [
        # Which of the two is not plain.
        "My sister Clara and my friend Anna live in Lisbon. She is a vet.",
        # Nobody named may be meant.
        "My sister Clara lives in Lisbon. He is a vet.",
        "I live in Lisbon. She is a vet.",
        # Of English, Ella is a name and no Spanish "she".
        "My sister Clara has two kids with her in Lisbon, ella is 7.",
        # Those spoken to.
        "Meine Schwester Clara wohnt in Kiel. Sie sind Tierarzt von Beruf.",
    ],
)
def test_no_name_stands_for_a_pronoun_where_it_is_not_plain(text: str) -> None:
    assert not any(
        each.content.startswith(("Clara is", "Clara ist", "Clara sind", "Anna is", "Lisbon is"))
        for each in told(text)
    )


@pytest.mark.parametrize(
    ("before", "text", "content"),
    [
        (["Ada is 8 and Leo just turned 5"], "she's allergic to nuts", "Ada is allergic to nuts"),
        (["my friend hannah lent me her tent"], "shes from Leeds", "Hannah is from Leeds"),
        (["tom works nights"], "his birthday's on march 3rd", "Tom's birthday's on march 3rd"),
        (
            ["sie hat einen Garten", "meine Nachbarin Erika hat einen Schlüssel von mir"],
            "sie hat einen Dackel, der Waldi heißt",
            "Erika hat einen Dackel, der Waldi heißt",
        ),
        (
            ["Erika kommt am Montag"],
            "ihr mann arbeitet bei der bahn",
            "Erikas mann arbeitet bei der bahn",
        ),
        # Two of them may be meant, or none.
        (["Ada and Hannah came over"], "she's allergic to nuts", "She's allergic to nuts"),
        (["I bought a new tent"], "she's allergic to nuts", "She's allergic to nuts"),
        (["Tom works nights", "Hannah called"], "she's allergic to nuts", "She's allergic to nuts"),
    ],
)
def test_whom_a_pronoun_means_an_earlier_message_tells(
    before: list[str], text: str, content: str
) -> None:
    (said,) = told(text, before)
    assert said.content == content


def test_own_words_around_a_chat_are_told() -> None:
    text = "I live in Ghent.\n\n<kim> I live in Oslo\n<tom> and I in Rome"
    assert [each.content for each in told(text)] == ["I live in Ghent."]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Tiles get delivered on Thursday", "2026-03-19"),
        ("I broke my wrist on Thursday", "2026-03-12"),
        ("El 9 de enero me opero de la muñeca", "2027-01-09"),
        ("Me mudé a Lugo en enero", "2026-01-01"),
        ("nächste woche mittwoch kommt der schornsteinfeger", "2026-03-25"),
        ("The appointment was moved to the 15th", "2026-04-15"),
        ("my nan turns ninety on the 12th of May next year", "2027-05-12"),
        ("Am Montag habe ich mir den Arm gebrochen", "2026-03-16"),
        ("MOT booked for the Fiesta, 9 April, half eight", "2026-04-09"),
        ("Cataract op left eye 14/12 at the infirmary", "2026-12-14"),
        ("ya aparté lugar para el maratón, 21 de mayo", "2026-05-21"),
        ("in exactly three weeks i hand in the dissertation", "2026-04-08"),
        ("Am 9. April habe ich einen Termin beim Augenarzt", "2026-04-09"),
        ("Wir haben am 9. April einen Termin vor Gericht", "2026-04-09"),
        ("Ich habe am 9. April die Karten für das Konzert gekauft", "2025-04-09"),
        ("giving up the vapes on new years day", "2027-01-01"),
    ],
)
def test_the_words_tell_whether_a_time_has_passed(text: str, day: str) -> None:
    found = when_told(text, NOW)
    assert found is not None
    assert found.date().isoformat() == day


@pytest.mark.parametrize(
    ("text", "since"),
    [
        ("mri booked for a week from tomorrow", "2026-03-26"),
        ("flying on the 3rd", "2026-04-03"),
        ("übermorgen kommen die handwerker", "2026-03-20"),
        ("en tres semanas empiezo", "2026-04-08"),
        ("end of next month", "2026-04-30"),
        ("dinner on Saturday week", "2026-03-28"),
    ],
)
def test_times_are_days_of_the_calendar(text: str, since: str) -> None:
    assert times(text, NOW, "future")[0].since.date().isoformat() == since


def test_what_happens_every_week_names_no_time() -> None:
    assert not times("choir every thursday", NOW, "future")


@pytest.mark.parametrize(
    ("text", "with_date"),
    [
        (
            "Tomorrow evening I'm seeing Nkechi",
            "Tomorrow evening (19 March 2026) I'm seeing Nkechi",
        ),
        ("I broke my wrist on Monday", "I broke my wrist on Monday (16 March 2026)"),
        ("Übermorgen kommt Kai", "Übermorgen (20. März 2026) kommt Kai"),
        ("el viernes firmo el contrato", "el viernes (20 de marzo de 2026) firmo el contrato"),
        (
            "garlic goes in this weekend",
            "garlic goes in this weekend (21 – 22 March 2026)",
        ),
        ("dentist on 14 December", "dentist on 14 December"),
        ("choir every thursday", "choir every thursday"),
    ],
)
def test_relative_times_bear_their_date(text: str, with_date: str) -> None:
    assert dated(text, NOW) == with_date


@pytest.mark.parametrize(
    "text", ["No soy alérgico a los cacahuetes.", "No tengo coche.", "No me gusta el cilantro."]
)
def test_what_is_denied_stays_denied(text: str) -> None:
    assert [statement.content for statement in told(text)] == [text]


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        (
            "My sister works at Aldi and is getting married in May",
            ["My sister works at Aldi", "My sister is getting married in May"],
        ),
        (
            "meine schwester lena ist lehrerin in kiel und verträgt keine laktose",
            [
                "Meine schwester lena ist lehrerin in kiel",
                "Meine schwester lena verträgt keine laktose",
            ],
        ),
        (
            "Mi hermana Elin vive en Gotemburgo y tiene dos hijos",
            ["Mi hermana Elin vive en Gotemburgo", "Mi hermana Elin tiene dos hijos"],
        ),
        (
            "my landlord is Mr Okafor, rent is £850 due on the 1st",
            ["My landlord is Mr Okafor", "Rent is £850 due on the 1st"],
        ),
        (
            "Mein Vermieter ist Herr Albrecht, die Miete beträgt 850 Euro",
            ["Mein Vermieter ist Herr Albrecht", "Die Miete beträgt 850 Euro"],
        ),
        # What is no fact by itself begins the next.
        (
            "I'm Clara, I live in Leith and work as a midwife at St John's.",
            ["I'm Clara, I live in Leith", "I work as a midwife at St John's."],
        ),
        # Of two in small letters the same is told; and a part may begin with its time.
        (
            "wiebko is 9 and has asthma, tjorven is 11 and plays the horn",
            ["Wiebko is 9 and has asthma", "Tjorven is 11 and plays the horn"],
        ),
        (
            "On the 12th I'm ringing a peal in Ely, and on the 19th we've got the school concert",
            ["On the 12th I'm ringing a peal in Ely", "On the 19th we've got the school concert"],
        ),
        # Of whom nothing is said but that they are there goes on with a list.
        (
            "I live in Leeds with my girlfriend Priya and our cat Biscuit",
            ["I live in Leeds with my girlfriend Priya and our cat Biscuit"],
        ),
        (
            "I play tennis with my dad and my sister plays the cello",
            ["I play tennis with my dad", "My sister plays the cello"],
        ),
        # The same person, still spoken of, but nothing that stands alone.
        ("My boss is kind but has no time", ["My boss is kind but has no time"]),
    ],
)
def test_what_is_told_of_another_is_cut_into_facts_that_stand_alone(
    said: str, facts: list[str]
) -> None:
    assert [each.content for each in told(said)] == facts


@pytest.mark.parametrize(
    "said",
    [
        "Meine Schwester hat einen neuen Nachbarn, der ist Glaser und fährt Rennrad",
        "Mein Bruder hat eine Freundin, die ist Köchin und spielt Cello",
        "My brother has a flatmate, Gavin, he's a vet and drives a Volvo",
    ],
)
def test_what_is_told_of_whoever_was_named_last_is_not_told_of_the_first(said: str) -> None:
    assert [each.content for each in told(said)] == [said]


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        (
            "Meine Schwester hat einen neuen Nachbarn, den Moriz, der ist Glaser und fährt Rennrad",
            [
                "Meine Schwester hat einen neuen Nachbarn, den Moriz",
                "Moriz ist Glaser und fährt Rennrad",
            ],
        ),
        (
            "Ich habe eine neue Nachbarin, die Seraina, die kommt aus Chur und spielt Cello",
            [
                "Ich habe eine neue Nachbarin, die Seraina",
                "Seraina kommt aus Chur und spielt Cello",
            ],
        ),
        # What was named right before is nobody.
        ("Wir haben ein Auto, der ist schon 12", ["Wir haben ein Auto, der ist schon 12"]),
    ],
)
def test_whoever_is_named_right_before_has_facts_of_their_own(said: str, facts: list[str]) -> None:
    assert [each.content for each in told(said)] == facts


@pytest.mark.parametrize(
    ("before", "said"),
    [
        (
            "Mein Sohn Karl ist 12",
            "vorgestern war ein Kollege hier, er wohnt in Chur mit vier Hunden",
        ),
        ("My son Karl is 12", "Had coffee with a friend from school, he works at Lidl now"),
        ("Mein Sohn Karl ist 12", "vom Vater der Kinder bin ich geschieden, er wohnt in Jena"),
        ("My son Karl is 12", "I split up with the kids' dad in May, he lives in Jena"),
        ("Mein Sohn Karl ist 12", "der anruf beim ofenbauer ist erledigt, er kommt am 10. Mai"),
        ("My son Karl is 12", "Signed up with Ebrahimi in the square, he still takes patients"),
    ],
)
def test_a_pronoun_means_whoever_its_own_sentence_speaks_of(before: str, said: str) -> None:
    assert not any("Karl" in each.content for each in told(said, [before]))


def test_a_pronoun_is_no_one_of_the_other_sex_by_title_or_by_whose_school_it_is() -> None:
    said = "Lorcan's school is Elm Primary and his teacher is Mrs Oyelaran; he plays the horn."
    found = [each.content for each in told(said, ["Joost is a mason"])]
    assert found
    assert not any("Joost" in each or each.startswith("Oyelaran") for each in found)


def test_that_two_parted_lasts_with_when_it_was() -> None:
    (only,) = told("Der Rüdiger und ich haben uns getrennt. Nach elf Jahren.")
    assert only.content == "Der Rüdiger und ich haben uns getrennt. Nach elf Jahren."


def test_where_a_note_is_hidden_is_no_secret() -> None:
    assert told("Die PIN liegt im Gesangbuch, Seite 212")
    assert not told("Die PIN ist 2127")


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Wife is Saoirse. Midwife at Bronglais.", "Saoirse: midwife at Bronglais."),
        ("Groundsman is Iolo, 19. Good lad. Scared of wasps.", "Iolo: scared of wasps."),
        ("Mum's in Dolgellau. New hip going in 22 January.", "Mum: new hip going in 22 January."),
        ("Meine Tochter heißt Ida. Geht in die 3b.", "Ida geht in die 3b."),
        ("Meine Tochter heißt Ida. Allergisch gegen Nüsse.", "Ida: Allergisch gegen Nüsse."),
        ("Mi hermana es Lucía. Alérgica al marisco.", "Lucía: alérgica al marisco."),
        (
            "Kredit bei der VR Bank, 185 im Monat. Letzte Rate Dezember 2026.",
            "Kredit bei der VR Bank: Letzte Rate Dezember 2026.",
        ),
        # One's own, or of another: nobody is put before it.
        ("My sister lives in Leeds. Passport expires in May.", "Passport expires in May."),
        ("My boss is Nadia. Dentist Friday at 9.", "Dentist Friday at 9."),
        ("My brother is Tom. Live in York.", "Live in York."),
    ],
)
def test_whom_a_sentence_leaves_out_stands_before_it(text: str, fact: str) -> None:
    assert fact in [each.content for each in told(text)]


def test_what_is_said_beside_what_was_pasted_is_learned() -> None:
    recipe = "Satay\n- 250 g noodles\n- 4 tbsp peanut butter\n- 1 lime\nCook it. I add an egg."
    assert [each.content for each in told(f"{recipe}\n\nI'm allergic to peanuts")] == [
        "I'm allergic to peanuts"
    ]
    advert = "I lost 14 kilos! Only £29.99, free postage until Sunday. I'm Brenda. Click here!"
    assert not told(advert)
