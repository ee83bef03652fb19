"""The one-line error of a certificate file."""

from __future__ import annotations

from combin.rules.errors import printable

__all__ = ["CertificateError"]


class CertificateError(ValueError):
    """A file that is no certificate, or a game that none can be written for; the message is one line."""

    def __str__(self) -> str:
        """Return the message with the escape codes of characters that cannot be printed."""
        return printable(super().__str__())
