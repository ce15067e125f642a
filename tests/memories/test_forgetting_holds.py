"""Whatever is done, in whatever order: what is forgotten stays so, and comes back as it was."""

from dataclasses import dataclass, field
from datetime import timedelta
from itertools import count
from typing import Any
from uuid import UUID

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, settings
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    invariant,
    multiple,
    rule,
    run_state_machine_as_test,
)
from hypothesis.strategies import integers

from accounts.models import Project, User
from accounts.projects import create_project
from accounts.signup import join
from database.acting import acting_as
from memories.forgetting import erase, forget
from memories.forgetting.forget import restore
from memories.keeping import Outcome, Quote, keep, remember
from memories.keeping.editing import edit
from memories.keeping.people.same_people import merge, separate
from memories.keeping.sources import NewSource
from memories.learning import run_night
from memories.learning.learn import learn
from memories.models import Change, Entity, Evidence, Memory, Mention, SearchItem
from memories.recall import Query, recall
from memories.source_kinds import CHAT, NOTE

pytestmark = pytest.mark.long

# Places, names and objects that nothing else shares, so that each fact is known by its number.
THINGS = [
    "My locker code at the pool is",
    "Anna's library card has the number",
    "The gate of the allotment opens with",
    "Our insurance policy is number",
    "Jonas parks in the garage, space",
    "The alarm in the workshop is switched off with",
]
_people, _numbers = count(1), count(48_211, 137)


@dataclass
class Known:
    """A memory as the model keeps it: all words it ever had, and how to tell them."""

    pk: UUID
    words: list[str]
    numbers: list[str] = field(default_factory=list)
    project: UUID | None = None
    before: dict[str, Any] = field(default_factory=dict)


