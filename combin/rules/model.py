"""The rules language: what a rule file may say, as frozen and validated models.

The models hold what can be judged from one entry alone. `combin.rules.rules` resolves words such as
"Q high" against the deck and the ranking, and judges the entries against each other.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Annotated, Any, Literal

import msgspec

from combin.cards import Joker
from combin.ranking import AceLow, Category, StraightSuits
from combin.rules.numbers import Net, Pay, Share

__all__ = [
    "AgainstDealer",
    "Bonus",
    "Case",
    "Comparison",
    "Irregularity",
    "Jackpot",
    "NoQualify",
    "Outcome",
    "PayTable",
    "PayTableWager",
    "Prize",
    "RulesFile",
    "Wager",
]

Text = Annotated[str, msgspec.Meta(min_length=1)]
Name = Annotated[
    str,
    msgspec.Meta(
        pattern="^[a-z][a-z0-9_]*$",
        max_length=40,
        description="small letters, digits and underscores, a letter first",
    ),
]
GameId = Annotated[
    str,
    msgspec.Meta(
        pattern="^[a-z][a-z0-9-]*$",
        max_length=60,
        description="small letters, digits and dashes, a letter first",
    ),
]
Citation = Annotated[str, msgspec.Meta(description="where the document says it: rule, table or place")]


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What all tables of a rule file share: immutable, no unknown keys."""


class Source(Entry, frozen=True):
    """The document that the file encodes: a casino's own rules, or what others describe of a game."""

    document: Text
    kind: Literal["house rules", "description"] = "house rules"
    publisher: str = ""
    version: str = ""
    effective: str = ""
    sections: dict[str, Text] = {}


class SuitEntry(Entry, frozen=True):
    """A suit of the deck."""

    symbol: Annotated[str, msgspec.Meta(pattern="^[A-Za-z]$", description="one letter")]
    glyph: Annotated[str, msgspec.Meta(min_length=1, max_length=2)]
    name: Text
    colour: Text


class DeckEntry(Entry, frozen=True):
    """The deck: ranks from low to high, suits by name or in full; 52 cards by default.

    With `decks` each card is there so many times. A `joker` is "wild", any card that the hand does not hold,
    or only "straights and flushes": it completes one of these, and else counts as the highest rank.
    """

    ranks: Annotated[str, msgspec.Meta(description="symbols, low to high, with blanks between")] = (
        "2 3 4 5 6 7 8 9 T J Q K A"
    )
    suits: tuple[Literal["clubs", "diamonds", "hearts", "spades"] | SuitEntry, ...] = (
        "clubs",
        "diamonds",
        "hearts",
        "spades",
    )
    decks: Annotated[int, msgspec.Meta(ge=1, le=4)] | None = None
    jokers: Annotated[int, msgspec.Meta(ge=0, le=2)] = 0
    joker: Joker | None = None
    rule: Citation = ""


class DealEntry(Entry, frozen=True, kw_only=True):
    """Cards dealt to each player, to the dealer and to the jackpot, and the seats of a table.

    Of the dealer's cards `face_up` are seen before the decision. `tells` are the ranks that a player who sees
    less than the whole card can tell apart, such as `["A", "J Q K", "2 3 4 5 6 7 8 9 T"]`.
    """

    player: Literal[3] = 3
    dealer: Literal[3] = 3
    face_up: Literal[0, 1] = 0
    tells: tuple[Text, ...] = ()
    jackpot: Annotated[int, msgspec.Meta(ge=0, le=4)] = 0
    seats: Annotated[int, msgspec.Meta(ge=1, le=20)] | None = None
    rule: Citation = ""


class RankingEntry(Entry, frozen=True, kw_only=True):
    """The order of hands."""

    order: tuple[Category, ...] = tuple(Category)
    ace_low_straight: AceLow = AceLow.LOWEST
    straight_suits: StraightSuits = StraightSuits.MORE_THAN_ONE
    rule: Citation = ""


class DealerEntry(Entry, frozen=True):
    """The weakest hand with which the dealer qualifies; "any hand" when he always plays."""

    qualifies: Text = "any hand"
    rule: Citation = ""


