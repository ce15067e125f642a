-- Some of a person's items by their number, to be packed.
SELECT count(*)::int, {search/unpacked} FROM (
    SELECT id, part, terms FROM memories_searchitem
    WHERE user_id = %(user)s AND id > %(after)s AND id <= %(last)s ORDER BY id LIMIT %(most)s
) AS i
