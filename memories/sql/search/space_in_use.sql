SELECT id, name, dimension, state, reach FROM memories_embeddingspace WHERE state = %(live)s
