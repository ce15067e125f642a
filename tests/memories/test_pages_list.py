"""The Memory page: what it lists, what it answers, how it is narrowed down."""

import re
from datetime import timedelta
from html import unescape
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Project, User, Workspace
from database.acting import acting_as
from memories.forgetting.forget import forget
from memories.keeping.remember import remember
from memories.keeping.vectors import embed_waiting
from memories.models import Change, Memory, Source
from memories.source_kinds import NOTE
from tests.memories.conftest import Say

HTMX = {"HX-Request": "true"}


def know(user: User, content: str, **fields: object) -> Memory:
    with acting_as(user):
        remembered = remember(user, content, by=Change.By.PERSON, **fields)  # type: ignore[arg-type]
    assert remembered.memory
    return remembered.memory


def shown(client: Client, **query: str) -> str:
    answer = client.get("/memory", query)
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def facts(html: str) -> list[str]:
    return re.findall(r'<p class="fact"[^>]*>(.*?)</p>', html)


def test_nobody_sees_it_without_signing_in(client: Client) -> None:
    assert client.get("/memory").status_code == 302


def test_an_empty_memory_says_what_to_do(signed_in: Client) -> None:
    assert "I don’t know you yet" in shown(signed_in)


def test_each_memory_stands_with_the_source_it_comes_from(
    signed_in: Client, alice: User, say: Say
) -> None:
    source, _ = say(alice, "Nice day! I work at the harbour.")
    html = shown(signed_in)
    assert facts(html) == ["I work at the harbour."]
    assert "From your chat, " in html
    assert f"/sources/{source.pk}?at=10-32" in html
    assert source.text[10:32] == "I work at the harbour."
    assert "sure</span>" not in html
    assert html.count('id="count-current"') == 1
    know(alice, "I may like sailing", confidence=0.3)
    assert '<span class="unsure">not sure</span>' in shown(signed_in)


def test_a_strangers_page_shows_nothing_of_it(client: Client, alice: User, charlie: User) -> None:
    know(alice, "I keep bees on the roof", tags=["bees"])
    client.force_login(charlie)
    for query in ({}, {"q": "bees"}, {"tag": "bees"}, {"tab": "forgotten"}):
        assert "on the roof" not in shown(client, **query)


def test_a_question_is_answered_in_a_sentence_with_its_citation(
    signed_in: Client, alice: User, say: Say
) -> None:
    source, _ = say(alice, "My sister Marit works at the harbour.")
    say(alice, "I keep bees on the roof.")
    html = shown(signed_in, q="where does my sister work?")
    answer = html[html.index('aria-label="Answer"') : html.index('class="tabs"')]
    assert "Your sister Marit works at the harbour<a" in answer
    assert "</a>.</p>" in answer
    assert re.search(rf'class="cite" href="/sources/{source.pk}\?at=0-37', answer)
    assert "My sister Marit works at the harbour." in answer
    assert facts(html) == ["My sister Marit works at the harbour."]


def test_the_page_s_own_question_is_about_its_topic(
    signed_in: Client, alice: User, say: Say
) -> None:
    say(alice, "My sister Marit works at the harbour.")
    say(alice, "I keep bees on the roof.")
    for question in ("What do you remember about bees?", "what do you know about bees", "bees"):
        assert facts(shown(signed_in, q=question)) == ["I keep bees on the roof."]


def test_a_topic_is_told_where_something_comes_near_it_and_else_not(
    signed_in: Client, alice: User, say: Say
) -> None:
    for thing in OTHER_THINGS:
        say(alice, thing, thread=thing)
    known = shown(signed_in, q="What do you remember about Elin?")
    assert 'class="cite"' in known
    assert facts(known)
    assert all("Elin" in fact for fact in facts(known))
    unknown = shown(signed_in, q="What do you remember about Zoltan?")
    assert 'class="cite"' not in unknown
    assert facts(unknown) == []


def test_what_is_not_known_is_said_plainly(signed_in: Client, alice: User, say: Say) -> None:
    unknown = "what is the capital of Peru?"
    # Nobody told of Peru.
    nothing = "I know nothing about <bdi>Peru</bdi>."
    assert nothing in shown(signed_in, q=unknown)
    for name in ("Ada", "Bo", "Cy", "Di"):
        say(alice, f"My friend {name} likes tea.")
    html = shown(signed_in, q=unknown)
    assert nothing in html
    assert facts(html) == []
    assert "The closest I have" not in html
    assert "I don’t know you yet" not in html


OTHER_THINGS = (
    "I live in Bath.",
    "I am allergic to hazelnuts.",
    "My cello lesson is on Wednesdays at five.",
    "My sister Elin lives in Gothenburg and keeps bees.",
    "Our movers are Blauer Wagen.",
)


