"""Which chat models there are to ask, what each request to one took, and what a day may take."""
