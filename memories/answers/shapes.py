"""A question with what may be looked at for it, and the answer that was found."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from uuid import UUID

from memories.answers import lookup
from memories.answers.passages import AnswerPassage
from memories.answers.verdicts import Verdict
from memories.recall import Item, Query, RecallResult
from memories.text import AskedDays


@dataclass(frozen=True)
class Question:
    """A question, and what may be searched for it.

    `carried` is what of the turns before belongs to it, `told` what was answered last, where it
    asks of that. `leave_out_local_only` is for whoever asks
    from outside of this machine.
    """

    text: str
    project: UUID | None = None
    carried: str = ""
    # What was answered right before: it is no answer to what is asked about it.
    told: str = ""
    exclude_sources: frozenset[UUID] = frozenset()
    leave_out_local_only: bool = False
    # Filters of the Memory page and the API; those of recall.
    narrowed: Query | None = None

    def query(self, text: str) -> Query:
        """The query to recall, in these words."""
        return replace(
            self.narrowed or Query(text),
            text=text,
            project=self.project,
            exclude_sources=self.exclude_sources,
            leave_out_local_only=self.leave_out_local_only,
            limit=lookup.ITEMS,
            budget=lookup.BUDGET,
            cut_to=None,
        )

    @property
    def filtered(self) -> bool:
        """Whether only some of what is kept may be looked at."""
        return self.narrowed is not None and self.narrowed.filtered

    @property
    def in_full(self) -> str:
        return f"{self.text} ({self.carried})" if self.carried else self.text


@dataclass(frozen=True)
class Answer:
    """Passages that answer a question, or come closest, best first; and how sure that is."""

    verdict: Verdict
    passages: tuple[AnswerPassage, ...] = ()
    # How likely the best is to be right, 0..1.
    likely: float = 0.0
    # How likely each item is to answer, by its id: that of its best sentence.
    each: Mapping[str, float] = field(default_factory=dict, repr=False)
    # All that was recalled, in recall's order.
    items: tuple[Item, ...] = field(default=(), repr=False)
    # Whom or what the question names that stands nowhere; "" where there is none.
    unheard: str = ""
    # Yes or no, where the sentence decides it.
    whether: bool | None = None
    # Whether the passages are facts that answer together.
    joined: bool = False
    # Whether of two questions in one only one is answered.
    half: bool = False
    # By the words of a sentence, the fact learned from it that answers as well by itself.
    facts: Mapping[str, AnswerPassage] = field(default_factory=dict, repr=False)
    # The days of which all that is on is told; None where something else is asked.
    days: AskedDays | None = None
    # What was recalled for it; None where what is on was asked for.
    recalled: RecallResult | None = field(default=None, repr=False)
