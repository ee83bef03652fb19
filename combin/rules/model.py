"""The rules language: what a rule file may say, as frozen and validated models.

The models hold what can be judged from one entry alone. `combin.rules.resolved` resolves words such as
"Q high" against the deck and the ranking, and judges the entries against each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Any, Literal

import msgspec

from combin.cards.cards import Joker
from combin.cards.ranking import AceLow, Category, StraightSuits
from combin.formatting import Currency, money, money_in, plain
from combin.rules.numbers import Citation, Entry, GameId, Name, Net, Pay, Rounding, Share, Text
from combin.rules.tournament import TournamentEntry
from combin.rules.wagers import PayTableEntry, Prize, Wager


class Source(Entry, frozen=True):
    """The document that the file encodes: a casino's own rules, or what others describe of a game.

    A "variant" is after that document, which does not state it: so is any file that extends another and names
    no document of its own.
    """

    document: Text
    kind: Literal["house rules", "description", "variant"] = "house rules"
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

    With `decks` each card appears that many times. A `joker` is "wild", any card that the hand does not
    contain, or only "straights and flushes": it completes one of these, and else counts as the highest rank.
    `wild` are ranks, or single cards, that count as wild jokers do: `["2"]`, `["Jh", "Js"]`.
    """

    ranks: Annotated[
        str, msgspec.Meta(description="symbols, low to high, with blanks between, or a list of them")
    ] = "2 3 4 5 6 7 8 9 T J Q K A"
    suits: tuple[Literal["clubs", "diamonds", "hearts", "spades"] | SuitEntry, ...] = (
        "clubs",
        "diamonds",
        "hearts",
        "spades",
    )
    decks: Annotated[int, msgspec.Meta(ge=1, le=8)] | None = None
    jokers: Annotated[int, msgspec.Meta(ge=0, le=2)] = 0
    joker: Joker | None = None
    wild: tuple[Text, ...] = ()
    rule: Citation = ""


class DealEntry(Entry, frozen=True, kw_only=True):
    """Cards dealt to each player, to the dealer and to the jackpot, and the seats of a table.

    Of two cards both are the hand, and of four the best three, the dealer's as well as the player's. Of the
    dealer's cards `face_up` are seen before the decision. `tells` is what a player who sees less than
    whole cards identifies of each: "rank", "suit" or "colour", or groups of ranks, such as
    `["A", "J Q K", "2 3 4 5 6 7 8 9 T"]`.
    """

    player: Literal[2, 3, 4] = 3
    dealer: Literal[2, 3, 4] = 3
    face_up: Literal[0, 1, 2, 3] = 0
    tells: Literal["card", "rank", "suit", "colour"] | tuple[Text, ...] = ()
    jackpot: Annotated[int, msgspec.Meta(ge=0, le=4)] = 0
    seats: Annotated[int, msgspec.Meta(ge=1, le=20)] | None = None
    rule: Citation = ""


class RankingEntry(Entry, frozen=True, kw_only=True):
    """The order of hands.

    With `lowest_wins` the lower of two hands wins, as in Muflis. `highest_three_of_a_kind` is the rank whose
    three stand above all others, as 3-3-3 does in Brag. `beats` are hands that beat some of those above them,
    and stay where they are against all others: `"5-3-2" = "three of a kind"`, as in Zha Jin Hua.
    """

    order: tuple[Category, ...] = tuple(Category)
    ace_low_straight: AceLow = AceLow.LOWEST
    straight_suits: StraightSuits = StraightSuits.MORE_THAN_ONE
    lowest_wins: bool | None = None
    highest_three_of_a_kind: Text | None = None
    beats: dict[Text, Text] = {}
    rule: Citation = ""

    def __hash__(self) -> int:
        return hash((self.order, self.ace_low_straight, self.straight_suits, frozenset(self.beats.items())))


class DealerEntry(Entry, frozen=True):
    """The weakest hand with which the dealer qualifies; "any hand" when he always plays."""

    qualifies: Text = "any hand"
    rule: Citation = ""


class BlindEntry(Entry, frozen=True):
    """Hands that nobody may look at; with `play_in_advance`, Play is staked before the deal."""

    allowed: bool = False
    play_in_advance: bool = False
    rule: Citation = ""


