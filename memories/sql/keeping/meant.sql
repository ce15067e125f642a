-- Only those who may be meant by a text: with a word that begins like one of the text's, or with a
-- role; "T-Rex" is two words on both sides. All that an abbreviation may stand for, where there is
-- one.
(
    EXISTS (
        SELECT FROM unnest(string_to_array(translate(
            lower(e.name || ' ' || array_to_string(e.aliases, ' ')), '-–./&_’', '      '''
        ), ' ')) AS word
        WHERE left(word, 3) = ANY(%(beginnings)s::text[])
    )
    OR e.id IN (SELECT entity_id FROM memories_mention WHERE user_id = %(user)s AND tells)
    OR (%(abbreviated)s AND e.type <> 'person')
    OR e.merged_into_id IS NOT NULL
    OR e.id IN (
        SELECT merged_into_id FROM memories_entity
        WHERE user_id = %(user)s AND merged_into_id IS NOT NULL
    )
)
