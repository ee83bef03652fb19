"""Other roads to the numbers of `combin.exact`, which share no code with it past the cards and the rules."""
