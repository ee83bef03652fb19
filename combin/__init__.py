"""Exact analysis of casino card games: edge, strategy, evidence.

>>> import combin
>>> result = combin.load("crown-melbourne").analyse(ante_bonus="A", pair_plus="F")
>>> result.wagers["ante"].house_edge
Fraction(686689, 20358520)
>>> print(result.statement)
Play Q-6-4 or better, fold the rest.
"""

from __future__ import annotations

TYPE_CHECKING = (
    False  # that of `typing`, whose import takes most of the start, with no care for interrupts yet
)
if TYPE_CHECKING:
    from typing import Any

    from combin.cards.cards import Card, CardError, Deck, Rank, Suit
    from combin.cards.ranking import Category, Ranking
    from combin.counting.frequencies import frequencies
    from combin.figures.judged import published
    from combin.formats.typesetter import PrintError
    from combin.game import Game, games, load, verify
    from combin.jackpot.meter import JackpotError
    from combin.par.checking import check_book
    from combin.progress import watched
    from combin.rules.errors import RulesError
    from combin.version import __version__

__all__ = [
    "Card",
    "CardError",
    "Category",
    "Deck",
    "Game",
    "JackpotError",
    "PrintError",
    "Rank",
    "Ranking",
    "RulesError",
    "Suit",
    "__version__",
    "check_book",
    "frequencies",
    "games",
    "load",
    "published",
    "verify",
    "watched",
]

_HOMES = {
    "combin.cards.cards": ("Card", "CardError", "Deck", "Rank", "Suit"),
    "combin.game": ("Game", "games", "load", "verify"),
    "combin.jackpot.meter": ("JackpotError",),
    "combin.par.checking": ("check_book",),
    "combin.counting.frequencies": ("frequencies",),
    "combin.figures.judged": ("published",),
    "combin.formats.typesetter": ("PrintError",),
    "combin.cards.ranking": ("Category", "Ranking"),
    "combin.progress": ("watched",),
    "combin.rules.errors": ("RulesError",),
    "combin.version": ("__version__",),
}


def __getattr__(name: str) -> Any:  # noqa: ANN401  any public object
    """Import what is asked for on first use, so that `import combin` costs nothing."""
    from importlib import import_module

    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(home), name)
    raise AttributeError(f"module 'combin' has no attribute {name!r}")


def __dir__() -> list[str]:
    """What a prompt offers: what there is, be it imported or not."""
    return __all__
