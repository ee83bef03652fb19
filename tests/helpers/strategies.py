"""What hypothesis draws: decks, hands, rule files and rounds."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

import msgspec
from hypothesis import strategies as st

from combin.cards.cards import Card
from combin.cards.ranking import AceLow, Category, StraightSuits
from combin.rules.model import RulesFile, decode_number
from combin.rules.resolved import Rules
from combin.settle.records import Amount, Hand, Round

SUITS = ("clubs", "diamonds", "hearts", "spades")
MORE_SUITS = (
    {"symbol": "r", "glyph": "★", "name": "stars", "colour": "green"},
    {"symbol": "m", "glyph": "☾", "name": "moons", "colour": "green"},
)


def rules_of(raw: dict[str, Any]) -> Rules:
    """Return the rules of a file given as the models hold it: outcomes, prizes and pay tables in full."""
    return Rules(msgspec.convert(raw, RulesFile, dec_hook=decode_number))


def rule_files(most_cards: int = 18, most_suits: int = 6) -> st.SearchStrategy[Rules]:
    """Draw a whole game: deck, ranking, qualification, outcomes, multiples, bonus, side bets."""
    return _rule_files(most_cards, most_suits).map(rules_of)


@st.composite
def _rule_files(draw: st.DrawFn, most_cards: int, most_suits: int) -> dict[str, Any]:
    width = draw(st.integers(2, most_suits))
    suits = [*SUITS, *MORE_SUITS][:width]
    fewest = max(3, -(-9 // width))  # six cards are dealt; a few more are left
    most = max(fewest, min(13, most_cards // width))
    ranks = draw(st.lists(st.sampled_from("23456789TJQKA"), min_size=fewest, max_size=most, unique=True))
    ranks.sort(key="23456789TJQKA".index)
    ranking = {
        "order": draw(st.permutations(list(Category))),
        "ace_low_straight": draw(st.sampled_from(list(AceLow))),
        "straight_suits": draw(st.sampled_from(list(StraightSuits))),
    }
    base: dict[str, Any] = {
        "id": "drawn",
        "title": "A drawn game",
        "source": {"document": "hypothesis"},
        "deck": {"ranks": " ".join(ranks), "suits": suits},
        "ranking": ranking,
        "decision": {
            "play": draw(st.lists(st.integers(1, 4), min_size=1, max_size=3, unique=True).map(sorted))
        },
        "wager": {
            "ante": {"name": "Ante", "settles": "against the dealer"} | draw(_outcomes()),
            "play": {"name": "Play", "settles": "against the dealer", "raises": "ante"} | draw(_outcomes()),
        },
    }
    possible = [category for category, count in rules_of(base).ranking.counts.items() if count]
    base["dealer"] = {"qualifies": draw(st.sampled_from(["any hand", *possible]))}
    base["wager"]["ante_bonus"] = {"name": "Ante Bonus", "settles": "bonus", "on": "ante"}
    base["wager"]["pair_plus"] = {
        "name": "Pair Plus",
        "settles": "pay table",
        "on_fold": draw(st.sampled_from(["stays", "lost", "may stay"])),
    }
    base["wager"]["prime"] = {"name": "Prime", "settles": "pay table", "needs": ["ante", "pair_plus"]}
    base["pay_tables"] = {
        "ante_bonus": {"A": draw(_pay_table(possible)) | {"odds": "to 1"}},
        "pair_plus": {"A": draw(_pay_table(possible)), "B": draw(_pay_table(possible))},
        "prime": {"A": draw(_pay_table(["player of one colour", draw(st.sampled_from(_BOTH))], whole=True))},
    }
    _level_lines(base["pay_tables"]["pair_plus"])
    return base


@st.composite
def games(draw: st.DrawFn, most_cards: int = 18, most_suits: int = 6) -> Rules:
    """Draw a game with any words of the rules language: with a decision or without, of any kind of wager."""
    raw = draw(_rule_files(most_cards, most_suits))
    raw["ranking"] |= draw(_orders(raw["deck"]["ranks"].split()))
    possible = [category for category, count in rules_of(raw).ranking.counts.items() if count]
    if len(possible) > 1 and not raw["ranking"].get("lowest_wins") and draw(st.integers(0, 3)) == 0:
        place = draw(st.integers(1, len(possible) - 1))
        raw["ranking"]["beats"] = {possible[place]: possible[draw(st.integers(0, place - 1))]}
    wagers, tables, ranks = raw["wager"], raw["pay_tables"], raw["deck"]["ranks"].split()
    if draw(st.integers(0, 2)) == 0:
        told = draw(st.integers(0, len(ranks) - 1))
        groups = [" ".join(group) for group in (ranks[:told], ranks[told:]) if group]
        raw["deal"] = {"face_up": 1, "tells": draw(st.sampled_from([[], groups]))}
    if draw(st.booleans()):
        wagers["blind"] = {"name": "Blind", "settles": "against the dealer", "equals": "ante"}
    if draw(st.integers(0, 3)) == 0:
        del wagers["play"], raw["decision"]
    else:
        plays = raw["decision"]["play"]
        raw["decision"]["play"] = [draw(_limited(one, possible)) for one in plays]
        if "deal" in raw and draw(st.booleans()):
            raw["decision"]["early"] = [draw(_limited(max(plays) + 1, possible))]
    for name in ("ante", "blind", "play"):
        if name in wagers:
            wagers[name] |= draw(_against_dealer()) | draw(_commission)
            by_table = '"by_table": true' in json.dumps(wagers[name])
            wagers[name]["win"] |= {} if by_table else draw(_hands_apart(possible))
            if by_table:
                tables[name] = {"A": draw(_pay_table(possible)) | {"odds": "to 1"}}
    if "play" in wagers:
        wagers["ante_bonus"]["on"] = draw(st.sampled_from(["ante", "ante", "play"]))
        wagers["ante"] |= draw(st.sampled_from([{}, {}, {"fold_returns": "1/2"}]))
    paid_on = st.lists(st.sampled_from(["no qualify", "win", "tie", "lose"]), unique=True)
    wagers["ante_bonus"]["paid_on"] = draw(paid_on)
    wagers["pair_plus"] |= draw(_commission)
    for key in ("if_tied", "if_beaten"):
        if draw(st.booleans()):
            wagers["pair_plus"][key] = draw(_pays)
    wagers["dealer_pairs"] = draw(_on_both_hands())
    tables["dealer_pairs"] = {"A": draw(_pay_table(possible))}
    wagers["money"] = {"name": "Money", "settles": "pay table", "stakes": draw(_stakes)} | draw(_commission)
    prizes = {possible[0]: {"money": draw(st.sampled_from([3, 100, "5/2"]))}}
    rest = draw(_pay_table(possible[1:])) if possible[1:] else {"lines": {}}
    tables["money"] = {"A": rest | {"lines": prizes | rest["lines"]}}
    results = st.fixed_dictionaries(dict.fromkeys(("win", "tie", "lose"), _outcome()))
    wagers["higher"] = {"name": "Higher", "settles": "comparison"} | draw(results) | draw(_commission)
    if '"by_table": true' in json.dumps(wagers["higher"]):
        tables["higher"] = {"A": draw(_pay_table(possible))}
    for name in ("money", "prime"):
        wagers[name]["on_fold"] = draw(st.sampled_from(["stays", "lost", "may stay"]))
    return rules_of(raw)


@st.composite
def _orders(draw: st.DrawFn, ranks: Sequence[str]) -> dict[str, Any]:
    """Draw whether the lowest hand wins, and whether a three of a kind stands above all others."""
    found: dict[str, Any] = {"lowest_wins": True} if draw(st.integers(0, 3)) == 0 else {}
    if draw(st.integers(0, 3)) == 0:
        found["highest_three_of_a_kind"] = draw(st.sampled_from(ranks))
    return found


@st.composite
def _on_both_hands(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a bet on the dealer's hand, or on the higher or lower one; comparing them may decide."""
    whose = draw(st.sampled_from(["dealer", "dealer", "higher of both", "lower of both"]))
    bet: dict[str, Any] = {"name": "Dealer", "settles": "pay table", "hand": whose}
    for key in ("if_tied", "if_beaten") if whose == "dealer" else ("if_tied",):
        if draw(st.integers(0, 2)) == 0:
            bet[key] = draw(_pays)
    if whose == "dealer" and not {"if_tied", "if_beaten"} & {*bet}:
        bet["on_fold"] = draw(st.sampled_from(["stays", "lost", "may stay"]))
    return bet


