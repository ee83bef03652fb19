"""The version of the package, which documents and certificates are marked with."""

from __future__ import annotations

__version__ = "0.1.0"
