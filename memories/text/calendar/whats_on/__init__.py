"""What is on: which days a question asks about, and what falls into them."""
