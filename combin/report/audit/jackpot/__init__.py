"""The chapter of the report about a progressive wager, a module for each part of it."""

from __future__ import annotations

from combin.report.audit.jackpot.chapter import jackpot_chapters

__all__ = ["jackpot_chapters"]