class BlindEntry(Entry, frozen=True):
    """Hands that nobody may look at; with `play_in_advance`, Play is staked before the deal."""

    allowed: bool = False
    play_in_advance: bool = False
    rule: Citation = ""


class PlayEntry(Entry, frozen=True):
    """A multiple of the base wager that only some hands may play, such as "pair or better"."""

    multiple: Annotated[int, msgspec.Meta(ge=1)]
    hand: Text
    rule: Citation = ""


class DecisionEntry(Entry, frozen=True):
    """What the player may do after seeing his cards: fold, or play one of the multiples of the base wager.

    Nothing is decided in a game of which no wager raises another.

    `excess_play_rule` returns what was staked above it, `short_play_rule` settles a smaller stake as it
    is; without them such a stake is refused, because the document does not say how it is settled.
    """

    play: Annotated[
        tuple[Annotated[int, msgspec.Meta(ge=1)] | PlayEntry, ...], msgspec.Meta(min_length=1)
    ] = (1,)
    rule: Citation = ""
    excess_play_rule: Citation = ""
    short_play_rule: Citation = ""
    blind: BlindEntry = BlindEntry()


Case = Literal["no_qualify", "no_qualify_win", "no_qualify_tie", "no_qualify_lose", "win", "tie", "lose"]
"""What the comparison of the hands can come to, seen by the player.

The first is all of the next three together, for games that do not compare hands if the dealer does not
qualify.
"""


class Outcome(Entry, frozen=True):
    """What a wager against the dealer gets in one case; `win = 1` is short for `win = { pays = 1 }`.

    With `by_table` a hand on the wager's pay table gets what that says, and `pays` is for all others.
    """

    pays: Net
    by_table: bool = False
    rule: Citation = ""


class NoQualify(Entry, frozen=True):
    """What a wager against the dealer gets if the dealer does not qualify.

    One outcome (`no_qualify = "push"`), one for each result of the comparison (`{ win = 1, tie = "push",
    lose = "push" }`), or "compared": the same as against a dealer who qualifies.
    """

    pays: Net | None = None
    by_table: bool = False
    win: Outcome | None = None
    tie: Outcome | None = None
    lose: Outcome | None = None
    compared: bool = False
    rule: Citation = ""

    def __post_init__(self) -> None:
        """Refuse anything but one of the three forms."""
        three = [self.win, self.tie, self.lose]
        if [self.pays is not None, None not in three, self.compared].count(True) != 1 or (
            None in three and three != [None] * 3
        ):
            msg = 'write one outcome, or win, tie and lose, or "compared"'
            raise ValueError(msg)
        if self.by_table and self.pays is None:
            msg = "by_table belongs to a single outcome; write it inside win, tie or lose"
            raise ValueError(msg)


class Prize(Entry, frozen=True):
    """What one line of a pay table pays, one of three; `4` is short for `{ odds = 4 }`.

    `odds` are units per unit staked, `money` a fixed sum whatever the stake, `meter` a share of the
    progressive meter; `envy` is the sum that other players at the table get.
    """

    odds: Pay | None = None
    money: Pay | None = None
    meter: Share | None = None
    envy: Pay = msgspec.field(default_factory=lambda: Pay(0))  # a default that JSON Schema cannot hold

    def __post_init__(self) -> None:
        """Refuse a prize of two kinds or of none."""
        if [self.odds, self.money, self.meter].count(None) != 2:
            msg = "a prize is one of odds, money and meter"
            raise ValueError(msg)


class PayTable(Entry, frozen=True):
    """The lines of one pay table, in the order of the file; in a file they stand beside `rule` and `odds`.

    A line of `unpaid` (written `"flush" = "lose"`) says that a hand is not paid where one might expect it.
    """

    lines: dict[str, Prize]
    unpaid: tuple[str, ...] = ()
    odds: Literal["to 1", "for 1"] = "to 1"
    rule: Citation = ""