class Forgetting(RuleBasedStateMachine):
    """One person's memory. Bundles hold what is current and what is forgotten."""

    current: Bundle[Known] = Bundle("current")
    gone: Bundle[Known] = Bundle("gone")

    def __init__(self) -> None:
        super().__init__()
        self.user = join(User(email=f"person{next(_people)}@example.org"), let_in=True)
        with acting_as(self.user):
            self.project = create_project(self.user, "Boat").pk
        self.things = count()
        self.hidden: list[Known] = []

    def _new(self) -> tuple[str, str]:
        number = str(next(_numbers))
        return f"{THINGS[next(self.things) % len(THINGS)]} {number}.", number

    @rule(target=current)
    def remember(self) -> Known:
        words, number = self._new()
        with acting_as(self.user):
            memory = remember(self.user, words, by=Change.By.PERSON).memory
        assert memory is not None
        return Known(memory.pk, [words], [number])

    @rule(target=current)
    def hear(self) -> Any:
        """Said in a chat, with a sentence of something else around it."""
        words, number = self._new()
        with acting_as(self.user):
            source = keep(self.user, NewSource(CHAT, f"Well then. {words} Bye", thread="talk"))
            learned = learn(self.user, source)
        found = [each.memory for each in learned if each.memory and number in each.memory.content]
        return multiple(*(Known(each.pk, [words], [number]) for each in found))

    @rule(target=current)
    def bring_in(self) -> Known:
        """A program's export, with the fact in a source of its own."""
        words, number = self._new()
        with acting_as(self.user):
            source = keep(self.user, NewSource(NOTE, words))
            quote = Quote(source, 0, len(words))
            memory = remember(self.user, words, by=Change.By.IMPORT, quote=quote).memory
        assert memory is not None
        return Known(memory.pk, [words], [number])

    @rule(target=current)
    def remember_in_a_project(self) -> Known:
        words, number = self._new()
        with acting_as(self.user):
            project = Project.objects.get(pk=self.project)
            memory = remember(self.user, words, by=Change.By.PERSON, project=project).memory
        assert memory is not None
        return Known(memory.pk, [words], [number], self.project)

    @rule()
    def meet(self) -> None:
        """Two people by name, of whom a merge may make one."""
        with acting_as(self.user):
            for name in ("Anna Mohr", "Jonas Reuter"):
                text = f"My friend {name} plays the cello."
                remember(self.user, text, by=Change.By.PERSON)

    @rule()
    def merge(self) -> None:
        with acting_as(self.user):
            people = list(Entity.objects.filter(user=self.user, merged_into=None, type="person"))
            if len(people) > 1:
                merge(self.user, people[0], people[1])

    @rule()
    def separate(self) -> None:
        with acting_as(self.user):
            merged = Entity.objects.filter(user=self.user, merged_into__isnull=False).first()
            if merged is not None:
                separate(self.user, merged)

    @rule(days=integers(1, 400))
    def night(self, days: int) -> None:
        """Run the night after some days without use: things fade, duplicates are merged."""
        with acting_as(self.user):
            long_ago = timezone.now() - timedelta(days=days)
            Memory.objects.filter(user=self.user).update(updated=long_ago)
        run_night(self.user)

    @rule(known=current)
    def edit(self, known: Known) -> None:
        number = str(next(_numbers))
        words = known.words[-1].replace(known.numbers[-1], number)
        with acting_as(self.user):
            memory = Memory.objects.get(pk=known.pk)
            edit(self.user, memory, by=Change.By.PERSON, content=words)
        known.words.append(words)
        known.numbers.append(number)

    @rule(known=consumes(current), target=gone)
    def forget(self, known: Known) -> Known:
        with acting_as(self.user):
            known.before = self._state(known)
            forget(self.user, [known.pk], by=Change.By.PERSON)
        self.hidden.append(known)
        return known

    @rule(known=consumes(gone), target=current)
    def restore(self, known: Known) -> Known:
        with acting_as(self.user):
            restore(self.user, known.pk)
            assert self._state(known) == known.before
        self.hidden.remove(known)
        return known

    @rule(known=consumes(gone))
    def erase(self, known: Known) -> None:
        with acting_as(self.user):
            erase(self.user, known.pk)
            assert not Memory.objects.filter(pk=known.pk).exists()

    @rule(known=gone)
    def say_again(self, known: Known) -> None:
        """By a chat, an import, a program: it is not learned."""
        words = known.words[-1]
        with acting_as(self.user):
            source = keep(self.user, NewSource(CHAT, words, thread="later"))
            assert not [each for each in learn(self.user, source) if each.memory]
            for by in (Change.By.IMPORT, Change.By.API, Change.By.PERSON):
                assert remember(self.user, words, by=by).outcome is Outcome.REFUSED

    @invariant()
    def nothing_forgotten_is_recalled(self) -> None:
        with acting_as(self.user):
            for known in self.hidden:
                found = recall(self.user, Query(known.words[-1])).items
                told = " ".join(f"{item.text} {item.quote}" for item in found)
                assert not [number for number in known.numbers if number in told]

    @invariant()
    def scope_never_widens(self) -> None:
        with acting_as(self.user):
            for memory in Memory.objects.filter(user=self.user, project=None):
                rests = Evidence.objects.filter(memory=memory, chunk__isnull=False)
                assert not rests.exists() or rests.filter(chunk__source__project=None).exists()
            inside = Memory.objects.filter(user=self.user, project=self.project)
            for words in inside.exclude(content="").values_list("content", flat=True):
                found = recall(self.user, Query(words)).items
                assert words not in [item.text for item in found]

    @invariant()
    def quotes_hold(self) -> None:
        with acting_as(self.user):
            rows = Evidence.objects.filter(user=self.user, chunk__isnull=False)
            for each in rows.select_related("chunk__source"):
                assert each.chunk is not None
                assert each.chunk.source.text[each.start : each.stop] == each.quote

    def _state(self, known: Known) -> dict[str, Any]:
        """All that Restore has to bring back."""
        memory = Memory.objects.get(pk=known.pk)
        kept = ("content", "state", "kind", "tags", "importance", "confidence", "event_time")
        return {
            **{name: getattr(memory, name) for name in kept},
            "evidence": sorted(
                (str(e.chunk_id), e.start, e.stop, e.quote)
                for e in Evidence.objects.filter(memory=memory)
            ),
            "mentions": sorted(
                str(pk) for pk in Mention.objects.filter(memory=memory).values_list("entity")
            ),
            "found": SearchItem.objects.filter(memory=memory).count(),
        }


@pytest.mark.django_db
def test_it_holds_whatever_is_done() -> None:
    run_state_machine_as_test(
        Forgetting,
        settings=settings(
            max_examples=8,
            stateful_step_count=12,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )
