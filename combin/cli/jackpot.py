"""The commands about jackpots and hands of more cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from combin.cli import options
from combin.cli.output import show
from combin.formats.format import Format

if TYPE_CHECKING:
    from fractions import Fraction

    from combin.jackpot.winners import Settlement


def _percentage(text: str | None) -> str | None:
    """Return a percentage with its sign, whether it was written or not: 34.06 is 34.06%."""
    return None if text is None else f"{text.strip().removesuffix('%')}%"


def jackpot(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME", help="A game, the path of a rule file, or 'settle' to share out a meter."
        ),
    ],
    option: Annotated[
        str | None,
        typer.Option(metavar="OPTION", help="Which pay table with its seeds and rates (Crown: 1 or 2)."),
    ] = None,
    seed: Annotated[
        str | None, typer.Option(metavar="AMOUNT", help="Seed per $1 of the wager, also with settle.")
    ] = None,
    rate: Annotated[
        str | None, typer.Option(metavar="PERCENT", help="Increment rate; by default the published one.")
    ] = None,
    meter: Annotated[str | None, typer.Option(metavar="AMOUNT", help="What the meter shows.")] = None,
    level: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=AMOUNT",
            help="What a level of the meter shows, by default its seed; may be repeated.",
        ),
    ] = None,
    stake: Annotated[
        str | None,
        typer.Option(
            metavar="AMOUNT", help="Price of the wager; by default the $1 that seeds are given for."
        ),
    ] = None,
    wager: Annotated[
        str | None,
        typer.Option(
            metavar="WAGER", help="Which progressive wager, by its id; by default the one that has seeds."
        ),
    ] = None,
    seats: Annotated[
        int | None, typer.Option(metavar="N", help="Players with the wager; by default all seats.")
    ] = None,
    target_return: Annotated[
        str | None, typer.Option(metavar="PERCENT", help="Long-run return to solve the increment rate for.")
    ] = None,
    royals: Annotated[
        int | None, typer.Option(metavar="R", min=0, help="With settle: royal flushes in the round.")
    ] = None,
    straight_flushes: Annotated[
        int | None, typer.Option(metavar="S", min=0, help="With settle: straight flushes in the round.")
    ] = None,
    anyway: Annotated[
        bool, typer.Option("--anyway", help="With settle: also for a round that cannot occur.")
    ] = False,
    reading: options.Readings = None,
    digits: options.Digits = 10,
    form: options.Form = Format.TABLE,
) -> None:
    """Value a progressive wager, now and in the long run.

    With "settle" in place of a game: who is paid what when several prizes fall in one round.
    """
    settling = {"--royals": royals, "--straight-flushes": straight_flushes, "--anyway": anyway or None}
    asking = {
        "--wager": wager,
        "--option": option,
        "--rate": rate,
        "--seats": seats,
        "--target-return": target_return,
        "--reading": reading or None,
        "--level": level or None,
    }
    if game == "settle":
        options.refuse(asking, "does not go with settle")
        if meter is None or seed is None:
            raise typer.BadParameter("settle needs both", param_hint="--meter and --seed")
        found = _settled(
            options.money(meter, "--meter"),
            options.money(seed, "--seed"),
            options.money(stake or "1", "--stake"),
            royals,
            straight_flushes,
        )
        _show_settled(found, anyway, digits, form)
        return
    options.refuse(settling, "goes with settle in place of a game")
    answer = options.loaded(game, reading).jackpot(
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
        digits=digits,
    )
    show(answer.view, form)


def _settled(
    meter: Fraction, seed: Fraction, stake: Fraction, royals: int | None, flushes: int | None
) -> Settlement:
    from combin.cards.cards import STANDARD_DECK
    from combin.jackpot.meter.meter import JackpotError
    from combin.jackpot.winners import settle_meter

    hands = (len(STANDARD_DECK) - 2) // 3
    winners = (royals or 0) + (flushes or 0)
    if winners > hands:
        raise JackpotError(
            f"{winners} prizes in one round: beside two jackpot cards there are {hands} hands at most"
        )
    if stake <= 0:
        raise JackpotError(f"a stake of {stake} is not above 0")
    try:
        return settle_meter(meter, seed * stake, royals or 0, flushes or 0)
    except ValueError as error:
        raise JackpotError(str(error)) from None


def _show_settled(settlement: Settlement, anyway: bool, digits: int, form: Format) -> None:
    from combin.cards.cards import STANDARD_DECK
    from combin.jackpot.meter.meter import JackpotError
    from combin.jackpot.winners import Winners
    from combin.report.sharing import sharing_view

    can_occur = Winners(STANDARD_DECK).possible()
    royals, flushes = outcome = settlement.royals, settlement.straight_flushes
    if outcome not in can_occur and not anyway:
        others = ", ".join(f"{one} and {other}" for one, other in can_occur if one or other)
        raise JackpotError(
            f"--royals {royals} --straight-flushes {flushes}: cannot occur in one round, as all hands share "
            f"the two jackpot cards (what can: {others}); --anyway applies the formula all the same"
        )
    show(sharing_view(settlement, possible=outcome in can_occur, digits=digits), form)


def frequencies(
    context: typer.Context,
    cards: Annotated[int, typer.Argument(metavar="CARDS", help="2 to 9.")],
    ranks: Annotated[
        str, typer.Option(metavar="RANKS", help="Symbols from low to high.")
    ] = "2 3 4 5 6 7 8 9 T J Q K A",
    suits: Annotated[str, typer.Option(metavar="SUITS", help="How many suits, or their names.")] = "4",
    decks: Annotated[
        int, typer.Option(metavar="N", min=1, max=8, help="How many decks are shuffled together.")
    ] = 1,
    jokers: Annotated[int, typer.Option(metavar="N", min=0, max=2, help="How many jokers.")] = 0,
    joker: Annotated[
        str, typer.Option(metavar="KIND", help="'wild' or 'straights and flushes' (else an ace).")
    ] = "wild",
    deck: Annotated[
        str | None,
        typer.Option(metavar="GAME", help="The deck of a game or rule file instead."),
    ] = None,
    hand: Annotated[
        list[str] | None,
        typer.Option(metavar="HAND", help='Count this hand alone: "ace high". May be repeated.'),
    ] = None,
    seats: Annotated[
        int,
        typer.Option(metavar="N", min=1, help="Ask about the highest of so many hands of 3 cards, up to 4."),
    ] = 1,
    best_three: Annotated[
        bool, typer.Option("--best-three", help="Judge 4 or 5 cards by the best three of them.")
    ] = False,
    check: Annotated[bool, typer.Option("--check", help="Visit every hand as well, and compare.")] = False,
    digits: options.Digits = 10,
    form: options.Form = Format.TABLE,
) -> None:
    """Count hands of 2 to 9 cards by category or by name."""
    from combin import game as games
    from combin.cards.cards import parse_deck
    from combin.progress import progress_bar

    order = None
    if deck is None:
        dealt = parse_deck(ranks, suits, decks, jokers, joker)
    else:
        for option in ("ranks", "suits", "decks", "jokers", "joker"):
            source = context.get_parameter_source(option)
            if source is not None and source.name == "COMMANDLINE":
                raise typer.BadParameter("does not go with --deck", param_hint=f"--{option}")
        rules = games.load(deck).rules
        dealt, order = rules.deck, rules.ranking
    doing = "Counting deals" if seats > 1 else "Visiting hands"
    with progress_bar(doing, shown=check or seats > 3) as report:
        found = games.frequencies(
            cards,
            dealt,
            hand or (),
            ranking=order,
            seats=seats,
            best_three=best_three,
            check=check,
            digits=digits,
            progress=report,
        )
    show(found.view, form)
