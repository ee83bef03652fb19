"""Cards, decks and hands: what every game is made of, whatever its rules."""
