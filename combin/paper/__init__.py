"""Documents to hand to players: strategies and the guide to a game."""
