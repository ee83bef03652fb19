"""One explained hand, shown."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from combin.exact.decimals import decimal, percent, plain
from combin.exact.wagers import FOLD
from combin.report.analysis import letters_in_words
from combin.report.tables import Table
from combin.report.view import View, exact

if TYPE_CHECKING:
    from combin.exact.hand import ExplainedHand

__all__ = ["hand_view"]


def hand_view(hand: ExplainedHand, digits: int = 10) -> View:
    """Return a hand ready to be shown."""
    rules, matchup = hand.rules, hand.matchup
    strength = matchup.hand.strength
    described = rules.ranking.describe(strength)
    glyphs = " ".join(card.glyph for card in hand.cards)
    others = sum(one.count for one in rules.ranking.strengths) - 1
    base = rules.wagers[rules.base].name
    category = strength.category.value
    what = described if category in described else f"{described} ({category})"
    best = _word(hand.best, hand)
    gain = hand.values[hand.best] - max(value for decision, value in hand.values.items() if decision != hand.best)
    lines = (
        f"{what}, {matchup.hand.pattern.value}: strength {strength.level + 1} of {len(rules.ranking.strengths)}. "
        f"Of the {others:,} other hands {hand.better:,} are better and {hand.equal:,} equal.",
        f"Best decision: {best}, which gains {decimal(gain, 6)} {base}s over the next best.",
    )
    cases = ("dealer does not qualify", "player wins", "tie", "player loses")
    return View(
        f"{glyphs} in {rules.file.title}",
        lines,
        (_dealer_table(hand, cases), _decision_table(hand), _paid_table(hand)),
        lambda: _payload(hand, digits),
        lambda: [
            {"game": rules.file.id, "cards": " ".join(map(str, hand.cards)), "case": case, "dealer_hands": count}
            for case, count in zip(cases, matchup.counts, strict=True)
        ],
    )


def _payload(hand: ExplainedHand, digits: int) -> dict[str, Any]:
    rules, matchup = hand.rules, hand.matchup
    return {
        "game": rules.file.id,
        "cards": [str(card) for card in hand.cards],
        "tables": {name: hand.letters[name] for name in rules.bonuses},
        "category": matchup.hand.strength.category.value,
        "hand": rules.ranking.describe(matchup.hand.strength),
        "suits": matchup.hand.pattern.value,
        "strength": matchup.hand.strength.level + 1,
        "strengths": len(rules.ranking.strengths),
        "better": hand.better,
        "equal": hand.equal,
        "dealer": dict(zip(("no_qualify", "win", "tie", "lose"), matchup.counts, strict=True)),
        "values": {_word(decision, hand): exact(value, digits) for decision, value in hand.values.items()},
        "best": _word(hand.best, hand),
        "paid": [
            {"wager": one.wager, "table": one.letter, "line": one.line, "net": plain(one.net), "count": one.count}
            for one in hand.paid
        ],
    }


def _word(decision: int, hand: ExplainedHand) -> str:
    if decision == FOLD:
        return "fold"
    return f"play {decision}x" if len(hand.rules.file.decision.play) > 1 else "play"


def _dealer_table(hand: ExplainedHand, cases: tuple[str, ...]) -> Table:
    rules = hand.rules
    base, play = rules.against_dealer(rules.base), rules.against_dealer(rules.play)
    total = sum(hand.matchup.counts)
    pays = (
        (base.no_qualify, play.no_qualify),
        (base.win, play.win),
        (base.tie, play.tie),
        (base.lose, play.lose),
    )
    rows = [
        (case, f"{count:,}", percent(Fraction(count, total), 4), _net(first.pays), _net(second.pays))
        for case, count, (first, second) in zip(cases, hand.matchup.counts, pays, strict=True)
    ]
    rows.append(("all", f"{total:,}", "100.0000%", "", ""))
    columns = ("Against the dealer", ">Dealer hands", ">Probability", f">{base.name}", f">{play.name}")
    return Table("What the dealer can have", columns, tuple(rows))


def _decision_table(hand: ExplainedHand) -> Table:
    rows = tuple(
        (_word(decision, hand), str(value), decimal(value, 6), "best" if decision == hand.best else "")
        for decision, value in hand.values.items()
    )
    bonuses = letters_in_words(hand.rules, {name: hand.letters[name] for name in hand.rules.bonuses})
    unit = hand.rules.wagers[hand.rules.base].name
    title = f"What each decision is worth, in {unit}s" + (f" (with {bonuses})" if bonuses else "")
    return Table(title, ("Decision", ">exact", ">Value", ""), rows)


def _paid_table(hand: ExplainedHand) -> Table:
    """Return what the other wagers pay; tables that treat the hand alike share a row."""
    total = sum(hand.matchup.counts)
    letters: dict[tuple[str, str, Fraction, int], list[str]] = {}
    for one in hand.paid:
        letters.setdefault((one.wager, one.line, one.net, one.count), []).append(one.letter)
    rows = tuple(
        (hand.rules.wagers[wager].name, " ".join(names), line, _net(net), percent(Fraction(count, total), 2))
        for (wager, line, net, count), names in letters.items()
    )
    return Table("Other wagers", ("Wager", "Tables", "Line", ">Net", ">of deals"), rows)


def _net(net: Fraction) -> str:
    return f"+{plain(net)}" if net > 0 else plain(net)