Multiple = (
    Annotated[int, msgspec.Meta(ge=1)]
    | Annotated[str, msgspec.Meta(pattern="^[1-9][0-9]*/[1-9][0-9]*$", description='or a part such as "1/2"')]
)
"""How many times the initial wager is staked; a file may write a part as a decimal too."""


class PlayEntry(Entry, frozen=True):
    """A multiple of the base wager that only some hands may play, such as "pair or better"."""

    multiple: Multiple
    hand: Text
    rule: Citation = ""


def written_times(multiple: Fraction) -> int | str:
    """A multiple as a rule file has it: 2, "1/2"."""
    return int(multiple) if multiple.denominator == 1 else str(multiple)


def times(entry: int | str | PlayEntry) -> Fraction:
    """The multiple that an entry of the decision is about."""
    return Fraction(entry.multiple if isinstance(entry, PlayEntry) else entry)


class DecisionEntry(Entry, frozen=True):
    """What the player may do after seeing his cards: fold, or play one of the multiples of the base wager.

    Nothing is decided in a game of which no wager raises another. Where a card of the dealer's is seen,
    `early` are the multiples that may be played before it is: whoever waits sees it and folds, or plays one
    of the others.

    `excess_play_rule` returns what was staked above it, `short_play_rule` settles a smaller stake as it
    is; without them such a stake is refused, because the document does not say how it is settled.
    """

    play: Annotated[tuple[Multiple | PlayEntry, ...], msgspec.Meta(min_length=1)] = (1,)
    early: tuple[Multiple | PlayEntry, ...] = ()
    rule: Citation = ""
    early_rule: Citation = ""
    excess_play_rule: Citation = ""
    short_play_rule: Citation = ""
    blind: BlindEntry = BlindEntry()


class MeterEntry(Entry, frozen=True):
    """One meter: the seed per unit wagered, and the share of each wager it grows by.

    `reserve` is a further share of each wager, which builds the next seed unseen. With `must_hit_by`, per
    unit wagered like the seed, the meter is won there at the latest: whoever brings it to a hidden amount,
    drawn evenly between the two at each reset, wins it whatever the cards are.
    """

    seed: Annotated[int, msgspec.Meta(gt=0)]
    increment: Share
    reserve: Share = msgspec.field(default_factory=lambda: Share(0))
    must_hit_by: Annotated[int, msgspec.Meta(gt=0)] | None = None


class JackpotOption(Entry, frozen=True):
    """The meters that a casino may choose from with one pay table of a jackpot wager.

    `levels` are further meters that the same wager feeds, by name: a line with `level = "major"` pays out of
    that one.
    """

    pay_table: Text
    meters: Annotated[tuple[MeterEntry, ...], msgspec.Meta(min_length=1)]
    levels: dict[Name, MeterEntry] = {}
    rule: Citation = ""


class ProgressiveEntry(Entry, frozen=True, kw_only=True):
    """The progressive meters of a jackpot wager; their values are rounded up to `round_up_to` when paid.

    Winners of one round share a meter as Crown 7.4 has it, by the rule named in `sharing_rule`; without that
    rule a round with several is refused. `must_hit_by` holds for every meter of its options that does not
    say so itself, levels aside. `cost_rule` is where all jackpot wagers of a table cost the same, and
    `closing_rule` where a meter that is closed hands what it holds above the seed to others.
    """

    options: dict[str, JackpotOption]
    must_hit_by: Annotated[int, msgspec.Meta(gt=0)] | None = None
    round_up_to: Annotated[int, msgspec.Meta(ge=1)] = 1
    rule: Citation = ""
    rounding_rule: Citation = ""
    sharing_rule: Citation = ""
    cost_rule: Citation = ""
    closing_rule: Citation = ""

    def limit_of(self, meter: MeterEntry) -> int | None:
        """The amount by which a meter of the options must be hit; None where there is none."""
        return self.must_hit_by if meter.must_hit_by is None else meter.must_hit_by

    def meters_of(self, option: JackpotOption) -> list[tuple[str, MeterEntry, int | None]]:
        """The meters of an option, then its levels by name, each with its `limit_of`."""
        meters = [("", meter, self.limit_of(meter)) for meter in option.meters]
        return meters + [(name, level, level.must_hit_by) for name, level in option.levels.items()]

    def must_hit_of(self, option: JackpotOption) -> bool:
        """Whether some meter of an option, or a level, must be hit by an amount."""
        return any(limit for _, _, limit in self.meters_of(option))


