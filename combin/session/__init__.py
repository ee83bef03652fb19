"""Many rounds with the same wagers: their total, ruin, rebates on losses, live tables."""
