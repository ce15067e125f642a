"""A room that Yarnnn does not have: a diary, as a kind of source.

It shows what a new kind of source takes (CONTRIBUTING.md): this folder, a line of INSTALLED_APPS
(in tests/settings.py) and a line for each of its addresses (in tests/walls).
"""
