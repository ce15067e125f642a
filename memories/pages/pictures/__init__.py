"""Pictures of what is known: drawn by the server as SVG, each with its equivalent in words."""
