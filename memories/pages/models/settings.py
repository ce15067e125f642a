"""Settings: which model is asked, what it took, how far learning is."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.humanize.templatetags.humanize import intcomma
from django.core.paginator import Paginator
from django.db.models import Count, Q, Sum
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_POST

from llm import endpoints
from llm.chat import chat_model
from memories.learning import learn_what_is_left, progress
from memories.learning.backfill import try_again
from memories.learning.learn import reading_model
from memories.pages.models.form import ConnectForm
from model_access import ledger
from model_access.models import Connection, LedgerEntry
from web.guard import PersonRequest, signed_in

_DAYS = 30
_PAGE = 50


@require_GET
@signed_in
def model(request: PersonRequest) -> HttpResponse:
    """The page."""
    return render(request, "memories/model.html", context(request))


def context(request: PersonRequest) -> dict[str, Any]:
    """What the page shows. Inside `acting_as`."""
    user, asked = request.user, chat_model()
    return {
        "model": asked,
        "here": asked is not None and asked.is_local(),
        "reads": reading_model() is not None,
        "learning": progress(user),
        "today": ledger.spent(user, ledger.midnight(user)),
        "day_tokens": settings.YARNNN_DAY_TOKENS,
        "day_cost": settings.YARNNN_DAY_COST,
        "currency": settings.YARNNN_CURRENCY,
        "totals": _totals(request),
        "days": _DAYS,
        "set_by_settings": endpoints.chat_endpoint_of_settings() is not None,
        "connections": Connection.objects.order_by("created"),
        "form": ConnectForm() if user.owns_installation else None,
    }


@require_GET
@signed_in
def requests(request: PersonRequest) -> HttpResponse:
    """The ledger, request by request."""
    rows = LedgerEntry.objects.filter(user=request.user).order_by("-pk")
    page = Paginator(rows, _PAGE).get_page(request.GET.get("page"))
    shown = {"page": page, "currency": settings.YARNNN_CURRENCY}
    return render(request, "memories/model_requests.html", shown)


@require_POST
@signed_in
def learn(request: PersonRequest) -> HttpResponse:
    """Learn from the rest, or try again what failed."""
    failed = "failed" in request.POST
    count = try_again(request.user) if failed else learn_what_is_left(request.user)
    if count:
        messages.success(
            request,
            gettext("%(count)s to learn from. I’ll do it in the background.")
            % {"count": intcomma(count)},
        )
    else:
        messages.success(request, gettext("There is nothing left to learn from."))
    return redirect("accounts:model")


def _totals(request: PersonRequest) -> "list[dict[str, object]]":
    """What each model took in the last weeks, for what."""
    since = timezone.now() - timedelta(days=_DAYS)
    rows = (
        LedgerEntry.objects.filter(user=request.user, at__gte=since)
        .values("host", "model", "purpose", "left")
        .annotate(
            requests=Count("pk"),
            unanswered=Count("pk", filter=Q(answered=False)),
            tokens_in=Sum("tokens_in"),
            tokens_out=Sum("tokens_out"),
            cost=Sum("cost"),
        )
        .order_by("-tokens_in")
    )
    names = dict(LedgerEntry.Purpose.choices)
    return [{**row, "purpose": names[row["purpose"]]} for row in rows]
