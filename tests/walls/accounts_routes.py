"""The addresses of accounts and projects."""

from accounts.invitations import invite
from accounts.models import User
from accounts.profile import change_profile
from database.acting import acting_as
from tests.people import PASSWORD
from tests.walls import things
from tests.walls.routes import CANARY, Call, Make, Open, Own, Personal, Route
from tests.walls.things import words


def of_project(**call: object) -> Make:
    return lambda user: Call({"pk": things.project(user).pk}, **call)  # type: ignore[arg-type]


def of_token(user: User) -> Call:
    return Call({"pk": things.token(user).pk})


def of_invitation(user: User) -> Call:
    invitation, _ = invite(user, f"{CANARY}@example.org")
    return Call({"pk": invitation.pk})


def renamed(user: User) -> Call:
    return Call({"pk": things.project(user).pk}, body={"name": words("a hat")})


def with_project(user: User) -> Call:
    things.project(user)
    return Call()


def with_token(user: User) -> Call:
    things.token(user)
    return Call()


def plain(_: User) -> Call:
    return Call()


def with_memory(user: User) -> Call:
    things.memory(user)
    return Call()


def farewell(_: User) -> Call:
    return Call(body={"password": PASSWORD})


def named(_: User) -> Call:
    return Call(body={"name": words("a boat")})


def profile(user: User) -> Call:
    return Call(body={"name": user.name, "time_zone": "Europe/Oslo", "language": "en"})


def called(user: User) -> Call:
    with acting_as(user):
        change_profile(user, name=CANARY)
    return Call()


def renaming(_: User) -> Call:
    return Call(body={"name": words("a kite")})


def keyed(_: User) -> Call:
    return Call(body={"name": "a program", "scope": "read"})


def keyed_to_project(user: User) -> Call:
    project = str(things.project(user).pk)
    return Call(body={"name": "a program", "scope": "read", "project": project})


def invited(_: User) -> Call:
    return Call(body={"email": ""})


LIBRARY = "django-allauth's own: names no thing of anybody's, and its keys are signed secrets"

ROUTES: dict[str, Route] = {
    "healthz": Open("says only whether the parts work"),
    "mcp": Open("a key lets a program in, and no cookie: tests/doors tries it as strangers"),
    "mcp_search": Open("as mcp, with two tools that only read: tests/doors/test_search_fetch.py"),
    "schema": Open("describes the calls"),
    "yarnnn:palette": Personal({"GET": lambda user: _found(user)}, shows=["GET"]),
    "accounts:settings": Personal({"GET": plain, "POST": profile}),
    "accounts:invite": Own({"POST": invited}),
    "accounts:invitation_withdraw": Own({"POST": of_invitation}),
    "accounts:connect": Personal({"GET": with_token}, shows=["GET"]),
    "accounts:token_create": Personal({"POST": keyed}, reach=[("POST", keyed_to_project)]),
    "accounts:token": Own({"GET": of_token}),
    "api_keys": Personal({"GET": with_token}, shows=["GET"]),
    "api_key": Own({"DELETE": of_token}),
    "accounts:token_revoke": Own({"POST": of_token}),
    "accounts:open_invitation": Open("the secret in it is what lets in"),
    "accounts:projects": Personal({"GET": with_project}, shows=["GET"]),
    "accounts:project_create": Personal({"POST": named}),
    "accounts:project_rename": Own({"GET": of_project(), "POST": renamed}),
    "accounts:project_archive": Own({"POST": of_project()}),
    "accounts:project_delete": Own({"GET": of_project(), "POST": of_project()}),
    "accounts:export": Personal({"GET": with_memory}),
    "accounts:export_download": Personal({"GET": with_project}),
    "api_export": Personal({"GET": with_project}),
    "accounts:delete_account": Personal({"GET": with_memory, "POST": farewell}),
    "accounts:sample_add": Personal({"POST": plain}),
    "accounts:sample_remove": Personal({"POST": plain}),
    "api_me": Personal({"GET": called, "PATCH": renaming}, shows=["GET"]),
    "api_projects": Personal({"GET": with_project, "POST": named}, shows=["GET"]),
    "api_project": Own({"GET": of_project(), "PATCH": renamed, "DELETE": of_project()}),
    **dict.fromkeys(
        [
            "oauth_authorization_server",
            "oauth_protected_resource",
            "oauth_protected_resource_mcp",
        ],
        Open("says only how programs ask to come in"),
    ),
    "idp:oidc:authorization": Open("asks who is signed in: tests/accounts/test_oauth_asking.py"),
    "idp:oidc:client_registration": Open("anybody may register a program: it opens nothing"),
    "idp:oidc:token": Open("a code or a refresh token is what lets in"),
    "idp:oidc:revoke": Open("a token is what it takes away"),
    **dict.fromkeys(
        [
            "account_change_password",
            "account_confirm_email",
            "account_confirm_login_code",
            "account_email",
            "account_email_verification_sent",
            "account_inactive",
            "account_login",
            "account_logout",
            "account_reauthenticate",
            "account_reset_password",
            "account_reset_password_done",
            "account_reset_password_from_key",
            "account_reset_password_from_key_done",
            "account_set_password",
            "account_signup",
            "mfa_activate_totp",
            "mfa_authenticate",
            "mfa_deactivate_totp",
            "mfa_download_recovery_codes",
            "mfa_generate_recovery_codes",
            "mfa_index",
            "mfa_reauthenticate",
            "mfa_view_recovery_codes",
        ],
        Open(LIBRARY),
    ),
}


def _found(user: User) -> Call:
    things.memory(user)
    return Call(query={"q": "who lives in the attic?"})
