"""The plain way to settle a hand: the words of the rule file one after the other, as a dealer reads them.

It shares with `combin.settle` the models of a file and how strong three cards are, and nothing else.
Pay tables have categories only.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from combin.cards.cards import Card
from combin.cards.ranking import Category, Strength
from combin.rules.model import RulesFile
from combin.rules.resolved import Rules


def plain_nets(
    rules: Rules,
    letters: dict[str, str],
    player: Sequence[Card],
    dealer: Sequence[Card],
    multiple: int | None,
) -> dict[str, Fraction]:
    """Return what each wager nets, as `settle_hand` does, except for those about colours."""
    file = rules.file
    own, theirs = rules.ranking.strength(player), rules.ranking.strength(dealer)
    result = "win" if own.level > theirs.level else "lose" if own.level < theirs.level else "tie"
    for lower, higher in file.ranking.beats.items():
        beaten = {(lower, higher): "win", (higher, lower): "lose"}
        result = beaten.get((own.category.value, theirs.category.value), result)
    qualified = theirs.level >= rules.qualifies
    nets = {}
    for name, wager in file.wager.items():
        entry: Any = wager
        whose = getattr(entry, "hand", "player")
        dealers = whose == "dealer" or (whose, result) in (
            ("higher of both", "lose"),
            ("lower of both", "win"),
        )
        category = (theirs if dealers else own).category.value
        pays = _pays(file, name, letters.get(name, "A"), category, entry)
        match entry.__struct_config__.tag:
            case "against the dealer":
                net = _against(entry, result, pays, rules, own, qualified=qualified)
                if multiple is None:
                    net = Fraction(0) if entry.raises else Fraction(entry.fold_returns or 0) - 1
                elif entry.raises:
                    net *= multiple
            case "comparison":
                outcome = getattr(entry, result)
                net = pays if outcome.by_table and pays is not None else _kept(outcome.pays, entry)
            case "bonus":
                when = result if qualified else "no qualify"
                paid = multiple is not None and pays is not None and when in (entry.paid_on or (when,))
                net = pays if paid and pays is not None else Fraction(0)
                if getattr(file.wager[entry.on], "raises", None):
                    net *= multiple or 0
            case _:
                instead = {"tie": entry.if_tied, "lose": entry.if_beaten}.get(result)
                net = Fraction(-1) if pays is None else pays
                if pays is not None and instead is not None:
                    net = _kept(instead, entry)
                if multiple is None and entry.on_fold != "stays":
                    net = Fraction(-1)
        nets[name] = net
    return nets


def _against(
    entry: Any,  # noqa: ANN401
    result: str,
    pays: Fraction | None,
    rules: Rules,
    own: Strength,
    *,
    qualified: bool,
) -> Fraction:
    outcome = getattr(entry, result)
    if not qualified:
        if entry.no_qualify.pays is not None:
            outcome = entry.no_qualify
        elif not entry.no_qualify.compared:
            outcome = getattr(entry.no_qualify, result)
    if outcome.by_table and pays is not None:
        return pays
    for words, net in getattr(outcome, "hands", {}).items():  # of one category, or of that and better ones
        category = Category(words.removesuffix(" or better"))
        if own.category is category or (words != category and own.level > _weakest(rules, category)):
            return _kept(net, entry)
    return _kept(outcome.pays, entry)


def _weakest(rules: Rules, category: Category) -> int:
    return min(one.level for one in rules.ranking.strengths if one.category is category)


def _kept(net: Fraction, entry: Any) -> Fraction:  # noqa: ANN401
    """Return a net without the house's part of winnings."""
    return Fraction(net) - Fraction(entry.commission) * max(Fraction(net), Fraction(0))


def _pays(file: RulesFile, name: str, letter: str, category: str, entry: Any) -> Fraction | None:  # noqa: ANN401
    """Return what a category gets by the wager's table, to 1 and without commission; None off the table."""
    tables = file.pay_tables.get(name)
    prize = tables[letter].lines.get(category) if tables else None
    if tables is None or prize is None:
        return None
    odds = prize.odds if prize.money is None else prize.money / entry.stakes[0]
    assert odds is not None
    net = Fraction(odds) - (tables[letter].odds == "for 1")
    return net - Fraction(getattr(entry, "commission", 0)) * max(net, Fraction(0))
