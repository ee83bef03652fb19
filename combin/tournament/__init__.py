"""A tournament: its terms, rounds and prizes, the chances of seats, the last hand, and recorded rounds."""
