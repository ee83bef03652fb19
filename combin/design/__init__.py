"""What a designer asks: which games can be made of this one, and what each change does."""
