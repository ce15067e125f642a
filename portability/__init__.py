"""Export, import and account deletion: the one room that may look into all others."""
