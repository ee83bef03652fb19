"""A strategy in the fewest true words: thresholds first, then exceptions by suit pattern."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import accumulate, groupby
from operator import mul

from msgspec import Struct
from msgspec.structs import replace

from combin.cards.cards import Deck, Suit
from combin.cards.ranking import Ranking, Strength
from combin.cards.suit_classes import SuitPattern
from combin.exact.base_game import FOLD
from combin.exact.matchups import Matchup
from combin.exact.strategy import Strategy
from combin.formatting import capital
from combin.rules.resolved import Rules, remembered
from combin.words.catalogue import Catalogue, load_catalogue, or_better, ranks_in_words, seen_in_words

Matched = frozenset[int]
"""The ranks (rank indexes) of a hand's cards that match."""


def matched(situation: Matchup, deck: Deck) -> Matched | None:
    """Return the ranks of the hand's cards that are of the suit of the card seen; None if no card is."""
    if situation.seen is None or situation.seen.card is None:
        return None
    suit = deck.suit_of[situation.seen.card]
    if suit == len(deck.suits):  # a joker's
        return frozenset()
    return frozenset(deck.rank_of[card] for card in situation.hand.cards if deck.suit_of[card] == suit)


class Matching(Struct, frozen=True):
    """By which cards of a hand that match a decision is taken: if that many of them do, or if these do.

    `unless` says that it is taken with all other hands; by default it is for some suits.
    """

    number: int = 0
    ranks: tuple[tuple[int, ...], ...] = ()
    unless: bool = False

    def in_words(self, ranking: Ranking, catalogue: Catalogue) -> str:
        """Return the same in words: "if one matches", "unless two match", "if the 10 and 7 match"."""
        if self == SOME_SUITS:
            return catalogue("statement.some_suits")
        ways = [[catalogue.ranks(str(ranking.deck.ranks[rank])) for rank in cards] for cards in self.ranks]
        if self.number:
            matching = catalogue(f"statement.{'one_matches' if self.number == 1 else 'two_match'}")
        elif max(map(len, ways)) == 1:
            ranks = catalogue("statement.or").join(rank for ranks in ways for rank in ranks)
            matching = catalogue("statement.card_matches", ranks=ranks)
        else:
            each = map(catalogue("statement.and").join, ways)
            matching = catalogue("statement.cards_match", ranks=catalogue("statement.or_the").join(each))
        return catalogue(f"statement.{'unless' if self.unless else 'if'}", matching=matching)


SOME_SUITS = Matching()
"""What is said where more than the dealer's suit decides."""


def when_matched(rows: Iterable[tuple[Matchup, int]], deck: Deck) -> dict[int, Matching | None]:
    """Return for each decision about hands of one strength, against cards of one rank, when it is taken.

    None where it always is.
    """
    found: dict[Matched | None, set[int]] = {}
    for situation, decision in rows:
        found.setdefault(matched(situation, deck), set()).add(decision)
    decisions = set().union(*found.values())
    if len(decisions) == 1:
        return dict.fromkeys(decisions)
    known = {cards: next(iter(one)) for cards, one in found.items() if cards is not None and len(one) == 1}
    if len(known) < len(found):
        return dict.fromkeys(decisions, SOME_SUITS)
    return {
        decision: _when({cards for cards in known if known[cards] == decision}, {*known})
        for decision in decisions
    }


def _when(taken: set[Matched], every: set[Matched]) -> Matching:
    """Return when a decision is taken: with more cards that match than it needs, or only with fewer."""
    # "If the 10 matches" says nothing of the other cards, so it is true only of a set that holds with each of
    # its members all that match more. Where the set is not such a one, its complement may be: "unless".
    for cards in (taken, every - taken):
        if all(more in cards for one in cards for more in every if one < more):
            unless = cards != taken
            for number in (1, 2):
                if cards == {one for one in every if len(one) >= number}:
                    return Matching(number, unless=unless)
            fewest = (one for one in cards if not any(other < one for other in cards))
            ways = sorted(fewest, key=sorted, reverse=True)
            return Matching(0, tuple(tuple(sorted(one, reverse=True)) for one in ways), unless)
    return SOME_SUITS


class Beside(Struct, frozen=True):
    """With which fourth cards (rank indexes) a hand is decided in some way: in all of its suits, or some."""

    always: tuple[int, ...]
    at_times: tuple[int, ...]

    def in_words(self, ranking: Ranking, catalogue: Catalogue) -> str:
        """Return the same in words: "with 2 to 6, and with 7 for some suits"."""
        told = [
            catalogue(f"statement.{key}", ranks=ranks_in_words(ranks, ranking, catalogue))
            for key, ranks in (("beside", self.always), ("beside_some", self.at_times))
            if ranks
        ]
        return catalogue("statement.beside_and").join(told)


