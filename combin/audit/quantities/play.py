"""Quantities of play: ties, comparisons of hands, hands played, EV of play."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable
from fractions import Fraction
from itertools import groupby, product
from math import comb
from typing import Literal

import msgspec

from combin.audit.hands import UntrueError, three_cards
from combin.audit.quantities.edges import Form, HouseEdge, StrategyEntry, followed, in_form, require_decision
from combin.audit.quantities.hands import Comparison
from combin.audit.subject import Assertion, Claim, Subject, Text, known, sentence
from combin.audit.verdict import Answer, Candidate, Measure, UncheckableError, chance, consistent, holds
from combin.cards.cards import CardError
from combin.cards.ranking import Category, Ranking, Strength
from combin.cards.suit_classes import HandClass, SuitPattern, hand_classes
from combin.exact.base_game import FOLD, base_game
from combin.exact.distribution import Distribution
from combin.exact.joint_hands import player_classes
from combin.exact.joint_law import aspects_of
from combin.exact.matchups import Matchup, Matchups, sieve_of
from combin.exact.pay_lines import about_colours, suit_matters, table_of
from combin.exact.side_bets import colour_ways
from combin.exact.strategy import Strategy, optimal_strategy
from combin.formatting import percent
from combin.rules.errors import RulesError
from combin.rules.outcomes import payoff
from combin.rules.resolved import Rules
from combin.rules.wagers import Kind


def _classes(ranking: Ranking) -> list[list[HandClass]]:
    """Return the classes of the hands of each level."""
    classes: list[list[HandClass]] = [[] for _ in ranking.strengths]
    for hand in hand_classes(ranking):
        classes[hand.strength.level].append(hand)
    return classes


def coarse_matchups(rules: Rules, same: Callable[[Strength], Hashable]) -> Matchups:
    """Return the matchups when all strengths tie for which `same` gives the same.

    Such strengths must be next to each other in the ranking. The same dealer hands qualify.
    """
    ranking = rules.ranking
    sieve, classes, found = sieve_of(ranking), _classes(ranking), []
    for _, group in groupby(ranking.strengths, key=same):
        levels = [strength.level for strength in group]
        borders = rules.qualifies, levels[0], levels[-1] + 1
        for one in (one for level in levels for one in classes[level]):
            fail, *rest = sieve.below(sieve.of_class(one), one.strength.level, borders)
            lower, not_above = (max(number, fail) for number in rest)
            counts = fail, lower - fail, not_above - lower, rules.dealer_hands - not_above
            found.append(Matchup(one, counts))
    return Matchups(found)


def deal_counter(ranking: Ranking) -> Callable[[Strength, int, int], int]:
    """Return a function of a player's strength and two levels: the deals with a dealer hand between them."""
    sieve, classes = sieve_of(ranking), _classes(ranking)

    def deals(player: Strength, lowest: int, highest: int) -> int:
        borders, count = (lowest, highest + 1), 0
        for one in classes[player.level]:
            start, stop = sieve.below(sieve.of_class(one), player.level, borders)
            count += one.weight * (stop - start)
        return count

    return deals


