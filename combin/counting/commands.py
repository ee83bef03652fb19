"""The command that counts hands by category or by name."""

from __future__ import annotations

from typing import Annotated

import typer

from combin.cli import options
from combin.cli.options import examples
from combin.cli.output import show
from combin.formats.format import Format
from combin.progress import progress_bar


@examples("combin frequencies 5", 'combin frequencies 7 --ranks "6 7 8 9 T J Q K A" --check')
def frequencies(
    context: typer.Context,
    cards: int,
    ranks: str = "2 3 4 5 6 7 8 9 T J Q K A",
    suits: str = "4",
    decks: Annotated[int, typer.Option(min=1, max=8)] = 1,
    jokers: Annotated[int, typer.Option(min=0, max=2)] = 0,
    joker: str = "wild",
    deck: str | None = None,
    hand: list[str] | None = None,
    seats: Annotated[int, typer.Option(min=1)] = 1,
    best_three: bool = False,
    check: bool = False,
    digits: options.Digits = 10,
    form: options.Form = Format.TABLE,
) -> None:
    """Count hands of 2 to 9 cards by category or by name.

    Args:
        cards (CARDS): 2 to 9.
        ranks (RANKS): Symbols from low to high.
        suits (SUITS): How many suits, or their names.
        decks (N): How many decks are shuffled together.
        jokers (N): How many jokers.
        joker (KIND): 'wild' or 'straights and flushes' (else an ace).
        deck (GAME): The deck of a game or rule file instead.
        hand (HAND): Count this hand alone: "ace high". May be repeated.
        seats (N): Ask about the highest of so many hands of 3 cards, up to 4.
        best_three: Judge 4 or 5 cards by the best three of them.
        check: Visit every hand as well, and compare.
    """
    from combin.cards.cards import parse_deck
    from combin.counting.views import frequencies as counted
    from combin.game import load

    order = None
    if deck is None:
        dealt = parse_deck(ranks, suits, decks, jokers, joker)
    else:
        for option in ("ranks", "suits", "decks", "jokers", "joker"):
            source = context.get_parameter_source(option)
            if source is not None and source.name == "COMMANDLINE":
                raise typer.BadParameter("does not go with --deck", param_hint=f"--{option}")
        rules = load(deck).rules
        dealt, order = rules.deck, rules.ranking
    doing = "Counting deals" if seats > 1 else "Visiting hands"
    with progress_bar(doing, shown=check or seats > 3, even=True) as progress:
        counts = counted(
            cards,
            dealt,
            hand or (),
            ranking=order,
            seats=seats,
            best_three=best_three,
            check=check,
            progress=progress,
        )
    show(counts.view(digits), form)
