"""The two tools that ChatGPT's connectors look for, as they describe them: search, and fetch by id.

They read, and nothing else; what they give are the items of `recall` and the texts of `open`.
"""

from typing import Any
from uuid import UUID

from django.urls import reverse

from database.acting import acting_as
from doors import tools
from doors.caller import Caller
from memories.models import Chunk
from memories.pages import display

MOST = 10
# So much of what was found stands for its title.
_TITLE = 80


def do_search(caller: Caller, query: str) -> dict[str, Any]:
    """What may answer, best first: id, title, where to open it, and what it says."""
    found = tools.do_recall(caller, query, MOST, "", tools.TOKENS)
    with acting_as(caller.user):
        return {
            "results": [
                {
                    "id": item["id"],
                    "title": _title(item["text"], item["source"]),
                    "url": _url(caller, item["id"]),
                    "text": item["text"],
                }
                for item in found["items"]
            ]
        }


def do_fetch(caller: Caller, id_: str) -> dict[str, Any]:
    """One of them: a memory, or the text around a passage, with where it is from."""
    opened = tools.do_open(caller, id_, 0)
    rests = opened.get("rests_on", ())
    source = opened["source"] if "source" in opened else rests[0]["source"] if rests else ""
    told = {name: opened[name] for name in ("sure", "known", "date", "state") if name in opened}
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
