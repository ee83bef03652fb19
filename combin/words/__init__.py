"""What people are told, each thing said once: catalogues of texts, and rules in plain words."""
