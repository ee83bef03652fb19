"""A game as data: the rules language, loading it, and settling one round by its letter."""
