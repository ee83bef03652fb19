"""The rules of one game, resolved: deck, order of hands, wagers and pay tables; odd packs."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from functools import cached_property, lru_cache, partial, wraps
from math import comb, lcm
from typing import Any, Concatenate, ParamSpec, TypeVar

import msgspec
from msgspec.structs import replace

from combin.cards.cards import (
    JOKER,
    STANDARD_RANKS,
    STANDARD_SUITS,
    Card,
    ColourLine,
    Deck,
    Joker,
    Rank,
    Suit,
)
from combin.cards.hand_sets import HandSet, parse_hand_set
from combin.cards.ranking import Category, Ranking
from combin.formatting import counted, plain
from combin.rules.checks import check_entries, check_size
from combin.rules.errors import RulesError, refused_at, shown, three_cards_only
from combin.rules.model import PlayEntry, ProgressiveEntry, RulesFile, times
from combin.rules.numbers import Share
from combin.rules.sights import Sights, Tells
from combin.rules.tables import Alternatives, Inherited, PayTable, pay_tables, refuse_overlaps
from combin.rules.wagers import Bet, Case, HandFee, Kind, Wager, bet_of

MOST_KNOWN = 1 << 10
"""The most wagers that variants of a game keep with their tables, some 10 kB each."""


class Rules:
    """A validated rule file with its words resolved.

    Attributes:
        file: the file itself; the rest follows from it.
        qualifies: the lowest level of a dealer's hand that qualifies.
        tables: the pay tables by wager and letter; to ask for one of those `refused`, which are inherited and
            do not fit the deck and order of hands, raises the reason.
        sees: the groups of ranks that the player identifies on one card of the dealer's, if not whole cards.
        sights: what the player can see instead, where it is several cards, or not even a rank.

    Raises:
        RulesError: entries that do not fit each other, the deck or the ranking.
    """

    def __init__(
        self,
        file: RulesFile,
        like: Rules | None = None,
        inherited: Inherited | None = None,
        pack: Deck | None = None,
    ) -> None:
        # A variant takes over what it shares with rules that it is `like`, of the same deck and order of
        # hands, and is made in a tenth of the time. The `pack` may be another than the file's.
        self.file = file
        self.inherited: Inherited | None = like.inherited if like and inherited is None else inherited
        self.adopted: RulesFile = file if like is None else like.adopted
        """The file with the readings that it adopts itself, of which `taken` are others."""
        self.taken: Mapping[str, str] = {} if like is None else like.taken
        self.answers: dict[object, dict[object, Any]] = {}
        """What `remembered` functions keep with these rules."""
        shared = file.deck, file.ranking, file.deal.player
        check_size(file)
        if like is not None and (like.file.deck, like.file.ranking, like.file.deal.player) != shared:
            like = None
        same_pack = like is not None and like.file.deal == file.deal and pack is None
        self.deck: Deck = like.deck if like is not None and same_pack else _deck(file, pack)
        if pack is not None:
            three_cards_only(file.deal.player, "packs that lack or double cards")
        self.ranking: Ranking = _ranking(file, self.deck) if like is None else like.ranking
        self.qualifies: int = _lowest_level(file.dealer.qualifies, self.ranking, ("dealer", "qualifies"))
        meters, known = file.meters, {} if like is None else like.known
        self.known: dict[bytes, tuple[Bet, Alternatives[PayTable]]] = known
        """Wagers of variants, with their tables, by what the entries of the file say that these depend on."""
        keys, self.bets = dict[str, bytes](), dict[str, Bet]()
        for name, wager in file.wager.items():
            own, dealt = (file.pay_tables.get(name), meters.get(name)), (file.deal.dealer, file.deal.jackpot)
            keys[name] = key = entries_key(name, file.deal, wager, *own)
            self.bets[name] = known[key][0] if key in known else bet_of(name, wager, *dealt)
        check_entries(file, self.bets)
        self._name_wagers()
        choices = (*file.decision.play, *file.decision.early)
        self.parts: int = lcm(*(times(choice).denominator for choice in choices))
        """Parts that the initial wager is divided into; a decision is a number of these."""
        self.multiples: dict[int, int] = _multiples(file, self.ranking, self.parts) if self.play else {1: 0}
        """The decisions to play, each with the lowest level that may; 1 alone where nothing is decided.

        Those of `early` may be played only before a card of the dealer's is seen, those of `later` after it.
        """
        self.early: tuple[int, ...] = tuple(sorted(self._decision(one) for one in file.decision.early))
        self.later = {one: level for one, level in self.multiples.items() if one not in self.early}
        self.sights: Sights | None = _sights(file, self.ranking, odd=pack is not None)
        self.sees: tuple[frozenset[int], ...] = () if self.sights else _groups(file, self.deck)
        self.hand_sets: dict[str, HandSet] = {} if like is None else like.hand_sets
        apart = (bet for bet in self._against if any(result.hands for result in bet.results.values()))
        self.hands = {bet.id: _hands_apart(bet, self.ranking) for bet in apart}
        """The hands that a wager against the dealer pays apart without a pay table, the finest first."""
        self.tables = Alternatives[Alternatives[PayTable]]()
        self.refused: dict[tuple[str, str], RulesError] = {}
        for name, bet in self.bets.items():
            if (key := keys[name]) not in known:
                if len(known) >= MOST_KNOWN:
                    known.clear()
                given = file, self.ranking, self.hand_sets, self.inherited
                known[key] = bet, pay_tables(bet, *given) if bet.by_table else Alternatives()
            tables = known[key][1]
            if not bet.by_table:
                continue
            self.refused |= {(name, letter): error for letter, error in tables.refused.items()}
            if tables:
                self.tables[name] = tables
                continue
            self.tables.refused[name] = first = next(iter(tables.refused.values()))
            if bet.kind is Kind.BONUS:  # without which there is no base game
                write = f'no table of {name} fits: write one, or leave it out with without = ["wager.{name}"]'
                error = RulesError(first.place, f"{first.problem}; {write}", first.file, first.line)
                self.tables.refused[name] = error

    def __getstate__(self) -> dict[str, object]:
        # What is sent to another process: all but what is kept.
        return {**self.__dict__, "answers": {}, "known": {}}

    def _name_wagers(self) -> None:
        """Name the wagers by what is asked of them, by their ids in the order of the file."""
        self.wagers: dict[str, Wager] = self.file.wager
        against = [bet for bet in self.bets.values() if bet.kind is Kind.AGAINST_DEALER]
        self.side_bets_alone: bool = not against
        """Whether there is no wager against the dealer, so that nothing is measured by one."""
        self.play: str = next((bet.id for bet in against if bet.raises), "")
        """The wager that is staked on deciding to play; "" where nothing is decided."""
        self.equals: tuple[str, ...] = tuple(bet.id for bet in against if bet.equals)
        """The wagers staked with the initial one, as much as that."""
        self.initial: tuple[str, ...] = () if self.side_bets_alone else (self.base, *self.equals)
        """The wagers staked before the decision: the base wager, and those that equal it."""
        self.base_wagers: tuple[str, ...] = (*self.initial, self.play) if self.play else self.initial
        self.bonuses: tuple[str, ...] = self._of(Kind.BONUS)
        self.by_table: tuple[str, ...] = tuple(bet.id for bet in against if bet.by_table)
        """The wagers against the dealer that are paid by a table in some case."""
        self.base_tables: tuple[str, ...] = (*self.bonuses, *self.by_table)
        """The wagers and bonuses on whose pay tables the base game and so the strategy depend."""
        self.comparisons: tuple[str, ...] = self._of(Kind.COMPARISON)
        """The bets on which hand is higher."""

    def require_decision(self) -> None:
        """Raise RulesError for a game in which there is nothing to decide."""
        if not self.play:
            raise RulesError((), f"{self.file.id}: nothing is decided in this game")

    def require_letters(self, letters: Mapping[str, str], wagers: Collection[str] | None = None) -> None:
        """Raise RulesError for a letter of no table, and for another wager than has tables here."""
        names = self.tables if wagers is None else wagers
        for name, letter in letters.items():
            if name not in self.tables or name not in names:
                known = ", ".join(names)
                raise RulesError((), f"{self.file.id} has no pay table for {name!r}; it has them for {known}")
            if letter not in self.tables[name]:
                known = ", ".join(self.tables[name])
                raise RulesError((), f"{self.file.id} has no {name} table {letter!r}; it has {known}")

    @cached_property
    def base(self) -> str:
        """The id of the initial wager, the unit of the house edge; RulesError where all are side bets."""
        self.require_initial_wager()
        return next(bet.id for bet in self._against if not bet.raises and not bet.equals)

    def require_initial_wager(self) -> None:
        """Raise RulesError for a game of side bets alone."""
        if self.side_bets_alone:
            problem = "all bets are side bets, and this is about a wager against the dealer"
            raise RulesError((), f"{self.file.id}: {problem} (Limits in docs/language.md)")

    @property
    def _against(self) -> list[Bet]:
        return [bet for bet in self.bets.values() if bet.kind is Kind.AGAINST_DEALER]

    @cached_property
    def player_hands(self) -> int:
        """Number of hands that the player can be dealt."""
        return comb(len(self.deck), self.file.deal.player)

    @cached_property
    def dealer_hands(self) -> int:
        """Number of hands that the dealer can be dealt against one of the player's."""
        return comb(len(self.deck) - self.file.deal.player, self.file.deal.dealer)

    @cached_property
    def qualifying(self) -> Fraction:
        """Probability that the dealer qualifies."""
        counts = [strength.count for strength in self.ranking.strengths]
        return Fraction(sum(counts[self.qualifies :]), sum(counts))

    @cached_property
    def collection(self) -> Fraction:
        """What the house takes of each hand, in initial wagers of the first stake; money only with stakes."""
        bet = None if self.side_bets_alone else self.bets[self.base]
        if bet is None or bet.collection is None:
            return Fraction(0)
        money = bet.collection.money / bet.first_stake if bet.stakes else 0
        return Fraction(bet.collection.share + money)

    def at_stake(self, stake: Fraction) -> Rules:
        """The game at one stake on the initial wager: money taken of each hand is a share of that."""
        base, wagers = self.base, self.file.wager
        if (taken := self.bets[base].collection) is None or not taken.money:
            return self
        share = HandFee(Share(taken.of(stake) / stake), rule=taken.rule)
        entry = replace(wagers[base], collection=share, stakes=())
        return Rules(replace(self.file, wager={**wagers, base: entry}), like=self)

    @cached_property
    def fold_nets(self) -> Fraction:
        """What a fold nets, in units of the initial wager: what is staked before it, and a collection."""
        return sum((self.bets[name].fold_returns - 1 for name in self.initial), -self.collection)

    @cached_property
    def base_name(self) -> str:
        """What the base game is called: "Ante & Play"."""
        return " & ".join(self.wagers[name].name for name in self.base_wagers)

    @property
    def unit_name(self) -> str:
        """The name of the wager that is the unit of results: "Ante"."""
        return self.wagers[self.base].name

    def wager_name(self, wager: str) -> str:
        """Name of a wager; that of the base wager with what is staked with it, "Ante & Play"."""
        return self.base_name if wager in self.initial[:1] else self.wagers[wager].name

    @cached_property
    def limited(self) -> dict[int, str]:
        """The multiples that only some hands may play, each with the words for the weakest of those."""
        decision = self.file.decision
        entries = (one for one in (*decision.play, *decision.early) if isinstance(one, PlayEntry))
        return {self._decision(one): one.hand.removesuffix(" or better") + " or better" for one in entries}

    def _decision(self, entry: int | str | PlayEntry) -> int:
        return int(times(entry) * self.parts)

    def times(self, decision: int) -> Fraction:
        """Stake of a decision in initial wagers."""
        return Fraction(decision, self.parts)

    def times_text(self, decision: int) -> str:
        """The same as a decimal: "2", "0.5"."""
        return plain(self.times(decision))

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        """The cases of the comparison: four, or six where those without a qualifier differ."""
        split = self.qualifies > 0 and any(bet.compares_unqualified for bet in self._against)
        without = (Case.NO_QUALIFY_WIN, Case.NO_QUALIFY_TIE, Case.NO_QUALIFY_LOSE)
        return (*(without if split else (Case.NO_QUALIFY,)), Case.WIN, Case.TIE, Case.LOSE)

    @cached_property
    def classic(self) -> bool:
        """Whether the game is one of Three Card Poker's kind: Play for any hand, bonuses always paid."""
        return (
            bool(self.play)
            and not self.equals
            and not self.file.deal.face_up
            and len(self.cases) == 4
            and not any(
                bet.by_table or bet.id in self.hands or bet.commission or bet.fold_returns or bet.collection
                for bet in self._against
            )
            and not any(bet.paid_on or (self.play and bet.on == self.play) for bet in self.bets.values())
            and self.parts == 1
            and not any(level for level in self.multiples.values())
        )

    @cached_property
    def alone(self) -> bool:
        """Whether the dealer's cards change nothing: nothing is compared, and no bet looks at them."""
        if self.play or self.qualifies or self.comparisons or any(map(self.looks_at_dealer, self.bets)):
            return False
        qualified = [case for case in self.cases if case.qualified]
        outcomes = [bet.outcomes for bet in self._against]
        return all(of[case] == of[Case.LOSE] for case in qualified for of in outcomes)

    def looks_at_dealer(self, name: str) -> bool:
        """Whether what a bet pays depends on the dealer's cards, comparisons aside."""
        bet = self.bets[name]
        lines = (line for table in self.file.pay_tables.get(bet.id, {}).values() for line in table.lines)
        coloured = not set(ColourLine).isdisjoint(lines)
        return bool(bet.paid_on) or bet.versus_dealer or coloured or bet.hand.has_dealer

    @cached_property
    def same_hands(self) -> bool:
        """Whether all seats bet on the same two hands, and so on the dealer's too, as in Teen Patti."""
        bets = (self.bets[name].outcomes[Case.LOSE] for name in self.comparisons)
        return not self.play and any(bet.pays > 0 or bet.by_table for bet in bets)

    @cached_property
    def side_bets(self) -> tuple[str, ...]:
        """The ids of the side bets with a pay table of odds; without those whose tables are all refused."""
        return tuple(name for name in self._of(Kind.PAY_TABLE) if name not in self.tables.refused)

    @cached_property
    def bets_by_table(self) -> tuple[str, ...]:
        """The ids of the side bets, and of the bets on which hand is higher that a pay table decides."""
        return (*self.side_bets, *(name for name in self.comparisons if self.bets[name].by_table))

    @cached_property
    def jackpots(self) -> tuple[str, ...]:
        """The ids of the progressive wagers; without those whose tables are all refused."""
        return tuple(name for name in self._of(Kind.JACKPOT) if name not in self.tables.refused)

    @property
    def meters(self) -> dict[str, ProgressiveEntry]:
        """`RulesFile.meters`."""
        return self.file.meters

    def _of(self, kind: Kind) -> tuple[str, ...]:
        return tuple(name for name, bet in self.bets.items() if bet.kind is kind)

    @cached_property
    def metered(self) -> str:
        """The progressive wager of a meter without a name: that of [jackpot], else the first; "" for none."""
        entry = self.file.jackpot
        return entry.wager if entry is not None else next(iter(self.jackpots), "")


