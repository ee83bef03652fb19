"""A strategy in the fewest true words: thresholds first, then exceptions by suit pattern."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, Protocol

from combin.cards.ranking import Category
from combin.decimals import plain
from combin.exact.base_game import FOLD
from combin.exact.matchups import Situation

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from combin.cards.cards import Deck, Suit
    from combin.cards.ranking import Ranking, Strength
    from combin.cards.suit_classes import SuitPattern
    from combin.exact.arrays import Arrays
    from combin.exact.strategy import Strategy
    from combin.rules.resolved import Rules

MATCHES = "A card of yours matches if it is of the suit of the dealer's card; one means at least one."
"""What the words mean."""

SOME_SUITS = "for some suits"
"""What is said where more than the dealer's suit decides."""

Matched = frozenset[int]
"""The ranks (rank indexes) of a hand's cards that match."""


def matched(situation: Situation, deck: Deck) -> Matched | None:
    """Return the ranks of the hand's cards that are of the suit of the card seen; None if no card is."""
    if situation.seen is None or situation.seen.card is None:
        return None
    suit = deck.suit_of[situation.seen.card]
    if suit == len(deck.suits):  # a joker's
        return frozenset()
    return frozenset(deck.rank_of[card] for card in situation.hand.cards if deck.suit_of[card] == suit)


def when_matched(rows: Iterable[tuple[Situation, int]], deck: Deck) -> dict[int, str]:
    """Return for each decision about hands of one strength, against cards of one rank, when it is taken.

    "if one matches", "unless two match", "if the 10 and 7 match"; "" where it always is.
    """
    found: dict[Matched | None, set[int]] = {}
    for situation, decision in rows:
        found.setdefault(matched(situation, deck), set()).add(decision)
    decisions = set().union(*found.values())
    if len(decisions) == 1:
        return dict.fromkeys(decisions, "")
    known = {cards: next(iter(one)) for cards, one in found.items() if cards is not None and len(one) == 1}
    if len(known) < len(found):
        return dict.fromkeys(decisions, SOME_SUITS)
    return {
        decision: _when({cards for cards in known if known[cards] == decision}, set(known), deck)
        for decision in decisions
    }


def _when(taken: set[Matched], every: set[Matched], deck: Deck) -> str:
    """Return when a decision is taken: with more cards that match than it needs, or only with fewer."""
    # "If the 10 matches" says nothing of the other cards, so it is true only of a set that holds with each of
    # its members all that match more. Where the set is not such a one, its complement may be: "unless".
    for word, cards in (("if", taken), ("unless", every - taken)):
        if all(more in cards for one in cards for more in every if one < more):
            return f"{word} {_at_least(cards, every, deck)}"
    return SOME_SUITS


def when_beside(rows: Iterable[tuple[Situation, int]], ranking: Ranking) -> dict[int, str]:
    """Return for each decision about hands of four cards of one strength with which fourth card it is taken.

    "with 2 to 6, and with 7 for some suits"; "" where it always is.
    """
    found: dict[int, set[int]] = {}
    for situation, decision in rows:
        found.setdefault(situation.hand.beside or 0, set()).add(decision)
    decisions = set().union(*found.values())
    if len(decisions) == 1:
        return dict.fromkeys(decisions, "")
    words = {}
    for decision in decisions:
        always = [rank for rank in sorted(found) if found[rank] == {decision}]
        at_times = [rank for rank in sorted(found) if decision in found[rank] and rank not in always]
        parts = [f"with {ranks_in_words(always, ranking)}"] if always else []
        parts += [f"with {ranks_in_words(at_times, ranking)} {SOME_SUITS}"] if at_times else []
        words[decision] = ", and ".join(parts)
    return words


def _at_least(cards: set[Matched], every: set[Matched], deck: Deck) -> str:
    """Return the fewest cards that must match, in words."""
    for number, words in ((1, "one matches"), (2, "two match")):
        if cards == {one for one in every if len(one) >= number}:
            return words
    least = sorted(
        (one for one in cards if not any(other < one for other in cards)), key=sorted, reverse=True
    )
    if max(map(len, least)) == 1:
        return f"the {' or '.join(str(deck.ranks[rank]) for one in least for rank in one)} matches"
    ways = [" and ".join(str(deck.ranks[rank]) for rank in sorted(one, reverse=True)) for one in least]
    return f"the {' or the '.join(ways)} match"


@dataclass(frozen=True, slots=True)
class HandException:
    """Hands of one strength that are not decided as the thresholds say.

    Only those of these `patterns`; or, where a bonus tells one suit from another, only those of these
    `suits`; or only `when` words say: "if two match" where it depends on the suit of the dealer's card, "for
    some suits" where on what a joker stands for, "with 2 to 6" where on the fourth card; else all of them.
    """

    strength: Strength
    patterns: tuple[SuitPattern, ...]
    decision: int
    suits: tuple[Suit, ...] = ()
    when: str = ""


