"""Everything that talks to Google: consent, tokens, mail. It alone imports Google's libraries."""
