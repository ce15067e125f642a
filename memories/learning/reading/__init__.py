"""Reading a sentence of somebody's own: whose words, which facts, and whether they last."""
