SELECT item, NULL::float8 AS cosine, 0 AS start, 0 AS stop, NULL::halfvec AS embedding FROM picked
