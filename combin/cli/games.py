"""The commands about one game: rules, figures, strategy, hands, wagers together, progressives, plots."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from combin.cli import options
from combin.cli.options import examples
from combin.cli.output import show, tell, write
from combin.formats.format import Format


class Language(StrEnum):
    """What a schema describes."""

    RULES = "rules"
    ROUNDS = "rounds"
    CLAIMS = "claims"


SCHEMAS = {
    Language.RULES: "combin.rules.schema:rules_schema",
    Language.ROUNDS: "combin.settle.rounds:rounds_schema",
    Language.CLAIMS: "combin.audit.load:claims_schema",
}


@examples("combin games")
def list_games(form: options.Form = Format.TABLE) -> None:
    """List the games that ship and their pay tables."""
    from combin.report.rules import games_view
    from combin.rules.load import extended, library_games, load_rules

    games = library_games()
    extends = {game: base for game in games if (base := extended(game)) is not None}
    show(games_view([load_rules(game) for game in games], extends), form)


@examples("combin show crown-melbourne", "combin show my-rules.toml")
def show_rules(
    game: options.Game, reading: options.Readings = None, form: options.Form = Format.TABLE
) -> None:
    """Show the rules of a game and where its document states them."""
    show(options.loaded(game, reading).show().view(), form)


@examples(
    "combin analyse crown-melbourne",
    "combin analyse crown-melbourne --ante-bonus B --pair-plus F --format json",
    'combin analyse uk-including-blind --strategy "always play"',
)
def analyse(
    game: options.Game,
    *,
    letters: options.Letters,
    strategy: str | None = None,
    odd: options.OddPack,
    asked: options.Asked,
) -> None:
    """Give the exact house edge and risk of every wager.

    Without letters, every choice of pay tables side by side.

    Args:
        strategy (STRATEGY): How the player plays, if not at his best: 'always play', 'mimic the dealer', 'any
            queen', 'Q-10-4', or a file of rules (.toml).
    """
    answer = asked.of(game).alternatives(strategy=strategy, pack=odd.pack, tables=letters.chosen)
    asked.show(answer)


@examples(
    "combin strategy crown-melbourne",
    'combin strategy crown-melbourne --compare "any queen" --compare Q-10-4',
    "combin strategy crown-melbourne --compare my-strategy.toml",
    "combin strategy crown-melbourne --option 2 --jackpot 1 --ante 5",
)
def strategy(
    game: options.Game,
    *,
    letters: options.BaseLetters,
    compare: list[str] | None = None,
    beside: Annotated[str | None, typer.Option("--with")] = None,
    option: str | None = None,
    jackpot: str | None = None,
    ante: str | None = None,
    meter: str | None = None,
    odd: options.OddPack,
    asked: options.Asked,
) -> None:
    """Give the best strategy, its proof, and the cost of others.

    Args:
        compare (STRATEGY): A strategy to go through hand by hand: 'any queen', 'Q-10-4', 'always play',
            'mimic the dealer', or a file of rules (.toml); may be repeated.
        beside (WAGER=AMOUNT): A side bet that is decided together with the Ante.
        option (OPTION): With --jackpot: its pay table (Crown: 1 or 2).
        jackpot (AMOUNT): The same of the jackpot wager.
        ante (AMOUNT): Beside such a bet: the Ante; by default 1.
        meter (AMOUNT): With --jackpot: the meter; by default at its seed.
    """
    wager, amount = None, options.amount(jackpot, "--jackpot")
    if beside is not None:
        options.refuse({"--jackpot": jackpot}, "does not go with --with; combin mix plays for both")
        ((wager, text),) = options.pairs([beside], "--with", "WAGER=AMOUNT").items()
        amount = options.money(text, "--with")
    if amount is not None:
        if odd.pack is not None:
            problem = "another pack does not go with --jackpot and --with; combin mix plays for both"
            raise typer.BadParameter(problem, param_hint="--dead, --missing, --doubled")
        answer = asked.of(game).joint_strategy(
            amount,
            options.money(ante or "1", "--ante"),
            option,
            options.amount(meter, "--meter"),
            wager=wager,
            compare=compare or (),
            tables=letters.chosen,
        )
        asked.show(answer)
        return
    options.refuse({"--option": option, "--meter": meter}, "goes with --jackpot")
    options.refuse({"--ante": ante}, "goes with --jackpot or --with")
    about = asked.of(game)
    asked.show(about.strategy(compare or (), pack=odd.pack, tables=letters.chosen))


@examples('combin hand crown-melbourne "Qs 6h 4d"', "combin hand crown-melbourne Qs 6h 4d --ante-bonus C")
def hand(
    game: options.Game,
    cards: list[str],
    *,
    dealer: str | None = None,
    letters: options.BaseLetters,
    odd: options.OddPack,
    asked: options.Asked,
) -> None:
    """Explain one hand: what the dealer can have, what to do. Of several hands, tell which is the highest.

    Args:
        cards (CARDS): A hand, "Qs 6h 4d" or "Q♠6♥4♦"; or several hands.
        dealer (CARDS): The dealer's cards that are face up, where some are.
    """
    about, tables, pack = asked.of(game), letters.chosen, odd.pack
    dealt, deck = about.rules.file.deal.player, about.rules.deck
    if len(cards) > 1 and all(len(deck.parse(text)) == dealt for text in cards):
        if dealer is not None or tables:
            raise typer.BadParameter("goes with one hand", param_hint="--dealer" if dealer else "--table")
        asked.show(about.compare(*cards, pack=pack))
        return
    text = " ".join(cards)
    asked.show(about.hand(text, dealer=dealer, pack=pack, tables=tables))


@examples(
    "combin mix crown-melbourne --bet ante=10 --bet pair_plus=5 --pair-plus F",
    "combin mix crown-melbourne --bet ante=10 --bet jackpot=1 --option 2 --meter 25000",
)
def mix(
    game: options.Game,
    *,
    bet: options.Bets,
    letters: options.Letters,
    terms: options.MixTerms,
    odd: options.OddPack,
    asked: options.Asked,
) -> None:
    """Give the law of several wagers in one round.

    Edge and spread of the mix, covariances of its wagers, and every net result with its deals: over all
    cards of player and dealer, the card of the dealer's that is seen, and the jackpot cards. A wager that a
    fold loses takes part in how the player plays. Limits of the table, chips and a greatest payout, change
    what is paid, and so the edge; they do not change how the player plays.
    """
    about, stakes = asked.of(game), options.stakes(bet)
    asked.show(about.mix(stakes, **terms.options, pack=odd.pack, tables=letters.chosen))


KINDS = (
    "outcomes",
    "play-value",
    "by-card",
    "sensitivity",
    "meter-density",
    "royal-prize",
    "folding",
    "price",
)
"""The values of `combin.report.plots.PlotKind`, which takes longer to import than a help text may."""


def _complete_kind(incomplete: str) -> list[str]:
    return [kind for kind in KINDS if kind.startswith(incomplete)]


@examples(
    "combin plot crown-melbourne outcomes --wager pair_plus -o outcomes.svg",
    "combin plot crown-melbourne play-value -o play-value.png",
    "combin plot crown-melbourne sensitivity -o tornado.pdf",
)
def plot(
    game: options.Game,
    kind: Annotated[
        str, typer.Argument(metavar="KIND", help=f"One of {', '.join(KINDS)}.", autocompletion=_complete_kind)
    ],
    *,
    wager: str | None = None,
    letters: options.Letters,
    reading: options.Readings = None,
    output: options.Output = None,
) -> None:
    """Draw a plot of a game as SVG, PNG or PDF.

    Outcomes: how often each result comes. Play-value: what it is worth to play each hand, beside a fold.
    By-card: the same against each card of the dealer's that is seen.
    Sensitivity: which rules move the house edge most. Meter-density, royal-prize: where a meter stands in
    the long run, and what it then pays. Folding, price: what a jackpot wager returns.

    Args:
        wager (WAGER): For outcomes and sensitivity: a wager by its id.
        output (FILE): A file: .svg, .png or .pdf; else SVG to stdout.
    """
    from combin.rules.errors import nearest

    if kind not in KINDS:
        raise typer.BadParameter(f"no plot of {kind!r}; {nearest(kind, KINDS)}", param_hint="KIND")
    drawing = options.loaded(game, reading).plot(kind, wager, tables=letters.chosen)
    if output is None:
        write(drawing.to_svg())
    else:
        drawing.write(output)
        tell(output, f": {drawing.description}")


@examples("combin schema > rules.schema.json", "combin schema rounds", "combin schema claims --list")
def schema(
    language: Annotated[Language, typer.Argument()] = Language.RULES,
    listed: Annotated[bool, typer.Option("--list")] = False,
    form: options.Form = Format.TABLE,
) -> None:
    """Print the JSON Schema of files, or the kinds of claims.

    Editors complete and check files by it.

    Args:
        language (LANGUAGE): rules, rounds (for combin settle), or claims (for combin audit).
        listed: List the kinds of claims, with the entries that each has.
    """
    from combin.cli.app import function
    from combin.rules.schema import schema_text

    if listed:
        vocabulary_view = function("combin.audit.views:vocabulary_view")

        if language is not Language.CLAIMS:
            raise typer.BadParameter("lists the kinds of claims alone", param_hint="--list")
        show(vocabulary_view(), form)
        return

    write(schema_text(function(SCHEMAS[language])()))


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
