"""Acting as a person: row-level security, statements that are planned once, ids, sealing."""