@pytest.mark.parametrize(
    "q", ["Zoltan", "Where does Zoltan live?", "where does zoltan live", "hamster", "car insurance"]
)
def test_what_has_nothing_to_do_with_the_question_is_not_listed(
    signed_in: Client, alice: User, say: Say, q: str
) -> None:
    for thing in OTHER_THINGS:
        say(alice, thing, thread=thing)
    html = shown(signed_in, q=q)
    unheard = "I know nothing about <bdi>Zoltan</bdi>."
    assert f"Nothing about “<bdi>{q}</bdi>”." in html or unheard in html
    assert facts(html) == []
    assert 'class="cite"' not in html


OF_OTHER_LANGUAGES = {
    "de": (
        "Ich wohne in Bath.",
        "Ich bin gegen Haselnüsse allergisch.",
        "Meine Cellostunde ist mittwochs um fünf.",
        "Meine Schwester Elin wohnt in Göteborg und hält Bienen.",
        "Unser Umzugsunternehmen ist Blauer Wagen.",
    ),
    "es": (
        "Vivo en Bath.",
        "Soy alérgica a las avellanas.",
        "Mi clase de violonchelo es los miércoles a las cinco.",
        "Mi hermana Elin vive en Gotemburgo y cría abejas.",
        "Nuestra empresa de mudanzas es Blauer Wagen.",
    ),
}


@pytest.mark.parametrize("told", [OTHER_THINGS, *OF_OTHER_LANGUAGES.values()])
def test_to_have_been_asked_about_tells_nothing_of_anybody(
    signed_in: Client, alice: User, say: Say, told: tuple[str, ...]
) -> None:
    for thing in told:
        say(alice, thing, thread=thing)
    say(alice, "Wo wohnt Zoltan?", thread="asked")
    for q in ("¿Dónde vive Zoltan?", "Where does Zoltan live?"):
        html = signed_in.get("/palette", {"q": q}, headers=HTMX).content.decode()
        assert not [thing for thing in told if thing in unescape(html)]


NOTHING = {
    "de": "Zoltan|Wo wohnt Zoltan?|wo wohnt zoltan|Hamster|Autoversicherung|Steuererklärung"
    "|Wer ist mein Zahnarzt?|Welche Schuhgröße habe ich?|Wie heißt mein Hund?"
    "|Wie viel verdiene ich?|Was ist meine Lieblingsfarbe?|Welches Auto fahre ich?"
    "|Wer repariert meinen Rasenmäher?",
    "es": "Zoltan|¿Dónde vive Zoltan?|dónde vive zoltan|hámster|seguro del coche|¿Cuánto gano?"
    "|declaración de la renta|¿Quién es mi dentista?|¿Qué talla de zapato uso?"
    "|¿Cuál es mi color favorito?|¿Qué coche conduzco?|¿Quién arregla mi cortacésped?",
}
SOMETHING = {
    "de": {"Wo wohne ich?": 0, "Bienen": 3, "Wann habe ich Cello?": 2, "Wo wohnt Elin?": 3},
    "es": {"¿Dónde vivo?": 0, "alergia a los frutos secos": 1, "violonchelo": 2, "abejas": 3},
}


def words(text: str) -> set[str]:
    return set(text.rstrip(".").split())


@pytest.mark.long
@pytest.mark.parametrize("told_in", ["de", "es", "en"])
@pytest.mark.parametrize("language", ["de", "es"])
def test_what_has_nothing_to_do_with_it_is_listed_in_no_language(
    signed_in: Client, alice: User, say: Say, language: str, told_in: str
) -> None:
    told = OF_OTHER_LANGUAGES.get(told_in, OTHER_THINGS)
    for thing in told:
        say(alice, thing, thread=thing)
    listed = {q: facts(shown(signed_in, q=q)) for q in NOTHING[language].split("|")}
    assert {q: found for q, found in listed.items() if found} == {}
    palette = {
        q: signed_in.get("/palette", {"q": q}, headers=HTMX).content.decode()
        for q in NOTHING[language].split("|")
    }
    assert [
        q for q, html in palette.items() if any(thing in unescape(html) for thing in told)
    ] == []
    if told_in == language:
        for q, number in SOMETHING[language].items():
            # A sentence may have been cut into several facts.
            parts = [words(fact) <= words(told[number]) for fact in facts(shown(signed_in, q=q))]
            assert any(parts), q


def test_of_a_language_that_is_not_read_words_decide(
    signed_in: Client, alice: User, say: Say
) -> None:
    told = (
        "J'habite à Bath.",
        "Je suis allergique aux noisettes.",
        "Mon cours de violoncelle est le mercredi à cinq heures.",
    )
    for thing in told:
        know(alice, thing)
    while embed_waiting(alice.pk):
        pass
    for q in ("assurance auto", "déclaration de revenus", "hamster", "le mot de passe du wifi"):
        assert facts(shown(signed_in, q=q)) == [], q
    assert facts(shown(signed_in, q="violoncelle")) == [told[2]]


