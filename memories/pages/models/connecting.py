"""Settings: the owner of the installation connects models, and anybody tries one."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from accounts.errors import Refused
from database.acting import acting_as
from llm.errors import ModelError
from llm.model_list import models_at
from memories.learning.model.trial import try_model
from memories.pages.models import settings as model_settings
from memories.pages.models.form import ConnectForm
from model_access import connections, ledger
from model_access.addresses import checked
from model_access.models import Connection
from web.guard import PersonRequest, signed_in


@require_POST
@signed_in(block=False)
def connect(request: PersonRequest) -> HttpResponse:
    """Connect a model, or show which the server has."""
    _owner_only(request)
    form = ConnectForm(request.POST)
    if not form.is_valid():
        return _again(request, form)
    filled = form.cleaned_data
    try:
        if not filled["model"]:
            return _choose(request, filled)
        with acting_as(request.user):
            made = connections.connect(
                filled["address"],
                filled["model"],
                filled["key"],
                price_in=filled["price_in"],
                price_out=filled["price_out"],
            )
    except Refused as refused:
        form.add_error(None, refused.message)
        return _again(request, form)
    except ModelError as error:
        form.add_error(None, str(error))
        return _again(request, form)
    messages.success(
        request,
        gettext("%(model)s is connected. Test it before you rely on it.") % {"model": made.model},
    )
    return redirect("accounts:model")


@require_POST
@signed_in
def standard(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Have this one asked where nothing else is chosen."""
    _owner_only(request)
    connections.make_standard(_known(pk))
    return redirect("accounts:model")


@require_POST
@signed_in
def disconnect(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Take a model away, with its key."""
    _owner_only(request)
    connections.disconnect(_known(pk))
    messages.success(request, gettext("Disconnected. Its key is deleted."))
    return redirect("accounts:model")


@require_POST
@signed_in(block=False)
def test(request: PersonRequest) -> HttpResponse:
    """Try the model that is asked, or another connection, on a passage whose facts are known."""
    choice = request.POST.get("model", "")
    if choice not in dict(connections.choices()):
        raise Http404
    model = connections.chosen(choice)
    if model is None:
        raise Http404
    if ledger.is_used_up(request.user):
        messages.error(request, f"{ledger.USED_UP}.")
        return redirect("accounts:model")
    tried = try_model(request.user, model)
    with acting_as(request.user):
        shown = model_settings.context(request) | {"tried": tried, "tried_model": model}
        return render(request, "memories/model.html", shown)


def _choose(request: PersonRequest, filled: dict[str, Any]) -> HttpResponse:
    names = models_at(checked(filled["address"]), filled["key"])
    if not names:
        raise Refused("model", gettext("The server answers, but has no models yet."))
    return _again(request, ConnectForm(request.POST, names=names), status=200)


def _again(request: PersonRequest, form: ConnectForm, status: int = 422) -> HttpResponse:
    with acting_as(request.user):
        shown = model_settings.context(request) | {"form": form}
        return render(request, "memories/model.html", shown, status=status)


def _owner_only(request: PersonRequest) -> None:
    if not request.user.owns_installation:
        raise Http404


def _known(pk: UUID) -> Connection:
    found = Connection.objects.filter(pk=pk).first()
    if found is None:
        raise Http404
    return found
