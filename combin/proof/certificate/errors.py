"""The one-line error of a certificate file."""

from __future__ import annotations

__all__ = ["CertificateError"]


class CertificateError(ValueError):
    """A file that is no certificate, or a game that none can be written for; the message is one line."""
