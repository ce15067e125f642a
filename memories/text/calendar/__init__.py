"""Times in words: which days "next Friday" names, and whether they have passed."""
