"""Many rounds with the same wagers: their total, ruin, rebates on losses, live tables."""

CONFIDENCE = 95
"""The confidence of bands in percent, unless another one is given."""
