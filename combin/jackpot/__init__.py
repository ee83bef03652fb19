"""Jackpots: hands of five to seven cards, and what their prizes come to."""
