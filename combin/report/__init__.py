"""What people see: tables, Markdown, JSON, CSV and frames made from results.

A view is imported when an answer is first shown, by `report.mix.mix_view(...)`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # what checkers know of the modules that are imported below
    from combin.report import (  # noqa: I001  one list
        analysis as analysis,
        hand as hand,
        jackpot as jackpot,
        joint as joint,
        mix as mix,
        plots as plots,
        rules as rules,
        strategy as strategy,
    )


def __getattr__(name: str) -> Any:  # noqa: ANN401  a module of this package
    """Import a module of this package when it is first asked for."""
    try:
        return import_module(f"combin.report.{name}")
    except ModuleNotFoundError as error:
        raise AttributeError(str(error)) from None