@dataclass(frozen=True, slots=True)
class Statement:
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


@dataclass(frozen=True, slots=True)
class CardStatement:
    """A strategy in words for a dealer's card of one of these ranks (rank indexes)."""

    ranks: tuple[int, ...]
    statement: Statement


_Row = tuple["Situation", int]

_FEW = 2
"""How many exceptions a statement about one card may list, where there are such statements for all cards."""


def statement_of(strategy: Strategy) -> Statement:
    """Return the shortest true statement of a strategy.

    For each multiple in use the threshold is the strength for which the fewest hands are exceptions, the
    weakest of several; what remains is listed by strength and suit pattern, so that the statement is true
    of every hand. Where the suit of a dealer's card decides, it says so but not which suit.
    """
    rules = strategy.game.rules
    if not rules.play:
        return Statement((), (), "There is nothing to decide.")
    if rules.early:
        early, later = _early(strategy), _by_card(strategy.later)
        return Statement((), (), f"{BEFORE}{lowered(early.text)} {later.text}", later.by_card, early)
    return _by_card(strategy)


BEFORE = "Before a card is seen: "
"""How the words of a raise begin that is decided so early."""


def _early(strategy: Strategy) -> Statement:
    """Return which hands are raised before a card is seen, and which wait for it."""
    rows = [(Situation(one.hand, ()), one.decision) for one in strategy.early]
    return _state(_Listed(rows, strategy.game.rules), range(len(rows)), strategy.game.rules, rest="wait")


def _by_card(strategy: Strategy) -> Statement:
    """Return the statement, for each card of the dealer's that can be seen if one is."""
    rules, situations = strategy.game.rules, strategy.game.matchups
    arrays = strategy.game.arrays
    told = _Listed(list(strategy), rules) if arrays is None else _Arrayed(strategy, arrays)
    if not rules.file.deal.face_up:
        return _state(told, range(len(situations)), rules)
    found: dict[object, tuple[list[int], Statement]] = {}
    for span in situations.spans():
        statement = _state(told, span, rules)
        ranks, _ = found.setdefault((statement.thresholds, statement.exceptions), ([], statement))
        seen = situations[span.start].seen
        ranks += sorted(seen.ranks) if seen else []
    by_card = tuple(CardStatement(tuple(sorted(ranks)), statement) for ranks, statement in found.values())
    parts = (f"{seen_in_words(one.ranks, rules)}: {_in_short(one.statement, rules)}" for one in by_card)
    if len(by_card) > _MOST_TOLD:
        text = f"By what is seen of the dealer's cards, in {len(by_card)} ways, which the table has."
        return Statement((), (), text, by_card)
    cards = "card" if rules.file.deal.face_up == 1 else "cards"
    return Statement((), (), f"By the dealer's {cards}. {' '.join(parts)}", by_card)


_MOST_TOLD = 26
"""Of more different rules the text of a statement says only how many there are."""


def _in_short(statement: Statement, rules: Rules) -> str:
    """Return a statement as a part of a longer one: many exceptions are told by their number."""
    text, parts = statement.text, _parts(rules)
    if len(statement.exceptions) > _FEW:
        text = _words(statement.thresholds, (), rules.ranking, parts=parts)
        text = f"{text.rstrip('.')}, with {len(statement.exceptions)} exceptions."
    return lowered(text)


def lowered(text: str) -> str:
    """Return a text that goes on within a sentence."""
    return text[0].lower() + text[1:]


def seen_in_words(seen: Sequence[int], rules: Rules, run: str = "{lowest} to {highest}") -> str:
    """Return what is seen of the dealer's hand in words: ranks, or what sights so numbered are called."""
    if rules.sights is None or rules.sights.by_rank:
        return ranks_in_words(seen, rules.ranking, run)
    return "; ".join(rules.sights.headings[one] for one in seen)


def ranks_in_words(ranks: Sequence[int], ranking: Ranking, run: str = "{lowest} to {highest}") -> str:
    """Return rank indexes in words: "2 to J", "Q, A"; more than two in a row as `run` has it."""
    rows: list[list[int]] = []
    for rank in ranks:
        if rows and rows[-1][-1] == rank - 1:
            rows[-1].append(rank)
        else:
            rows.append([rank])
    symbols = ranking.deck.rank_names
    return ", ".join(
        ", ".join(symbols[rank] for rank in row)
        if len(row) < 3
        else run.format(lowest=symbols[row[0]], highest=symbols[row[-1]])
        for row in rows
    )


