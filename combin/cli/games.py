"""The commands about one game: rules, figures, strategy, hands, wagers together, progressives."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any

from combin.cli import options
from combin.cli.options import Amount, OptionError, Question, argument, examples, field
from combin.cli.output import show, write
from combin.formats import Format


class Language(StrEnum):
    """What a schema describes."""

    RULES = "rules"
    ROUNDS = "rounds"
    CLAIMS = "claims"


@examples("combin games")
class Games(Question):
    """List the built-in games and their pay tables."""

    form: Format = options.FORM

    def run(self) -> None:
        from combin.report.rules import games_view
        from combin.rules.load import extended, library_games, load_rules

        games = library_games()
        extends = {game: base for game in games if (base := extended(game)) is not None}
        show(games_view([load_rules(game) for game in games], extends), self.form)


@examples("combin show crown-melbourne", "combin show my-rules.toml")
class Show(Question):
    """Show the rules of a game and where its document states them."""

    game: str = options.GAME
    reading: Mapping[str, str] = options.READING
    form: Format = options.FORM

    def run(self) -> None:
        show(self.load().show().view(), self.form)


@examples(
    "combin analyse crown-melbourne",
    "combin analyse crown-melbourne --ante-bonus B --pair-plus F --format json",
    'combin analyse uk-including-blind --strategy "always play"',
)
class Analyse(Question):
    """Compute the exact house edge and risk of every wager.

    Without letters, for every choice of pay tables.
    """

    asks = "alternatives"
    game: str = options.GAME
    letters: options.Letters
    strategy: str | None = field(
        "STRATEGY",
        "The player's strategy, if not optimal: 'always play', 'mimic the dealer', 'any queen', 'Q-10-4', or "
        "a file of rules (.toml).",
    )
    dead: str = options.DEAD
    asked: options.Asked


@examples(
    "combin strategy crown-melbourne",
    'combin strategy crown-melbourne --compare "any queen" --compare Q-10-4',
    "combin strategy crown-melbourne --compare my-strategy.toml",
    "combin strategy crown-melbourne --option 2 --jackpot 1 --ante 5",
)
class Strategy(Question):
    """Compute the optimal strategy, with proof; compare others."""

    game: str = options.GAME
    letters: options.BaseLetters
    compare: tuple[str, ...] = field(
        "STRATEGY",
        "A strategy to compare hand by hand: 'any queen', 'Q-10-4', 'always play', 'mimic the dealer', or a "
        "file of rules (.toml); may be repeated.",
    )
    joint: str | None = field("WAGER=AMOUNT", "A side bet to decide together with the Ante.", "--with")
    option: str | None = field("OPTION", "With --jackpot: its pay table (Crown: 1 or 2).")
    jackpot: Amount | None = field("AMOUNT", "A jackpot wager to decide together with the Ante.")
    ante: Amount | None = field("AMOUNT", "With --with or --jackpot: the Ante; by default 1.")
    meter: Amount | None = field("AMOUNT", "With --jackpot: the meter; by default at its seed.")
    dead: str = options.DEAD
    hands: bool = field(None, "List every hand with its decision and the EV of each, most often with -f csv.")
    asked: options.Asked

    def run(self) -> None:
        wager, amount = None, self.jackpot
        if self.joint is not None:
            self.refuse("does not go with --with; combin mix plays for both", "jackpot")
            ((wager, text),) = options.pairs([self.joint], "--with", "WAGER=AMOUNT").items()
            amount = options.money(text, "--with")
        asked = {"compare": self.compare, **self.letters.values()}
        if amount is None:
            self.refuse("goes with --jackpot", "option", "meter")
            self.refuse("goes with --jackpot or --with", "ante")
            answer = self.load().strategy(dead=self.dead, **asked)
            self.asked.show(answer.hands() if self.hands else answer)
            return
        self.refuse("does not go with --jackpot and --with", "hands")
        self.refuse("does not go with --jackpot and --with; combin mix plays for both", "dead")
        game, ante = self.load(), 1 if self.ante is None else self.ante
        self.asked.show(game.joint_strategy(amount, ante, self.option, self.meter, wager=wager, **asked))


@examples('combin hand crown-melbourne "Qs 6h 4d"', "combin hand crown-melbourne Qs 6h 4d --ante-bonus C")
class Hand(Question):
    """Explain one hand: dealer outcomes and optimal decision. Of several hands, show the highest."""

    asks = "hand"
    game: str = options.GAME
    cards: tuple[str, ...] = argument("CARDS", 'A hand, "Qs 6h 4d" or "Q♠6♥4♦"; or several hands.')
    dealer: str | None = field("CARDS", "The dealer's cards that are face up, where some are.")
    letters: options.BaseLetters
    dead: str = options.DEAD
    asked: options.Asked

    def run(self) -> None:
        game, cards = self.load(), self.cards
        dealt, deck = game.rules.file.deal.player, game.rules.deck
        if len(cards) == 1 or any(len(deck.parse(text)) != dealt for text in cards):
            self.asked.show(self.answer(game, cards=" ".join(cards)))
            return
        if self.dealer is not None or self.letters.chosen:
            raise OptionError("goes with one hand", "--dealer" if self.dealer else "--table")
        self.asked.show(game.compare(*cards, dead=self.dead))


@examples(
    "combin mix crown-melbourne --bet ante=10 --bet pair_plus=5 --pair-plus F",
    "combin mix crown-melbourne --bet ante=10 --bet jackpot=1 --option 2 --meter 25000",
)
class Mix(Question):
    """Compute the net distribution of several wagers in one round.

    House edge, standard deviation, covariances and net distribution of the mix, over all cards of player and
    dealer, exposed dealer cards and jackpot cards. The strategy accounts for wagers that a fold loses. Chips
    and a maximum payout change payouts and edge, not the strategy.
    """

    asks = "mix"
    game: str = options.GAME
    stakes: Mapping[str, Amount] = options.BETS
    letters: options.Letters
    terms: options.MixTerms
    dead: str = options.DEAD
    asked: options.Asked


@examples("combin schema > rules.schema.json", "combin schema rounds", "combin schema claims --list")
class Schema(Question):
    """Print the JSON Schema of files, or the kinds of claims.

    Editors use it to complete and check files.
    """

    language: Language = argument(
        "LANGUAGE", "rules, rounds (for combin settle), or claims (for combin audit).", default=Language.RULES
    )
    listed: bool = field(None, "List the kinds of claims, with the entries that each has.", "--list")
    form: Format = options.FORM

    def run(self) -> None:
        from combin.cli.app import function

        if not self.listed:
            (file,) = Path(__file__).parents[1].glob(f"*/{self.language}.schema.json")
            write(file.read_text(encoding="utf-8"))
        elif self.language is Language.CLAIMS:
            show(function("combin.audit.views:vocabulary_view")(), self.form)
        else:
            raise OptionError("lists the kinds of claims alone", "--list")


def _percentage(text: str, _: str) -> str:
    """A percentage with its sign, whether it is written or not: 34.06 is 34.06%."""
    return f"{text.strip().removesuffix('%')}%"


@examples(
    "combin jackpot crown-melbourne --option 1 --seed 10000 --meter 25000",
    "combin jackpot crown-melbourne --option 2 --seed 10000 --target-return 90",
    "combin jackpot resorts-world-sentosa --stake 5 --seats 7",
    "combin jackpot settle --meter 123456.70 --seed 50000 --royals 1 --straight-flushes 1",
)
class Jackpot(Question):
    """Compute the value of a progressive wager.

    The return at its meter and in the long run, the breakeven meter, the sources of the money. With "settle"
    in place of a game: the payouts of several prizes in one round.
    """

    asks = "jackpot"
    showing = ("royals", "straight_flushes", "anyway")
    game: str = argument("GAME", "A game, the path of a rule file, or 'settle' to share out a meter.")
    option: str | None = field("OPTION", "The pay table with its seeds and rates (Crown: 1 or 2).")
    seed: Amount | None = field("AMOUNT", "Seed per $1 of the wager, also with settle.")
    increment: str | None = field(
        "PERCENT", "Increment rate; by default the published one.", "--rate", read=_percentage
    )
    meter: Amount | None = field("AMOUNT", "The current meter.")
    levels: Mapping[str, Amount] = field(
        "NAME=AMOUNT", "The current meter of a level, by default its seed; may be repeated.", "--level"
    )
    stake: Amount | None = field("AMOUNT", "Price of the wager; by default the $1 that seeds are given for.")
    wager: str | None = field("WAGER", "The progressive wager, by its id; by default the one with seeds.")
    seats: int | None = field("N", "Players with the wager; by default all seats.")
    target: str | None = field(
        "PERCENT", "Long-run return to solve the increment rate for.", "--target-return", read=_percentage
    )
    royals: int | None = field("R", "With settle: royal flushes in the round.", least=0)
    straight_flushes: int | None = field("S", "With settle: straight flushes in the round.", least=0)
    anyway: bool = field(None, "With settle: also for a round that cannot occur.")
    asked: options.Asked

    def values(self) -> dict[str, Any]:
        """What is asked of a game."""
        return super().values() | {"digits": self.asked.digits}

    def run(self) -> None:
        if self.game != "settle":
            from msgspec.structs import replace  # of no use to --help

            self.refuse("goes with settle in place of a game", *self.showing)
            answer, flags = self.answer(), {"price": "--stake", "meter": "--meter"}
            view, missing = answer.view(self.asked.digits), [flags[term] for term in answer.open_terms]
            hint = (f"To set a value: {', '.join(missing)}.",) if missing else ()
            show(replace(view, lines=view.lines + hint), self.asked.form)
            return
        asking = ("wager", "option", "increment", "seats", "target", "reading", "levels")
        self.refuse("does not go with settle", *asking)
        if self.meter is None or self.seed is None:
            raise OptionError("settle needs both", "--meter and --seed")
        from fractions import Fraction

        from combin.cli.app import function

        settlement = function("combin.settle.meter:share_meter")(
            self.royals or 0,
            self.straight_flushes or 0,
            meter=self.meter,
            seed=self.seed,
            stake=Fraction(1) if self.stake is None else self.stake,
            anyway=self.anyway,
        )
        self.asked.show(settlement)
