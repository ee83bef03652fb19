"""Pay tables, resolved: lines as sets of hands, judged for overlaps, holes and differences."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations

from combin.colours import ColourLine
from combin.fivecard import FiveCardCategory
from combin.handset import HandSet, HandSetError, parse_hand_set
from combin.ranking import Category, Ranking
from combin.rules.errors import RulesError, nearest, shown
from combin.rules.model import DealEntry, RulesFile
from combin.rules.single_deck import single_deck_only
from combin.rules.wagers import AgainstDealer, Bonus, Jackpot, PayTable, PayTableWager, Prize, Wager
from combin.sixcard import SixCardRoyal, parse_six_card_royal

__all__ = ["Hands", "Line", "Table", "more_cards", "pay_tables"]

Hands = HandSet | ColourLine | FiveCardCategory | SixCardRoyal
"""What a line of a pay table can be for."""

_MISSING = 'is missing (write "lose" if it is not paid)'


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a pay table: the hands it is for, and what it pays."""

    text: str
    hands: Hands
    prize: Prize


@dataclass(frozen=True, slots=True)
class Table:
    """A pay table, the finer lines before those that contain them: the first that fits is paid.

    `lines` are what is paid, in odds, money or shares of the meter as the file has them. `sets` are the
    hands of every line with the line itself, or with None for hands that the file says are not paid.
    """

    wager: str
    letter: str
    lines: tuple[Line, ...]
    sets: tuple[tuple[Hands, Line | None], ...]
    for_one: bool
    rule: str
    commission: Fraction = Fraction(0)
    stake: Fraction = Fraction(1)

    @property
    def pays_money(self) -> bool:
        """Whether a line pays a sum of money, so that the odds hang on the stake."""
        return any(line.prize.money is not None for line in self.lines)

    def at(self, stake: Fraction) -> Table:
        """Return the same table for another stake, for lines that pay sums of money."""
        return replace(self, stake=stake)

    def odds(self, line: Line) -> Fraction:
        """Return what a line pays to 1, less commission; a sum of money as so many times `stake`.

        Raises:
            ValueError: the line pays a share of a meter.
        """
        if line.prize.odds is not None:
            pays = Fraction(line.prize.odds)
        elif line.prize.money is not None:
            pays = line.prize.money / self.stake
        else:
            msg = f"{self.wager} {self.letter}: {line.text!r} pays no odds"
            raise ValueError(msg)
        return self.net(pays)

    def net(self, pays: Fraction) -> Fraction:
        """Return what is gained where the table pays so many times the stake, less commission."""
        net = pays - (1 if self.for_one else 0)
        return net * (1 - self.commission) if net > 0 else net


def more_cards(wager: Wager, deal: DealEntry) -> int:
    """Return how many cards make a wager's hand beside the player's three: 0, or the best five count."""
    hand = getattr(wager, "hand", "player")
    others = {"player and dealer": deal.dealer, "player and jackpot cards": deal.jackpot}
    return others.get(hand, 0)


def pay_tables(
    name: str, file: RulesFile, ranking: Ranking, named: dict[str, HandSet] | None = None
) -> dict[str, Table]:
    """Return the alternative pay tables of a wager, by letter.

    `named` are the sets of hands that lines of this ranking have named before, by their words; those that
    are met here are added.

    Raises:
        RulesError: a line is no hand of this game, lines overlap, or a category between those that are
            paid is left out.
    """
    wager = file.wager[name]
    known = {} if named is None else named
    reader = _Reader(wager, ranking, known, five_cards=more_cards(wager, file.deal) > 0)
    tables = {letter: reader.table(name, letter, entry) for letter, entry in file.pay_tables[name].items()}
    if not isinstance(wager, Jackpot):
        mine = {letter: reader.in_full(hands for hands, _ in one.sets) for letter, one in tables.items()}
        paid = {letter: reader.in_full(line.hands for line in one.lines) for letter, one in tables.items()}
        for letter, own in mine.items():
            for other, theirs in paid.items():
                if missing := next((one for one in theirs if one not in own), ""):
                    problem = f"the line {shown(missing)} of table {other} {_MISSING}"
                    raise RulesError(("pay_tables", name, letter), problem)
    return tables