def _deck(file: RulesFile, pack: Deck | None) -> Deck:
    """The deck of a file, or the pack, from which the cards of a full table can be dealt."""
    standard_ranks = {rank.symbol: rank for rank in STANDARD_RANKS}
    standard_suits = {suit.name: suit for suit in STANDARD_SUITS}
    symbols = ["T" if symbol == "10" else symbol.upper() for symbol in file.deck.ranks.split()]
    ranks = tuple(standard_ranks.get(symbol, Rank(symbol, symbol, f"{symbol}s")) for symbol in symbols)
    entry = file.deck
    suits = tuple(
        standard_suits[of] if isinstance(of, str) else Suit(of.symbol, of.glyph, of.name, of.colour)
        for of in entry.suits
    )
    with refused_at(("deck", "ranks")):
        Deck(ranks)
    with refused_at(("deck", "suits")):
        deck = Deck(ranks, suits, entry.decks or 1, entry.jokers, entry.joker or Joker.WILD)
    if entry.wild:
        deck = _with_wild(deck, entry.wild)
    if entry.joker is not None and not deck.jokers:
        raise RulesError(("deck", "joker"), f"{shown(str(entry.joker))}, but the deck has no jokers")
    deck = deck if pack is None else pack
    seats = file.deal.seats or 1
    needed = file.deal.player * seats + file.deal.dealer + file.deal.jackpot
    if len(deck) < needed:
        players = f"{seats} players" if seats > 1 else "a player"
        problem = f"{len(deck)} cards cannot be dealt to {players} and the dealer: {needed} are needed"
        raise RulesError(("deck",), problem)
    return deck


