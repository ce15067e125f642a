"""Google's sign-in: consent, codes with PKCE, tokens, and service accounts."""

import base64
import hashlib
import html
import json
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from google.auth import jwt

from tests.google.faults import Reply, oauth_error
from tests.google.mailbox import Mailbox

CLIENT_ID = "1234.apps.googleusercontent.com"
CLIENT_SECRET = "stand-in-secret"
READONLY = "https://www.googleapis.com/auth/gmail.readonly"
# Google answers with other names than it was asked by.
_FULL_NAMES = {"email": "https://www.googleapis.com/auth/userinfo.email"}
JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer"

Form = Mapping[str, str]


@dataclass
class Person:
    """Somebody with a Google account."""

    sub: str
    mailbox: Mailbox
    # For service accounts: False is a user of the organisation without Gmail.
    has_gmail: bool = True
    suspended: bool = False

    @property
    def address(self) -> str:
        return self.mailbox.address


@dataclass
class Token:
    """An access or refresh token, and what it is good for."""

    person: Person
    scopes: tuple[str, ...]
    expires: float = float("inf")


@dataclass
class Door:
    """The part of Google that knows who is who."""

    people: list[Person]
    access: dict[str, Token] = field(default_factory=dict)
    refresh: dict[str, Token] = field(default_factory=dict)
    codes: dict[str, dict[str, Any]] = field(default_factory=dict)
    lifetime: int = 3599
    # Google gives a refresh token only where it was asked for, and sometimes not even then.
    gives_refresh_token: bool = True
    service_keys: dict[str, bytes] = field(default_factory=dict)

    def consent_page(self, query: Form) -> Reply:
        """Who are you, and may they?"""
        wrong = self._wrong_request(query)
        if wrong:
            page = f"<h1>Error 400: {wrong}</h1><p>Access blocked: this app's request is invalid."
            return Reply(400, page.encode(), kind="text/html; charset=UTF-8")
        hidden = "".join(
            f'<input type="hidden" name="{html.escape(name)}" value="{html.escape(value)}">'
            for name, value in query.items()
        )
        people = "".join(
            f'<p><label><input type="radio" name="person" value="{person.sub}"'
            f"{' checked' if not number else ''}> {html.escape(person.address)}</label>"
            for number, person in enumerate(self.people)
        )
        page = (
            '<!DOCTYPE html><html lang="en"><title>Sign in - stand-in for Google</title>'
            f'<h1>Yarnnn wants to access your account</h1><form method="post" action="/consent">'
            f'{hidden}{people}<p><label><input type="checkbox" name="gmail" value="1" checked>'
            " View your email messages and settings</label>"
            '<p><button name="answer" value="deny">Cancel</button> '
            '<button name="answer" value="allow">Continue</button></form></html>'
        )
        return Reply(body=page.encode(), kind="text/html; charset=UTF-8")

    def consent(self, form: Form) -> Reply:
        """The buttons of that page: back to the application, with a code or with a refusal."""
        if self._wrong_request(form):
            return self.consent_page(form)
        if form.get("answer") != "allow":
            return _back(form, {"error": "access_denied"})
        person = next(person for person in self.people if person.sub == form["person"])
        asked = [_FULL_NAMES.get(each, each) for each in form["scope"].split()]
        scopes = [each for each in asked if each != READONLY or form.get("gmail")]
        code = f"4/{secrets.token_urlsafe(24)}"
        self.codes[code] = {
            "person": person,
            "scopes": tuple(scopes),
            "challenge": form["code_challenge"],
            "redirect_uri": form["redirect_uri"],
            "offline": form.get("access_type") == "offline",
            "consent": form.get("prompt") == "consent",
            "expires": time.time() + 600,
        }
        return _back(form, {"code": code, "scope": " ".join(scopes)})

    def _wrong_request(self, query: Form) -> str:
        back = query.get("redirect_uri", "")
        if query.get("client_id") != CLIENT_ID:
            return "invalid_client"
        if not back.startswith(("https://", "http://localhost", "http://127.0.0.1")):
            return "invalid_request: redirect_uri must be https or localhost"
        if query.get("response_type") != "code" or not query.get("scope"):
            return "invalid_request"
        if query.get("code_challenge_method") != "S256" or not query.get("code_challenge"):
            return "invalid_request: this stand-in wants PKCE"
        return ""

    def token(self, form: Form) -> Reply:
        match form.get("grant_type"):
            case "authorization_code":
                return self._by_code(form)
            case "refresh_token":
                return self._by_refresh(form)
            case grant if grant == JWT_BEARER:
                return self._by_assertion(form)
        return oauth_error(400, "unsupported_grant_type")

    def _by_code(self, form: Form) -> Reply:
        if _client(form) != (CLIENT_ID, CLIENT_SECRET):
            return oauth_error(401, "invalid_client", "Unauthorized")
        code = self.codes.pop(form.get("code", ""), None)
        if not code or code["expires"] < time.time():
            return oauth_error(400, "invalid_grant", "Malformed auth code.")
        if form.get("redirect_uri") != code["redirect_uri"]:
            return oauth_error(400, "redirect_uri_mismatch", "Bad Request")
        if not form.get("code_verifier"):
            return oauth_error(400, "invalid_grant", "Missing code verifier.")
        if _challenge(form["code_verifier"]) != code["challenge"]:
            return oauth_error(400, "invalid_grant", "Invalid code verifier.")
        told = self._granted(code["person"], code["scopes"])
        if self.gives_refresh_token and code["offline"] and code["consent"]:
            secret = f"1//{secrets.token_urlsafe(32)}"
            self.refresh[secret] = Token(code["person"], code["scopes"])
            told["refresh_token"] = secret
        return _json(told)

    def _by_refresh(self, form: Form) -> Reply:
        if _client(form) != (CLIENT_ID, CLIENT_SECRET):
            return oauth_error(401, "invalid_client", "Unauthorized")
        known = self.refresh.get(form.get("refresh_token", ""))
        if not known:
            return oauth_error(400, "invalid_grant", "Token has been expired or revoked.")
        return _json(self._granted(known.person, known.scopes))

    def _by_assertion(self, form: Form) -> Reply:
        """A service account stands for a person of its organisation."""
        try:
            claims = jwt.decode(form.get("assertion", ""), certs=self.service_keys)  # type: ignore[no-untyped-call]
        except ValueError:
            return oauth_error(400, "invalid_grant", "Invalid JWT Signature.")
        named = [person for person in self.people if person.address == claims.get("sub")]
        if not named or named[0].suspended:
            return oauth_error(400, "invalid_grant", "Invalid email or User ID")
        if claims.get("scope") != READONLY:
            return oauth_error(401, "unauthorized_client", "Client is unauthorized.")
        return _json(self._granted(named[0], (READONLY,)))

    def _granted(self, person: Person, scopes: tuple[str, ...]) -> dict[str, Any]:
        secret = f"ya29.{secrets.token_urlsafe(32)}"
        self.access[secret] = Token(person, scopes, time.time() + self.lifetime)
        return {
            "access_token": secret,
            "expires_in": self.lifetime,
            "scope": " ".join(scopes),
            "token_type": "Bearer",
        }

    def revoke(self, form: Form) -> Reply:
        """Take back what was granted: all tokens of this person go with the one."""
        secret = form.get("token", "")
        known = self.refresh.get(secret) or self.access.get(secret)
        if not known:
            return oauth_error(400, "invalid_token", "Token expired or revoked")
        self.take_back(known.person)
        return _json({})

    def take_back(self, person: Person) -> None:
        """The person withdraws Yarnnn's access on Google's own page."""
        for tokens in (self.access, self.refresh):
            for secret in [each for each, token in tokens.items() if token.person is person]:
                del tokens[secret]

    def expire_access(self) -> None:
        """All access tokens are too old from now on."""
        for token in self.access.values():
            token.expires = 0

    def holder(self, authorization: str) -> Token | None:
        """Whose access token stands in the Authorization header, while it is good."""
        token = self.access.get(authorization.removeprefix("Bearer "))
        return token if token and token.expires > time.time() else None


def _client(form: Form) -> tuple[str, str]:
    return form.get("client_id", ""), form.get("client_secret", "")


def _challenge(verifier: str) -> str:
    digest = hashlib.sha256(verifier.encode()).digest()
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def _back(form: Form, more: dict[str, str]) -> Reply:
    query = urlencode({"state": form.get("state", ""), **more})
    return Reply(302, headers={"Location": f"{form['redirect_uri']}?{query}"})


def _json(told: dict[str, Any]) -> Reply:
    return Reply(body=json.dumps(told).encode())