class _Reader:
    """Reads the tables of one wager."""

    def __init__(
        self, wager: Wager, ranking: Ranking, named: dict[str, HandSet], *, five_cards: bool
    ) -> None:
        self.wager = wager
        self.ranking = ranking
        self.named = named
        self.five_cards = five_cards
        self.six_cards = getattr(wager, "hand", "") == "player and dealer"
        self.levels: dict[Category, set[int]] = {category: set() for category in ranking.order}
        for strength in ranking.strengths:
            self.levels[strength.category].add(strength.level)

    def table(self, name: str, letter: str, entry: PayTable) -> Table:
        """Return one table."""
        place = ("pay_tables", name, letter)
        if not entry.lines:
            raise RulesError(place, "a pay table without lines")
        if isinstance(self.wager, Bonus | AgainstDealer) and entry.odds == "for 1":
            problem = "a bonus has no stake that it could hold; write what it pays to 1"
            if isinstance(self.wager, AgainstDealer):
                problem = "a wager against the dealer is paid to 1"
            raise RulesError((*place, "odds"), problem)
        lines = []
        for text, prize in entry.lines.items():
            if prize.meter is not None and not isinstance(self.wager, Jackpot):
                raise RulesError((*place, text), "only a jackpot wager pays a share of a meter")
            if prize.envy and not isinstance(self.wager, Jackpot):
                raise RulesError((*place, text), "only a jackpot wager pays an envy bonus")
            if prize.money is not None and not isinstance(self.wager, Jackpot | PayTableWager):
                raise RulesError((*place, text), "only a side bet or a jackpot wager pays a sum of money")
            lines.append(Line(text, self._hands(text, (*place, text)), prize))
        unpaid = {text: self._hands(text, (*place, text)) for text in entry.unpaid if self._can_be(text)}
        _refuse_overlaps({line.text: line.hands for line in lines} | unpaid, place)
        sets: list[tuple[Hands, Line | None]] = [(line.hands, line) for line in lines]
        sets += [(hands, None) for hands in unpaid.values()]
        self._refuse_holes([hands for hands, _ in sets], place)
        # A line is part of as many others as stand behind it.
        lines = sorted(lines, key=lambda line: sum(_within(other.hands, line.hands) for other in lines))
        sets = sorted(sets, key=lambda one: sum(_within(other, one[0]) for other, _ in sets))
        commission = Fraction(getattr(self.wager, "commission", 0))
        stakes = getattr(self.wager, "stakes", ()) or (Fraction(1),)
        for_one = entry.odds == "for 1"
        return Table(
            name, letter, tuple(lines), tuple(sets), for_one, entry.rule, commission, Fraction(stakes[0])
        )

    def in_full(self, hands: Iterable[Hands]) -> list[str]:
        """Return the categories of which all hands are among these, and the colours."""
        named = list(hands)
        levels = _levels(named)
        categories = [category.value for category, own in self.levels.items() if own <= levels]
        return [*categories, *(one.value for one in named if isinstance(one, ColourLine))]

    def _hands(self, text: str, place: tuple[str, ...]) -> Hands:
        if self.five_cards:
            single_deck_only(self.ranking.deck, "hands of more than three cards")
            impossible = () if len(self.ranking.deck.suits) >= 5 else (FiveCardCategory.FIVE_OF_A_KIND,)
            possible = tuple(one for one in FiveCardCategory if one not in impossible)
            royal, ranks = parse_six_card_royal(text, self.ranking.deck), self.ranking.deck.ranks
            if royal is not None and self.six_cards:
                if len(ranks) < 6 or ranks[-1].symbol != "A":
                    raise RulesError(place, "no hand of this deck; it takes six ranks, the ace above all")
                return royal
            if text not in possible:
                raise RulesError(place, f"no five-card hand of this deck; {nearest(text, possible)}")
            return FiveCardCategory(text)
        if text in set(ColourLine):
            if not isinstance(self.wager, PayTableWager):
                raise RulesError(place, "only a side bet is paid for colours")
            if self.ranking.deck.jokers:
                raise RulesError(place, "a deck with jokers (deck.jokers), which have no colour of their own")
            if len({suit.colour for suit in self.ranking.deck.suits}) == 1:
                raise RulesError(place, "a deck whose suits are all of one colour")
            return ColourLine(text)
        if text not in self.named:
            try:
                self.named[text] = parse_hand_set(text, self.ranking)
            except HandSetError as error:
                raise RulesError(place, str(error)) from None
        return self.named[text]

    def _can_be(self, text: str) -> bool:
        """Tell whether the deck has such hands; "lose" may also be said of a category that cannot occur."""
        return text not in set(Category) or bool(self.levels[Category(text)]) or self.five_cards

    def _refuse_holes(self, named: list[Hands], place: tuple[str, ...]) -> None:
        """Refuse a table that passes over hands between the highest and the lowest that it names."""
        covered = _levels(named)
        touched = {level for one in named if isinstance(one, HandSet) for level in one.levels}
        if not touched:  # lines about colour, or about five cards
            return
        places = [index for index, levels in enumerate(self.levels.values()) if levels & touched]
        for category in self.ranking.order[places[0] : places[-1]]:
            if not self.levels[category] <= covered:
                problem = f"the line {shown(category.value)} {_MISSING}"
                raise RulesError(place, problem)


def _levels(named: Iterable[Hands]) -> set[int]:
    """Return the levels that lines name in every suit."""
    return {level for one in named if isinstance(one, HandSet) and one.suit is None for level in one.levels}


def _within(one: Hands, other: Hands) -> bool:
    """Tell whether all hands of one line are also hands of another."""
    if isinstance(one, HandSet) and isinstance(other, HandSet):
        return one.within(other)
    if isinstance(one, ColourLine) and isinstance(other, ColourLine):
        return one.within(other)
    if isinstance(one, SixCardRoyal):
        return one.within(other) if isinstance(other, SixCardRoyal) else other is FiveCardCategory.ROYAL_FLUSH
    return one == other


def _refuse_overlaps(lines: dict[str, Hands], place: tuple[str, ...]) -> None:
    """Refuse two lines that share hands unless one is a finer line of the other."""
    for (text, hands), (other_text, other) in combinations(lines.items(), 2):
        if isinstance(hands, ColourLine) != isinstance(other, ColourLine):
            problem = f"a line about colour beside one about hands ({shown(text)})"
            raise RulesError((*place, other_text), problem)
        nested = _within(hands, other), _within(other, hands)
        shares = isinstance(hands, HandSet) and isinstance(other, HandSet) and hands.meets(other)
        if all(nested) or (shares and not any(nested)):
            raise RulesError((*place, other_text), f"overlaps the line {shown(text)}")
