"""The API's calls about learning, the night's work and what models took."""

from datetime import datetime, timedelta
from decimal import Decimal
from typing import Annotated
from uuid import UUID

from django.conf import settings
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from pydantic import BaseModel, Field
from rest_framework.response import Response

from memories import work
from memories.api import answers, shapes
from memories.learning import learn, learn_what_is_left, leave_to_model, progress, run_night
from memories.learning.backfill import try_again
from memories.learning.learn import reading_model
from memories.models import Source, Work
from model_access import ledger
from model_access.models import LedgerEntry
from web.guard import own
from web.rest import ApiRequest, Shape, body_of, endpoint, query_of
from web.schema import ErrorAnswer, parameters_of

# Maximum number of waiting sources learned from per call.
AT_ONCE = 50


class Learning(Shape):
    """What to learn from."""

    all: bool = Field(False, description="Once more from everything, also what was learned.")
    failed: bool = Field(False, description="Only what failed.")


class LearningAnswer(BaseModel):
    """How far learning is: sources that wait or failed, parts that were learned, and why not."""

    model: str | None = Field(description="The model that learns; null where rules do.")
    waiting: int
    failed: int
    learned: int
    reasons: list[str]


class LedgerListing(Shape):
    """Which requests to list."""

    days: Annotated[int, Field(ge=1, le=366)] = 30
    cursor: UUID | None = None
    limit: Annotated[int, Field(ge=1, le=200)] = 50


class SpentAnswer(BaseModel):
    """What requests took together."""

    requests: int
    tokens_in: int
    tokens_out: int
    cost: Decimal


class EntryAnswer(BaseModel):
    """One request to a model. `left` is whether it went beyond this machine and its network."""

    id: UUID
    at: datetime
    host: str
    model: str
    purpose: LedgerEntry.Purpose
    left: bool
    tokens_in: int
    tokens_out: int
    estimated: bool
    cost: Decimal | None
    answered: bool


class UsageAnswer(BaseModel):
    """The ledger: what models took today and since, and each request, the latest first."""

    currency: str
    day_tokens: int = Field(description="The budget of a day; 0 where there is none.")
    day_cost: Decimal = Field(description="The same in money.")
    today: SpentAnswer
    since: SpentAnswer
    entries: list[EntryAnswer]
    next: UUID | None


@extend_schema(
    methods=["GET"],
    operation_id="learning_read",
    description="How far learning is.",
    responses={200: LearningAnswer},
)
@extend_schema(
    methods=["POST"],
    operation_id="learning_start",
    description="Learn from what was not learned from yet, or again from what failed, or from "
    "everything. Workers do it; asked twice it goes on.",
    request=Learning,
    responses={202: LearningAnswer, 422: ErrorAnswer},
)
@endpoint("GET", "POST")
def learning(request: ApiRequest) -> Response:
    """How far learning is, or more of it."""
    if request.method == "POST":
        asked = body_of(request, Learning)
        if asked.failed:
            try_again(request.user)
        else:
            learn_what_is_left(request.user, again=asked.all)
    model = reading_model()
    now = progress(request.user)
    answer = LearningAnswer(
        model=model.name if model else None,
        waiting=now.waiting,
        failed=now.failed,
        learned=now.learned,
        reasons=list(now.reasons),
    )
    return Response(answer.model_dump(), status=202 if request.method == "POST" else 200)


@extend_schema(
    operation_id="usage_read",
    description="What was sent to chat models for the person: when, to whom, what for, and what "
    "it took. No words of it are kept here.",
    parameters=parameters_of(LedgerListing),
    responses={200: UsageAnswer, 422: ErrorAnswer},
)
@endpoint("GET")
def usage(request: ApiRequest) -> Response:
    """The ledger."""
    asked = query_of(request, LedgerListing)
    since = timezone.now() - timedelta(days=asked.days)
    rows = LedgerEntry.objects.filter(user=request.user, at__gte=since).order_by("-pk")
    if asked.cursor:
        rows = rows.filter(pk__lt=asked.cursor)
    entries = list(rows[: asked.limit + 1])
    shown = entries[: asked.limit]
    answer = UsageAnswer(
        currency=settings.YARNNN_CURRENCY,
        day_tokens=settings.YARNNN_DAY_TOKENS,
        day_cost=settings.YARNNN_DAY_COST,
        today=_spent(ledger.spent(request.user, ledger.midnight(request.user))),
        since=_spent(ledger.spent(request.user, since)),
        entries=[EntryAnswer.model_validate(entry, from_attributes=True) for entry in shown],
        next=shown[-1].pk if len(entries) > len(shown) else None,
    )
    return Response(answer.model_dump(mode="json"))


def _spent(spent: ledger.UsageTotals) -> SpentAnswer:
    return SpentAnswer.model_validate(spent, from_attributes=True)


@extend_schema(
    operation_id="consolidate",
    description="Do the night's work now: fade what is not used, merge duplicates, ask about what "
    "contradicts. `under_way` where it is being done already.",
    request=None,
    responses={200: shapes.ConsolidatedAnswer, 422: ErrorAnswer},
)
@endpoint("POST", block=False)
def consolidate(request: ApiRequest) -> Response:
    """Do the night's work now."""
    return Response(shapes.ConsolidatedAnswer(**vars(run_night(request.user))).model_dump())


@extend_schema(
    operation_id="extract",
    description="Learn now from one source, or from all that wait.",
    request=shapes.Extracting,
    responses={200: shapes.ExtractedAnswer, 404: ErrorAnswer},
)
@endpoint("POST")
def extract(request: ApiRequest) -> Response:
    """Learn now."""
    asked = body_of(request, shapes.Extracting)
    waiting = Work.objects.filter(user=request.user, kind=work.LEARN, state=Work.State.WAITING)
    if asked.source:
        sources = [own(Source, pk=asked.source)]
    else:
        ids = list(waiting.order_by("created").values_list("subject", flat=True)[:AT_ONCE])
        sources = list(Source.objects.filter(user=request.user, pk__in=ids))
    learned = [each for it in sources for each in learn(request.user, it)]
    for it in sources:
        if not leave_to_model(request.user, it, urgent=True):
            work.no_longer_needed(work.LEARN, [it.pk])
    answer = shapes.ExtractedAnswer(
        memories=[answers.of(request.user, each.memory) for each in learned if each.memory],
        waiting=waiting.count(),
    )
    return Response(answer.model_dump())
