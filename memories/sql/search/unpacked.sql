-- Items that are not packed yet, in one value: numbers, parts and counts of words as Postgres sends
-- integers, then all words. A row for each would take longer to read than to search.
coalesce(string_agg(
    int4send(id) || int4send(part) || int4send(octet_length(terms) / 4), ''
), '') || coalesce(string_agg(terms, ''), '')
