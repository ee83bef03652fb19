"""The audit of a game's document: claims as data, worked out exactly and judged.

>>> audit("resorts-world-sentosa").contradicted
False
"""

from __future__ import annotations

from combin.audit.judge import Audit, audit
from combin.audit.verdict import Finding, Judged, Verdict

__all__ = ["Audit", "Finding", "Judged", "Verdict", "audit"]
