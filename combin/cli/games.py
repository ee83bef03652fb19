"""The commands about one game: its rules, figures, strategy, hands and recorded rounds."""

from __future__ import annotations

from collections import deque
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from combin.cli import options
from combin.cli.output import fail, show, to_terminal, write, write_pieces
from combin.formats.format import Format
from combin.progress import progress_bar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from combin.report.settled import Tally
    from combin.rules.rounds import RoundError
    from combin.rules.settle import SettledRound


class Language(StrEnum):
    """What a schema describes."""

    RULES = "rules"
    ROUNDS = "rounds"
    CLAIMS = "claims"


def list_games(form: options.Form = Format.TABLE) -> None:
    """List the games that ship and their pay tables."""
    from combin.report.rules import games_view
    from combin.rules.load import extended, library_games, load_rules

    games = library_games()
    extends = {game: base for game in games if (base := extended(game)) is not None}
    show(games_view([load_rules(game) for game in games], extends), form)


def show_rules(
    game: options.Game, reading: options.Readings = None, form: options.Form = Format.TABLE
) -> None:
    """Show the rules of a game and where its document states them."""
    show(options.loaded(game, reading).show().view, form)


def analyse(
    game: options.Game,
    ante_bonus: options.AnteBonus = None,
    pair_plus: options.PairPlus = None,
    prime: options.Prime = None,
    table: options.Tables = None,
    strategy: Annotated[
        str | None,
        typer.Option(
            metavar="STRATEGY",
            help="How the player plays, if not at his best: 'always play', 'mimic the dealer', "
            "'any queen', 'Q-10-4', or a file of rules (.toml).",
        ),
    ] = None,
    dead: options.Dead = None,
    missing: options.Missing = None,
    doubled: options.Doubled = None,
    reading: options.Readings = None,
    digits: options.Digits = 10,
    form: options.Form = Format.TABLE,
) -> None:
    """Give the exact house edge and risk of every wager.

    Without letters, every choice of pay tables side by side.
    """
    tables = options.letters(table, ante_bonus=ante_bonus, pair_plus=pair_plus, prime=prime)
    found = options.loaded(game, reading).alternatives(
        strategy=strategy, digits=digits, pack=options.pack(dead, missing, doubled), tables=tables
    )
    show(found.view, form)


def strategy(
    game: options.Game,
    ante_bonus: options.AnteBonus = None,
    table: options.Tables = None,
    compare: Annotated[
        list[str] | None,
        typer.Option(
            metavar="STRATEGY",
            help="A strategy to go through hand by hand: 'any queen', 'Q-10-4', 'always play', "
            "'mimic the dealer', or a file of rules (.toml); may be repeated.",
        ),
    ] = None,
    beside: Annotated[
        str | None,
        typer.Option(
            "--with", metavar="WAGER=AMOUNT", help="A side bet that is decided together with the Ante."
        ),
    ] = None,
    option: Annotated[
        str | None, typer.Option(metavar="OPTION", help="With --jackpot: its pay table (Crown: 1 or 2).")
    ] = None,
    jackpot: Annotated[
        str | None, typer.Option(metavar="AMOUNT", help="The same of the jackpot wager.")
    ] = None,
    ante: Annotated[
        str | None, typer.Option(metavar="AMOUNT", help="Beside such a bet: the Ante; by default 1.")
    ] = None,
    meter: Annotated[
        str | None, typer.Option(metavar="AMOUNT", help="With --jackpot: the meter; by default at its seed.")
    ] = None,
    dead: options.Dead = None,
    missing: options.Missing = None,
    doubled: options.Doubled = None,
    reading: options.Readings = None,
    digits: options.Digits = 10,
    form: options.Form = Format.TABLE,
) -> None:
    """Give the best strategy, its proof, and the cost of others."""
    tables = options.letters(table, ante_bonus=ante_bonus)
    wager, amount = None, options.amount(jackpot, "--jackpot")
    if beside is not None:
        options.refuse({"--jackpot": jackpot}, "does not go with --with; combin mix plays for both")
        ((wager, text),) = options.pairs([beside], "--with", "WAGER=AMOUNT").items()
        amount = options.money(text, "--with")
    pack = options.pack(dead, missing, doubled)
    if amount is not None:
        if pack is not None:
            problem = "another pack does not go with --jackpot and --with; combin mix plays for both"
            raise typer.BadParameter(problem, param_hint="--dead, --missing, --doubled")
        found = options.loaded(game, reading).joint_strategy(
            amount,
            options.money(ante or "1", "--ante"),
            option,
            options.amount(meter, "--meter"),
            wager=wager,
            compare=compare or (),
            digits=digits,
            tables=tables,
        )
        show(found.view, form)
        return
    options.refuse({"--option": option, "--meter": meter}, "goes with --jackpot")
    options.refuse({"--ante": ante}, "goes with --jackpot or --with")
    asked = options.loaded(game, reading)
    show(asked.strategy(compare or (), digits=digits, pack=pack, tables=tables).view, form)