_pays = st.sampled_from([0, 1, 2, "3/2", "push", "lose"])
_commission = st.sampled_from([{}, {"commission": "5%"}, {"commission": "1/3"}])
_stakes = st.lists(st.sampled_from([1, 5, 25, "1/2"]), min_size=1, unique=True)


@st.composite
def _limited(draw: st.DrawFn, multiple: int, possible: Sequence[str]) -> int | dict[str, Any]:
    """Draw whether all hands may play a multiple, or which."""
    hand = draw(st.sampled_from([None, *possible]))
    return multiple if hand is None else {"multiple": multiple, "hand": f"{hand} or better"}


def _outcome() -> st.SearchStrategy[dict[str, Any]]:
    by_table = st.sampled_from([False, False, False, True])
    return st.fixed_dictionaries({"pays": _pays, "by_table": by_table})


def _against_dealer() -> st.SearchStrategy[dict[str, Any]]:
    """Draw what a wager against the dealer gets, in all forms of a dealer who does not qualify."""
    results = dict.fromkeys(("win", "tie", "lose"), _outcome())
    forms = [_outcome(), st.just({"compared": True}), st.fixed_dictionaries(results)]
    return st.fixed_dictionaries({"no_qualify": st.one_of(forms), **results})


_BOTH = ("both of the same colour", "both of one colour each")


