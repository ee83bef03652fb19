"""Figures that others publish about the games that ship, each with its verdict."""