class JackpotEntry(ProgressiveEntry, frozen=True, kw_only=True):
    """The progressive meters of the jackpot wager that is named; see `jackpots` for those of others."""

    wager: Name


class LimitsEntry(Entry, frozen=True):
    """How wagers outside the table limits, and pays that chips cannot make, are settled; absent: refused.

    `rule` is where the document says that wagers keep within limits, `personal_rule` where a player may have
    individual limits. With `below_minimum_again` wagers below the minimum are returned to a player who was
    warned of them before.
    """

    rule: Citation = ""
    personal_rule: Citation = ""
    below_minimum: Literal["settle"] | None = None
    below_minimum_again: Literal["return"] | None = None
    below_minimum_rule: Citation = ""
    above_maximum: Literal["settle to the maximum"] | None = None
    above_maximum_rule: Citation = ""
    inexact_pay: Rounding | None = None
    inexact_pay_rule: Citation = ""


class Irregularity(Entry, frozen=True):
    """What goes wrong in a round, and what the rules then do with the round, the hand and the wagers.

    A void round or hand has no result: its wagers are returned, except that jackpot wagers follow
    `jackpot`. With `others = "may retract"` players may take back their wagers. A forfeited hand loses
    the wagers that `forfeits` names; all of them, if it names none. `again` is the irregularity that it
    becomes where the player was warned of it before.
    """

    says: Text
    rule: Citation = ""
    round: Literal["continues", "void"] = "continues"
    hand: Literal["stands", "void", "forfeited"] = "stands"
    forfeits: tuple[Name, ...] = ()
    others: Literal["stand", "may retract"] = "stand"
    jackpot: Literal["stands", "next round", "returned"] = "stands"
    jackpot_rule: Citation = ""
    again: Name | None = None


class Reading(Entry, frozen=True):
    """A sentence of the document that can be read in more than one way.

    `options` gives for each reading what it changes in this file, by dotted path. The adopted reading
    is in the file itself, so its option is empty.
    """

    question: Text
    adopted: Text
    options: dict[str, dict[str, Any]]
    rule: Citation = ""

    def __post_init__(self) -> None:
        if self.options.get(self.adopted, {"": ""}) or len(self.options) < 2:
            raise ValueError(f"options need {self.adopted!r} with nothing in it, and at least one other")


Side = Literal["before", "after"]


class Told(Entry, frozen=True):
    """How a wager is explained to players, where the rules encode it in another way than they see it.

    `lines` are what lines of its pay table are called, `others` what all others are: those in a row that are
    with the same name are one.
    """

    says: str = ""
    lines: dict[str, Text] = msgspec.field(default_factory=dict)
    others: str = ""

    def line(self, text: str) -> str:
        """What a line is called; "" where it keeps its own words."""
        return self.lines.get(text, self.others)


ISSUED = ("effective", "licence", "safer_gambling")
"""Entries of whoever issues a document that may be translated."""


class ToldToPlayers(Entry, frozen=True):
    """The file's own words for players: the title, the deal, the wagers.

    The other entries stand in place of those of [details].
    """

    title: str = ""
    effective: str = ""
    licence: str = ""
    safer_gambling: str = ""
    deal: str = ""
    told: dict[Name, Told] = msgspec.field(default_factory=dict)