def test_a_name_just_forgotten_lists_nothing(signed_in: Client, alice: User, say: Say) -> None:
    for thing in OTHER_THINGS:
        say(alice, thing, thread=thing)
    _, (told,) = say(alice, "My manager is Priya Raman.")
    assert told.memory
    for q in ("Priya Raman", "Who is Priya?"):
        assert facts(shown(signed_in, q=q))[0] == "My manager is Priya Raman."
    with acting_as(alice):
        forget(alice, [told.memory.pk], by=Change.By.PERSON)
    for q in ("Priya Raman", "Who is Priya?", "what do you remember about Priya?"):
        html = shown(signed_in, q=q)
        unheard = "I know nothing about <bdi>Priya</bdi>."
        assert f"Nothing about “<bdi>{q}</bdi>”." in html or unheard in html
        assert facts(html) == []


def test_what_may_have_to_do_with_it_is_called_the_closest(
    signed_in: Client, alice: User, say: Say
) -> None:
    for thing in OTHER_THINGS:
        say(alice, thing, thread=thing)
    q = "Do I carry an allergy pen?"
    html = shown(signed_in, q=q)
    assert f"I’m not sure about “<bdi>{q}</bdi>”." in html
    assert "The closest I have</h2>" in html
    assert facts(html) == ["I am allergic to hazelnuts."]
    # Who teaches it nobody said.
    assert facts(shown(signed_in, q="Who teaches my cello lesson?")) == []
    html = shown(signed_in, q="When is Tomas’s lesson?")
    assert "I know nothing about <bdi>Tomas</bdi>." in html
    assert facts(html) == []
    # What is told in other words is found as before.
    assert "I am allergic to hazelnuts." in facts(shown(signed_in, q="nut allergy"))


@pytest.mark.parametrize("tab", ["current", "faded", "forgotten"])
@pytest.mark.parametrize("stale", [{"tag": "gone"}, {"kind": "note"}, {"source": "gmail"}])
def test_an_empty_filter_is_no_empty_account(
    signed_in: Client, alice: User, tab: str, stale: dict[str, str]
) -> None:
    kept = know(alice, "I keep bees on the roof", tags=["bees"])
    gone = know(alice, "My locker code is 4711")
    with acting_as(alice):
        forget(alice, [gone.pk], by=Change.By.PERSON)
    html = shown(signed_in, tab=tab, **stale)
    assert "I don’t know you yet" not in html
    assert "Nothing forgotten" not in html
    assert "Nothing matches these filters" in html
    (clear,) = re.findall(r'href="([^"]*)">Clear filters', html)
    assert clear == ("/memory" if tab == "current" else f"/memory?tab={tab}")
    # The filter is there to be taken off.
    assert html.count("Remove the filter") == 1
    asked = shown(signed_in, q="bees", **stale)
    assert "Nothing about “<bdi>bees</bdi>” with these filters." in asked
    assert re.findall(r'href="([^"]*)">Clear filters', asked) == ["/memory?q=bees"]
    with acting_as(alice):
        forget(alice, [kept.pk], by=Change.By.PERSON)
    assert "Nothing current" in shown(signed_in)


def test_words_of_a_person_are_never_markup(signed_in: Client, alice: User, say: Say) -> None:
    say(alice, "My sister is called <b>Marit</b>. I like <script>alert(1)</script> & [1].")
    answer = signed_in.get("/memory", {"q": "what is my sister called? <i>"}).content.decode()
    assert "<script>alert" not in answer
    assert "<b>Marit" not in answer
    assert "&lt;b&gt;Marit" in answer


def test_tabs_part_what_is_current_from_what_is_forgotten(signed_in: Client, alice: User) -> None:
    know(alice, "I keep bees on the roof")
    code = know(alice, "My locker code is 4711")
    with acting_as(alice):
        forget(alice, [code.pk], by=Change.By.PERSON)
    assert facts(shown(signed_in)) == ["I keep bees on the roof"]
    forgotten = shown(signed_in, tab="forgotten")
    assert facts(forgotten) == ["My locker code is 4711"]
    assert "Faded" not in forgotten
    with acting_as(alice):
        Memory.objects.filter(state="current").update(state="faded")
    assert facts(shown(signed_in, tab="faded")) == ["I keep bees on the roof"]
    assert facts(shown(signed_in)) == []


def facet_urls(html: str) -> set[str]:
    return set(re.findall(r'<a href="(/memory\?[^"]+)" hx-get', html))


