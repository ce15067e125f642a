-- Only those who may be meant by a text: with a word that begins like one of the text's, whatever
-- accents it has, or with a role; "T-Rex" is two words on both sides. All whose names begin like an
-- abbreviation of the text's.
(
    EXISTS (
        SELECT FROM unnest(string_to_array(translate(regexp_replace(
            normalize(lower(e.name || ' ' || array_to_string(e.aliases, ' ')), NFKD),
            '[\u0300-\u036f]', '', 'g'
        ), '-–./&_’', '      '''), ' ')) AS word
        WHERE left(word, 3) = ANY(%(beginnings)s::text[])
    )
    OR e.id IN (SELECT entity_id FROM memories_mention WHERE user_id = %(user)s AND tells)
    OR left(lower(e.name), 1) = ANY(%(initials)s::text[])
    OR e.merged_into_id IS NOT NULL
    OR e.id IN (
        SELECT merged_into_id FROM memories_entity
        WHERE user_id = %(user)s AND merged_into_id IS NOT NULL
    )
)
