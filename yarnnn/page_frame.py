"""What stands around every page: the rail's conversations, the projects, the one looked at."""

from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import SimpleLazyObject

from accounts.models import Project, User
from chat.converse import OLDER, TEMPORARY, leave, recent
from chat.models import Conversation
from database.acting import acting_as
from portability.sample import has_sample
from web.navigation import ShownTab, rail_at

# The rail shows the latest; a link below them shows the others.
CONVERSATIONS = 30


@dataclass(frozen=True)
class PageFrame:
    """The frame of a page, as templates/base.html wants it."""

    tabs: list[ShownTab] = field(default_factory=list)
    conversations: list[Conversation] = field(default_factory=list)
    projects: list[Project] = field(default_factory=list)
    project: Project | None = None
    # Where the older conversations are, "" where all are shown.
    older_url: str = ""
    # Whether the made-up life to look around in is there.
    sample: bool = False
    # Where to ask for it.
    look_around_url: str = ""
    # Where files are imported: a mailbox from another program, say.
    import_url: str = ""
    # Where a chat begins, with words to begin it with after it.
    say_url: str = ""


def shell(request: HttpRequest) -> dict[str, Any]:
    """Context processor. The database is asked only by pages that have a frame."""
    return {"shell": SimpleLazyObject(lambda: _frame(request))}


def _frame(request: HttpRequest) -> PageFrame:
    user = request.user
    if not isinstance(user, User):
        return PageFrame()
    with acting_as(user):
        projects = list(Project.objects.filter(user=user, archived=None).order_by("name"))
        project = _chosen(request, user, projects)
        _leave_temporary(request, user)
        most = OLDER if "older" in request.GET else CONVERSATIONS
        latest = recent(user, most + 1, project=project)
        home = reverse("chat:home")
        of_project = f"&project={project.pk}" if project else ""
        return PageFrame(
            _tabs(request),
            latest[:most],
            projects,
            project,
            older_url=f"{home}?older=1{of_project}" if len(latest) > most else "",
            sample=has_sample(user),
            look_around_url=reverse("accounts:sample_add"),
            import_url=reverse("imports:imports"),
            say_url=f"{home}?say=",
        )


def _tabs(request: HttpRequest) -> list[ShownTab]:
    match = request.resolver_match
    return rail_at(match.view_name if match else "")


def _leave_temporary(request: HttpRequest, user: User) -> None:
    """Whoever opens another page has left the temporary chat of this browser."""
    temporary = request.session.get(TEMPORARY)
    match = request.resolver_match
    looking_at = match.kwargs.get("pk") if match and match.app_name == "chat" else None
    if temporary and temporary not in (str(looking_at), request.POST.get("conversation")):
        leave(user, UUID(temporary))
        del request.session[TEMPORARY]


def _chosen(request: HttpRequest, user: User, projects: list[Project]) -> Project | None:
    """The project that is looked at: as the address says, else the one of the open conversation."""
    if "project" in request.GET:
        try:
            wanted: UUID | None = UUID(request.GET["project"])
        except ValueError:
            return None
    else:
        wanted = _of_conversation(request, user) if projects else None
    return next((project for project in projects if project.pk == wanted), None)


def _of_conversation(request: HttpRequest, user: User) -> UUID | None:
    match = request.resolver_match
    if match is None or match.view_name != "chat:conversation":
        return None
    opened = Conversation.objects.filter(user=user, pk=match.kwargs["pk"])
    return opened.values_list("project", flat=True).first()
