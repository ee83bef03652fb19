"""Pay tables, resolved: lines as sets of hands, judged for overlaps, holes and differences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import combinations
from typing import Any, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from combin.cards import five_cards
from combin.cards.cards import ColourLine, Deck, HandSetError, Suit
from combin.cards.five_cards import FiveCardCategory, FiveCardKind, FiveCardSet, SixCardRoyal, kinds_of
from combin.cards.hand_sets import HandSet, parse_hand_set
from combin.cards.ranking import Ranking
from combin.rules.errors import RulesError, nearest, refused_at, shown, single_deck_only
from combin.rules.model import RulesFile
from combin.rules.wagers import Bet, Kind, PayTableEntry, Prize, Whose

Hands = HandSet | ColourLine | FiveCardSet | SixCardRoyal
"""What a line of a pay table can be for."""

_Table = TypeVar("_Table")

_Kinds = frozenset[int] | frozenset[FiveCardKind]
"""Hands by what a table can distinguish, suits aside: levels of three cards, or kinds of five."""

_MISSING = 'is missing (write "lose" if it is not paid)'


class Line(Struct, frozen=True):
    """One line of a pay table: the hands it is for, and what it pays."""

    text: str
    hands: Hands
    prize: Prize


class PayTable(Struct, frozen=True):
    """A pay table, the finer lines before those that contain them: the first that fits is paid.

    `sets` are the hands of every line with the line itself, or with None for hands that the file says are not
    paid. `shows` are the levels of a progressive meter, by name and per unit of the stake: their first seeds.
    """

    bet: Bet
    letter: str
    lines: tuple[Line, ...]
    sets: tuple[tuple[Hands, Line | None], ...]
    for_one: bool
    rule: str
    stake: Fraction = Fraction(1)
    shows: Mapping[str, Fraction] = field(default_factory=dict)

    @property
    def wager(self) -> str:
        """The id of the bet that it settles."""
        return self.bet.id

    @property
    def pays_money(self) -> bool:
        """Whether a line pays a sum of money, so that the odds depend on the stake."""
        return any(line.prize.money is not None for line in self.lines)

    @property
    def finer(self) -> bool:
        """Whether a line or a "lose" is for some hands of a category of five cards only."""
        return any(isinstance(hands, FiveCardSet) and hands.finer for hands, _ in self.sets)

    def line_of_best(
        self, category: FiveCardCategory, rank: int = -1, suit: Suit | None = None
    ) -> Line | None:
        """The line that pays five cards, or the best five of more; lines about six-card royals decide before.

        A royal flush is paid as a straight flush unless a line, or a "lose", names it. Where some line is
        `finer`, `rank` is the index of the rank that decides first, `suit` that of five cards of one suit.
        """
        for hands, line in self.sets:
            if isinstance(hands, FiveCardSet) and hands.holds((category, rank), suit):
                return line
        return None

    def better(self, line: Line | None, other: Line | None) -> Line | None:
        """The one of two lines that pays more, if one is paid; of those that pay the same the upper one."""
        both = [one for one in (line, other) if one is not None]
        return min(both, key=lambda line: (-self.odds(line), self.lines.index(line)), default=None)

    def at(self, stake: Fraction) -> PayTable:
        """The same table for another stake, with the part of sums and shares that are for a full one."""
        if self.bet.full_stake is None or stake == self.stake:
            return replace(self, stake=stake)
        part = stake / self.stake
        lines = {line.text: replace(line, prize=line.prize.scaled(part)) for line in self.lines}
        return replace(
            self,
            stake=stake,
            lines=tuple(lines.values()),
            sets=tuple((hands, None if line is None else lines[line.text]) for hands, line in self.sets),
            shows={name: amount / part for name, amount in self.shows.items()},
        )

    def odds(self, line: Line) -> Fraction:
        """Pay of a line to 1, less commission; of a sum of money per unit of `stake`.

        A level of a meter pays what it `shows`, and the stake does not come back. ValueError for a share of
        the first meter.
        """
        if line.prize.meter is not None and line.prize.level:
            return line.prize.meter * self.shows[line.prize.level] - 1
        if line.prize.odds is not None:
            pays = Fraction(line.prize.odds)
        elif line.prize.money is not None:
            pays = line.prize.money / self.stake
        else:
            raise ValueError(f"{self.wager} {self.letter}: {line.text!r} pays no odds")
        return self.net(pays)

    def net(self, pays: Fraction) -> Fraction:
        """Gain where the table pays this multiple of the stake, less commission."""
        return self.bet.kept(pays - 1 if self.for_one else pays)


class Alternatives(dict[str, _Table]):
    """Pay tables by letter, or those of wagers by id; to ask for one of those `refused` raises why.

    A game inherits those from one with another deck or order of hands, and they do not fit its own.
    """

    def __init__(self) -> None:
        super().__init__()
        self.refused: dict[str, RulesError] = {}

    def __missing__(self, key: str) -> _Table:
        raise self.refused[key] if key in self.refused else KeyError(key)

    def __contains__(self, key: object) -> bool:
        if key in self.refused:
            raise self.refused[str(key)]
        return super().__contains__(key)


def pay_tables(
    bet: Bet, file: RulesFile, ranking: Ranking, named: dict[str, HandSet], inherited: Inherited | None
) -> Alternatives[PayTable]:
    """The alternative pay tables of a bet, by letter; sets of hands are added to those `named` before.

    RulesError for one that does not fit; of tables that are `inherited` it is kept for whoever asks for them.
    """
    # Which lines are finer, and whether one is left out, is asked of the deck with no card missing.
    name, tables = bet.id, Alternatives[PayTable]()
    reader = _Reader(bet, ranking.whole, named, ranking.deck)
    for letter, entry in file.pay_tables[name].items():
        try:
            tables[letter] = replace(reader.table(letter, entry), shows=_seeds(file, name, letter))
        except RulesError as error:
            tables.refused[letter] = _kept(error, name, letter, inherited)
    if bet.kind is not Kind.JACKPOT and bet.loses_off_table:
        mine = {letter: reader.in_full(hands for hands, _ in one.sets) for letter, one in tables.items()}
        paid = {letter: reader.in_full(line.hands for line in one.lines) for letter, one in tables.items()}
        for letter, own in mine.items():
            for other, theirs in paid.items():
                missing = next((one for one in theirs if one not in own), "")
                if missing and letter not in tables.refused:
                    problem = f"the line {shown(missing)} of table {other} {_MISSING}"
                    wrong = RulesError(("pay_tables", name, letter), problem)
                    tables.refused[letter] = _kept(wrong, name, letter, inherited)
                    del tables[letter]
    for letter, table in tables.items() if ranking.deck.missing else ():
        lines = {line.text: replace(line, hands=_dealt(line.hands, ranking)) for line in table.lines}
        sets = tuple((_dealt(hands, ranking), line and lines[line.text]) for hands, line in table.sets)
        tables[letter] = replace(table, lines=tuple(lines.values()), sets=sets)
    return tables


def _dealt(hands: Hands, ranking: Ranking) -> Hands:
    """The hands of a line as levels of another ranking."""
    return parse_hand_set(hands.text, ranking) if isinstance(hands, HandSet) else hands


def _seeds(file: RulesFile, wager: str, letter: str) -> dict[str, Fraction]:
    """The seeds of the levels that the first option of a table has."""
    options = file.meters[wager].options.values() if wager in file.meters else ()
    levels = next((one.levels for one in options if one.pay_table == letter), {})
    return {name: Fraction(meter.seed) for name, meter in levels.items()}


def _kept(error: RulesError, name: str, letter: str, inherited: Inherited | None) -> RulesError:
    """What is wrong with an inherited table, with its file and line; raised if the table is no such one."""
    if inherited is None or (name, letter) not in inherited.tables:
        raise error
    if error.place[:1] == ("pay_tables",):
        error = RulesError(error.place, f"{error.problem}, for the deck and the order of hands of this game")
    return error if inherited.locate is None else inherited.locate(error)


class Inherited(Struct, frozen=True):
    """The tables, by wager and letter, that a game takes over with another deck, deal or order of hands.

    `locate` gives an error in one of them the file and line where the table stands, if it has some.
    """

    tables: frozenset[tuple[str, str]]
    locate: Callable[[RulesError], RulesError] | None = None


class _Reader:
    """Reads the tables of one wager."""

    def __init__(self, bet: Bet, ranking: Ranking, named: dict[str, HandSet], deck: Deck) -> None:
        self.bet, self.ranking, self.deck, self.named = bet, ranking, deck, named
        self.five_cards = bet.more_cards > 0
        levels = ranking.levels_by_category
        self.categories: dict[str, _Kinds] = {category.value: levels[category] for category in levels}
        """Of each category, high to low, what tables distinguish."""
        if self.five_cards:
            possible = five_cards.possible_categories(ranking.deck)
            self.categories = {one.value: kinds_of(one, ranking.deck) for one in possible}

    def table(self, letter: str, entry: PayTableEntry) -> PayTable:
        kind, place = self.bet.kind, ("pay_tables", self.bet.id, letter)
        if not entry.lines:
            raise RulesError(place, "a pay table without lines")
        if kind in (Kind.BONUS, Kind.AGAINST_DEALER) and entry.odds == "for 1":
            problem = "a bonus has no stake that it could hold; write what it pays to 1"
            if kind is Kind.AGAINST_DEALER:
                problem = "a wager against the dealer is paid to 1"
            raise RulesError((*place, "odds"), problem)
        lines = []
        for text, prize in entry.lines.items():
            if prize.meter is not None and kind is not Kind.JACKPOT:
                raise RulesError((*place, text), "only a jackpot wager pays a share of a meter")
            if prize.envy and kind is not Kind.JACKPOT:
                raise RulesError((*place, text), "only a jackpot wager pays an envy bonus")
            if prize.money is not None and kind not in (Kind.JACKPOT, Kind.PAY_TABLE):
                raise RulesError((*place, text), "only a side bet or a jackpot wager pays a sum of money")
            lines.append(Line(text, self._hands(text, (*place, text)), prize))
        if entry.unpaid and not self.bet.loses_off_table:
            problem = '"lose", but hands that are not on the table are compared; leave the line out'
            raise RulesError((*place, entry.unpaid[0]), problem)
        # "lose" may also be said of a category that cannot occur.
        said = [text for text in entry.unpaid if self.five_cards or self.categories.get(text, True)]
        unpaid = {text: self._hands(text, (*place, text)) for text in said}
        if self.five_cards:
            every = [line.hands for line in lines] + [*unpaid.values()]
            lines = [replace(line, hands=self._left(line.hands, every)) for line in lines]
            unpaid = {text: self._left(hands, every) for text, hands in unpaid.items()}
        refuse_overlaps({line.text: line.hands for line in lines} | unpaid, place)
        sets: list[tuple[Hands, Line | None]] = [(line.hands, line) for line in lines]
        sets += [(hands, None) for hands in unpaid.values()]
        if self.bet.loses_off_table:
            self._refuse_holes([hands for hands, _ in sets], place)
        # A line is part of as many others as stand behind it.
        lines = sorted(lines, key=lambda line: sum(other.hands.within(line.hands) for other in lines))
        sets = sorted(sets, key=lambda pair: sum(other.within(pair[0]) for other, _ in sets))
        bet, for_one = self.bet, entry.odds == "for 1"
        return PayTable(bet, letter, tuple(lines), tuple(sets), for_one, entry.rule, bet.first_stake)

    def in_full(self, hands: Iterable[Hands]) -> list[str]:
        """The categories of which all hands are among these, and the colours."""
        named = list(hands)
        covered = self._covered(named)
        categories = [category for category, own in self.categories.items() if own <= covered]
        return [*categories, *(one.value for one in named if isinstance(one, ColourLine))]

    def _hands(self, text: str, place: tuple[str, ...]) -> Hands:
        if self.five_cards:
            return self._five(text, place)
        if text in set(ColourLine):
            if self.bet.kind is not Kind.PAY_TABLE or self.bet.hand.of_both:
                raise RulesError(place, "only a side bet is paid for colours")
            if (dealt := self.ranking.dealt) != 3:
                problem = f"colours are of three cards, and {dealt} are dealt (Limits in docs/language.md)"
                raise RulesError(place, problem)
            if self.ranking.deck.wild_cards:
                where = "jokers (deck.jokers)" if self.ranking.deck.jokers else "wild cards (deck.wild)"
                raise RulesError(place, f"a deck with {where}, which have no colour of their own")
            if len({suit.colour for suit in self.ranking.deck.suits}) == 1:
                raise RulesError(place, "a deck whose suits are all of one colour")
            return ColourLine(text)
        if text.endswith(" or better"):
            raise RulesError(place, '"or better" is for lines on five cards; write a line for each hand')
        if text not in self.named:
            with refused_at(place):
                self.named[text] = parse_hand_set(text, self.ranking)
        if self.ranking.dealt > 3 and self.named[text].suit is not None:
            problem = "a line of one suit, where the best three of four cards count"
            raise RulesError(place, f"{problem} (Limits in docs/language.md)")
        if self.bet.hand.of_both and self.named[text].suit is not None and not self.named[text].by_wild_cards:
            raise RulesError(place, "a bet on both hands is paid for every suit in the same way")
        return self.named[text]

    def _left(self, hands: Hands, every: Iterable[Hands]) -> Hands:
        """The hands of a line; "or better" has those below the next category of which another line speaks."""
        if not isinstance(hands, FiveCardSet) or not hands.better:
            return hands
        others = [self._kinds(one) for one in every if one is not hands]
        return hands.below(frozenset(category for kinds in others for category, _ in kinds))

    def _five(self, text: str, place: tuple[str, ...]) -> FiveCardSet | SixCardRoyal:
        """The hands of five cards, or the best five of more, that a line is for."""
        deck = self.deck
        single_deck_only(deck, "hands of more than three cards")
        if (royal := five_cards.parse_six_card_royal(text, deck)) is not None:
            if self.bet.hand is not Whose.PLAYER_AND_DEALER:
                problem = 'only a wager with hand = "player and dealer" is paid for all six of these cards'
                raise RulesError(place, problem)
            if len(deck.ranks) < 6 or deck.ranks[-1].symbol != "A":
                raise RulesError(place, "no hand of this deck; it takes six ranks, the ace above all")
            return royal
        if text in set(ColourLine):
            raise RulesError(place, "a line about colours; they are of three cards each: leave hand out")
        impossible = () if len(deck.suits) >= 5 else (FiveCardCategory.FIVE_OF_A_KIND,)
        possible = tuple(one for one in FiveCardCategory if one not in impossible)
        if text in possible:
            return five_cards.category_set(FiveCardCategory(text), deck)
        if text in impossible:
            raise RulesError(place, f"no five-card hand of this deck; {nearest(text, possible)}")
        try:
            found = five_cards.parse_five_card_set(text, deck)
        except HandSetError as error:
            near = f"; {nearest(text, possible)}"
            problem = f"no line for five cards{near}" if error.unknown and "did you" in near else str(error)
            raise RulesError(place, problem) from None
        if found.suit is not None and deck.missing:
            problem = "lines of one suit on five cards, with cards missing (Limits in docs/language.md)"
            raise RulesError(place, problem)
        return found

    def _covered(self, named: Iterable[Hands]) -> frozenset[Any]:
        """The kinds of hands that lines name in full, in every suit."""
        whole = (one for one in named if suit_of(one) is None and not isinstance(one, SixCardRoyal))
        return frozenset().union(*map(self._kinds, whole))

    def _kinds(self, hands: Hands) -> frozenset[Any]:
        """The kinds of hands of which some are among those of a line."""
        match hands:
            case HandSet():
                return frozenset(hands.levels)
            case FiveCardSet():
                return hands.kinds
            case SixCardRoyal():
                return kinds_of(FiveCardCategory.ROYAL_FLUSH, self.ranking.deck)
            case ColourLine():
                return frozenset()

    def _refuse_holes(self, named: list[Hands], place: tuple[str, ...]) -> None:
        """Refuse a table of several categories that passes over hands above the lowest one that it names.

        Such a hand is a line forgotten, unless the table says "lose"; a table of one line or category is a
        bet on it. Of a missing category that lies in another one, the wider is asked for.
        """
        covered = self._covered(named)
        touched = set().union(*map(self._kinds, named))
        # Each kind once: with the first category that holds it, a royal flush not with the straight flushes.
        own, before = list[tuple[str, _Kinds]](), frozenset[object]()
        for category, kinds in self.categories.items():
            own.append((category, kinds - before))
            before |= kinds
        named_places = [place for place, (_, kinds) in enumerate(own) if kinds & touched]
        if len(named) < 2 or len(named_places) < 2:
            return
        missing = [category for category, kinds in own[: named_places[-1]] if not kinds <= covered]
        for category in missing:
            if not any(self.categories[category] < self.categories[other] for other in missing):
                raise RulesError(place, f"the line {shown(category)} {_MISSING}")


def suit_of(hands: Hands) -> Suit | None:
    """The suit of a line for one suit only; None if it is for every suit."""
    return None if isinstance(hands, ColourLine) else hands.suit


def refuse_overlaps(lines: Mapping[str, Hands], place: tuple[str, ...]) -> None:
    """Refuse two lines that share hands unless one is a finer line of the other."""
    for (text, hands), (other_text, other) in combinations(lines.items(), 2):
        if isinstance(hands, ColourLine) != isinstance(other, ColourLine):
            problem = f"a line about colour in a table with one about hands ({shown(text)})"
            raise RulesError((*place, other_text), problem)
        nested = hands.within(other), other.within(hands)
        share = isinstance(hands, HandSet | FiveCardSet) and hands.meets(other)
        if all(nested) or (share and not any(nested)):
            raise RulesError((*place, other_text), f"overlaps the line {shown(text)}")
