"""What a certificate should state of a game, worked out again by brute force from its rules alone."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations, product
from math import lcm
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from combin.certificate.body import mean, summary
from combin.certificate.canonical import Data, digest, rules_data
from combin.certificate.rederive_jackpots import jackpots, meters
from combin.certificate.rederive_side_bets import side_bets
from combin.proof.brute import BruteForce, brute_force, may_play
from combin.proof.deals import count_deals
from combin.proof.hands import names_suit
from combin.proof.payments import kept, table_nets
from combin.rules.wagers import AgainstDealer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from combin.aliases import Integers, Progress
    from combin.proof.deals import Deals
    from combin.proof.hands import Hands
    from combin.rules.resolved import Rules


@dataclass(frozen=True, eq=False)
class Classes:
    """The classes of all situations: of the player's hands, with what is seen of the dealer's if anything is.

    `texts` say for each the hand that stands for it, and what is seen. `weight` is how many situations it
    has; `hand` and `seen` are one of them, as in `Deals.situations`, `cases` its counts as in `Deals.cases`.
    """

    texts: list[list[str]]
    weight: Integers
    hand: Integers
    seen: Integers
    cases: Integers


def classes_of(deals: Deals, *, split: bool) -> Classes:
    """Return the classes in the order of witnesses: of what is seen, then weakest hand first.

    With `split` hands of one suit are a class for each suit, as pay tables that name a suit need it.

    Raises:
        ArithmeticError: two situations of a class meet other dealer hands.
    """
    hands, deck = deals.hands, deals.hands.deck
    standing = _standing(hands, split=split)
    kinds, first_hand, of_hand = np.unique(standing.order, axis=0, return_index=True, return_inverse=True)
    kinds_of_cards = list(zip(deck.rank_of, deck.suit_of, strict=True))
    names = dict(zip(kinds_of_cards, map(str, deck.cards), strict=True))
    joker = len(deck.ranks), len(deck.suits)
    wild = [str(card) for card, kind in zip(deck.cards, kinds_of_cards, strict=True) if kind == joker]
    places = zip(standing.ranks[first_hand].tolist(), standing.suits[first_hand].tolist(), strict=True)
    texts = []
    for place in places:  # the first cards that are wild stand for any
        left = iter(wild)
        texts.append(
            " ".join(next(left) if card == joker else names[card] for card in zip(*place, strict=True))
        )

    columns, suits = deals.situations.shape[1], len(deck.suits)
    whole_card = bool(deals.rules.file.deal.face_up) and not deals.rules.sees
    rank_or_group = np.array(deck.rank_of) if whole_card else np.arange(columns)
    suit = _suits_seen(hands, standing)[:, deck.suit_of] if whole_card else np.zeros((1, columns), np.int64)
    key = (rank_or_group * len(kinds) + of_hand.reshape(-1, 1)) * suits + suit

    occur = deals.situations > 0
    _, first, class_of, weight = np.unique(
        key[occur], return_index=True, return_inverse=True, return_counts=True
    )
    cases = deals.cases[occur]
    if not (cases == cases[first][class_of]).all():
        raise ArithmeticError("hands that differ by suits alone meet other dealer hands")
    hand, seen = (place[first] for place in np.nonzero(occur))
    tells = deals.rules.file.deal.tells
    told = [[texts[one]] for one in of_hand.reshape(-1)[hand].tolist()]
    for text, one, column in zip(told, hand.tolist(), seen.tolist(), strict=True):
        if whole_card:
            text.append(names[deck.rank_of[column], int(suit[one, column])])
        elif isinstance(tells, tuple) and tells:
            text.append(tells[column])
    return Classes(told, weight, hand, seen, cases[first])


class _Standing(NamedTuple):
    """For each hand the cards that stand for its class: `ranks` and `suits` (hands x 3) in deciding order.

    `held` (hands x 3) are the suits of its own cards in the same order, `order` (hands x 8) what the classes
    are ordered by: strength, ranks from the lowest with jokers highest, how many suits are shown, which.
    """

    ranks: Integers
    suits: Integers
    held: Integers
    order: Integers


def _standing(hands: Hands, *, split: bool) -> _Standing:
    """Return what stands for each hand: the first suits of the deck, as its cards show one after the other.

    The cards are in the order in which their ranks decide, a joker where the card does that it is taken for;
    of several such orders in the one whose suits come first.
    """
    rank_of, suit_of = np.array(hands.deck.rank_of), np.array(hands.deck.suit_of)
    joker = len(hands.deck.ranks)
    best = np.full(len(hands), 4**3)
    cards, first_of_suit = hands.cards.copy(), np.zeros_like(hands.cards)
    for order in permutations(range(3)):
        held = hands.cards[:, order]
        ranks, suits = rank_of[held], suit_of[held]
        fits = ((ranks == hands.ranks) | (ranks == joker)).all(axis=1)
        like = np.where(ranks == joker, 3, np.argmax(suits[:, :, None] == suits[:, None, :], axis=2))
        code = like @ np.array([16, 4, 1])
        better = fits & (code < best)
        best[better], cards[better], first_of_suit[better] = code[better], held[better], like[better]

    ranks, held = rank_of[cards], suit_of[cards]
    number = np.cumsum(first_of_suit == np.arange(3), axis=1) - 1
    numbered = np.take_along_axis(number, np.minimum(first_of_suit, 2), axis=1)
    own = np.where(split & (hands.suit >= 0), hands.suit, 0)[:, None]
    suits = np.where(ranks == joker, held, numbered + own)
    shown = number[:, -1:] + 1
    order_of = [hands.strength[:, None], np.sort(ranks, axis=1), -shown, suits]
    return _Standing(ranks, suits, held, np.concatenate(order_of, axis=1))


def _suits_seen(hands: Hands, standing: _Standing) -> Integers:
    """Return what stands for each suit of a card beside each hand: the same suit, or the first other one."""
    rows, suits = np.arange(len(hands))[:, None], len(hands.deck.suits)
    free = np.ones((len(hands), suits), np.bool_)
    free[rows, standing.suits] = False
    seen = np.repeat(np.argmax(free, axis=1)[:, None], suits, axis=1)
    seen[rows, standing.held] = standing.suits
    return seen


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
    classes = classes_of(deals, split=any(names_suit(table, deals.hands) for table in written))
    numbers = np.concatenate([classes.weight[:, None], classes.cases], axis=1)
    return {
        "rules": data,
        "rules_sha256": digest(data),
        "deals": {
            "player_hands": len(deals.hands),
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
    unit = _unit(rules, game.letters)
    average = Fraction(game.staked, game.deals.total)
    values: dict[str, list[int | None]] = {}
    for column, choice in enumerate(game.choices):
        found = game.values[classes.hand, classes.seen, column].tolist()
        allowed = may_play(game.deals, choice)[classes.hand].tolist()
        values[str(choice)] = [
            value * unit // game.unit if may else None for value, may in zip(found, allowed, strict=True)
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
            pays.append(Fraction(wager.fold_returns or 0))
    for name, letter in letters.items():
        pays += table_nets(rules, name, letter)
    return lcm(*(pay.denominator for pay in pays))
