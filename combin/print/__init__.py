"""Documents to hand to others: typeset from templates by an engine that needs nothing of the machine."""
