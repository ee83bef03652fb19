"""A game as data: the rules language, and loading it."""