def hand(
    game: options.Game,
    cards: Annotated[
        list[str],
        typer.Argument(metavar="CARDS", help='A hand, "Qs 6h 4d" or "Q♠6♥4♦"; or several hands.'),
    ],
    dealer: Annotated[
        str | None, typer.Option(metavar="CARDS", help="The dealer's cards that are face up, where some are.")
    ] = None,
    ante_bonus: options.AnteBonus = None,
    table: options.Tables = None,
    dead: options.Dead = None,
    missing: options.Missing = None,
    doubled: options.Doubled = None,
    reading: options.Readings = None,
    digits: options.Digits = 10,
    form: options.Form = Format.TABLE,
) -> None:
    """Explain one hand: what the dealer can have, what to do. Of several hands, tell which is the highest."""
    tables = options.letters(table, ante_bonus=ante_bonus)
    found = options.loaded(game, reading)
    dealt = found.rules.file.deal.player
    if len(cards) > 1 and all(len(found.rules.deck.parse(one)) == dealt for one in cards):
        if dealer is not None or tables:
            raise typer.BadParameter("goes with one hand", param_hint="--dealer" if dealer else "--table")
        show(found.compare(*cards, pack=options.pack(dead, missing, doubled)).view, form)
        return
    show(
        found.hand(
            " ".join(cards),
            dealer=dealer,
            digits=digits,
            pack=options.pack(dead, missing, doubled),
            tables=tables,
        ).view,
        form,
    )


def settle(
    game: options.Game,
    rounds: Annotated[Path, typer.Argument(metavar="FILE", help="Recorded rounds, one JSON object a line.")],
    table: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WAGER=LETTER", help="The table of a wager in rounds that name none; may be repeated."
        ),
    ] = None,
    reading: options.Readings = None,
    strict: Annotated[
        bool,
        typer.Option(
            "--strict", help="Exit with 1 when something was paid wrongly or does not follow from a round."
        ),
    ] = False,
    ledger: Annotated[
        bool,
        typer.Option(
            "--ledger", help="The file has all rounds of its meters: each must be what they make it."
        ),
    ] = False,
    form: options.Form = Format.TABLE,
) -> int:
    """Settle recorded rounds by the rules, and check what was paid.

    Records that cannot be settled are named on stderr, and the exit code is 2; the others are settled
    all the same. "combin schema rounds" describes a record. json and csv are written as the file is read,
    however long it is.
    """
    from combin.report.settled import Tally, streamed

    asked = options.loaded(game, reading)
    tally = Tally(asked.rules)
    counted = form in (Format.TABLE, Format.MD)
    letters = options.letters(table)
    with progress_bar("Settling", shown=counted or not to_terminal()) as progress:
        each = asked.settle_each(rounds, tables=letters, ledger=ledger, progress=progress)
        found = _told(each, tally, rounds)
        if counted:
            deque(found, maxlen=0)
        else:
            write_pieces(streamed(asked.rules, found, form))
    if counted:
        show(tally.view(dict, list), form)
    if tally.errors:
        return 2
    return 1 if strict and (tally.wrong or tally.unexplained) else 0


def _told(
    settled: Iterable[SettledRound | RoundError], tally: Tally, rounds: Path
) -> Iterator[SettledRound | RoundError]:
    """Pass settled rounds on while they are counted and what is wrong with a record is told."""
    from combin.rules.rounds import RoundError

    for one in settled:
        tally.add(one)
        if isinstance(one, RoundError):
            fail(f"{rounds}: {one}")
        yield one


def schema(
    language: Annotated[
        Language,
        typer.Argument(
            metavar="LANGUAGE", help="rules, rounds (for combin settle), or claims (for combin audit)."
        ),
    ] = Language.RULES,
) -> None:
    """Print the JSON Schema of rules, recorded rounds or claims.

    Editors complete and check files by it.
    """
    from combin.audit.load import claims_schema
    from combin.rules.schema import rounds_schema, rules_schema, schema_text

    made = {Language.RULES: rules_schema, Language.ROUNDS: rounds_schema, Language.CLAIMS: claims_schema}
    write(schema_text(made[language]()))
