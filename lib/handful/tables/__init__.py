"""The tables on which matches are played: one module per game, and what they share."""
