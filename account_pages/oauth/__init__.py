"""Programs that come by OAuth: registered, allowed by a person in their browser, with tokens.

The protocol itself is django-allauth's (`allauth.idp.oidc`). Here is what this installation wants
of it: three scopes, one resource (/mcp), codes with PKCE alone, and nothing of who somebody is.
"""
