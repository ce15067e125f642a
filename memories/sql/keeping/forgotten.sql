-- What was forgotten and not lifted since, the newest first.
SELECT id, fingerprint, sealed IS NOT NULL FROM memories_forgotten
WHERE user_id = %(user)s AND lifted IS NULL AND fingerprint <> '{}'
ORDER BY id DESC
