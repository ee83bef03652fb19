"""All that a regulator asks for, in one folder, and its check."""