def when_beside(rows: Iterable[tuple[Matchup, int]]) -> dict[int, Beside | None]:
    """Return for each decision about hands of four cards of one strength with which fourth card it is taken.

    None where it always is.
    """
    found: dict[int, set[int]] = {}
    for situation, decision in rows:
        found.setdefault(situation.hand.beside or 0, set()).add(decision)
    decisions = set().union(*found.values())
    if len(decisions) == 1:
        return dict.fromkeys(decisions)
    words: dict[int, Beside | None] = {}
    for decision in decisions:
        always = [rank for rank in sorted(found) if found[rank] == {decision}]
        at_times = [rank for rank in sorted(found) if decision in found[rank] and rank not in always]
        words[decision] = Beside(tuple(always), tuple(at_times))
    return words


class HandException(Struct, frozen=True):
    """Hands of one strength that are not decided as the thresholds say.

    Only those of these `patterns`; or, where a bonus tells one suit from another, only those of these
    `suits`; or only `when` some cards match that of the dealer's, or a fourth card is beside; else all.
    """

    strength: Strength
    patterns: tuple[SuitPattern, ...]
    decision: int
    suits: tuple[Suit, ...] = ()
    when: Matching | Beside | None = None

    @property
    def partial(self) -> bool:
        """Whether only some hands of the strength are decided so."""
        return bool(self.patterns or self.suits or self.when is not None)


class Statement(Struct, frozen=True):
    """Thresholds, strongest decision first, as pairs of multiple and the weakest strength that gets it.

    A hand gets the first decision whose threshold it reaches, and folds if it reaches none; except for
    the exceptions. `text` says so in words. Where a card of the dealer's is seen, all depends on that: then
    thresholds and exceptions stand in `by_card`, and in `early` those of what is raised before it is seen.
    """

    thresholds: tuple[tuple[int, Strength], ...]
    exceptions: tuple[HandException, ...]
    text: str
    by_card: tuple[CardStatement, ...] = ()
    early: Statement | None = None

    def __str__(self) -> str:
        return self.text


class CardStatement(Struct, frozen=True):
    """A strategy in words for a dealer's card of one of these ranks (rank indexes)."""

    ranks: tuple[int, ...]
    statement: Statement


def speaks_of_matches(statements: Iterable[Statement]) -> bool:
    """Return whether some statement says which cards match that of the dealer's."""
    whens = {one.when for said in statements for one in said.exceptions}
    return any(isinstance(when, Matching) for when in whens - {SOME_SUITS})


_Row = tuple["Matchup", int]

_FEW = 2
"""How many exceptions a statement about one card may list, where there are such statements for all cards."""


def statement_of(strategy: Strategy) -> Statement:
    """Return the shortest true statement of a strategy.

    For each multiple in use the threshold is the strength for which the fewest hands are exceptions, the
    weakest of several; what remains is listed by strength and suit pattern, so that the statement is true
    of every hand. Where the suit of a dealer's card decides, it says so but not which suit. It is remembered.
    """
    game = strategy.game
    known = _known(game.rules, tuple(game.letters.values()) if game.rules.early else ())
    if strategy.decisions not in known:
        known[strategy.decisions] = _statement(strategy)
    return known[strategy.decisions]


@remembered
def _known(_: Rules, letters: tuple[str, ...]) -> dict[tuple[int, ...], Statement]:  # noqa: ARG001
    """Return the statements by decisions, to be filled; with early raises they depend on tables as well."""
    return {}


BEFORE = "Before a card is seen: "
"""How the words of a raise begin that is decided so early."""


def _statement(strategy: Strategy) -> Statement:
    rules = strategy.game.rules
    if not rules.play:
        return Statement((), (), "There is nothing to decide.")
    if rules.early:
        rows = [(Matchup(one.hand, ()), one.decision) for one in strategy.early]
        early = _state(_by_level(rows, rules), partial(_of_levels, rows), rules, rest="wait")
        later = _by_card(strategy.later)
        return Statement((), (), f"{BEFORE}{lowered(early.text)} {later.text}", later.by_card, early)
    return _by_card(strategy)


def _by_card(strategy: Strategy) -> Statement:
    """Return the statement, for each card of the dealer's that can be seen if one is."""
    rules, situations = strategy.game.rules, strategy.game.matchups
    found: dict[object, tuple[list[int], Statement]] = {}
    for span, statement in _states(strategy):
        if not rules.file.deal.face_up:
            return statement
        ranks, _ = found.setdefault((statement.thresholds, statement.exceptions), ([], statement))
        seen = situations[span.start].seen
        ranks += sorted(seen.ranks) if seen else []
    by_card = tuple(CardStatement(tuple(sorted(ranks)), statement) for ranks, statement in found.values())
    parts = (f"{seen_in_words(one.ranks, rules)}: {_in_short(one.statement, rules)}" for one in by_card)
    if len(by_card) > _MOST_TOLD:
        return Statement((), (), f"By what is seen of the dealer's cards, in {len(by_card)} ways.", by_card)
    if len(by_card) == 1:  # whatever is seen
        return Statement((), (), capital(_in_short(by_card[0].statement, rules)), by_card)
    cards = "card" if rules.file.deal.face_up == 1 else "cards"
    return Statement((), (), f"By the dealer's {cards}. {' '.join(parts)}", by_card)


