"""Every call of the API with every kind of key.

What a key's scope is not for is one 403. Of what stands outside of its project it sees nothing and
changes nothing.
"""

import pytest
from django.db import connection
from psycopg.sql import SQL, Identifier, Literal

from accounts.models import ApiToken, Project, User
from accounts.projects import create_project
from database.acting import acting_as
from portability.archive.contents import exported
from tests.walls.routes import CANARY, Address, Caller, Make, Own, Personal
from tests.walls.test_routes import ROUTES, Tried, calls, name_of, reaching

pytestmark = pytest.mark.django_db

Scope = ApiToken.Scope

# What a POST does, where it does not change what is there.
LOOKS = {("api_forget_preview", "POST"), ("api_store_search", "POST"), ("api_tool", "POST")}
ADDS = {("api_memories", "POST"), ("api_sources", "POST"), ("api_documents", "POST")}
# The calls that keep to the project of a key that has one. All others are closed to it.
IN_PROJECT = {
    *((name, "GET") for name in ("api_memories", "api_memory", "api_recall", "api_source")),
    *((name, "GET") for name in ("api_documents", "api_document", "api_document_file")),
    *((name, "GET") for name in ("api_projects", "api_project")),
    *((name, "POST") for name in ("api_memory_confirm", "api_memory_correct")),
    ("api_memory", "PATCH"),
    ("api_memory", "DELETE"),
    ("api_document", "DELETE"),
    ("api_document_retry", "POST"),
    *ADDS,
}
MAY = {Scope.READ: {"looks"}, Scope.ADD: {"adds"}, Scope.FULL: {"looks", "adds", "changes"}}
LACKS = {Scope.READ: "read_only", Scope.ADD: "add_only"}


def of_the_api(tried: Tried) -> Tried:
    return [each for each in tried if each[0].api]


ALL = of_the_api([*calls(Own), *calls(Personal)])


def does(name: str, method: str) -> str:
    if method == "GET" or (name, method) in LOOKS:
        return "looks"
    return "adds" if (name, method) in ADDS else "changes"


def everything_of(user: User) -> dict[str, str]:
    """A digest of all rows of each table that a key could change, asked for in one statement."""
    with acting_as(user), connection.cursor() as cursor:
        cursor.execute(DIGESTS, {"user": user.pk})
        return dict(cursor.fetchall())


DIGESTS = SQL(" UNION ALL ").join(
    SQL(
        "SELECT {}, md5(string_agg(row::text, ' ' ORDER BY row::text)) FROM {} AS row"
        " WHERE user_id = %(user)s"
    ).format(Literal(table), Identifier(table))
    for table in (model._meta.db_table for model in exported())
)


def project_of(user: User) -> Project:
    with acting_as(user):
        return create_project(user, "The garden")


def refused(status: int, answer: str, code: str) -> bool:
    return status == 403 and f'"code":"{code}"' in answer.replace(" ", "")


def test_each_name_here_is_an_address() -> None:
    there = {(address.name, method) for address, method, _ in ALL}
    assert there >= LOOKS | ADDS | IN_PROJECT


@pytest.mark.parametrize(("address", "method", "make"), ALL, ids=name_of)
def test_a_key_does_what_its_scope_is_for(
    alice: User, address: Address, method: str, make: Make
) -> None:
    may = [scope for scope in Scope if does(address.name, method) in MAY[scope]]
    call = make(alice)
    before = everything_of(alice)
    for scope in set(Scope) - set(may):
        status, answer = Caller.token(alice, scope).call(address, method, call)
        assert refused(status, answer, LACKS[scope]), answer
        assert scope != Scope.ADD or CANARY not in answer
    assert everything_of(alice) == before
    for scope in may:
        status, answer = Caller.token(alice, scope).call(address, method, make(alice))
        assert status < 400, answer
        assert scope != Scope.ADD or CANARY not in answer


@pytest.mark.parametrize(("address", "method", "make"), ALL, ids=name_of)
def test_a_key_of_one_project_meets_nothing_outside(
    alice: User, address: Address, method: str, make: Make
) -> None:
    called = (address.name, method)
    call = make(alice)
    project = project_of(alice)
    before = everything_of(alice)
    for scope in Scope:
        status, answer = Caller.token(alice, scope, project).call(address, method, call)
        if does(*called) not in MAY[scope]:
            assert refused(status, answer, LACKS[scope]), answer
        elif called not in IN_PROJECT:
            assert refused(status, answer, "one_project"), answer
        elif isinstance(ROUTES[address.name], Own):
            assert status == 404, answer
        else:
            assert status < 400, answer
        if called in ADDS:
            call = make(alice)
            continue
        assert CANARY not in answer
    assert called in ADDS or everything_of(alice) == before


@pytest.mark.parametrize(("address", "method", "make"), of_the_api(reaching()), ids=name_of)
def test_a_key_of_one_project_reaches_no_other_by_naming_it(
    alice: User, address: Address, method: str, make: Make
) -> None:
    call = make(alice)
    key = Caller.token(alice, Scope.FULL, project_of(alice))
    before = everything_of(alice)
    status, answer = key.call(address, method, call)
    wanted = 404 if (address.name, method) in IN_PROJECT else 403
    assert status == wanted, answer
    assert CANARY not in answer
    assert everything_of(alice) == before
