"""What a certificate should state of a game, worked out again by brute force from its rules alone."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb, lcm
from typing import TYPE_CHECKING

import numpy as np

from combin.colours import ColourLine
from combin.fivecard import FiveCardCategory
from combin.proof.brute import brute_force
from combin.proof.certificate.canonical import digest, rules_data
from combin.proof.certificate.classes import class_rows
from combin.proof.certificate.completing import completed
from combin.proof.certificate.rederive_jackpots import jackpots, meters
from combin.proof.certificate.scope import refuse_uncertifiable
from combin.proof.deals import count_deals
from combin.proof.lines import names_suit
from combin.proof.payments import lines_and_nets, side_bet_payment
from combin.proof.visiting import visit
from combin.rules.wagers import AgainstDealer, Bonus, Comparison, PayTableWager
from combin.sixcard import parse_six_card_royal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from combin.proof.brute import BruteForce
    from combin.proof.certificate.canonical import Data
    from combin.proof.certificate.classes import ClassRow
    from combin.proof.deals import Deals
    from combin.rules.rules import Rules

    Progress = Callable[[int, int], object]

__all__ = ["rederived_body"]


def rederived_body(rules: Rules, progress: Progress | None = None) -> dict[str, Data]:
    """Return the hashed part of a certificate, with every deal visited.

    It shares no code with `combin.proof.certificate.body` past the canonical form of the rules: all deals of
    player and dealer are settled by `combin.proof.brute`, all hands of more cards visited by
    `combin.proof.visiting`, and the long run of meters is summed anew in decimal arithmetic.

    Args:
        rules: the game.
        progress: called again and again with the number of deals done and the number of all.

    Raises:
        RulesError: a game of a kind that there are no certificates for.
    """
    refuse_uncertifiable(rules)
    data = rules_data(rules)
    deals = count_deals(rules, progress)
    bonuses = sorted(name for name, wager in rules.wagers.items() if isinstance(wager, Bonus))
    games = [brute_force(rules, letters, deals=deals) for letters in _choices(rules, bonuses)]
    written = [table for name in bonuses for table in rules.file.pay_tables[name].values()]
    rows = class_rows(deals.hands, split=any(names_suit(table, deals.hands) for table in written))
    return {
        "rules": data,
        "rules_sha256": digest(data),
        "deals": {
            "player_hands": len(deals.hands),
            "dealer_hands": deals.dealer_hands,
            "deals": deals.total,
        },
        "witnesses": [[one.text, len(one.members), *_cases(deals, one)] for one in rows],
        "base_game": [_base_game(game, rows) for game in games],
        "side_bets": [
            bet
            for name in sorted(rules.wagers)
            if isinstance(rules.wagers[name], PayTableWager)
            for letter in sorted(rules.file.pay_tables[name])
            for bet in _side_bets(rules, name, letter, games, rows)
        ]
        + [
            _comparison(name, games[0])
            for name, wager in sorted(rules.wagers.items())
            if isinstance(wager, Comparison)
        ],
        "jackpots": jackpots(rules, deals.hands),
        "meters": meters(rules, deals.hands),
    }


def _choices(rules: Rules, names: Sequence[str]) -> list[dict[str, str]]:
    letters = product(*(sorted(rules.file.pay_tables[name]) for name in names))
    return [dict(zip(names, one, strict=True)) for one in letters]


def _cases(deals: Deals, row: ClassRow) -> list[int]:
    """Return the counts of a class, having seen that all of its hands have the same."""
    counts = deals.cases[row.members, 0]
    if not (counts == counts[0]).all():
        raise ArithmeticError(f"the hands that differ from {row.text} by suits meet other dealer hands")
    return [int(count) for count in counts[0]]


def _base_game(game: BruteForce, rows: Sequence[ClassRow]) -> dict[str, Data]:
    rules, first = game.deals.rules, [int(row.members[0]) for row in rows]
    outcomes = game.outcomes[rules.base]
    unit = _unit(rules, game.letters)
    average = Fraction(game.staked, game.deals.total)
    values = {
        str(choice): [int(value) * unit // game.unit for value in game.values[first, 0, column]]
        for column, choice in enumerate(game.choices)
    }
    return {
        "tables": dict(game.letters),
        "unit": unit,
        "fold_value": values.pop("0")[0],
        "play_values": values,
        "decisions": [int(one) for one in game.decisions[first, 0]],
        "hands_played": game.hands_played,
        "by_category": {category.value: list(counts) for category, counts in game.by_category.items()},
        "staked": game.staked,
        "average_wager": str(average),
        "element_of_risk": str(-_mean(outcomes) / average),
        **_summary(outcomes),
    }


def _unit(rules: Rules, letters: Mapping[str, str]) -> int:
    file = rules.file
    pays = [Fraction(1)]
    for wager in file.wager.values():
        if isinstance(wager, AgainstDealer):
            pays += [wager.outcome(case).pays for case in rules.cases]
    for name, letter in letters.items():
        pays += [
            prize.odds for prize in file.pay_tables[name][letter].lines.values() if prize.odds is not None
        ]
    return lcm(*(pay.denominator for pay in pays))


def _side_bets(
    rules: Rules, name: str, letter: str, games: Sequence[BruteForce], rows: Sequence[ClassRow]
) -> list[Data]:
    """Return a table of a side bet, for each choice of bonuses where a fold loses the bet."""
    if rules.pay_table_wager(name).on_fold != "lost":
        return [
            _side_bet(rules, (name, letter), {}, *_counts(rules, name, letter, games[0], rows, lost=False))
        ]
    return [
        _side_bet(rules, (name, letter), game.letters, *_counts(rules, name, letter, game, rows, lost=True))
        for game in games
    ]


def _counts(
    rules: Rules, name: str, letter: str, game: BruteForce, rows: Sequence[ClassRow], *, lost: bool
) -> tuple[list[int], int]:
    """Return how many deals each line of a table gets, and how many deals there are.

    With `lost` the hands that are folded get nothing.
    """
    deals, table = game.deals, rules.file.pay_tables[name][letter]
    more, cards = rules.more_cards(name), len(rules.deck)
    if more:
        visited = visit(rules.deck, 3 + more)
        counts = {category.value: count * comb(3 + more, 3) for category, count in visited.items()}
        for row in rows:
            if lost and not game.played[row.members[0], 0]:
                for category, count in completed(rules.deck, row.hand, more).items():
                    counts[category] -= count * len(row.members)
        _part_royals(rules, (*table.lines, *table.unpaid), counts)
        return [counts[text] for text in table.lines], comb(cards, 3) * comb(cards - 3, more)
    payment = side_bet_payment(deals, name, letter)
    found = payment.counts(deals, game.played if lost else np.ones_like(game.played))[:-1]
    colours = any(text in set(ColourLine) for text in (*table.lines, *table.unpaid))
    if colours or len(payment.nets) - 1 > len(table.lines):  # the dealer's hand matters as well
        return found, deals.total
    return [count // deals.dealer_hands for count in found], len(deals.hands)


def _part_royals(rules: Rules, lines: Sequence[str], counts: dict[str, int]) -> None:
    """Take the six-card royals that lines name out of the royal flushes, the finer line first.

    One hand of six cards in each suit, dealt to player and dealer in C(6, 3) = 20 ways.
    """
    royals = {text: one for text in lines if (one := parse_six_card_royal(text, rules.deck)) is not None}
    left = list(rules.deck.suits)
    for text, royal in sorted(royals.items(), key=lambda item: item[1].suit is None):
        own = [suit for suit in left if royal.suit in (None, suit)]
        counts[text] = len(own) * comb(6, 3)
        counts[FiveCardCategory.ROYAL_FLUSH.value] -= counts[text]
        left = [suit for suit in left if suit not in own]


def _side_bet(
    rules: Rules, bet: tuple[str, str], letters: Mapping[str, str], counts: Sequence[int], total: int
) -> dict[str, Data]:
    name, letter = bet
    texts, nets = lines_and_nets(rules, name, letter)
    return _bet({name: letter} | dict(letters), texts, nets, counts, total)


def _comparison(name: str, game: BruteForce) -> dict[str, Data]:
    """Return a bet on the higher hand, which has no table: its letter is empty."""
    payment = game.side_bets[name]
    counts = payment.counts(game.deals, np.ones_like(game.played))
    return _bet({name: ""}, payment.texts, payment.nets, counts, game.deals.total)


def _bet(
    tables: dict[str, str],
    texts: Sequence[str],
    nets: Sequence[Fraction],
    counts: Sequence[int],
    total: int,
) -> dict[str, Data]:
    nothing = total - sum(counts)
    outcomes: dict[Fraction, int] = {}
    for net, count in (*zip(nets, counts, strict=True), (Fraction(-1), nothing)):
        outcomes[net] = outcomes.get(net, 0) + count
    return {
        "tables": tables,
        "lines": {
            text: {"net": str(net), "count": count}
            for text, net, count in zip(texts, nets, counts, strict=True)
        },
        "nothing": nothing,
        "total": total,
        **_summary(outcomes),
    }


def _mean(outcomes: Mapping[Fraction, int], power: int = 1) -> Fraction:
    return sum((net**power * count for net, count in outcomes.items()), Fraction(0)) / sum(outcomes.values())


def _summary(outcomes: Mapping[Fraction, int]) -> dict[str, Data]:
    total = sum(outcomes.values())
    return {
        "outcomes": [[str(net), outcomes[net]] for net in sorted(outcomes) if outcomes[net]],
        "house_edge": str(-_mean(outcomes)),
        "hit_frequency": str(Fraction(sum(count for net, count in outcomes.items() if net > 0), total)),
        "variance": str(_mean(outcomes, 2) - _mean(outcomes) ** 2),
    }