_MOST_TOLD = 26
"""Of more different rules the text of a statement says only how many there are."""


def _in_short(statement: Statement, rules: Rules) -> str:
    """Return a statement as a part of a longer one: many exceptions are told by their number."""
    text = statement.text
    if len(statement.exceptions) > _FEW:
        text = in_words(replace(statement, exceptions=()), rules, load_catalogue())
        text = f"{text.rstrip('.')}, with {len(statement.exceptions)} exceptions."
    return lowered(text)


def lowered(text: str) -> str:
    """Return a text that goes on within a sentence."""
    return text[0].lower() + text[1:]


def _by_level(rows: Sequence[_Row], rules: Rules) -> dict[int, list[int]]:
    hands: dict[int, list[int]] = {}
    for matchup, decision in rows:
        of = hands.setdefault(decision, [0] * len(rules.ranking.strengths))
        of[matchup.hand.strength.level] += matchup.weight
    return hands


def _of_levels(rows: Sequence[_Row], levels: set[int]) -> list[_Row]:
    return [row for row in rows if row[0].hand.strength.level in levels]


def _states(strategy: Strategy) -> Iterator[tuple[range, Statement]]:
    """Yield the places of the matchups in which one thing is seen, with the statement of these."""
    game, decisions, rules = strategy.game, strategy.decisions, strategy.game.rules
    arrays, rows = game.arrays, [] if game.arrays is not None else list(strategy)
    by_level = {} if arrays is None else arrays.by_level(decisions)

    def of_levels(span: range, levels: set[int]) -> list[_Row]:
        some = () if arrays is None else arrays.of_levels(span, levels)
        return [(game.matchups[index], decisions[index]) for index in some]

    for span in game.matchups.spans():
        if arrays is None:
            of_span = rows[span.start : span.stop]
            yield span, _state(_by_level(of_span, rules), partial(_of_levels, of_span), rules)
        else:
            group = arrays.groups[span.start]
            hands = {decision: of[group].tolist() for decision, of in by_level.items() if of[group].any()}
            yield span, _state(hands, partial(of_levels, span), rules)


def _state(
    hands: Mapping[int, list[int]],
    of_levels: Callable[[set[int]], list[_Row]],
    rules: Rules,
    rest: str = "fold",
) -> Statement:
    """Return the statement of hands by decision and level, and of what yields all of some levels."""
    ranking = rules.ranking
    thresholds: list[tuple[int, Strength]] = []
    for multiple in sorted(hands.keys() - {FOLD}, reverse=True):
        # The threshold for which the fewest hands are wrong, the weakest of several. Raising it past a level
        # turns over what is said of its hands alone: the rightly played become wrong, the others right. So
        # one running sum of signed weights tells how many more are wrong than with a threshold of 0.
        signs = [1 if decision >= multiple else -1 for decision in hands]
        by_level = zip(*hands.values(), strict=True)
        wrong = list(accumulate((sum(map(mul, signs, of)) for of in by_level), initial=0))
        level = wrong.index(min(wrong))
        if level < (thresholds[-1][1].level if thresholds else len(ranking.strengths)):
            thresholds.append((multiple, ranking.strengths[level]))
    otherwise, above = set[int](), None
    for said, level in (*((multiple, strength.level) for multiple, strength in thresholds), (FOLD, 0)):
        for decision, of in hands.items():
            if decision != said:
                otherwise |= {level + place for place, number in enumerate(of[level:above]) if number}
        above = level
    statement = Statement(tuple(thresholds), (), "")
    if otherwise:
        statement = replace(statement, exceptions=_exceptions(of_levels(otherwise), statement, ranking))
    return replace(statement, text=in_words(statement, rules, load_catalogue(), rest=rest))


def decided(statement: Statement, level: int) -> int:
    """Return what the thresholds of a statement say to do with hands of a level."""
    return next((multiple for multiple, strength in statement.thresholds if level >= strength.level), FOLD)


