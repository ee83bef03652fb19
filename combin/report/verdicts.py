"""Verdicts as reports show them; a module of its own, since views without audits need not import those."""

from __future__ import annotations

from typing import TYPE_CHECKING

from combin.audit.verdict import Verdict
from combin.formats.columns import Kind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from combin.formats.blocks import Tone

TONES: Mapping[Verdict, Tone] = {
    Verdict.EXACT: "good",
    Verdict.ROUNDS: "good",
    Verdict.CUT_OFF: "open",
    Verdict.DIFFERS: "bad",
    Verdict.INCONSISTENT: "bad",
    Verdict.READING: "open",
    Verdict.CANNOT_OCCUR: "open",
    Verdict.NOT_CHECKABLE: "open",
}
"""What verdicts are to their reader."""


def _tone(text: str) -> Tone | None:
    return next((tone for verdict, tone in TONES.items() if text.startswith(verdict.value)), None)


VERDICT = Kind(str, right=False, exact=False, role=_tone)
"""A verdict, and what more is said after it."""
