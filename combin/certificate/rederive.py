"""What a certificate should state of a game, worked out again by brute force from its rules alone."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import lcm
from typing import TYPE_CHECKING

import numpy as np

from combin.certificate.body import mean, summary
from combin.certificate.canonical import Data, digest, rules_data
from combin.certificate.classes import Classes, classes_of
from combin.certificate.rederive_jackpots import jackpots, meters
from combin.certificate.rederive_side_bets import side_bets
from combin.proof.brute import BruteForce, brute_force, may_play
from combin.proof.deals import count_deals
from combin.proof.hands import names_suit
from combin.proof.payments import kept, table_nets
from combin.rules.wagers import AgainstDealer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from combin.aliases import Progress
    from combin.rules.resolved import Rules


def rederived_body(rules: Rules, progress: Progress | None = None) -> dict[str, Data]:
    """Return the hashed part of a certificate, with every deal visited.

    It shares no code with `combin.certificate.body` past the canonical form of the rules: all deals of
    player and dealer are settled by `combin.proof.brute`, all hands of more cards visited by
    `combin.proof.visiting`, and the long run of meters is summed anew in decimal arithmetic.

    Args:
        rules: the game.
        progress: called again and again with the number of deals done and the number of all.
    """
    data = rules_data(rules)
    deals = count_deals(rules, progress)
    names = sorted(rules.base_tables)
    games = [brute_force(rules, letters, deals=deals) for letters in _choices(rules, names)]
    written = [table for name in names for table in rules.file.pay_tables[name].values()]
    classes = classes_of(deals, games, split=any(names_suit(table, deals.hands) for table in written))
    numbers = np.concatenate([classes.weight[:, None], classes.cases], axis=1)
    return {
        "rules": data,
        "rules_sha256": digest(data),
        "deals": {
            "player_hands": deals.hands.number,
            "dealer_hands": deals.dealer_hands,
            "deals": deals.total,
        },
        "witnesses": [
            [*texts, *counts] for texts, counts in zip(classes.texts, numbers.tolist(), strict=True)
        ],
        "base_game": [_base_game(game, classes) for game in games],
        "side_bets": side_bets(games, classes),
        "jackpots": jackpots(rules, deals.hands),
        "meters": meters(rules, deals.hands),
    }


def _choices(rules: Rules, names: Sequence[str]) -> list[dict[str, str]]:
    letters = product(*(sorted(rules.file.pay_tables[name]) for name in names))
    return [dict(zip(names, one, strict=True)) for one in letters]


def _base_game(game: BruteForce, classes: Classes) -> dict[str, Data]:
    rules = game.deals.rules
    outcomes = game.outcomes[rules.base]
    unit, own_unit = _unit(rules, game.letters), game.unit
    average = Fraction(game.staked, game.deals.total * rules.parts)
    values: dict[str, list[int | None]] = {}
    for column, choice in enumerate(game.choices):
        found = game.values[classes.hand, classes.seen, column].tolist()
        allowed = may_play(game.deals, choice)[classes.hand].tolist()
        values[str(choice)] = [
            value * unit // own_unit if may else None for value, may in zip(found, allowed, strict=True)
        ]
    folds = values.pop("0", [None])
    return {
        "tables": dict(game.letters),
        "unit": unit,
        "fold_value": folds[0] if len(set(folds)) == 1 else folds,
        "play_values": values,
        "decisions": game.decisions[classes.hand, classes.seen].tolist(),
        "hands_played": game.hands_played,
        "by_category": {category.value: list(counts) for category, counts in game.by_category.items()},
        "staked": game.staked,
        "average_wager": str(average),
        "element_of_risk": str(-mean(outcomes) / average),
        **summary(outcomes),
    }


def _unit(rules: Rules, letters: Mapping[str, str]) -> int:
    pays = [Fraction(1)]
    for wager in rules.wagers.values():
        if isinstance(wager, AgainstDealer):
            pays += [kept(wager.outcome(case).pays, wager.commission) for case in rules.cases]
            pays += [Fraction(wager.fold_returns or 0), rules.collection]
    for name, letter in letters.items():
        pays += table_nets(rules, name, letter)
    return rules.parts * lcm(*(pay.denominator for pay in pays))