def _exceptions(rows: list[_Row], statement: Statement, ranking: Ranking) -> tuple[HandException, ...]:
    found = []
    for level, same in groupby(rows, key=lambda row: row[0].hand.strength.level):
        group = list(same)
        said = decided(statement, level)
        # Exceptions are told by the first of three marks that sets them apart from all other hands of their
        # strength: the suit pattern, the suit (of classes split by suit), how they match the dealer's card. A
        # pattern of which some hand is decided otherwise is not named, so that what is said is true of every
        # hand.
        for multiple in sorted({decision for _, decision in group if decision != said}):
            fits = [situation.hand for situation, decision in group if decision == multiple]
            exception = HandException(fits[0].strength, (), multiple)
            if ranking.dealt > 3:
                found.append(replace(exception, when=when_beside(group)[multiple]))
                continue
            others = {situation.hand.pattern for situation, decision in group if decision != multiple}
            patterns = tuple(dict.fromkeys(hand.pattern for hand in fits if hand.pattern not in others))
            named = {hand.suit for hand in fits if hand.pattern in others}
            # With jokers there are several classes of one suit, and with a card seen several for each card.
            elsewhere = {situation.hand.suit for situation, decision in group if decision != multiple}
            if None in named or named & elsewhere:
                found.append(replace(exception, when=when_matched(group, ranking.deck)[multiple]))
                continue
            suits = tuple(suit for place, suit in enumerate(ranking.deck.suits) if place in named)
            found.append(replace(exception, patterns=patterns if others else (), suits=suits))
    return tuple(reversed(found))


def in_words(statement: Statement, rules: Rules, catalogue: Catalogue, *, rest: str = "fold") -> str:
    """Return what a statement says that does not depend on a card; `rest` is what is done with others."""
    thresholds, ranking = statement.thresholds, rules.ranking
    every, others = catalogue("statement.every_hand"), catalogue("statement.rest")

    done = partial(decision_in_words, rules=rules, catalogue=catalogue, rest=rest)
    if not thresholds:
        text = done(FOLD, every)
    elif thresholds[-1][1].level == 0 and len(thresholds) == 1:
        text = done(thresholds[0][0], every)
    else:
        said = [
            done(multiple, catalogue.hand(or_better(strength, ranking)) if strength.level else others)
            for multiple, strength in thresholds
        ]
        text = ", ".join(said + ([done(FOLD, others)] if thresholds[-1][1].level else []))
    if statement.exceptions:
        exceptions = exceptions_in_words(statement, rules, catalogue, rest=rest)
        text = catalogue("statement.but", rule=text, exceptions=exceptions)
    return f"{capital(text)}."


def exceptions_in_words(
    statement: Statement, rules: Rules, catalogue: Catalogue, *, rest: str = "fold"
) -> str:
    """Return the exceptions, those of one decision together, first those for all suits.

    "also play J-9-8, 10-9-7; Q-6-3, Q-6-2 (each: three suits); 9-8-6, 9-8-5 if two match": a verb holds up to
    the next one, and a condition for all hands from the semicolon before it on.
    """
    groups: dict[tuple[int, bool], dict[tuple[str, str], list[str]]] = {}
    for one in statement.exceptions:
        more = one.decision > decided(statement, one.strength.level)
        suits = [catalogue(f"statement.suits.{pattern}") for pattern in one.patterns]
        suits += [catalogue.suit(suit.name) for suit in one.suits]
        of = catalogue("statement.or").join(suits)
        if isinstance(one.when, Beside):
            of = one.when.in_words(rules.ranking, catalogue)
        ending = one.when.in_words(rules.ranking, catalogue) if isinstance(one.when, Matching) else ""
        same = groups.setdefault((one.decision, more), {})
        same.setdefault((of, ending), []).append(catalogue.hand(rules.ranking.describe(one.strength)))
    following = catalogue("statement.next")

    def hands(marks: tuple[str, str], named: Sequence[str]) -> str:
        of, ending = marks
        if of:
            key = "statement.each" if len(named) > 1 else "statement.only"
            return catalogue(key, hands=", ".join(named), suits=of)
        return f"{', '.join(named)} {ending}".rstrip()

    done, parts = partial(decision_in_words, rules=rules, catalogue=catalogue, rest=rest), []
    for (decision, more), same in groups.items():
        in_order = sorted(same.items(), key=lambda part: any(part[0]))
        parts.append(done(decision, following.join(hands(*part) for part in in_order), more=more))
    return following.join(parts)


def decision_in_words(
    decision: int, hands: str, rules: Rules, catalogue: Catalogue, *, rest: str = "fold", more: bool = False
) -> str:
    """Return what is done with hands: "play 2x with A-K-8"; `more` says that they are so beside others."""
    several = len(rules.multiples) > 1
    key = rest if decision == FOLD else f"{'also_' if more else ''}{'times' if several else 'play'}"
    return catalogue(f"statement.{key}", hands=hands, multiple=rules.times_text(decision))