class SameHand(Assertion, frozen=True, kw_only=True, tag="same hand"):
    """Words for a stand-off that, read alone, let more hands tie than the ranking does.

    `same` says which: hands of the same category, or odd cards with the same highest card. The reading is
    tested against the document's own examples of a hand that beats another, and its published edges.
    """

    same: Literal["category", "highest card"]

    def answer(self, subject: Subject) -> Answer:
        rules, first = subject.rules, subject.first
        base, play = first.game, base_game(rules, first.letters, coarse_matchups(rules, self._key))
        words = {"category": "of the same category", "highest card": "with the same highest card"}[self.same]
        name = "where hands tie that are"
        best = optimal_strategy(play)
        against = self._against(subject, best.distribution)
        ties = [sum(one.hand.weight * one.tie for one in game.matchups) for game in (base, play)]
        edge, other_edge = (
            percent(found.house_edge, 4).replace("-", "−")
            for found in (first.best.distribution, best.distribution)
        )
        total = first.best.distribution.total
        parts = [Fraction(number, total) for number in ties]
        facts = {"ties": f"{ties[0]:,}", "more_ties": f"{ties[1]:,}", "edge": edge, "other_edge": other_edge}
        lines = (
            sentence("ties.equal", total=total, part=parts[0], **facts),
            sentence("ties.same", words=words, more_part=parts[1], **facts),
            *(f"But {reason}." for reason in against),
        )
        facts["share"] = percent(parts[1], 1)
        if not against:
            return Answer((), lines, facts, unknown=sentence("ties.open"))
        candidates = (
            Candidate("equal card for card", {name: "equal card for card"}, holds=True),
            Candidate(words, {name: words}, holds=False),
        )
        return Answer(candidates, lines, facts)

    def _key(self, strength: Strength) -> tuple[object, ...]:
        if self.same == "category":
            return (strength.category,)
        if strength.category is Category.HIGH_CARD:
            return (strength.category, strength.ranks[0])
        return (strength.level,)

    def _against(self, subject: Subject, best: Distribution) -> list[str]:
        """Return what of the document's examples and edges of the base game this contradicts."""
        ranking = subject.rules.ranking
        broken = []
        for one in subject.placed:
            if isinstance(one.claim, Comparison):
                try:
                    hands = one.claim.hands(ranking)
                except UntrueError:  # an example that cannot be shows nothing
                    continue
                better, worse = ({self._key(ranking.strengths[level]) for level in of.levels} for of in hands)
                if better & worse:
                    hands_compared = f"{one.claim.better} beat {one.claim.worse}"
                    broken.append(f"{one.claim.place} lets {hands_compared}, which would tie")
            if isinstance(one.claim, HouseEdge) and one.claim.wager == subject.rules.base:
                edges = one.claim.edges(best) if one.claim.strategy in ("any", "best") else {}
                printed = one.claim.printed.of(Measure.EDGE)
                if edges and not any(map(printed.is_rounding_of, edges.values())):
                    listed = " or ".join(f"{percent(edge, 4)} of {unit}" for unit, edge in edges.items())
                    broken.append(f"{one.claim.place} publishes {printed.text}, which would be {listed}")
        return broken


RESULTS = ("right", "wrong", "stand_off", "false_stand_off")
"""What two hands come to by the rule: decided as they should be or not, tied as they should be or not."""


class FirstTwoCards(Assertion, frozen=True, kw_only=True, tag="first two cards"):
    """A rule that where the first two cards of two hands tie, the third card decides or they stand off.

    It is applied to every pair of strengths, the cards of a hand in the order of comparison.
    """

    def answer(self, subject: Subject) -> Answer:
        ranking = subject.rules.ranking
        deals_of = deal_counter(ranking)
        tally = defaultdict[tuple[bool, str], list[tuple[Strength, Strength, int]]](list)
        for case, pairs in first_two_cards(ranking).items():
            tally[case] = [(one, other, deals_of(one, other.level, other.level)) for one, other in pairs]
        deals = sum(number for meetings in tally.values() for *_, number in meetings)
        total, count = subject.first.best.distribution.total, len(ranking.strengths)
        in_all, covered = count**2, sum(map(len, tally.values()))
        within = tally[True, "wrong"] + tally[True, "false_stand_off"]
        across = tally[False, "wrong"] + tally[False, "false_stand_off"]
        facts = {
            "covered": f"{covered:,}",
            "pairs": f"{in_all:,}",
            "wrong_deals": f"{sum(number for *_, number in across):,}",
            "wrong": self._example(tally[False, "wrong"], ranking),
            "false_stand_off": self._example(tally[False, "false_stand_off"], ranking),
        }
        found = {"strengths": count, "deals": deals, "total": total, "part": Fraction(deals, total)}
        same, other = ({one: _counted(tally[equal, one]) for one in RESULTS} for equal in (True, False))
        lines = (
            sentence("ties.first_two", left=in_all - covered, **found, **facts),
            sentence("ties.same_category", within=_counted(within), counts=same),
            sentence("ties.other_categories", counts=other, **facts),
            sentence("ties.cards"),
        )
        name = "between hands"
        candidates = (
            Candidate("decides as the ranking does", {name: "of the same category"}, holds=not within),
            Candidate("decides against the ranking", {name: "of any category"}, holds=not within + across),
        )
        return Answer(candidates, lines, facts)

    @staticmethod
    def _example(meetings: list[tuple[Strength, Strength, int]], ranking: Ranking) -> str:
        """Return the strongest two hands that can be dealt together, in words, the better one first."""
        dealt = [(one, other) for one, other, count in meetings if count]
        if not dealt:
            return "none"
        pair = max(dealt, key=lambda pair: (pair[0].level + pair[1].level, pair[0].level))
        better_first = sorted(pair, key=lambda strength: -strength.level)
        return " against ".join(_described(strength, ranking) for strength in better_first)


