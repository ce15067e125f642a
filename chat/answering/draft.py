"""An answer while a model writes it: saved now and then, settled once, its changes kept at once."""

import time
from dataclasses import replace
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext

from chat import builtin, tools
from chat.answering import citations
from chat.answering.apply_plan import CUT, LONGEST, apply_plan
from chat.answering.model import claims
from chat.answering.model.prompt import NumberedItems
from chat.answering.plan import Cite, Plan
from chat.answering.turns import Turn
from chat.models import LEASE, Message, Proposal
from database.acting import acting_as
from llm.thoughts import answer_of
from memories.keeping import Refused

# How often the draft is saved and a wish to stop is noticed, in seconds.
FLUSH = 0.5
# Maximum number of changes that one answer may propose.
PROPOSALS = 5
USED_UP = gettext(
    "The model thought for so long that there was no room left for an answer. Try again, or choose"
    " another model."
)


class Draft:
    """An answer while it is written."""

    def __init__(self, turn: Turn, material: NumberedItems, model: str) -> None:
        self.turn = turn
        self.material = material
        self.model = model
        self.text = ""
        self.full = False
        self._changed = False
        self._flushed = time.monotonic()

    def add(self, text: str) -> str:
        """Append text up to the length limit. Returns what was appended."""
        text = text.replace("\0", "")
        room = LONGEST - len(self.text)
        self.full = len(text) > room
        self.text += text[:room]
        return text[:room]

    def part(self) -> str:
        """Begin a new part after a step: what was written before it stands on its own."""
        return self.add("\n\n") if self.text.strip() else ""

    @property
    def due(self) -> bool:
        """Whether it is time to save it again."""
        return time.monotonic() - self._flushed >= FLUSH

    def flush(self) -> bool:
        """Save what there is and renew the lease. False when the answer is to end here."""
        self._flushed = time.monotonic()
        with acting_as(self.turn.user):
            mine = Message.objects.filter(pk=self.turn.message_id, state=Message.State.WORKING)
            if not mine.update(draft=self.text, lease=timezone.now() + LEASE):
                return False
            asked = mine.filter(stop_asked__isnull=False).exists()
        if asked:
            self.settle(Message.State.STOPPED)
        return not asked

    def note(self, step: dict[str, Any]) -> None:
        """Keep where it was looked, for whoever reads the answer later."""
        with acting_as(self.turn.user):
            message = self._held()
            if message is not None:
                steps = [*message.details.get("steps", []), step]
                message.details = {**message.details, "steps": steps}
                message.save(update_fields=["details"])

    def write(
        self, context: tools.Context, tool: tools.AnyTool, arguments: dict[str, Any]
    ) -> tools.Result:
        """Run a tool that writes, and keep what it did with the answer: both, or neither.

        Raises Refused, as it does; also where the answer was stopped meanwhile.
        """
        with acting_as(self.turn.user):
            message = self._held()
            if message is None or message.stop_asked:
                raise Refused("stopped", "The person stopped this answer. Nothing was changed.")
            result = tools.run(context, tool.name, arguments)
            self._changed = True
            if result.proposal is not None:
                self._propose(message, result.proposal)
            did = [done.kept() for done in result.did if not self._learned_already(done)]
            if did:
                kept = [*message.details.get("did", []), *did]
                message.details = {**message.details, "did": kept}
                message.save(update_fields=["details"])
        return result

    def _held(self) -> Message | None:
        return (
            Message.objects.select_for_update(of=("self",))
            .filter(pk=self.turn.message_id, state=Message.State.WORKING)
            .first()
        )

    def _learned_already(self, done: tools.AppliedChange) -> bool:
        """Whether a change only repeats what was learned from this turn's own words."""
        said = self.turn.said_details.get("did", [])
        return done.what == "known" and any(d["memory"] == str(done.memory) for d in said)

    def _propose(self, message: Message, wanted: tools.ProposedChange) -> None:
        there = Proposal.objects.filter(message=message)
        if there.filter(tool=wanted.tool, arguments=wanted.arguments).exists():
            return
        if there.count() >= PROPOSALS:
            raise Refused("enough", "Enough is proposed already. Answer now.")
        Proposal.objects.create(
            user=self.turn.user,
            message=message,
            tool=wanted.tool,
            arguments=wanted.arguments,
            memory_id=wanted.memory,
        )

    def finish(self, reason: str) -> None:
        """Settle it as the model ended it."""
        said = answer_of(self.text).strip()
        if not said and reason == "length":
            self.settle(Message.State.FAILED, USED_UP)
        elif not said:
            self.settle(Message.State.FAILED, gettext("The model gave an empty answer. Try again."))
        elif reason == "cut":
            self.settle(Message.State.DONE, CUT)
        elif reason == "length":
            self.settle(
                Message.State.DONE,
                gettext("The model stopped here: it reached its maximum length."),
            )
        elif reason == "filtered":
            self.settle(
                Message.State.DONE, gettext("The model's provider cut the answer off here.")
            )
        else:
            self.settle(Message.State.DONE)

    def settle(self, state: Message.State, reason: str = "") -> None:
        """Close the answer with what there is: its markers resolved, and what they hold checked."""
        text, cites = self._cited()
        done = state == Message.State.DONE
        # What a tool wrote or proposed need not be offered as well.
        offered = builtin.offered_beside(self.turn) if done and not self._changed else {}
        plan = Plan(
            text=text,
            cites=cites,
            details={
                "looked": len(self.material.items),
                "verdict": self.material.verdict,
                **offered,
            },
            searchable=done,
        )
        apply_plan(self.turn, plan, state=state, reason=reason, model=self.model)

    def _cited(self) -> tuple[str, list[Cite]]:
        """The text with its markers from 1 on, and what each stands for."""
        material = self.material
        text, used = citations.resolve(answer_of(self.text).rstrip("\n"), len(material.items))
        doubtful = claims.unheld(
            text,
            [material.items[n - 1] for n in used],
            " ".join(
                (
                    self.turn.text,
                    self.turn.summary,
                    *(t.text for t in self.turn.earlier),
                    *material.texts,
                )
            ),
            material.times,
        )
        text, doubted = citations.told_apart(text, [(each.start, each.stop) for each in doubtful])
        cites = [material.cites[n - 1] for n in used]
        for number, old in sorted(doubted.items()):
            # Numbers of their own follow behind all others, in order.
            cites[number - 1 : number] = [replace(cites[old - 1], holds=False)]
        return text, cites
