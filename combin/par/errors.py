"""The one-line error of a workbook that is read back."""

from __future__ import annotations

from combin.rules.errors import RulesError

__all__ = ["WorkbookError"]


class WorkbookError(RulesError):
    """Something that no workbook of this program says; `file` is known once the reader has it."""

    def __init__(self, problem: str, file: str = "") -> None:
        """Keep what is wrong."""
        super().__init__((), problem, file)
