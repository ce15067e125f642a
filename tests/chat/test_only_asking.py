"""What only asks teaches nothing, and what was learned once is not learned again."""

import pytest

from accounts.models import User
from chat.models import Proposal
from database.acting import acting_as
from memories.learning import learn, learn_waiting, learn_what_is_left, update_known
from memories.learning.learn import new_of
from memories.models import Change, Evidence, Memory, Mention, Source
from tests.chat.conftest import Talk

pytestmark = pytest.mark.long

LIFE = (
    "I live in Bristol and work as a baker.",
    "My sister Clara lives in Lisbon. She is a vet.",
    "I'm allergic to peanuts",
    "my boss is Nadia",
    "Ich trinke meinen Kaffee schwarz",
    "mi hermano se llama Pablo",
    "We have a dog called Rex",
    "Dentist on 14 December at nine",
)
ASKED = """
Where do I live?
Where does my sister live?
Who is my boss?
What am I allergic to?
How do I like my coffee?
What is my dog called?
When is the dentist?
Is Clara a vet or a nurse?
Do I have a brother?
What's Pablo's job?
How old is Rex?
Does Nadia like tea?
When did I move to Bristol?
Have I told you about my knee?
Did I ever say where I grew up?
Am I a baker?
Are we going to Lisbon in May?
Could you tell me what I told you about Rex?
Can I eat satay?
Should I cook peanuts for Clara?
Who was my boss before Nadia?
Which of my friends lives in Porto?
What did I do last Friday?
Why did I leave my last job?
Wie heißt mein Hund?
Wo wohnt meine Schwester?
Wann habe ich den Zahnarzttermin?
Bin ich gegen etwas allergisch?
Wie trinke ich meinen Kaffee?
Habe ich Geschwister?
Wer ist meine Chefin?
Wohnt Clara noch in Lissabon?
Was macht meine Schwester beruflich?
Seit wann wohne ich in Bristol?
¿Cómo se llama mi hermano?
¿Dónde vivo?
¿Quién es mi jefa?
¿Tengo perro?
¿A qué soy alérgico?
¿Cuándo es el dentista?
¿Vive mi hermana en Lisboa?
¿Cómo tomo el café?
where do i live
who is my boss
what am i allergic to
how old is my sister
what's the dog called
when is the dentist
where does clara live
whats my brothers name
which day is the dentist
how do i take my coffee
who is pablo
what does my sister do
do i have a dog
is clara a vet
does nadia know rex
did i say what my ring size is
have i got a brother
can i eat peanuts
am i a baker
tell me where clara lives
tell me about my dog
remind me what nadia's job is
give me the date of the dentist
show me what you know about Pablo
wo wohne ich
wie heißt mein bruder
wer ist meine chefin
wann ist der zahnarzt
was trinke ich morgens
wie alt ist Rex
welche allergie habe ich
wo arbeitet Clara
dónde vivo
cómo se llama mi perro
quién es mi jefa
cuándo es el dentista
qué soy de profesión
wonder when my passport runs out
I wonder what Clara's husband does
wondering who Nadia's boss is
can't remember when the dentist is
I don't remember what Rex weighs
no idea where I put the spare key
I forgot which day the dentist is
trying to remember the name of Clara's clinic
do you know where Pablo works
do you remember my sister's name
name of my dog
my sister's birthday
date of the dentist appointment
the name of my boss
weiß nicht mehr, wann der Zahnarzt ist
ich frage mich, wie alt Rex ist
wüsste gern, wo Clara arbeitet
Name meiner Schwester
no recuerdo cómo se llama mi jefa
me pregunto cuándo es el dentista
el nombre de mi hermano
"""


def known(user: User) -> dict[str, object]:
    """All that learning may write, but for the sources themselves."""
    with acting_as(user):
        return {
            "memories": sorted(map(str, Memory.objects.values_list("pk", "content", "state"))),
            "evidence": sorted(map(str, Evidence.objects.values_list("pk", "start", "stop"))),
            "changes": sorted(map(str, Change.objects.values_list("pk", "what"))),
            "mentions": sorted(map(str, Mention.objects.filter(chunk=None).values_list("pk"))),
        }


def test_a_hundred_turns_that_only_ask_make_no_memory(talk: Talk, alice: User) -> None:
    for said in LIFE:
        talk.say(said)
    asked = ASKED.strip().splitlines()
    assert len(asked) == 100
    talk.anew()
    made = []
    before = known(alice)
    for question in asked:
        talk.say(question)
        after = known(alice)
        if after != before:
            made.append(question)
        before = after
    assert made == []
    with acting_as(alice):
        proposed = Proposal.objects.values_list("arguments__content", flat=True)
        assert [content for content in proposed if content.rstrip(".") in asked] == []


def test_the_same_chat_learned_twice_makes_nothing_new(talk: Talk, alice: User) -> None:
    for said in (*LIFE, "I moved to Bath last week.", "Nadia left, my new boss is Omar"):
        talk.say(said)
    before = known(alice)
    assert before["memories"]
    with acting_as(alice):
        sources = list(Source.objects.filter(author=Source.Author.PERSON).order_by("id"))
        learned = {source.pk: new_of(learn(alice, source)) for source in sources}
    assert not any(learned.values())
    for source in sources:
        assert update_known(alice, source.pk, []) == []
    with acting_as(alice):
        assert learn_what_is_left(alice, again=True)
    while learn_waiting(alice.pk):
        pass
    assert known(alice) == before
