"""The search for pay tables whose exact result lies in a window."""