def _hands_apart(possible: Sequence[str]) -> st.SearchStrategy[dict[str, Any]]:
    words = [category + ending for category in possible for ending in ("", " or better")]
    hands = st.dictionaries(st.sampled_from(words), _pays, min_size=1, max_size=1)
    return st.sampled_from([{}]) | hands.map(lambda named: {"hands": named})


def _outcomes() -> st.SearchStrategy[dict[str, Any]]:
    outcome = _pays.map(lambda pays: {"pays": pays})
    return st.fixed_dictionaries(dict.fromkeys(("no_qualify", "win", "tie", "lose"), outcome))


@st.composite
def _pay_table(draw: st.DrawFn, lines: Sequence[str], *, whole: bool = False) -> dict[str, Any]:
    """Draw a table that pays the first lines of a list, or all."""
    paid = lines if whole else lines[: draw(st.integers(1, len(lines)))]
    return {
        "lines": {line: {"odds": draw(st.sampled_from([1, 2, 5, "1/2", "0.5", 40]))} for line in paid},
        "odds": draw(st.sampled_from(["to 1", "for 1"])),
    }


def _level_lines(tables: dict[str, dict[str, Any]]) -> None:
    """Name in each alternative what only another one pays."""
    written = [line for table in tables.values() for line in table["lines"]]
    for table in tables.values():
        table["unpaid"] = [line for line in dict.fromkeys(written) if line not in table["lines"]]


@st.composite
def deals(draw: st.DrawFn, rules: Rules, hands: int = 2) -> tuple[tuple[Card, ...], ...]:
    """Draw three-card hands from one deck."""
    cards = draw(st.permutations(rules.deck.cards))
    return tuple(tuple(cards[start:stop]) for start, stop in pairwise(range(0, 3 * hands + 1, 3)))


def suit_permutations(rules: Rules) -> st.SearchStrategy[dict[str, str]]:
    """Draw a permutation of the suits, as a table of their letters."""
    letters = [suit.symbol for suit in rules.deck.suits]
    return st.permutations(letters).map(lambda other: dict(zip(letters, other, strict=True)))


def amounts(most: int = 100) -> st.SearchStrategy[Amount]:
    """Draw money in halves, at least one half."""
    return st.integers(1, 2 * most).map(lambda halves: Fraction(halves, 2))


@st.composite
def rounds(draw: st.DrawFn, rules: Rules) -> Round:
    """Draw the record of a regular round, without jackpot wagers: legal stakes, any decisions."""
    number = draw(st.integers(1, min(rules.file.deal.seats or 3, (len(rules.deck) - 3) // 3, 3)))
    dealer, *hands = draw(deals(rules, number + 1))
    tables = {name: draw(st.sampled_from(sorted(letters))) for name, letters in rules.tables.items()}
    return Round(
        id="drawn",
        dealer=" ".join(map(str, dealer)),
        tables=tables,
        hands=tuple(draw(_hand(rules, seat, cards)) for seat, cards in enumerate(hands, start=1)),
    )


@st.composite
def _hand(draw: st.DrawFn, rules: Rules, seat: int, cards: tuple[Card, ...]) -> Hand:
    side_bets = [name for name in (*rules.side_bets, *rules.comparisons) if draw(st.booleans())]
    needing = {name for name in side_bets if rules.bets[name].needs}
    # Every drawn side bet with a need is content with the initial wager.
    with_base = draw(st.booleans()) or not set(side_bets) - needing
    stakes = {name: draw(_stake(rules, name)) for name in side_bets if with_base or name not in needing}
    level = rules.ranking.strength(cards).level
    multiples = [multiple for multiple, least in rules.multiples.items() if level >= least]
    folds = bool(rules.play) and (draw(st.booleans()) or not multiples)
    if with_base:
        stakes[rules.base] = draw(amounts())
        stakes |= dict.fromkeys(rules.equals, stakes[rules.base])
        if rules.play and not folds:
            stakes[rules.play] = draw(st.sampled_from(multiples)) * stakes[rules.base]
    choice = [name for name in stakes if not rules.bets[name].loses_on_fold]
    return Hand(
        seat=seat,
        cards=" ".join(map(str, cards)),
        wagers={name: stakes[name] for name in rules.wagers if name in stakes},
        decision=None if not rules.play else "fold" if folds else "play",
        keeps=tuple(name for name in choice if folds and draw(st.booleans())),
    )


def _stake(rules: Rules, name: str) -> st.SearchStrategy[Amount]:
    """Draw a stake, one of those that a bet has which pays sums of money."""
    stakes = rules.bets[name].stakes
    return st.sampled_from(stakes) if stakes else amounts()
