"""What was forgotten, as its tab shows it and as it comes back."""
