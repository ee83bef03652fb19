"""One round settled by the letter of the rules, in plain Python: the reference for every fast route."""
