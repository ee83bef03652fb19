"""Several seats at one table, which share the dealer's hand, the deck and jackpot cards."""
