"""Numbers without error: integers over one stated total inside, `Fraction` where a value leaves."""
