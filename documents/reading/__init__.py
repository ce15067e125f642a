"""Files become pages of text here, in a process of their own: no Django, no network, no writing."""
