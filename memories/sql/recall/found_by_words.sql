SELECT unnest(%(worded)s::int[]) AS item
