"""Sweeps of any size: every combination of settings, in shards, on several processes."""
