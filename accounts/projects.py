"""Make, rename and put away projects. Deleting one takes more: portability.projects.

All verbs run inside the caller's `acting_as` block.
"""

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext

from accounts.errors import Refused
from accounts.models import Project, User, Workspace

# Names are shown in one line; numbers are part of the search index's keys.
LONGEST_NAME = 200
_MOST = 32_767


def create_project(user: User, name: str) -> Project:
    """Make a project in the person's workspace. Raises Refused for a name that cannot be."""
    workspace = _locked(user)
    name = _checked(user, name)
    last = Project.objects.filter(user=user).aggregate(last=Max("number"))["last"] or 0
    if last >= _MOST:
        raise Refused(
            "too_many",
            gettext("There are %(most)s projects. Delete the latest ones first.") % {"most": _MOST},
        )
    return Project.objects.create(user=user, workspace=workspace, name=name, number=last + 1)


def rename_project(user: User, project: Project, name: str) -> Project:
    """Give a project another name. Raises Refused for one that cannot be."""
    _locked(user)
    project.name = _checked(user, name, but=project)
    project.save(update_fields=["name"])
    return project


def archive_project(project: Project, *, back: bool = False) -> Project:
    """Put a project away, out of the lists, with all that is in it; or bring it back."""
    project.archived = None if back else project.archived or timezone.now()
    project.save(update_fields=["archived"])
    return project


def _locked(user: User) -> Workspace:
    """The person's workspace: whoever names or numbers a project holds it."""
    return (
        Workspace.objects.select_for_update(no_key=True)
        .filter(user=user)
        .order_by("created")[:1]
        .get()
    )


def _checked(user: User, name: str, but: Project | None = None) -> str:
    name = " ".join(name.split())
    if not name:
        raise Refused("empty", gettext("Give the project a name."))
    if "\0" in name:
        raise Refused(
            "nul", gettext("The name has NUL bytes in it. Remove them and send it again.")
        )
    if len(name) > LONGEST_NAME:
        raise Refused(
            "too_long",
            gettext("The name may have %(longest_name)s characters at most.")
            % {"longest_name": LONGEST_NAME},
        )
    others = Project.objects.filter(user=user, name__iexact=name)
    if (others.exclude(pk=but.pk) if but else others).exists():
        raise Refused("name", gettext("There is a project with this name already. Choose another."))
    return name
