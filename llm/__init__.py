"""All that talks to a model: embeddings, chat, token counts, and the fake used by the tests."""
