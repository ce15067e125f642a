SELECT item FROM ({near}) AS near UNION SELECT unnest(%(worded)s::int[])
