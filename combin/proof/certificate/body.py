"""What a certificate states of a game, worked out by the exact engine, and its hash."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb, lcm
from typing import TYPE_CHECKING

from combin.exact.base_game import base_game
from combin.exact.matchups import Matchup, matchups
from combin.exact.pay_lines import names_suit
from combin.exact.side_bets import comparison_bet, side_bet
from combin.exact.strategy import Strategy, optimal_strategy
from combin.isomorphism import by_suit
from combin.jackpot.value import jackpot_chances
from combin.proof.certificate.canonical import digest, rules_data
from combin.proof.certificate.scope import refuse_uncertifiable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from combin.exact.side_bets import SideBet
    from combin.exact.summary import Distribution
    from combin.proof.certificate.canonical import Data
    from combin.rules.rules import Rules, Table

__all__ = ["certificate_body", "certificate_hash"]


def certificate_hash(rules: Rules) -> str:
    """Return the SHA-256 that names a game's rules with all their figures, as its certificate has it.

    The engine alone works it out (in some 0.1 seconds for the games that ship). It does not depend on what
    checks the figures, on the version of the program or on the machine.
    """
    return digest(certificate_body(rules))


def certificate_body(rules: Rules) -> dict[str, Data]:
    """Return the part of a certificate that is hashed; docs/certificate.md describes each entry.

    Raises:
        RulesError: a game of a kind that there are no certificates for.
    """
    refuse_uncertifiable(rules)
    known = _rows(rules)
    data = rules_data(rules)
    games = [optimal_strategy(base_game(rules, letters, known)) for letters in _choices(rules, rules.bonuses)]
    cards = len(rules.deck)
    hands, dealer_hands = comb(cards, 3), comb(cards - 3, 3)
    return {
        "rules": data,
        "rules_sha256": digest(data),
        "deals": {"player_hands": hands, "dealer_hands": dealer_hands, "deals": hands * dealer_hands},
        "witnesses": [_witness(rules, one) for one in known],
        "base_game": [
            _base_game(rules, letters, strategy)
            for letters, strategy in zip(_choices(rules, rules.bonuses), games, strict=True)
        ],
        "side_bets": _side_bets(rules, games),
        "jackpots": [
            _jackpot(rules, rules.tables[name][letter])
            for name in sorted(rules.jackpots)
            for letter in sorted(rules.tables[name])
        ],
        "meters": _meters(rules),
    }


def _choices(rules: Rules, wagers: Sequence[str]) -> list[dict[str, str]]:
    """Return every choice of tables for some wagers, wagers and letters in alphabetical order."""
    names = sorted(wagers)
    return [
        dict(zip(names, letters, strict=True))
        for letters in product(*(sorted(rules.tables[name]) for name in names))
    ]


def _rows(rules: Rules) -> tuple[Matchup, ...]:
    """Return the matchups of all suit classes, those of one suit split where some bonus names a suit."""
    found = matchups(rules.ranking, rules.qualifies)
    if not any(names_suit(table) for name in rules.bonuses for table in rules.tables[name].values()):
        return found
    return tuple(Matchup(hand, one.counts) for one in found for hand in by_suit(one.hand, rules.ranking))


def _witness(rules: Rules, one: Matchup) -> list[Data]:
    hand = " ".join(str(rules.deck.cards[card]) for card in one.hand.hand)
    return [hand, one.hand.weight, *one.counts]


def _base_game(rules: Rules, letters: Mapping[str, str], strategy: Strategy) -> dict[str, Data]:
    game, distribution = strategy.game, strategy.distribution
    unit = _unit(rules, letters)
    scale = unit // game.unit
    rows = range(len(game.matchups))
    by_category = game.by_category(strategy.decisions)
    return {
        "tables": dict(letters),
        "unit": unit,
        "fold_value": -unit * game.dealer_hands,
        "play_values": {
            str(multiple): [scale * game.value(index, multiple) for index in rows] for multiple in game.cases
        },
        "decisions": list(strategy.decisions),
        "hands_played": strategy.hands_played,
        "by_category": {category.value: list(counts) for category, counts in by_category.items()},
        "staked": int(distribution.staked),
        "average_wager": str(distribution.average_wager),
        "element_of_risk": str(distribution.element_of_risk),
        **_summary(distribution),
    }


def _unit(rules: Rules, letters: Mapping[str, str]) -> int:
    """Return the least common denominator of all pays of the base wager, its raise and its bonuses."""
    pays = [
        Fraction(one.outcome(case).pays)
        for one in (rules.against_dealer(rules.base), rules.against_dealer(rules.play))
        for case in rules.cases
    ]
    for name, letter in letters.items():
        pays += [rules.tables[name][letter].odds(line) for line in rules.tables[name][letter].lines]
    return lcm(*(pay.denominator for pay in pays))


def _summary(distribution: Distribution) -> dict[str, Data]:
    return {
        "outcomes": [[str(net), count] for net, count in distribution.outcomes],
        "house_edge": str(distribution.house_edge),
        "hit_frequency": str(distribution.hit_frequency),
        "variance": str(distribution.variance),
    }


def _side_bets(rules: Rules, games: Sequence[Strategy]) -> list[Data]:
    """Return every table of every side bet, for each choice of bonuses where a fold loses the bet."""
    found = []
    classes = tuple(one.hand for one in games[0].game.matchups)
    for name in sorted(rules.side_bets):
        for letter in sorted(rules.tables[name]):
            table = rules.tables[name][letter]
            if rules.pay_table_wager(name).on_fold != "lost":
                found.append(_side_bet({name: letter}, side_bet(rules, table, classes=classes)))
                continue
            for letters, strategy in zip(_choices(rules, rules.bonuses), games, strict=True):
                bet = side_bet(rules, table, strategy.folded, classes)
                found.append(_side_bet({name: letter} | letters, bet))
    return found + [_side_bet({name: ""}, comparison_bet(rules, name)) for name in sorted(rules.comparisons)]


def _side_bet(letters: Mapping[str, str], bet: SideBet) -> dict[str, Data]:
    paid = [line for line in bet.lines if line.text != "nothing"]
    return {
        "tables": dict(letters),
        "lines": {line.text: {"net": str(line.net), "count": line.count} for line in paid},
        "nothing": bet.total - sum(line.count for line in paid),
        "total": bet.total,
        **_summary(bet.distribution),
    }


def _jackpot(rules: Rules, table: Table) -> dict[str, Data]:
    chances = jackpot_chances(rules, table)
    value = chances.overall()
    return {
        "tables": {table.wager: table.letter},
        "lines": {one.line.text: one.count for one in chances.lines()},
        "total": chances.total,
        "value": {
            "odds": str(value.odds),
            "money": str(value.money),
            "share_of_meter": str(value.share),
            "envy": str(value.envy),
        },
    }


CERTAIN_DIGITS = 10
"""Digits behind the point of what a meter comes to in the long run."""


def _meters(rules: Rules) -> list[Data]:
    entry = rules.file.jackpot
    if entry is None:
        return []
    from combin.jackpot.meter_law import MeterLaw
    from combin.jackpot.meter_rules import game_meter

    found = []
    for option in sorted(entry.options):
        for published in entry.options[option].meters:
            meter = game_meter(rules, option, published.seed, increment=Fraction(published.increment))
            law, line = MeterLaw(meter, CERTAIN_DIGITS), meter.value_line()
            enclosed = {
                "mean_meter": law.mean,
                "standard_deviation": law.deviation,
                "top_ups": law.top_ups,
                "long_run_return": law.long_run_return,
                "house_edge": law.house_edge,
            }
            found.append(
                {
                    "option": option,
                    "pay_table": entry.options[option].pay_table,
                    "seed": str(meter.seed),
                    "increment": str(meter.increment),
                    "fixed_value": str(line.fixed),
                    "value_per_unit_of_meter": str(line.per_unit),
                    "break_even_meter": str(line.break_even),
                    **{name: value.decimal(CERTAIN_DIGITS) for name, value in enclosed.items()},
                }
            )
    return found