class _Told(Protocol):
    """A strategy, asked about the situations in which one thing is seen, weakest hand first."""

    def used(self, span: range) -> set[int]:
        """Return the decisions that are taken."""
        ...

    def threshold(self, span: range, multiple: int) -> int:
        """Return the level from which on "at least this multiple" is wrong for the fewest hands."""
        ...

    def beside(self, span: range, thresholds: Sequence[tuple[int, Strength]]) -> list[_Row]:
        """Return the hands of all strengths of which some are not decided as the thresholds say."""
        ...


class _Listed:
    """A strategy, looked through hand by hand."""

    def __init__(self, rows: list[_Row], rules: Rules) -> None:
        self.rows = rows
        self.levels = len(rules.ranking.strengths)

    def used(self, span: range) -> set[int]:
        return {decision for _, decision in self.rows[span.start : span.stop]}

    def threshold(self, span: range, multiple: int) -> int:
        # Raising the threshold past a level turns over what is said of its hands alone: the rightly played
        # become wrong, the others right. So one running sum of signed weights tells how many more are wrong
        # than with a threshold of 0; a strict comparison takes the weakest of several equal thresholds.
        change = [0] * (self.levels + 1)
        for situation, decision in self.rows[span.start : span.stop]:
            weight = situation.weight if decision >= multiple else -situation.weight
            change[situation.hand.strength.level + 1] += weight
        best = wrong = fewest = 0  # wrong by how many more hands than at level 0
        for level in range(1, self.levels + 1):
            wrong += change[level]
            if wrong < fewest:
                best, fewest = level, wrong
        return best

    def beside(self, span: range, thresholds: Sequence[tuple[int, Strength]]) -> list[_Row]:
        rows = self.rows[span.start : span.stop]
        some = {
            situation.hand.strength.level
            for situation, decision in rows
            if decision != _decided(thresholds, situation.hand.strength.level)
        }
        return [row for row in rows if row[0].hand.strength.level in some]


class _Arrayed:
    """The same of all situations together, where they are many."""

    def __init__(self, strategy: Strategy, arrays: Arrays) -> None:
        self.strategy, self.arrays = strategy, arrays
        self.chosen = arrays.decisions(strategy.decisions)

    def used(self, span: range) -> set[int]:
        return set(self.strategy.decisions[span.start : span.stop])

    def threshold(self, span: range, multiple: int) -> int:
        return self.arrays.threshold(span, self.chosen, multiple)

    def beside(self, span: range, thresholds: Sequence[tuple[int, Strength]]) -> list[_Row]:
        said = [(multiple, strength.level) for multiple, strength in reversed(thresholds)]
        some = self.arrays.beside(span, self.chosen, said)
        return [(self.strategy.game.matchups[index], self.strategy.decisions[index]) for index in some]


def _state(told: _Told, span: range, rules: Rules, rest: str = "fold") -> Statement:
    """Return the statement of a strategy for what can be seen of one kind; `rest` is what others do."""
    ranking = rules.ranking
    thresholds: list[tuple[int, Strength]] = []
    for multiple in sorted(told.used(span) - {FOLD}, reverse=True):
        level = told.threshold(span, multiple)
        above = thresholds[-1][1].level if thresholds else len(ranking.strengths)
        if level < above:
            thresholds.append((multiple, ranking.strengths[level]))
    exceptions = _exceptions(told.beside(span, thresholds), thresholds, ranking)
    text = _words(tuple(thresholds), exceptions, ranking, parts=_parts(rules), rest=rest)
    return Statement(tuple(thresholds), exceptions, text)


def _decided(thresholds: Sequence[tuple[int, Strength]], level: int) -> int:
    return next((multiple for multiple, strength in thresholds if level >= strength.level), FOLD)


def _exceptions(
    rows: list[_Row], thresholds: list[tuple[int, Strength]], ranking: Ranking
) -> tuple[HandException, ...]:
    found = []
    for level, same in groupby(rows, key=lambda row: row[0].hand.strength.level):
        group = list(same)
        said = _decided(thresholds, level)
        # Exceptions are told by the first of three marks that sets them apart from all other hands of their
        # strength: the suit pattern, the suit (of classes split by suit), how they match the dealer's card. A
        # pattern of which some hand is decided otherwise is not named, so that what is said is true of every
        # hand.
        for multiple in sorted({decision for _, decision in group if decision != said}):
            fits = [situation.hand for situation, decision in group if decision == multiple]
            if ranking.dealt > 3:
                when = when_beside(group, ranking)[multiple]
                found.append(HandException(fits[0].strength, (), multiple, when=when))
                continue
            others = {situation.hand.pattern for situation, decision in group if decision != multiple}
            patterns = tuple(dict.fromkeys(hand.pattern for hand in fits if hand.pattern not in others))
            named = {hand.suit for hand in fits if hand.pattern in others}
            # With jokers there are several classes of one suit, and with a card seen several for each card.
            if None in named or any(
                situation.hand.suit in named and decision != multiple for situation, decision in group
            ):
                found.append(
                    HandException(
                        fits[0].strength, (), multiple, when=when_matched(group, ranking.deck)[multiple]
                    )
                )
                continue
            suits = tuple(suit for place, suit in enumerate(ranking.deck.suits) if place in named)
            found.append(HandException(fits[0].strength, patterns if others else (), multiple, suits))
    return tuple(reversed(found))