class Imprint(Entry, frozen=True):
    """Details of documents besides the rules; what is not given is not printed, and no figure changes.

        `currency` is a sign, such as "£", printed before or after amounts by `currency_place`, or else by the
    language. `minimum` and `maximum` are those of the table. `hands_per_hour` and `average_bet` give the
    theoretical win of a PAR sheet; `date`, `prepared_by`, `reviewed_by` and `jurisdiction` are printed there
    and in an audit. `language` is that of cards, sheets and posters. `told` has the words of posters for
    wagers, `deal` those for the deal, and `translations` both in other languages, with the title and what is
    `ISSUED`. `revisions` have version, date and change.
    """

    currency: str = ""
    currency_place: Side | None = None
    casino: str = ""
    minimum: Pay | None = None
    maximum: Pay | None = None
    version: str = ""
    effective: str = ""
    licence: str = ""
    safer_gambling: str = ""
    jurisdiction: str = ""
    prepared_by: str = ""
    reviewed_by: str = ""
    date: str = ""
    revisions: tuple[tuple[Text, Text, Text], ...] = ()
    hands_per_hour: Pay | None = None
    average_bet: Pay | None = None
    language: str = ""
    deal: str = ""
    told: dict[Name, Told] = msgspec.field(default_factory=dict)
    translations: dict[Text, ToldToPlayers] = msgspec.field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.minimum is not None and self.maximum is not None and self.maximum < self.minimum:
            msg = f"a maximum of {plain(self.maximum)} is below the minimum of {plain(self.minimum)}"
            raise ValueError(msg)

    def told_alike(self, wager: str, lines: Mapping[str, Prize]) -> list[tuple[str, list[str]]]:
        """Lines of a pay table by what players call them, those together that are one line to players."""
        told = self.told.get(wager, Told())
        found: dict[tuple[str, Prize], list[str]] = {}
        for text, prize in lines.items():
            found.setdefault((told.line(text) or text, prize), []).append(text)
        if len(found) == len(lines):
            return [(text, [text]) for text in lines]
        return [(words, texts) for (words, _), texts in found.items()]

    def translated(self, language: str) -> Imprint:
        """The imprint with what it has in a language."""
        if (words := self.translations.get(language)) is None:
            return self
        issued = {name: getattr(words, name) or getattr(self, name) for name in ISSUED}
        return msgspec.structs.replace(self, deal=words.deal, told=words.told, **issued)

    @property
    def sign(self) -> Currency:
        """The currency as English has it; bare amounts where none is named."""
        return Currency(self.currency, after=self.currency_place == "after")

    def money(self, amount: Fraction | int, digits: int = 2) -> str:
        r"""An amount as English has it: whole as such, others with decimals; bare without a currency.

        >>> Imprint(currency="£").money(10_000), Imprint("kr", "after").money(-5), Imprint().money(5)
        ('£10,000', '-5\xa0kr', '5')
        """
        with money_in(self.sign):
            return money(amount, digits)


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
    pay_tables: dict[Name, dict[str, PayTableEntry]] = {}
    jackpot: JackpotEntry | None = None
    jackpots: dict[Name, ProgressiveEntry] = {}
    limits: LimitsEntry = LimitsEntry()
    irregularities: dict[Name, Irregularity] = {}
    readings: dict[Name, Reading] = {}
    tournament: TournamentEntry | None = None
    imprint: Imprint = msgspec.field(default=Imprint(), name="details")

    @property
    def held(self) -> TournamentEntry | None:
        """The tournament; None where there is none, or only what the document demands of one."""
        return self.tournament if self.tournament is not None and self.tournament.held else None

    @property
    def staked_in(self) -> Currency:
        """The currency of wagers; chips of a tournament are in none."""
        return self.imprint.sign if self.held is None else Currency("")

    @property
    def meters(self) -> dict[str, ProgressiveEntry]:
        """What the document states of the meters of progressive wagers, by wager: that of [jackpot] first."""
        return ({} if self.jackpot is None else {self.jackpot.wager: self.jackpot}) | self.jackpots


def decode_number(kind: type[Pay | Net | Share], value: object) -> Fraction:
    """Exact number of a model; the hook that msgspec calls for them."""
    if isinstance(value, int | str | Decimal):
        return _number(kind, value)
    return kind.read(value)


@lru_cache(maxsize=1 << 12, typed=True)
def _number(kind: type[Pay | Net | Share], value: int | str | Decimal) -> Fraction:
    """Read a number; those of a game are read again for each of its variants."""
    return kind.read(value)