def _with_wild(deck: Deck, named: tuple[str, ...]) -> Deck:
    """The deck with some cards counted as jokers, all of a rank or those that are named."""
    place = ("deck", "wild")
    if deck.jokers and deck.joker is not Joker.WILD:
        problem = "cards are wild, but jokers (deck.joker) are not; see Limits in docs/language.md"
        raise RulesError(place, problem)
    symbols, wild = {str(rank) for rank in deck.ranks} | {"T"}, list[Card]()
    with refused_at(place):
        for text in named:
            if text.upper() in symbols:
                rank = deck.rank(text)
                wild += [Card(rank, suit) for suit in deck.suits]
            else:
                wild += deck.parse(text)
        return replace(deck, wild=tuple(dict.fromkeys(wild)))


def entries_key(*entries: object) -> bytes:
    """What some entries of a rule file say, the same for equal ones in the same order."""
    return msgspec.msgpack.encode(entries, enc_hook=str)


_same = lru_cache(maxsize=16)(Ranking)
"""Games of one deck and order of hands share their ranking, with everything derived from it."""


def _ranking(file: RulesFile, deck: Deck) -> Ranking:
    entry, lowest, three = file.ranking, bool(file.ranking.lowest_wins), None
    if lowest and deck.wild_cards:
        cards = "jokers (deck.jokers)" if deck.jokers else "wild cards (deck.wild)"
        raise RulesError(("ranking", "lowest_wins"), f"true, but {cards} make the highest hand")
    if entry.highest_three_of_a_kind is not None:
        with refused_at(("ranking", "highest_three_of_a_kind")):
            three = deck.ranks.index(deck.rank(entry.highest_three_of_a_kind))
    order, dealt = entry.order, file.deal.player
    if dealt == 2:
        order = tuple(category for category in order if category is not Category.THREE_OF_A_KIND)
    with refused_at(("ranking", "order")):
        ranking = _same(deck, order, entry.ace_low_straight, entry.straight_suits, lowest, three, dealt=dealt)
    upsets = []
    for lower, higher in entry.beats.items():
        place = ("ranking", "beats", lower)
        below, above = (_hands(words, ranking, place).levels for words in (lower, higher))
        if below.stop > above.start:
            problem = f"{shown(higher)} does not stand above {shown(lower)} in the order of hands"
            raise RulesError(place, problem)
        if below and above:
            upsets.append((below, above))
    return replace(ranking, upsets=tuple(upsets)) if upsets else ranking


