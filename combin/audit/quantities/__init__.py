"""The kinds of claims: a class for each quantity, with its entries and its exact answer."""
