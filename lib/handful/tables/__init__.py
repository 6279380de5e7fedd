"""The tables: what all have in common, and one module a game."""
