"""Hands of two to nine cards of any deck, counted by category and by name."""
