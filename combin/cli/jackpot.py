"""The commands about jackpots and hands of more cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from combin.cli import options
from combin.cli.output import show
from combin.formats.format import Format

if TYPE_CHECKING:
    pass


def _percentage(text: str | None) -> str | None:
    """Return a percentage with its sign, whether it was written or not: 34.06 is 34.06%."""
    return None if text is None else f"{text.strip().removesuffix('%')}%"


def jackpot(
    game: str,
    *,
    option: str | None = None,
    seed: str | None = None,
    rate: str | None = None,
    meter: str | None = None,
    level: list[str] | None = None,
    stake: str | None = None,
    wager: str | None = None,
    seats: int | None = None,
    target_return: str | None = None,
    royals: Annotated[int | None, typer.Option(min=0)] = None,
    straight_flushes: Annotated[int | None, typer.Option(min=0)] = None,
    anyway: bool = False,
    asked: options.Asked,
) -> None:
    """Value a progressive wager, now and in the long run.

    With "settle" in place of a game: who is paid what when several prizes fall in one round.

    Args:
        game (GAME): A game, the path of a rule file, or 'settle' to share out a meter.
        option (OPTION): Which pay table with its seeds and rates (Crown: 1 or 2).
        seed (AMOUNT): Seed per $1 of the wager, also with settle.
        rate (PERCENT): Increment rate; by default the published one.
        meter (AMOUNT): What the meter shows.
        level (NAME=AMOUNT): What a level of the meter shows, by default its seed; may be repeated.
        stake (AMOUNT): Price of the wager; by default the $1 that seeds are given for.
        wager (WAGER): Which progressive wager, by its id; by default the one that has seeds.
        seats (N): Players with the wager; by default all seats.
        target_return (PERCENT): Long-run return to solve the increment rate for.
        royals (R): With settle: royal flushes in the round.
        straight_flushes (S): With settle: straight flushes in the round.
        anyway: With settle: also for a round that cannot occur.
    """
    settling = {"--royals": royals, "--straight-flushes": straight_flushes, "--anyway": anyway or None}
    asking = {
        "--wager": wager,
        "--option": option,
        "--rate": rate,
        "--seats": seats,
        "--target-return": target_return,
        "--reading": asked.reading or None,
        "--level": level or None,
    }
    if game == "settle":
        options.refuse(asking, "does not go with settle")
        if meter is None or seed is None:
            raise typer.BadParameter("settle needs both", param_hint="--meter and --seed")
        from combin.report.sharing import share_meter

        settlement = share_meter(
            royals or 0,
            straight_flushes or 0,
            meter=options.money(meter, "--meter"),
            seed=options.money(seed, "--seed"),
            stake=options.money(stake or "1", "--stake"),
            anyway=anyway,
            digits=asked.digits,
        )
        asked.show(settlement)
        return
    options.refuse(settling, "goes with settle in place of a game")
    answer = asked.of(game).jackpot(
        wager=wager,
        option=option,
        seed=options.amount(seed, "--seed"),
        increment=_percentage(rate),
        meter=options.amount(meter, "--meter"),
        stake=options.amount(stake, "--stake"),
        seats=seats,
        target=_percentage(target_return),
        levels={
            name: options.money(amount, "--level")
            for name, amount in options.pairs(level, "--level", "NAME=AMOUNT").items()
        },
        digits=asked.digits,
    )
    asked.show(answer)


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
    from combin import report
    from combin.cards.cards import parse_deck
    from combin.game import load
    from combin.progress import progress_bar

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
        counts = report.frequencies.frequencies(
            cards,
            dealt,
            hand or (),
            ranking=order,
            seats=seats,
            best_three=best_three,
            check=check,
            digits=digits,
            progress=progress,
        )
    show(counts.view, form)