def _groups(file: RulesFile, deck: Deck) -> tuple[frozenset[int], ...]:
    """The groups of rank indexes that a player identifies."""
    groups, place, tells = list[list[int]](), ("deal", "tells"), file.deal.tells
    if tells == "rank":
        return tuple(frozenset({rank}) for rank in range(len(deck.ranks)))
    for text in () if isinstance(tells, str) else tells:
        with refused_at(place):
            groups.append([deck.ranks.index(deck.rank(symbol)) for symbol in text.split()])
    named = [rank for group in groups for rank in group]
    for index, rank in enumerate(deck.ranks):
        if groups and named.count(index) != 1:
            problem = "twice" if index in named else "in no group"
            raise RulesError(place, f"{rank} is {problem}; each rank belongs to one group")
    return tuple(map(frozenset, groups))


def _sights(file: RulesFile, ranking: Ranking, *, odd: bool) -> Sights | None:
    """What can be seen, if it is more than one card, less than its rank, or not of single cards."""
    deal, deck, groups = file.deal, ranking.deck, _groups(file, ranking.deck)
    odd = odd or not deck.single
    if not deal.face_up or (deal.face_up < 2 and deal.tells not in ("suit", "colour") and not odd):
        return None
    tells = Tells(deal.tells) if isinstance(deal.tells, str) else Tells.GROUP if deal.tells else Tells.CARD
    problem = ""
    if odd and deal.face_up > 1 and tells is Tells.CARD:
        alone = "are seen of one whole deck without jokers alone"
        problem = f"{deal.face_up} whole cards of the dealer's {alone}"
    elif deal.face_up == 3 and tells is Tells.RANK and not deck.regular:
        problem = "three ranks of the dealer's are seen of a whole pack alone"
    elif deck.copies > 1 and tells in (Tells.SUIT, Tells.COLOUR):
        problem = f"a {tells} is identified in one deck only"
    elif (deck.wild and tells is not Tells.CARD) or (deck.jokers and tells not in (Tells.CARD, Tells.RANK)):
        problem = f"{'wild cards' if deck.wild else 'jokers'} are of no {tells}"
    if problem:
        place = "face_up" if tells is Tells.CARD else "tells"
        raise RulesError(("deal", place), f"{problem} (Limits in docs/language.md)")
    return Sights(ranking, deal.face_up, tells, groups if tells is Tells.GROUP else ())


