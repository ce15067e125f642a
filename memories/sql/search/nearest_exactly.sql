-- The items with the nearest windows, by comparing all of them.
SELECT item FROM memories_window
WHERE user_id = %(user)s AND space = %(space)s AND part = ANY(%(parts)s::int[])
ORDER BY embedding <=> %(asked)s::halfvec LIMIT %(limit)s
