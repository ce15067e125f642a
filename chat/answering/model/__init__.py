"""An answer by a language model: what it is given, the steps it takes, what it claims."""
