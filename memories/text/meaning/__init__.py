"""What words mean across languages: concepts, German and Spanish in English words, numbers."""
