"""The audit of a game's document: claims as data, worked out exactly and judged.

>>> from combin.audit import audit
>>> audit("resorts-world-sentosa").contradicted
False
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from combin.audit.verdict import Finding, Judged, Verdict

if TYPE_CHECKING:
    from combin.audit.judge import Audit, audit

__all__ = ["Audit", "Finding", "Judged", "Verdict", "audit"]


def __getattr__(name: str) -> Any:  # noqa: ANN401  a class or a function
    """Import what judges on first use, so that words for verdicts cost little."""
    if name not in __all__:
        msg = f"module 'combin.audit' has no attribute {name!r}"
        raise AttributeError(msg)
    from combin.audit import judge

    return getattr(judge, name)