def test_facets_narrow_down_and_keep_the_other_choices(
    signed_in: Client, alice: User, garden: Project
) -> None:
    know(alice, "The roses get water on Mondays", project=garden, tags=["plants"])
    know(alice, "I like roses best", kind=Memory.Kind.PREFERENCE, tags=["plants"])
    know(alice, "I work at the harbour", tags=["work"])
    know(alice, "The ferns stand in the shade", tags=["plants"])
    html = shown(signed_in)
    assert {"/memory?tag=plants", "/memory?kind=fact"} <= facet_urls(html)
    assert f"/memory?project={garden.pk}" in facet_urls(html)
    narrowed = shown(signed_in, tag="plants", kind="fact")
    assert facts(narrowed) == ["The ferns stand in the shade", "The roses get water on Mondays"]
    (chosen,) = [u for u in facet_urls(narrowed) if f"project={garden.pk}" in u]
    assert parse_qs(urlsplit(chosen).query) == {
        "tag": ["plants"],
        "kind": ["fact"],
        "project": [str(garden.pk)],
    }
    assert facts(shown(signed_in, project="everywhere")) == [
        "The ferns stand in the shade",
        "I work at the harbour",
        "I like roses best",
    ]


def test_a_question_obeys_the_facets(signed_in: Client, alice: User, garden: Project) -> None:
    know(alice, "The roses get water on Mondays", project=garden)
    know(alice, "The roses on the balcony are red")
    assert len(facts(shown(signed_in, q="roses"))) == 2
    assert facts(shown(signed_in, q="roses", project=str(garden.pk))) == [
        "The roses get water on Mondays"
    ]
    assert facts(shown(signed_in, q="roses", project="everywhere")) == [
        "The roses on the balcony are red"
    ]
    assert facts(shown(signed_in, q="roses", kind="note")) == []


def test_a_long_list_goes_on(signed_in: Client, alice: User) -> None:
    now = timezone.now()
    with acting_as(alice):
        Memory.objects.bulk_create(
            Memory(
                user=alice,
                content=f"Thing {number}",
                updated=now - timedelta(minutes=number),
                source_kind=NOTE,
            )
            for number in range(120)
        )
    html = shown(signed_in)
    seen = facts(html)
    while more := re.search(r'hx-get="(/memory\?cursor=[^"]+)"', html):
        answer = signed_in.get(more[1], headers=HTMX)
        html = answer.content.decode()
        assert "<html" not in html
        assert "tabs" not in html
        seen += facts(html)
    assert seen == [f"Thing {number}" for number in range(120)]


def test_htmx_gets_the_results_alone(signed_in: Client, alice: User) -> None:
    know(alice, "I keep bees on the roof")
    html = signed_in.get("/memory", {"q": "bees"}, headers=HTMX).content.decode()
    assert "<html" not in html
    assert 'aria-label="Answer"' in html
    assert facts(html) == ["I keep bees on the roof"]


@pytest.mark.parametrize(
    "query",
    [
        {"project": "garden"},
        {"project": str(uuid4())},
        {"kind": "episode"},
        {"source": "slack"},
        {"tab": "replaced"},
        {"tab": "x"},
        {"cursor": "x"},
        {"tag": "a\0"},
    ],
)
def test_what_is_no_filter_is_not_found(signed_in: Client, query: dict[str, str]) -> None:
    assert signed_in.get("/memory", query).status_code == 404


@pytest.mark.parametrize("q", ["\0", "?", "x" * 20_000, "%", "'; --", "ä" * 300, "‮abc"])
def test_an_odd_question_breaks_nothing(signed_in: Client, alice: User, q: str) -> None:
    know(alice, "I keep bees on the roof")
    assert signed_in.get("/memory", {"q": q}).status_code == 200


def test_a_strangers_project_is_not_found(signed_in: Client, charlie: User) -> None:
    with acting_as(charlie):
        workspace = Workspace.objects.create(user=charlie, name="Charlie")
        theirs = Project.objects.create(user=charlie, workspace=workspace, name="C", number=1)
    for query in ({"project": str(theirs.pk)}, {"project": str(theirs.pk), "q": "x"}):
        assert signed_in.get("/memory", query).status_code == 404


def test_dates_are_told_in_the_persons_zone(signed_in: Client, alice: User) -> None:
    memory = know(alice, "I keep bees on the roof")
    with acting_as(alice):
        Source.objects.update(happened_at="2020-06-30T23:30:00Z")
        Memory.objects.filter(pk=memory.pk).update(last_used=timezone.now())
    User.objects.filter(pk=alice.pk).update(time_zone="Asia/Tokyo")
    html = shown(signed_in)
    assert "From your note, 1 July 2020" in html
    assert "used today" in html
