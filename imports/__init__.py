"""What is brought along from other programs: their chats and mail, previewed, kept, taken back."""
