"""The ledger: what was sent to models for a person, and what of a day's budget is left."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal

from django.conf import settings
from django.db.models import Count, Sum
from django.utils import timezone
from django.utils.translation import gettext_noop

from accounts.models import User
from database.acting import acting_as
from llm.chat import ChatModel
from llm.messages import Usage
from llm.metering import Note
from model_access.connections import price_of
from model_access.models import LedgerEntry

_MILLION = Decimal(1_000_000)
USED_UP = gettext_noop("Today’s budget for the model is used up")


@dataclass(frozen=True)
class UsageTotals:
    """What requests took together."""

    requests: int
    tokens_in: int
    tokens_out: int
    cost: Decimal

    @property
    def tokens(self) -> int:
        return self.tokens_in + self.tokens_out


def noting(user: User, model: ChatModel, purpose: LedgerEntry.Purpose) -> Note:
    """Whoever asks a model for a person tells this what it took. Opens short blocks of its own."""
    left = not model.is_local()
    price = price_of(model.endpoint)

    def note(usage: Usage, answered: bool) -> None:
        with acting_as(user):
            LedgerEntry.objects.create(
                user=user,
                host=model.host[:253],
                model=model.name[:200],
                purpose=purpose,
                left=left,
                tokens_in=usage.prompt_tokens,
                tokens_out=usage.completion_tokens,
                estimated=usage.estimated,
                cost=_cost(usage, price) if answered else None,
                answered=answered,
            )

    return note


def _cost(usage: Usage, price: tuple[Decimal, Decimal] | None) -> Decimal | None:
    if price is None:
        return None
    each_in, each_out = price
    return (usage.prompt_tokens * each_in + usage.completion_tokens * each_out) / _MILLION


def spent(user: User, since: datetime) -> UsageTotals:
    """What was answered since a time. Inside `acting_as`."""
    rows = LedgerEntry.objects.filter(user=user, at__gte=since, answered=True)
    sums = rows.aggregate(
        requests=Count("pk"), ins=Sum("tokens_in"), outs=Sum("tokens_out"), cost=Sum("cost")
    )
    return UsageTotals(
        sums["requests"], sums["ins"] or 0, sums["outs"] or 0, sums["cost"] or Decimal(0)
    )


def midnight(user: User, days: int = 0) -> datetime:
    """When today began where the person lives, or the day that many `days` later."""
    now = timezone.now().astimezone(user.zone)
    return (now + timedelta(days=days)).replace(hour=0, minute=0, second=0, microsecond=0)


def is_used_up(user: User) -> bool:
    """Whether the person's budget for today is used up. Opens a short block of its own."""
    tokens, cost = settings.YARNNN_DAY_TOKENS, settings.YARNNN_DAY_COST
    if not tokens and not cost:
        return False
    with acting_as(user):
        today = spent(user, midnight(user))
    return bool(tokens and today.tokens >= tokens) or bool(cost and today.cost >= cost)
