-- The source that has this external id already, and the last turn of the thread.
SELECT (SELECT id FROM memories_source
        WHERE user_id = %(user)s AND kind = %(kind)s AND external_id = %(external_id)s),
       (SELECT turn FROM memories_source
        WHERE user_id = %(user)s AND thread = nullif(%(thread)s, '') ORDER BY turn DESC LIMIT 1)
