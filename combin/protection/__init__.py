"""What knowledge of cards is worth: cards out of the deck, neighbours who show theirs, flaws of procedure."""
