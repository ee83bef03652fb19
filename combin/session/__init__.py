"""Many rounds with the same wagers: their total, the bankroll that they take, and rebates on losses."""
