"""Signing up and in, and the settings pages."""
