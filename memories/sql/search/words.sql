-- A person's segments, the pages of their postings that hold the words asked for, and what is not
-- packed yet. One statement, so that nothing is seen twice or missed while a worker packs it.
WITH cut AS MATERIALIZED (
    SELECT first, last, shift, docs FROM memories_segment WHERE user_id = %(user)s
), page AS (
    SELECT DISTINCT first, term >> shift AS bucket
    FROM cut, unnest(%(terms)s::bigint[]) AS asked (term)
-- The upper end is there for the planner, who expects few rows of a range and many above a number.
), unpacked AS MATERIALIZED (
    SELECT coalesce(max(last) + 1, 0) AS first, 2147483647 AS last FROM cut
)
SELECT 'docs' AS kind, first, shift::int AS bucket, docs AS stored FROM cut
UNION ALL
SELECT 'page', p.segment, p.bucket, p.terms FROM page, LATERAL (
    SELECT segment, bucket, terms FROM memories_posting WHERE user_id = %(user)s
        AND segment = page.first AND bucket = page.bucket::int LIMIT 1
) AS p
UNION ALL
SELECT 'unpacked', count(*)::int, 0, {search/unpacked} FROM (
    SELECT id, part, terms FROM memories_searchitem WHERE user_id = %(user)s
        AND id BETWEEN (SELECT first FROM unpacked) AND (SELECT last FROM unpacked)
    ORDER BY id
) AS i
