"""One round settled literally by the rules, in plain Python: the reference for every fast route."""