class AgainstDealer(Entry, frozen=True, tag_field="settles", tag="against the dealer", kw_only=True):
    """A wager settled by comparing the hands.

    With `raises` it is staked on deciding to play, in multiples of the wager named; with `equals` before the
    deal, as much as the wager named; with neither it is the initial wager. A fold loses what is staked before
    the deal. `commission` is the part of winnings that the house keeps.
    """

    name: Text
    raises: Name | None = None
    equals: Name | None = None
    no_qualify: NoQualify = NoQualify(compared=True)
    win: Outcome
    tie: Outcome
    lose: Outcome
    commission: Share = msgspec.field(default_factory=lambda: Share(0))
    rule: Citation = ""
    fold_rule: Citation = ""

    def outcome(self, case: Case) -> Outcome:
        """Return what the wager gets in a case.

        Where the hands are compared though the dealer does not qualify, "no_qualify" is no case of the game:
        unless he always qualifies, so that it never comes to that, and nothing is got.
        """
        found: Outcome
        if case in ("win", "tie", "lose"):
            found = getattr(self, case)
            return found
        entry = self.no_qualify
        if entry.pays is not None:
            return Outcome(entry.pays, entry.by_table, entry.rule)
        if case == "no_qualify":
            return Outcome(Net(0))
        found = getattr(self if entry.compared else entry, case.removeprefix("no_qualify_"))
        return found

    @property
    def by_table(self) -> bool:
        """Whether a pay table decides in some case."""
        entry = self.no_qualify
        outcomes = (entry, entry.win, entry.tie, entry.lose, self.win, self.tie, self.lose)
        return any(one is not None and one.by_table for one in outcomes)


class Comparison(Entry, frozen=True, tag_field="settles", tag="comparison", kw_only=True):
    """A bet on which hand is higher, whatever the player decides; `lose` is that the dealer's hand is."""

    name: Text
    win: Outcome
    tie: Outcome
    lose: Outcome
    commission: Share = msgspec.field(default_factory=lambda: Share(0))
    rule: Citation = ""


PaidOn = Literal["no qualify", "win", "tie", "lose"]


class Bonus(Entry, frozen=True, tag_field="settles", tag="bonus", kw_only=True):
    """A payment on another wager for the player's hand alone; no stake of its own, and a fold forgoes it.

    `paid_on` are the results with which it is paid: all, if it names none.
    """

    name: Text
    on: Name
    paid_on: tuple[PaidOn, ...] = ()
    rule: Citation = ""


HandOf = Literal["player", "dealer", "player and dealer", "player and jackpot cards"]
"""Whose cards make the hand of a pay table: three, or the best five of the player's with others."""


class PayTableWager(Entry, frozen=True, tag_field="settles", tag="pay table", kw_only=True):
    """A side bet settled by a pay table.

    It is about the player's or the dealer's three cards, or the best five of the player's with the dealer's
    or the jackpot cards (`hand`), or about the colours of both hands.

    `needs` names the wagers of which at least one must have been placed. `if_tied` and `if_beaten` are what a
    hand on the table gets instead if the dealer's is as high or higher. `stakes` are the amounts that may be
    staked where the table pays sums of money.
    """

    name: Text
    hand: HandOf = "player"
    on_fold: Literal["stays", "lost", "may stay"] = "stays"
    needs: tuple[Name, ...] = ()
    if_tied: Net | None = None
    if_beaten: Net | None = None
    commission: Share = msgspec.field(default_factory=lambda: Share(0))
    stakes: tuple[Pay, ...] = ()
    rule: Citation = ""
    needs_rule: Citation = ""
    fold_rule: Citation = ""
    win_rule: Citation = ""
    lose_rule: Citation = ""


class Jackpot(Entry, frozen=True, tag_field="settles", tag="jackpot", kw_only=True):
    """A progressive side bet: a pay table on the player's three cards, or on those with the jackpot cards.

    `envy_needs` names the wagers of which the winning player must hold one for others to get an envy bonus.
    `leaving_rule` is the rule by which a wager carried to the next round is returned to a player who leaves.
    """

    name: Text
    hand: HandOf
    on_fold: Literal["stays", "lost"]
    needs: tuple[Name, ...] = ()
    envy_needs: tuple[Name, ...] = ()
    rule: Citation = ""
    needs_rule: Citation = ""
    fold_rule: Citation = ""
    envy_rule: Citation = ""
    leaving_rule: Citation = ""


