"""Which situations stand as one row of a certificate: those of which it says all the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from combin.cards.suit_classes import hand_classes, hand_classes_by_suit
from combin.rules.sights import Tells

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from combin.aliases import Integers
    from combin.cards.suit_classes import HandClass
    from combin.exact.matchups import Matchups
    from combin.exact.strategy import Strategy
    from combin.rules.resolved import Rules
    from combin.rules.sights import Sights


@dataclass(frozen=True)
class CertificateRows:
    """The rows of a certificate: of each a situation, what stands for it in words, its weight and its counts.

    `places` are those of the situations, as the lists of the base game have them.
    """

    places: Sequence[int]
    texts: Sequence[list[str]]
    weights: Sequence[int]
    counts: Sequence[Sequence[int]]


def rows_of(rules: Rules, known: Matchups, games: Sequence[Strategy], *, split: bool) -> CertificateRows:
    """Return the rows in their order: of what is seen, then weakest hand first.

    Args:
        rules: the game.
        known: all its situations.
        games: the best strategy under each choice of the base tables.
        split: whether hands of one suit are told apart by which suit it is.
    """
    if rules.sights is not None:
        return _together(rules, rules.sights, known, games, split=split)
    hands = [_hand(rules, one) for one in known.classes]
    texts = [[hands[number]] for number in known.numbers]
    if rules.file.deal.face_up:
        for text, seen in zip(texts, _seen(rules, known), strict=True):
            text.append(seen)
    if known.by_arrays:
        weights, counts = known.arrays.weights.tolist(), known.arrays.counts.tolist()
    else:  # so few that numpy need not be loaded, or not there
        weights, counts = zip(*((one.weight, one.counts) for one in known), strict=True)
    return CertificateRows(range(len(texts)), texts, weights, counts)


def _hand(rules: Rules, hand: HandClass) -> str:
    return " ".join([str(rules.deck.cards[card]) for card in hand.cards])


def _seen(rules: Rules, known: Matchups) -> Iterator[str]:
    """Yield what is seen of one card: the card, its rank or its group of ranks."""
    if known.cards is not None:
        return (str(rules.deck.cards[card]) for card in known.cards)
    tells = rules.file.deal.tells
    told = [str(rank) for rank in rules.deck.ranks] if isinstance(tells, str) else tells or ()
    if known.by_arrays:
        return (told[group] for group in known.arrays.groups.tolist())
    return (told[one.seen.group] for one in known if one.seen is not None)


def _together(
    rules: Rules, sights: Sights, known: Matchups, games: Sequence[Strategy], *, split: bool
) -> CertificateRows:
    """Return one row for all situations in which the same is seen, counted and decided, at the same value.

    With two cards of 52 seen there are two million situations, and some ten thousand rows.
    """
    import numpy as np

    arrays = known.arrays
    stand = (hand_classes_by_suit if split else hand_classes)(rules.ranking)
    place_of = {(one.strength, one.pattern, one.suit): place for place, one in enumerate(stand)}
    own = [place_of[one.strength, one.pattern, one.suit if split else None] for one in known.classes]
    hand = np.array(own)[arrays.numbers]
    decided = [arrays.decisions(one.decisions) for one in games]
    told = [arrays.groups, *decided]
    kinds = [arrays.kinds(lines).of for lines in dict.fromkeys(one.game.lines for one in games)]
    first, weights = _first_of_each([*told, *kinds], hand, arrays.weights)
    # Other kinds may have the same counts and values, so that these tell which of these rows are one.
    values = [
        np.unique([value or 0 for value in one.game.values(multiple, first.tolist())], return_inverse=True)[1]
        for one in games
        for multiple in rules.multiples
    ]
    may = [(arrays.levels[first] >= least).astype(np.int64) for least in rules.multiples.values()]
    same = [one[first] for one in (*told, *arrays.counts.T)]
    some, weights = _first_of_each([*same, *may, *values], hand[first], weights)
    first = first[some]
    rows = np.lexsort(
        [key[first] for key in (*reversed(decided), *arrays.counts.T[::-1], hand, arrays.groups)]
    )
    first, hands, seen = first[rows], [_hand(rules, one) for one in stand], _sights(rules, sights, stand)
    return CertificateRows(
        first.tolist(),
        [
            [hands[one], seen[group]]
            for one, group in zip(hand[first].tolist(), arrays.groups[first].tolist(), strict=True)
        ],
        weights[rows].tolist(),
        arrays.counts[first].tolist(),
    )


def _first_of_each(said: Sequence[Integers], hand: Integers, weights: Integers) -> tuple[Integers, Integers]:
    """Return the weakest hand of all of which the same is said, and what they weigh together."""
    import numpy as np

    from combin.exact.arrays import alike

    order = np.argsort(hand, kind="stable")
    first, of = alike(*(column[order] for column in said))
    return order[first], np.bincount(of, weights[order]).astype(np.int64)  # whole, far below 2^53


def _sights(rules: Rules, sights: Sights, stand: Sequence[HandClass]) -> list[str]:
    """Return what is seen in words, by heading: what is told of each card, that of the highest one first."""
    if sights.by_strength:
        weakest = {one.strength.level: one for one in reversed(stand)}
        return [_hand(rules, weakest[level]) for level in range(len(weakest))]
    deck, tells = rules.deck, rules.file.deal.tells
    told = [sights.told(sights.heading_of.index(place))[::-1] for place in range(len(sights.headings))]
    match sights.tells:
        case Tells.CARD:
            suits = len(deck.suits)
            apart = [len({one % suits for one in cards}) > 1 for cards in told]  # in the first suits
            return [
                f"{deck.cards[high - high % suits]} {deck.cards[low - low % suits + other]}"
                for (high, low), other in zip(told, apart, strict=True)
            ]
        case Tells.RANK:
            names: Sequence[str] = [str(rank) for rank in deck.ranks]
        case Tells.SUIT:
            names = [suit.name for suit in deck.suits]
        case Tells.COLOUR:
            names = list(dict.fromkeys(suit.colour for suit in deck.suits))
        case Tells.GROUP:
            names = tells if isinstance(tells, tuple) else ()
    return [", ".join(names[mark] for mark in marks) for marks in told]
