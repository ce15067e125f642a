"""Whether whoever sends a request is signed in, told from its headers alone."""

import logging
from importlib import import_module

from django.conf import settings
from django.contrib.auth import get_user
from django.db import DatabaseError, connection
from django.http import HttpRequest, parse_cookie

from web.authentication import find_token

logger = logging.getLogger(__name__)


def is_known(cookie: str, authorization: str) -> bool | None:
    """Tell whether a session or a token lets its sender in; None where the database fails.

    Gives its database connection back.
    """
    try:
        return _has_token(authorization) or _has_session(cookie)
    except DatabaseError:
        logger.exception("Nobody can be recognised")
        return None
    finally:
        connection.close()


def _has_token(authorization: str) -> bool:
    scheme, _, secret = authorization.partition(" ")
    return scheme.lower() == "bearer" and find_token(secret.strip()) is not None


def _has_session(cookie: str) -> bool:
    key = parse_cookie(cookie).get(settings.SESSION_COOKIE_NAME)
    if not key:
        return False
    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(key)
    return get_user(request).is_authenticated
