"""People and things found in what a person says: who is one, and who is another."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from database.acting import acting_as
from memories.forgetting.forget import erase, forget, restore
from memories.forgetting.remove import remove_memories, remove_sources
from memories.keeping import same_people
from memories.keeping.people.directory import everybody
from memories.keeping.remember import remember
from memories.keeping.sources import NewSource, keep
from memories.learning import learn
from memories.models import Change, Entity, Memory, Mention, Source
from memories.recall import Query, meant_by, places, recall
from memories.source_kinds import CHAT
from tests.memories.calls import Program
from tests.memories.conftest import Say


def told(user: User, *messages: str) -> list[Source]:
    """Keep messages of a chat, a day between them."""
    start = timezone.now() - timedelta(days=len(messages))
    with acting_as(user):
        return [
            keep(user, NewSource(CHAT, text, happened_at=start + timedelta(days=day)))
            for day, text in enumerate(messages)
        ]


def people(user: User) -> dict[str, set[str]]:
    """The names of all, each with the messages that speak of them."""
    found: dict[str, set[str]] = {}
    with acting_as(user):
        for mention in Mention.objects.filter(chunk__isnull=False).select_related(
            "entity__merged_into", "chunk__source"
        ):
            assert mention.chunk
            one = mention.entity.merged_into or mention.entity
            found.setdefault(one.name, set()).add(mention.chunk.source.text)
    return found


def together(user: User, *messages: str) -> bool:
    """Whether one person or thing is spoken of in just these messages."""
    told(user, *messages)
    return set(messages) in people(user).values()


@pytest.mark.parametrize(
    "messages",
    [
        ("My sister Lena is vegan", "Lena moved to Leeds", "my sister called", "Lenas Hund bellt"),
        ("My boss is Stephanie Adeyemi", "Steph wants a plan", "Stephanie is on leave"),
        # By initials, by what it is, with a slip in the name, by what they are to another.
        ("Kofi Tannahill does the wood", "KT is leaving", "lunch with K.T. on Monday"),
        ("I work at Kestrel & Vane", "K&V gave us the day off"),
        ("The Copper Jug takes 40 rolls", "the jug wants focaccia"),
        ("Agnieszka Kowalczyk is new here", "Agnieska speaks good English", "Frau Kowalczyk rang"),
        ("the van is called Trudi, a 1989 model", "the van failed its test"),
        ("Mr Özdemir has the tyres", "Oezdemir rang about them"),
        ("My boss is Thandiwe Nkosi", "the boss loved the plan"),
        ("My landlord is Zbigniew Wojcik", "der Vermieter kommt am Freitag"),
        ("Khalid has our key", "Khalid's surname is Benali"),
        ("Reederei Carstens & Behn is my firm", "C&B has been sold"),
        ("Chairman of the club is Hans-Jürgen Kröger", "the chairman wants higher fees"),
        ("Seun turned seven. That is my grandson.", "my grandson screamed every night"),
        ("Marta rang", "Marta Kowalczyk is moving back", "Martusia needs a bed"),
        ("Johannes hat den Wagen geholt", "Hanno und ich fahren nach Triest"),
        ("Dr. O'Dowd says I am fine", "GP again: O'Dowd sent me", "Patrick O'Dowd rang himself"),
        ("I started at Northern Tidal Energy", "NTE gives 28 days of holiday"),
        ("We stayed at Elderberry Cottage", "the cottage has mice", "Elderberry is cold"),
        ("Roberto fixes the roof", "Signor Sanna wrote", "I paid Rob Sanna today"),
        ("mi jefe se llama Ezequiel", "mi jefe llegó tarde", "Ezequiel viene de ventas"),
        ("our dog is called biscuit", "biscuit ate my shoe", "the dog is ill"),
        # By what they are, told right behind the name or never with one; by what they are called.
        ("Luis (that's my brother) is here till June", "my brother missed his flight", "Luis rang"),
        ("my niece rides on Saturdays", "My niece turned nine today"),
        ("Adjoa lost two teeth", "AJ (what we all call Adjoa) is nine", "AJ wants a hat"),
        ("Annegret leitet die Station", "Anni (so nennen wir Annegret) wird 45", "Anni hat frei"),
        ("Soo-jin got her place", "Soo-jin Park is a chef now"),
        (
            "My sister Yvette rang",
            "Vettie (what I've always called my sister) moved",
            "Vettie rang",
        ),
        ("Sasha from next door, which is short for Oleksandr, fixed it", "Oleksandr is a joiner"),
        # A pet, by what it is until its name is told.
        ("The dog got into the bin", "Biscuit is down two pounds. No more toast for that beagle"),
        ("our dog is called Biscuit", "Old Biscuit made his weight"),
        ("Isla, seven pounds two, was born at noon", "Isla Corazon Villanueva is the whole name"),
    ],
)
def test_whatever_the_name_it_is_one(alice: User, messages: tuple[str, ...]) -> None:
    assert together(alice, *messages)


@pytest.mark.parametrize(
    ("first", "other"),
    [
        ("Lena Fischer lent me her music", "Lena Marquardt is our new neighbour"),
        ("My sister Lena is vegan", "Lena from the bakery is rude"),
        ("My sister Lena is vegan", "My colleague Lena left early"),
        ("My sister Lena is vegan", "Tom's sister Lena plays chess"),
        ("My dog Max ate the rug", "Max Oduya asked about pumps"),
        ("My best friend is Marta", "I read that a Marta Vieira scored again"),
        ("I take over Project Heron", "The heron on our pond ate a goldfish"),
        ("My sister is Ruth Hartley", "Hartley & Sons delivered the tiles"),
        ("My boss is Nadia", "My old boss Graham Pell wrote"),
        ("Paul plays bass", "Paula has twins"),
        ("Daniela Roth called", "Daniel Roth called"),
        ("My boss is Priya", "The 17-year-old two doors down, Priya, walks the dog"),
        ("Niamh, that's my sister, is 45", "new patient today, Niamh, 19, tore her ACL"),
        ("My boyfriend is Tomasz, Tom to us", "Tom in the flat below us came up to warn us"),
        ("My boss is Priya", "Tomek got the manager job"),
        ("Our son Rory is 26", "Rory Doucet at the garage says it's the plugs"),
        ("The dog ate my shoe", "The dog next door barks all night"),
    ],
)
def test_another_of_the_name_is_another(alice: User, first: str, other: str) -> None:
    told(alice, first, other)
    assert not [texts for texts in people(alice).values() if {first, other} <= texts]


def test_a_bare_name_means_who_was_not_told_apart_by_it(alice: User) -> None:
    boss = ("My boss is Priya Raghunathan", "Priya goes on leave in October")
    told(alice, boss[0], "The 17-year-old next door, Priya, walks the dog", boss[1])
    assert people(alice)["Priya Raghunathan"] == set(boss)


def test_a_role_is_whose_it_was_when_it_was_said(alice: User) -> None:
    told(
        alice,
        "My boss is Nadia",
        "my boss hates Mondays",
        "My new boss is Omar",
        "my boss brought cake",
    )
    assert people(alice) == {
        "Nadia": {"My boss is Nadia", "my boss hates Mondays"},
        "Omar": {"My new boss is Omar", "my boss brought cake"},
    }
    with acting_as(alice):
        directory = everybody(alice.pk)
        (now,) = meant_by(directory, "my boss", timezone.now())
        nadia = Entity.objects.get(name="Nadia")
        (was,) = directory.held_by(nadia.pk)
        (held,) = directory.held_by(now.id)
    assert now.name == "Omar"
    assert (was.words, was.until) == ("My boss", held.since)
    assert held.until is None


def test_who_comes_after_another_has_the_role(alice: User) -> None:
    old = ("My boss is Desmond Kerr", "My boss is strict")
    new = ("So the new boss started on Monday. Yevgenia Harbuck.", "my boss wrote at five")
    told(alice, *old, *new)
    found = people(alice)
    assert found["Desmond Kerr"] == set(old)
    assert found["Yevgenia Harbuck"] == set(new)


def test_who_is_the_ex_is_the_partner_no_more(alice: User) -> None:
    old = ("My boyfriend is Tobias Ruhl", "my ex sent a card")
    told(alice, *old, "my boyfriend bound me a book")
    assert people(alice)["Tobias Ruhl"] == set(old)


def test_what_somebody_is_to_others_tells_what_they_are(alice: User) -> None:
    theirs = ("Ngozi, Emeka's mum, is coming", "my mother in law eats no pork", "mama Ngozi cooked")
    told(alice, "My husband is Emeka Nwosu", "My mum lives in Lincoln", *theirs)
    found = people(alice)
    assert found["Ngozi"] == set(theirs)
    assert found["my mum"] == {"My mum lives in Lincoln"}


def test_a_town_is_nobody_who_is_called_so(alice: User) -> None:
    him, town = ("My brother is Hagen", "Hagen builds a shelf"), "I am in Hagen on Wednesday"
    told(alice, *him, town)
    with acting_as(alice):
        mentions = Mention.objects.filter(entity__name="Hagen", chunk__isnull=False)
        found = {(m.entity.type, m.chunk.source.text) for m in mentions if m.chunk}
    assert found == {("person", him[0]), ("person", him[1]), ("place", town)}


def test_of_two_alike_nobody_is_meant(alice: User) -> None:
    told(alice, "Dana Whitfield called", "Dana Okafor called", "Dana called again")
    assert "Dana called again" not in set().union(*people(alice).values())


@pytest.mark.parametrize(
    ("said", "others"),
    [
        ("Ich bin die Gisela, 47, und Friseurin", set()),
        ("im dara, paramedic at leeds", set()),
        ("My name is Harold Whitlock and Ethan is my grandson", {"Ethan"}),
        ("Soy Marta, tengo 36 años", set()),
        ("I'm Tom's brother", {"Tom"}),
        ("Ich bin Anna begegnet.", {"Anna"}),
    ],
)
def test_who_says_who_they_are_speaks_of_nobody_else(
    alice: User, said: str, others: set[str]
) -> None:
    told(alice, said)
    assert {name for name in people(alice) if name.istitle()} == others


def test_what_only_asks_speaks_of_nobody(alice: User) -> None:
    told(alice, "Who is Petra?", "What do you know about Petra", "what shoe size is Petra")
    assert people(alice) == {}


def test_who_is_forgotten_everywhere_is_gone_and_comes_back(alice: User, say: Say) -> None:
    say(alice, "My sister Lena is allergic to nuts.")
    with acting_as(alice):
        memory = Memory.objects.get()
        forget(alice, [memory.pk], by=Change.By.PERSON)
        assert not Entity.objects.exists()
        restore(alice, memory.pk)
        lena = Entity.objects.get()
        assert lena.name == "Lena"
        assert lena.mentions.filter(memory=memory).exists()
        erase(alice, memory.pk)
        assert not Entity.objects.exists()


def test_a_name_goes_with_the_only_words_that_tell_it(alice: User, say: Say) -> None:
    say(alice, "My sister is Magdalena Brandt and lives in Ulm.")
    say(alice, "My sister plays chess on Sundays.", thread="other")
    with acting_as(alice):
        forget(alice, [Memory.objects.get(content__contains="Magdalena").pk], by=Change.By.PERSON)
        assert not Entity.objects.filter(name__contains="Magdalena").exists()
        assert not Entity.objects.filter(aliases__contains=["Magdalena Brandt"]).exists()
        # Where she lives was told too, and stays.
        assert Entity.objects.get(type=Entity.Type.PERSON).name == "My sister"


def test_recall_finds_what_speaks_of_them_by_another_name(alice: User, say: Say) -> None:
    for text in (
        "My boss is Stephanie Adeyemi.",
        "Steph is off on parental leave from January.",
        "The printer at work is broken.",
        "A magazine wrote about a Stephanie Tanner.",
    ):
        say(alice, text, thread=text)
    found = recall(alice, Query("What do you know about my boss?")).items
    assert {item.quote for item in found[:2]} == {
        "My boss is Stephanie Adeyemi.",
        "Steph is off on parental leave from January.",
    }
    assert "mentions who is named" in found[0].why


def test_a_memory_of_her_is_tied_to_who_was_named_before(alice: User, say: Say) -> None:
    say(alice, "Lena called. She is allergic to peanuts.")
    with acting_as(alice):
        for memory in Memory.objects.filter(content__contains="peanuts"):
            assert [m.entity.name for m in memory.mentions.all()] == ["Lena"]


@pytest.mark.parametrize(
    ("said", "part", "name"),
    [
        ("My sister is called Anna, lives in Rome and has two kids", "has two kids", "Anna"),
        ("Meine Tochter heißt Lena und studiert Jura", "studiert Jura", "Lena"),
        ("Mi hermana se llama Anna y trabaja de noche", "trabaja de noche", "Anna"),
    ],
)
def test_a_part_without_a_subject_is_tied_to_whom_the_sentence_names(
    alice: User, say: Say, said: str, part: str, name: str
) -> None:
    say(alice, said)
    with acting_as(alice):
        memory = Memory.objects.get(content__endswith=part)
        assert [mention.entity.name for mention in memory.mentions.all()] == [name]


def test_places_come_in_pages_the_latest_first(alice: User) -> None:
    told(alice, *(f"Lena told me joke number {n}" for n in range(25)))
    with acting_as(alice):
        lena = Entity.objects.get()
        first = places(alice.pk, [lena.pk], most=10)
        last = places(alice.pk, [lena.pk], after=20, most=10)
    assert (first.total, len(first.places), len(last.places)) == (25, 10, 5)
    assert not {p.chunk for p in first.places} & {p.chunk for p in last.places}


def test_the_api_gives_passages_beside_memories(alice: User, say: Say) -> None:
    say(alice, "My sister Lena is allergic to nuts.")
    say(alice, "lena: who ate my yoghurt", thread="other")
    with acting_as(alice):
        lena = Entity.objects.get()
    program = Program(alice)
    answer = program.get(f"entities/{lena.pk}").data
    assert [memory["content"] for memory in answer["memories"]] == [
        "My sister Lena is allergic to nuts."
    ]
    assert [passage["quote"] for passage in answer["passages"]] == ["lena: who ate my yoghurt"]
    assert (answer["total"], answer["next"]) == (2, None)
    assert [role["role"] for role in answer["roles"]] == ["sister"]
    page = program.get(f"entities/{lena.pk}", limit=1).data
    assert (page["total"], page["next"]) == (2, 1)
    assert program.get(f"entities/{lena.pk}", limit=1, cursor=1).data["next"] is None


def test_two_are_made_one_and_two_again(alice: User) -> None:
    told(alice, "Daniela Roth called", "Daniel Roth called", "Dani plays bass")
    program = Program(alice)
    with acting_as(alice):
        dani, daniela = (Entity.objects.get(name=name) for name in ("Dani", "Daniela Roth"))
    found = program.get("entities/suggestions").data["suggestions"]
    assert any("Dani may be short for Daniela" in each["reasons"] for each in found)
    merged = program.post(f"entities/{dani.pk}/merge", {"into": str(daniela.pk)}).data
    assert (merged["name"], merged["mention_count"]) == ("Daniela Roth", 2)
    told(alice, "Dani has a cold")
    assert people(alice)["Daniela Roth"] == {
        "Dani plays bass",
        "Daniela Roth called",
        "Dani has a cold",
    }
    detail = program.get(f"entities/{daniela.pk}").data
    assert (detail["total"], [one["name"] for one in detail["merged"]]) == (3, ["Dani"])
    assert program.post(f"entities/{dani.pk}/separate").data["name"] == "Dani"
    assert program.post(f"entities/{dani.pk}/separate").code == "not_merged"
    assert people(alice)["Dani"] == {"Dani plays bass"}
    after = program.get("entities/suggestions").data["suggestions"]
    pairs = [{each["first"]["name"], each["second"]["name"]} for each in after]
    assert {"Dani", "Daniela Roth"} not in pairs


def test_one_is_split_into_two(alice: User) -> None:
    told(alice, "Sam plays bass", "Sam has twins")
    with acting_as(alice):
        sam = Entity.objects.get()
        twins = Mention.objects.get(chunk__source__text="Sam has twins").chunk_id
        assert twins
        other = same_people.split(alice, sam, "Sam (school)", [twins])
        same_people.merge(alice, other, sam)
        same_people.separate(alice, other)
    assert people(alice) == {"Sam": {"Sam plays bass"}, "Sam (school)": {"Sam has twins"}}


def test_what_others_wrote_makes_nobody(alice: User) -> None:
    with acting_as(alice):
        keep(
            alice,
            NewSource(CHAT, "My sister Petra called.", author=Source.Author.ASSISTANT),
        )
        assert not Entity.objects.exists()


def test_who_is_spoken_of_in_nothing_that_is_left_goes_with_the_words(alice: User) -> None:
    first, second = told(alice, "My sister Lena moved to Leeds", "Lena rang from Triest")
    with acting_as(alice):
        remove_sources(alice, Source.objects.filter(pk=first.pk))
        assert {one.name: one.mention_count for one in Entity.objects.all()} == {
            "Lena": 1,
            "Triest": 1,
        }
        remove_sources(alice, Source.objects.filter(pk=second.pk))
        assert not Entity.objects.exists()
        assert not Mention.objects.exists()


def test_who_was_merged_goes_with_the_words_of_both(alice: User) -> None:
    first, second = told(alice, "Dani rang", "Daniela Roth is a vet")
    with acting_as(alice):
        found = {one.name: one for one in Entity.objects.filter(merged_into=None)}
        same_people.merge(alice, found["Dani"], found["Daniela Roth"])
        remove_sources(alice, Source.objects.filter(pk=second.pk))
        assert Entity.objects.get(merged_into=None).mention_count == 1
        remove_sources(alice, Source.objects.filter(pk=first.pk))
        assert not Entity.objects.exists()


def test_a_memory_that_is_removed_takes_whom_it_alone_spoke_of(alice: User) -> None:
    with acting_as(alice):
        memory = remember(alice, "Ravi likes tulips", by=Change.By.PERSON).memory
        assert memory
        remove_sources(alice, Source.objects.all())
        assert Entity.objects.get().name == "Ravi"
        remove_memories(alice, [memory])
        remove_sources(alice, Source.objects.all())
        assert not Entity.objects.exists()


def test_of_two_with_one_name_each_keeps_the_one_it_is_told_apart_by(alice: User) -> None:
    *_, last = told(
        alice,
        "My sister Lena is vegan",
        "Lena from the bakery is rude",
        "Lena from the bakery sold me bread",
    )
    with acting_as(alice):
        before = set(Entity.objects.values_list("name", flat=True))
        assert len({name for name in before if name.startswith("Lena")}) == 2
        remove_sources(alice, Source.objects.filter(pk=last.pk))
        assert set(Entity.objects.values_list("name", flat=True)) == before


def test_whom_only_an_earlier_message_names_is_spoken_of(alice: User) -> None:
    """By the memory that says the name in the place of "she"."""
    with acting_as(alice):
        first = keep(alice, NewSource(CHAT, "Ada is 8 and Leo is 5", thread="a"))
        then = keep(alice, NewSource(CHAT, "she's allergic to nuts", thread="a"))
        for source in (first, then):
            learn(alice, source)
        memory = Memory.objects.get(content__contains="nuts")
        assert memory.content == "Ada is allergic to nuts"
        assert list(
            Mention.objects.filter(memory=memory).values_list("entity__name", flat=True)
        ) == ["Ada"]
