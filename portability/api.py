"""The API's calls for projects."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from drf_spectacular.utils import extend_schema
from pydantic import BaseModel, StringConstraints
from rest_framework.response import Response

from accounts.models import Project
from accounts.projects import LONGEST_NAME, archive_project, create_project, rename_project
from portability.projects import delete_project
from web.rest import ApiRequest, Shape, body_of, endpoint, grant_of, own_of
from web.schema import ErrorAnswer

Name = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_NAME)]


class NewProject(Shape):
    """A new project."""

    name: Name


class ProjectChanges(Shape):
    """What to change of a project; what is left out stays."""

    name: Name | None = None
    archived: bool | None = None


class ProjectAnswer(BaseModel):
    """A project. `archived` is when it was put away."""

    id: UUID
    name: str
    created: datetime
    archived: datetime | None


class ProjectsAnswer(BaseModel):
    """All projects by name, archived ones too."""

    projects: list[ProjectAnswer]


@extend_schema(
    methods=["GET"],
    operation_id="projects_list",
    description="All projects by name, archived ones too.",
    responses={200: ProjectsAnswer},
)
@extend_schema(
    methods=["POST"],
    operation_id="project_create",
    description="Make a project.",
    request=NewProject,
    responses={201: ProjectAnswer, 422: ErrorAnswer},
)
@endpoint("GET", "POST", in_project=["GET"])
def projects(request: ApiRequest) -> Response:
    """The projects; or one more."""
    if request.method == "POST":
        name = body_of(request, NewProject).name
        return Response(_answer(create_project(request.user, name)).model_dump(), status=201)
    rows = Project.objects.filter(user=request.user).order_by("name", "pk")
    if bound := grant_of(request).project:
        rows = rows.filter(pk=bound)
    return Response(ProjectsAnswer(projects=[_answer(row) for row in rows]).model_dump())


@extend_schema(
    methods=["GET"],
    operation_id="project_read",
    description="A project.",
    responses={200: ProjectAnswer, 404: ErrorAnswer},
)
@extend_schema(
    methods=["PATCH"],
    operation_id="project_change",
    description="Rename a project, put it away, or bring it back.",
    request=ProjectChanges,
    responses={200: ProjectAnswer, 404: ErrorAnswer, 422: ErrorAnswer},
)
@extend_schema(
    methods=["DELETE"],
    operation_id="project_delete",
    description="Delete a project for good with all that is in it. What is known "
    "of the person everywhere stays.",
    responses={204: None, 404: ErrorAnswer},
)
@endpoint("GET", "PATCH", "DELETE", in_project=["GET"])
def project(request: ApiRequest, pk: UUID) -> Response:
    """One project."""
    it = own_of(request, Project.objects.all(), pk, column="pk")
    if request.method == "DELETE":
        delete_project(request.user, it)
        return Response(status=204)
    if request.method == "PATCH":
        change = body_of(request, ProjectChanges)
        if change.name is not None:
            rename_project(request.user, it, change.name)
        if change.archived is not None:
            archive_project(it, back=not change.archived)
    return Response(_answer(it).model_dump())


def _answer(project: Project) -> ProjectAnswer:
    return ProjectAnswer(
        id=project.pk, name=project.name, created=project.created, archived=project.archived
    )
