"""The command about progressives."""

from __future__ import annotations

from typing import Annotated

import typer

from combin.cli import options
from combin.cli.options import examples


def _percentage(text: str | None) -> str | None:
    """Return a percentage with its sign, whether it was written or not: 34.06 is 34.06%."""
    return None if text is None else f"{text.strip().removesuffix('%')}%"


@examples(
    "combin jackpot crown-melbourne --option 1 --seed 10000 --meter 25000",
    "combin jackpot crown-melbourne --option 2 --seed 10000 --target-return 90",
    "combin jackpot resorts-world-sentosa --stake 5 --seats 7",
    "combin jackpot settle --meter 123456.70 --seed 50000 --royals 1 --straight-flushes 1",
)
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
