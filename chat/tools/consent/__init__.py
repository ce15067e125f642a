"""Whether the person asked for a change: in their own words, or by a click on what is proposed."""