class CardsFromTheHighest(Assertion, frozen=True, kw_only=True, tag="cards from the highest"):
    """Words that rank hands of one category by their cards, without the place of a pair among them."""

    def answer(self, subject: Subject) -> Answer:
        ranking = subject.rules.ranking
        pairs = [strength for strength in ranking.strengths if strength.category is Category.PAIR]
        if not pairs:
            raise UncheckableError("the deck has no pairs")
        deals_of = deal_counter(ranking)
        sorted_ranks = {one.level: sorted(one.ranks, reverse=True) for one in pairs}
        other = [
            (one, two)
            for one, two in product(pairs, repeat=2)
            if (one.level > two.level) != (sorted_ranks[one.level] > sorted_ranks[two.level])
        ]
        counted = [(one.level > two.level, deals_of(one, two.level, two.level)) for one, two in other]
        deals = sum(number for _, number in counted)
        lost = sum(number for higher, number in counted if higher)
        in_all = sum(deals_of(one, pairs[0].level, pairs[-1].level) for one in pairs)
        better_first = (pair for pair in other if pair[0].level > pair[1].level)
        best = max(better_first, key=lambda pair: pair[0].level - pair[1].level)
        example = " against ".join(_described(strength, ranking) for strength in best)
        name = "where a pair is compared"
        candidates = (
            Candidate(None, {name: "before the third card"}, holds=True),
            Candidate(None, {name: "by the highest single card first"}, holds=False),
        )
        part, number = Fraction(deals, in_all), len(pairs)
        facts = {"deals": f"{deals:,}", "share": percent(part, 1), "example": example}
        lines = (
            sentence("ties.reversed", pairs=number, number=len(other), all_pairs=number**2, **facts),
            sentence("ties.changed", all_deals=in_all, part=part, lost=lost, won=deals - lost, **facts),
        )
        return Answer(candidates, lines, facts)


def first_two_cards(ranking: Ranking) -> dict[tuple[bool, str], list[tuple[Strength, Strength]]]:
    """Return the pairs of strengths whose first two cards tie, by same category or not and by the result.

    That is one of RESULTS: "right" or "wrong" where the third card decides, else one of the two ties.
    """
    found: dict[tuple[bool, str], list[tuple[Strength, Strength]]] = {}
    ordered = sorted(ranking.strengths, key=lambda strength: strength.ranks[:2])
    for _, group in groupby(ordered, key=lambda strength: strength.ranks[:2]):
        for one, other in product(list(group), repeat=2):
            said = (one.ranks[2] > other.ranks[2]) - (one.ranks[2] < other.ranks[2])
            true = (one.level > other.level) - (one.level < other.level)
            decided, tied = ("right", "stand_off") if said == true else ("wrong", "false_stand_off")
            result = decided if said else tied
            found.setdefault((one.category is other.category, result), []).append((one, other))
    return found


def _counted(meetings: list[tuple[Strength, Strength, int]]) -> str:
    deals = sum(count for *_, count in meetings)
    never = sum(1 for *_, count in meetings if not count)
    apart = f"; {never:,} of the pairs cannot be dealt together" if never else ""
    return f"{len(meetings):,} pairs ({deals:,} deals{apart})"


def _described(strength: Strength, ranking: Ranking) -> str:
    described = ranking.describe(strength)
    return f"{described} high card" if strength.category is Category.HIGH_CARD else described


class IndependentOfDealer(Assertion, frozen=True, kw_only=True, tag="independent of the dealer"):
    """That the dealer's hand never changes the result of a wager; checked for each hand of the player.

    By every table if no `table` is named. Hands are not folded.
    """

    wager: Text
    table: str = ""

    def answer(self, subject: Subject) -> Answer:
        rules = subject.rules
        bet = known("wager", rules.bets, self.wager, f"{self.wager!r} is no wager of the rule file")
        letters = [*subject.chosen_tables(self.wager, self.table)] if bet.by_table else [""]
        hands, deals = max(hands_that_the_dealer_decides(rules, self.wager, letter) for letter in letters)
        facts = {"hands": f"{hands:,}", "deals": f"{deals:,}"}
        if not hands:
            return holds(f"none of {rules.player_hands:,} hands has two results", true=True, **facts)
        found = f"the dealer's hand changes the result of {hands:,} of {rules.player_hands:,} hands"
        total = rules.player_hands * rules.dealer_hands
        of_all = f"{deals:,} of {total:,} deals ({percent(Fraction(deals, total), 4)})"
        line = f"In {of_all} {bet.name} has another result than with most hands of the dealer."
        return consistent(found, line, true=False, **facts)


