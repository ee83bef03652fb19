"""The texts that people read, each written once: catalogues of texts, and rules in plain words."""
