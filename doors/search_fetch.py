"""The two tools that ChatGPT's connectors look for, as they describe them: search, and fetch by id.

They read, and nothing else; what they give are the items of `recall` and the texts of `open`.
"""

from typing import Any
from uuid import UUID

from django.urls import reverse

from database.acting import acting_as
from doors import tools
from doors.caller import Caller
from doors.token_limits import within
from memories.models import Chunk
from memories.pages import display

MOST = 10
# What an answer says where it is not all there is.
_FEWER = "Shortened: there is more. Ask for less at once."
_BEGINNING = "Shortened: there is more. The address shows all of it."
# Maximum length of a result's title, in characters.
_TITLE = 80


def do_search(caller: Caller, query: str) -> dict[str, Any]:
    """What may answer, best first: id, title, where to open it, and what it says."""
    found = tools.do_recall(caller, query, MOST, "", tools.TOKENS)
    with acting_as(caller.user):
        results = [_result(caller, item) for item in found["items"]]
    kept = within(results, tools.TOKENS)
    more = {"note": _FEWER} if len(kept) < len(results) or "note" in found else {}
    return {"results": kept, **more}


def _result(caller: Caller, item: dict[str, Any]) -> dict[str, Any]:
    words = item.get("text", item["quote"])
    return {
        "id": item["id"],
        "title": _title(words, item["source"]),
        "url": _url(caller, item["id"]),
        "text": words,
    }


def do_fetch(caller: Caller, id_: str) -> dict[str, Any]:
    """One of them: a memory, or the text around a passage, with where it is from."""
    opened = tools.do_open(caller, id_, 0)
    source = opened["source"]
    names = ("sure", "known", "date", "state")
    told: dict[str, Any] = {name: opened[name] for name in names if name in opened}
    if opened["next"]:
        told["note"] = _BEGINNING
    with acting_as(caller.user):
        return {
            "id": id_,
            "title": _title(opened["text"], source),
            "text": opened["text"],
            "url": _url(caller, id_),
            "metadata": {"source": source, **{name: str(value) for name, value in told.items()}},
        }


def _title(text: str, source: str) -> str:
    words = " ".join(text.split())
    short = words if len(words) <= _TITLE else words[:_TITLE].rsplit(" ", 1)[0] + " …"
    return f"{short} ({source})" if source else short


def _url(caller: Caller, id_: str) -> str:
    """The page where the person sees it."""
    kind, _, pk = id_.partition(":")
    if kind == "memory":
        return caller.address + reverse("memories:history", args=[pk])
    chunk = Chunk.objects.select_related("source").defer("source__text")
    it = chunk.get(user=caller.user, pk=UUID(pk))
    url = display.source_url(it.source_id, it.source.kind, it.start, it.stop)
    return caller.address + url