def _hands_apart(bet: Bet, ranking: Ranking) -> tuple[HandSet, ...]:
    """The hands that some result of a wager names, the finest first."""
    found: dict[str, HandSet] = {}
    for place, result in bet.results.items():
        at = ("wager", bet.id, *place, "hands")
        for words in result.hands:
            levels = _hands(words.removesuffix(" or better"), ranking, (*at, words)).levels
            stop = len(ranking.strengths) if words.endswith(" or better") else levels.stop
            found[words] = HandSet(words, range(levels.start, stop))
        refuse_overlaps(found, at)
    return tuple(sorted(found.values(), key=lambda hands: len(hands.levels)))


def _multiples(file: RulesFile, ranking: Ranking, parts: int) -> dict[int, int]:
    """The decisions to play, in order, each with the lowest level that may."""
    found = {}
    for key, entries in (("play", file.decision.play), ("early", file.decision.early)):
        for number, entry in enumerate(entries):
            place = ("decision", key, str(number), "hand")
            hand = entry.hand if isinstance(entry, PlayEntry) else "any hand"
            found[int(times(entry) * parts)] = _lowest_level(hand, ranking, place)
    return dict(sorted(found.items()))


@lru_cache(maxsize=256)
def _lowest_level(words: str, ranking: Ranking, place: tuple[str, ...]) -> int:
    """The lowest level of the hands that words name, with or without "or better" behind them."""
    return _hands(words.removesuffix(" or better"), ranking, place).levels.start