def hands_that_the_dealer_decides(rules: Rules, wager: str, letter: str) -> tuple[int, int]:
    """Number of the player's hands, not folded, whose result differs by the dealer's, and of their deals.

    Deals with another result than the most frequent one of the hand.
    """
    bet, table = rules.bets[wager], table_of(rules, wager, letter)
    compared = bet.kind in (Kind.AGAINST_DEALER, Kind.COMPARISON)
    if not compared and not rules.looks_at_dealer(wager):
        return 0, 0
    rows: list[tuple[int, Counter[Hashable]]] = []
    if bet.kind in (Kind.AGAINST_DEALER, Kind.BONUS):
        if rules.file.deal.face_up:
            raise UncheckableError("the player sees a card of the dealer's")
        first = {name: next(iter(rules.tables[name])) for name in rules.base_tables}
        game = base_game(rules, first | {wager: letter})
        for index, one in enumerate(game.matchups):
            text = game.paid[game.line(index)].get(wager, "")
            results = Counter[Hashable]()
            for case, count in zip(rules.cases, one.counts, strict=True):
                row = payoff(rules, wager, case, letter, text)
                results[None if row is None else row.odds()] += count
            rows.append((one.weight, +results))
    elif about_colours(table):
        colours = Counter(card.suit.colour for card in rules.deck.cards)
        for colour, number in colours.items():
            ways = {line.text: ways for line, ways in colour_ways(table, colours, colour)}
            ways[""] = rules.dealer_hands - sum(ways.values())
            rows.append((comb(number, 3), +Counter[Hashable](ways)))
    else:
        from combin.exact.joint_deals import DealerHands, JointSideBet

        aspects = aspects_of(rules, {wager: letter}, {wager: table}, seen=False)
        deals, apart = DealerHands(rules, aspects), suit_matters(rules, [table])
        side_bet, named = JointSideBet(rules, table, deals), aspects.suits_named
        for player in player_classes(rules, None, apart=apart, colours=False, named=named):
            paid, results = side_bet.if_played(player), Counter[Hashable]()
            for context, numbers in deals.contexts_of(player):
                places = 0 * numbers + paid(context)
                for place, number in zip(places.tolist(), numbers.tolist(), strict=True):
                    results[side_bet.pays[place]] += number
            rows.append((player.one.weight, +results))
    decided = [(weight, results) for weight, results in rows if len(results) > 1]
    others = sum(weight * (results.total() - max(results.values())) for weight, results in decided)
    return sum(weight for weight, _ in decided), others


class HandsDecided(Claim, frozen=True, kw_only=True, tag="hands decided"):
    """Number of the player's hands that are played, or folded, or their share of all hands."""

    decision: Literal["play", "fold"] = "play"
    form: Form = "count"
    tables: dict[str, str] = msgspec.field(default_factory=dict)
    strategy: StrategyEntry = "best"

    def answer(self, subject: Subject) -> Answer:
        require_decision(subject.rules)
        strategy = followed(subject, self.tables, self.strategy)
        total = comb(len(subject.rules.deck), subject.rules.file.deal.player)
        if strategy.game.matchups[0].seen is None:
            count = strategy.hands_played if self.decision == "play" else total - strategy.hands_played
            return in_form(count, total, self.form, "hands")
        if self.form == "count":
            raise RulesError(("form",), "which hands are played depends on the exposed card; ask for a share")
        rate = strategy.play_rate
        return chance(rate if self.decision == "play" else 1 - rate)


