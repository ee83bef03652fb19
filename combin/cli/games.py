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

    from combin.report.settled import SettledTally
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
    answer = asked.of(game).alternatives(
        strategy=strategy, digits=asked.digits, pack=odd.pack, tables=letters.chosen
    )
    asked.show(answer)


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
            digits=asked.digits,
            tables=letters.chosen,
        )
        asked.show(answer)
        return
    options.refuse({"--option": option, "--meter": meter}, "goes with --jackpot")
    options.refuse({"--ante": ante}, "goes with --jackpot or --with")
    about = asked.of(game)
    asked.show(about.strategy(compare or (), digits=asked.digits, pack=odd.pack, tables=letters.chosen))


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
    asked.show(about.hand(text, dealer=dealer, digits=asked.digits, pack=pack, tables=tables))


def settle(
    game: options.Game,
    rounds: Path,
    table: list[str] | None = None,
    reading: options.Readings = None,
    strict: bool = False,
    ledger: bool = False,
    form: options.Form = Format.TABLE,
) -> int:
    """Settle recorded rounds by the rules, and check what was paid.

    Records that cannot be settled are named on stderr, and the exit code is 2; the others are settled
    all the same. "combin schema rounds" describes a record. json and csv are written as the file is read,
    however long it is.

    Args:
        rounds (FILE): Recorded rounds, one JSON object a line.
        table (WAGER=LETTER): The table of a wager in rounds that name none; may be repeated.
        strict: Exit with 1 when something was paid wrongly or does not follow from a round.
        ledger: The file has all rounds of its meters: each must be what they make it.
    """
    from combin.report.settled import SettledTally, streamed

    about = options.loaded(game, reading)
    tally, letters = SettledTally(about.rules), options.pairs(table, "--table", "WAGER=LETTER")
    counted = form in (Format.TABLE, Format.MD)
    with progress_bar("Settling", shown=counted or not to_terminal()) as progress:
        each = about.settle_each(rounds, tables=letters, ledger=ledger, progress=progress)
        told = _told(each, tally, rounds)
        if counted:
            deque(told, maxlen=0)
        else:
            write_pieces(streamed(about.rules, told, form))
    if counted:
        show(tally.view(dict, list), form)
    if tally.errors:
        return 2
    return 1 if strict and (tally.wrong or tally.unexplained) else 0


def _told(
    settled: Iterable[SettledRound | RoundError], tally: SettledTally, rounds: Path
) -> Iterator[SettledRound | RoundError]:
    """Pass settled rounds on while they are counted and what is wrong with a record is told."""
    from combin.rules.rounds import RoundError

    for round_ in settled:
        tally.add(round_)
        if isinstance(round_, RoundError):
            fail(f"{rounds}: {round_}")
        yield round_


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
    if listed:
        from combin.report.audits import vocabulary_view

        if language is not Language.CLAIMS:
            raise typer.BadParameter("lists the kinds of claims alone", param_hint="--list")
        show(vocabulary_view(), form)
        return
    from combin.audit.load import claims_schema
    from combin.rules.schema import rounds_schema, rules_schema, schema_text

    made = {Language.RULES: rules_schema, Language.ROUNDS: rounds_schema, Language.CLAIMS: claims_schema}
    write(schema_text(made[language]()))
