"""A stand-in for Google on loopback: sign-in, tokens and Gmail, as the documentation says.

The application reaches it through its settings alone (`Google.settings()`), with Google's own
client libraries unchanged. `python -m tests.google` runs it by itself.
"""