def _hands(words: str, ranking: Ranking, place: tuple[str, ...]) -> HandSet:
    """The hands that words name, of whatever suits."""
    with refused_at(place):
        hands = parse_hand_set(words, ranking)
    if hands.suit is not None:
        problem = "names a suit, but hands of all suits are equal"
        if hands.by_wild_cards:
            problem = "distinguishes hands by wild cards, but such hands are equal to those without"
        raise RulesError(place, f"{shown(words)} {problem}")
    return hands


Asked = ParamSpec("Asked")
T = TypeVar("T")

MOST = 1 << 14
"""Number of answers kept of a function; when there are more, all begin anew."""


def remembered(function: Callable[Concatenate[Rules, Asked], T]) -> Callable[Concatenate[Rules, Asked], T]:
    """A function of rules and hashable values, all that its answer depends on, computed once for a game.

    A value named in the call may also be None, which is then the same as not given.
    """

    def answer(rules: Rules, /, *args: Asked.args, **named: Asked.kwargs) -> T:
        asked = (*args, *sorted(pair for pair in named.items() if pair[1] is not None)) if named else args
        try:
            found: T = rules.answers[function][asked]
        except KeyError:
            known = rules.answers.setdefault(function, {})
            if len(known) >= MOST:
                known.clear()
            known[asked] = found = function(rules, *args, **named)
        return found

    return wraps(function)(answer)


def keep(question: partial[T], answer: T) -> None:
    """Keep what a remembered function answers, where that was computed elsewhere."""
    rules, *args = question.args
    rules.answers.setdefault(inspect.unwrap(question.func), {})[tuple(args)] = answer


@remembered
def without_cards(rules: Rules, dead: str) -> Rules:
    """The rules of a game dealt without cards that the player knows to be dead, written "As Kd".

    Its pay tables are the same; those that the pack does not fit are refused when they are asked for.
    CardError for what is no card of the deck, RulesError for a pack that the game cannot do with.
    """
    cards, file = rules.deck.parse(dead), rules.file
    if not cards:
        return rules
    missing = tuple(card for card in cards if card != JOKER)
    deck = replace(rules.deck, jokers=rules.deck.jokers - cards.count(JOKER), missing=missing)
    every = frozenset((name, letter) for name, tables in file.pay_tables.items() for letter in tables)
    named = " ".join(map(str, cards)) if len(cards) <= 26 else counted(len(cards), "card")  # for a reader
    return Rules(replace(file, title=f"{file.title}, {named} dead"), None, Inherited(every), deck)