def or_better(strength: Strength, ranking: Ranking) -> str:
    """Return "Q-6-4 or better", "any queen or better", "a pair of aces or better", "a pair or better".

    Where nothing is better, that is not said: "a straight flush", "an A-K-Q straight flush".
    """
    below = ranking.strengths[strength.level - 1] if strength.level else None
    if below is None:
        return "any hand"
    category, first, best = strength.category, strength.ranks[0], ranking.strengths[-1]
    rank = ranking.deck.ranks[first]
    if below.category is not category:
        words, strongest = category.value, best.category is category
    elif below.ranks[0] != first and category in _OF_A_RANK:
        words = _OF_A_RANK[category].format(rank=rank.name, ranks=rank.plural)
        strongest = (best.category, best.ranks[0]) == (category, first)
    else:
        words, strongest = ranking.describe(strength), strength is best
    if category not in {Category.HIGH_CARD, Category.THREE_OF_A_KIND} or words == Category.HIGH_CARD:
        words = f"{'an' if words.startswith(tuple('A8ae')) else 'a'} {words}"
    return words if strongest else f"{words} or better"


_OF_A_RANK = {
    Category.HIGH_CARD: "any {rank}",
    Category.PAIR: "pair of {ranks}",
    Category.FLUSH: "{rank}-high flush",
}
"""What hands are called of which only the first rank is told."""


def _words(
    thresholds: tuple[tuple[int, Strength], ...],
    exceptions: tuple[HandException, ...],
    ranking: Ranking,
    *,
    parts: int,
    rest: str = "fold",
) -> str:
    if not thresholds:
        text = f"{_verb(FOLD, parts=parts, rest=rest)} every hand"
    elif thresholds[-1][1].level == 0 and len(thresholds) == 1:
        text = f"{_verb(thresholds[0][0], parts=parts)} every hand"
    else:
        said = [
            f"{_verb(multiple, parts=parts)} {or_better(strength, ranking) if strength.level else 'the rest'}"
            for multiple, strength in thresholds
        ]
        other = f", {_verb(FOLD, parts=parts, rest=rest).lower()} the rest" if thresholds[-1][1].level else ""
        text = ", ".join([said[0], *map(lowered, said[1:])]) + other
    if exceptions:
        text += f"; but {_exception_words(thresholds, exceptions, ranking, parts=parts, rest=rest)}"
    return text + "."


def _exception_words(
    thresholds: Sequence[tuple[int, Strength]],
    exceptions: Sequence[HandException],
    ranking: Ranking,
    *,
    parts: int,
    rest: str,
) -> str:
    """Return the exceptions, those of one decision and then those of the same suits together.

    "also play J-9-8, 10-9-7; Q-6-3, Q-6-2 (each: three suits); fold K-3-2 (one suit)": a verb holds up to
    the next one, and what stands in brackets for all hands from the semicolon before it on.
    """
    groups: dict[str, dict[tuple[str, ...], list[str]]] = {}
    for one in exceptions:
        also = "also " if one.decision > _decided(thresholds, one.strength.level) else ""
        suits = (*map(str, one.patterns), *(suit.name for suit in one.suits))
        suits = (one.when,) if one.when else suits
        same = groups.setdefault(also + _verb(one.decision, parts=parts, rest=rest).lower(), {})
        same.setdefault(suits, []).append(ranking.describe(one.strength))
    return "; ".join(
        f"{verb} {'; '.join(_hands_in_words(hands, suits) for suits, hands in same.items())}"
        for verb, same in groups.items()
    )


def _hands_in_words(hands: Sequence[str], suits: Sequence[str]) -> str:
    which = f" ({'each: ' if len(hands) > 1 else ''}{' or '.join(suits)})" if suits else ""
    return ", ".join(hands) + which


def _verb(multiple: int, *, parts: int, rest: str = "fold") -> str:
    if multiple == FOLD:
        return "Wait with" if rest == "wait" else "Fold"
    return f"Play {plain(Fraction(multiple, parts))}x with" if parts else "Play"


def _parts(rules: Rules) -> int:
    """Return in how many parts of the wager multiples are counted; 0 where one alone is not told."""
    return rules.parts if len(rules.multiples) > 1 else 0