Wager = AgainstDealer | Comparison | Bonus | PayTableWager | Jackpot


class MeterEntry(Entry, frozen=True):
    """One published pair: the seed of the meter per unit wagered, and the share of each wager it grows by."""

    seed: Annotated[int, msgspec.Meta(gt=0)]
    increment: Share


class JackpotOption(Entry, frozen=True):
    """The meters that a casino may choose from with one pay table of a jackpot wager."""

    pay_table: Text
    meters: Annotated[tuple[MeterEntry, ...], msgspec.Meta(min_length=1)]
    rule: Citation = ""


class JackpotEntry(Entry, frozen=True, kw_only=True):
    """The progressive meter of a jackpot wager; its value is rounded up to `round_up_to` when paid.

    Winners of one round share it as Crown 7.4 has it, by the rule named in `sharing_rule`; without that rule
    a round with several is refused. `cost_rule` is where all jackpot wagers of a table cost the same.
    """

    wager: Name
    options: dict[str, JackpotOption]
    round_up_to: Annotated[int, msgspec.Meta(ge=1)] = 1
    rule: Citation = ""
    rounding_rule: Citation = ""
    sharing_rule: Citation = ""
    cost_rule: Citation = ""


class LimitsEntry(Entry, frozen=True):
    """How wagers outside the table limits, and pays that chips cannot make, are settled; absent: refused.

    `rule` is where the document says that wagers keep within limits.
    """

    rule: Citation = ""
    below_minimum: Literal["settle"] | None = None
    below_minimum_rule: Citation = ""
    above_maximum: Literal["settle to the maximum"] | None = None
    above_maximum_rule: Citation = ""
    inexact_pay: Literal["next amount up"] | None = None
    inexact_pay_rule: Citation = ""


class Irregularity(Entry, frozen=True):
    """What goes wrong in a round, and what the rules then do with the round, the hand and the wagers.

    A void round or hand has no result: its wagers are returned, except that jackpot wagers follow
    `jackpot`. With `others = "may retract"` players may take back their wagers. A forfeited hand loses
    the wagers that `forfeits` names; all of them, if it names none.
    """

    says: Text
    rule: Citation = ""
    round: Literal["continues", "void"] = "continues"
    hand: Literal["stands", "void", "forfeited"] = "stands"
    forfeits: tuple[Name, ...] = ()
    others: Literal["stand", "may retract"] = "stand"
    jackpot: Literal["stands", "next round", "returned"] = "stands"
    jackpot_rule: Citation = ""


class Reading(Entry, frozen=True):
    """A sentence of the document that can be read in more than one way.

    `options` gives for each reading what it changes in this file, by dotted path. The adopted reading
    stands in the file itself, so its option is empty.
    """

    question: Text
    adopted: Text
    options: dict[str, dict[str, Any]]
    rule: Citation = ""

    def __post_init__(self) -> None:
        """Refuse a reading without an alternative, or whose adopted option is not the file as it stands."""
        if self.options.get(self.adopted, {"": ""}) or len(self.options) < 2:
            msg = f"options need {self.adopted!r} with nothing in it, and at least one other"
            raise ValueError(msg)


class RulesFile(Entry, frozen=True, kw_only=True):
    """A whole rule file."""

    id: GameId
    title: Text
    source: Source
    deck: DeckEntry = DeckEntry()
    deal: DealEntry = DealEntry()
    ranking: RankingEntry = RankingEntry()
    dealer: DealerEntry = DealerEntry()
    decision: DecisionEntry = DecisionEntry()
    wager: dict[Name, Wager]
    pay_tables: dict[Name, dict[str, PayTable]] = {}
    jackpot: JackpotEntry | None = None
    limits: LimitsEntry = LimitsEntry()
    irregularities: dict[Name, Irregularity] = {}
    readings: dict[Name, Reading] = {}


def decode_number(kind: type, value: object) -> Fraction:
    """Read the exact numbers of the models; the hook that msgspec calls for them."""
    readers: dict[object, Callable[[object], Fraction]] = {Pay: Pay.read, Net: Net.read, Share: Share.read}
    return readers[kind](value)