class BestStrategy(Assertion, frozen=True, kw_only=True, tag="best strategy"):
    """That a strategy, published in words such as "Q-6-4", is optimal for every hand.

    With an exposed dealer card, `sees` may name the ranks that it is about.
    """

    strategy: StrategyEntry
    sees: str = ""
    tables: dict[str, str] = msgspec.field(default_factory=dict)

    def answer(self, subject: Subject) -> Answer:
        require_decision(subject.rules)
        own, best = (followed(subject, self.tables, one) for one in (self.strategy, "best"))
        deck = subject.rules.deck
        try:
            ranks = {deck.ranks.index(deck.rank(symbol)) for symbol in self.sees.split()}
        except CardError as error:
            raise UntrueError(str(error)) from None
        faced = own.game.matchups
        seen = [faced[span.start].seen for span in faced.spans()] if ranks else []
        if ranks and not any(one is not None and one.ranks <= ranks for one in seen):
            raise UncheckableError(f"the player sees no {self.sees} of the dealer's cards in this game")
        wrong = [
            one
            for one in own.mistakes(best)
            if not ranks or (one.situation.seen is not None and one.situation.seen.ranks <= ranks)
        ]
        if not wrong:
            return holds("every decision is optimal", true=True)
        deals = Fraction(sum(one.situation.weight * one.situation.deals for one in wrong), own.game.total)
        cost = sum((one.in_all for one in wrong), Fraction(0))
        return holds(sentence("strategies.not_optimal", deals=deals, cost=cost), true=False)


class HandsBetween(Assertion, frozen=True, kw_only=True, tag="hands between strategies"):
    """Which hands one strategy plays and another folds, published as a list ("Q63 Q62")."""

    strategy: StrategyEntry
    other: StrategyEntry
    tables: dict[str, str] = msgspec.field(default_factory=dict)

    def answer(self, subject: Subject) -> Answer:
        both = [followed(subject, self.tables, one) for one in (self.strategy, self.other)]
        if both[0].seen:
            raise UncheckableError("which hands are played depends on the exposed card")
        own, other = map(_played, both)
        between = {hand: count for hand, count in own.items() if hand not in other}
        if not between:
            raise UncheckableError("no hand is played by one strategy and folded by the other")
        shown = " ".join(hand.replace("-", "") for hand in reversed(between))
        named = {*re.split(r"[\s,;]+|\band\b", self.published.replace("-", ""))} - {""}
        return holds(f"{shown} ({sum(between.values())} hands)", true={*shown.split()} == named)


class ValueOfPlaying(Claim, frozen=True, kw_only=True, tag="value of playing"):
    """EV of playing a hand of certain ranks, in initial wagers.

    Where `suits` does not say how its cards share suits, each way is tried, and the mean of all of them.
    """

    hand: Text
    suits: Text = "any"
    tables: dict[str, str] = msgspec.field(default_factory=dict)

    def answer(self, subject: Subject) -> Answer:
        require_decision(subject.rules)
        game = followed(subject, self.tables, "best").game
        ranking = game.rules.ranking
        levels = three_cards(self.hand, ranking, "hand").levels
        if len(levels) > 1:
            raise RulesError(("hand",), f"{self.hand!r} names several hands; write one, such as Q-6-4")
        deals, won = Counter[str](), defaultdict[str, Fraction](Fraction)
        for index, one in enumerate(game.matchups):
            if one.hand.strength.level in levels:
                number = one.weight * one.deals
                for name in (one.hand.pattern.value, "all"):
                    deals[name] += number
                    won[name] += number * game.expectation(index, min(game.cases))
        hands = ranking.strengths[min(levels)].count
        values = {name: won[name] / number for name, number in deals.items()}
        values["all"] = values.pop("all")
        if self.suits in {one.value for one in SuitPattern}.difference(values):
            raise UntrueError(f"{self.hand} cannot be of {self.suits}")
        if self.suits not in ("any", *values):
            raise RulesError(("suits",), f"{self.suits!r} is not one of any, {', '.join(values)}")
        chosen = values if self.suits == "any" else {self.suits: values[self.suits]}
        names = {name: f"all {hands} hands" if name == "all" else name for name in chosen}
        return Answer(
            tuple(Candidate(worth, {"with": names[name]}) for name, worth in chosen.items()),
            tuple(f"{names[name]}: {worth}." for name, worth in chosen.items()),
            measure=Measure.STAKES,
        )


def _played(strategy: Strategy) -> dict[str, int]:
    """Return the hands that are played by their ranks, weakest first, with how many of them there are."""
    describe = strategy.game.rules.ranking.describe
    played: dict[str, int] = {}
    for situation, decision in strategy:
        if decision != FOLD:
            hand = describe(situation.hand.strength)
            played[hand] = played.get(hand, 0) + situation.hand.weight
    return played
