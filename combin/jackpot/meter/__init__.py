"""A progressive meter: its rules, its law in the long run within proven bounds, and other roads to it."""
