"""Certificates: the figures of a game in a file that anyone can check; docs/certificate.md is its format."""
