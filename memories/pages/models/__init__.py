"""Settings about language models: connecting one, and what it did."""
