"""One explained hand, shown."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from combin.decimals import decimal, plain
from combin.formats.columns import Record, exact_json
from combin.formats.tables import Table
from combin.formats.view import View
from combin.formatting import counted, signed
from combin.report.words import bonus_letters, chances, decision_word, letters_in_words
from combin.words.catalogue import load_catalogue
from combin.words.rules import case_words

if TYPE_CHECKING:
    from combin.exact.hand import ExplainedHand

__all__ = ["hand_view"]


def hand_view(hand: ExplainedHand, digits: int = 10) -> View:
    """Return a hand ready to be shown."""
    glyphs = " ".join(card.glyph for card in hand.cards)
    glyphs += f" against {hand.seen.glyph}" if hand.seen is not None else ""
    against = () if hand.rules.alone else (_dealer_table(hand),)
    tables = (*against, _decision_table(hand), _paid_table(hand))
    return View(
        f"{glyphs} in {hand.rules.file.title}",
        (_strength_line(hand), *([_decision_line(hand)] if hand.rules.play else [])),
        tables if hand.paid else tables[:2],
        lambda: _payload(hand, digits),
        lambda: _records(hand),
    )


def _strength_line(hand: ExplainedHand) -> str:
    ranking, one = hand.rules.ranking, hand.situation.hand
    described, category = ranking.describe(one.strength), one.strength.category.value
    what = described if category in described else f"{described} ({category})"
    others = sum(strength.count for strength in ranking.strengths) - 1
    return (
        f"{what}, {one.pattern.value}. Of the {counted(others, 'other hand')} {hand.better:,} are stronger "
        f"and {hand.equal:,} equal; its strength is number {one.strength.level + 1:,} of "
        f"{len(ranking.strengths):,}, from the weakest up."
    )


def _decision_line(hand: ExplainedHand) -> str:
    rules, best = hand.rules, hand.values[hand.best]
    if len(hand.values) == 1:
        return f"The only decision: {decision_word(rules, hand.best)}."
    gain = best - max(value for decision, value in hand.values.items() if decision != hand.best)
    others = "the other" if len(hand.values) == 2 else "any other"
    how_much = (
        f"worth {decimal(gain, 6)} times the {rules.wagers[rules.base].name} more than {others}"
        if gain
        else "though another is worth the same"
    )
    return f"Best decision: {decision_word(rules, hand.best)}, {how_much}."


def _dealer_table(hand: ExplainedHand) -> Table:
    rules = hand.rules
    total, words = hand.situation.deals, load_catalogue()
    heads, chance = chances([Fraction(count, total) for count in hand.situation.counts])
    rows = [
        (
            case_words(rules, case, words, "cells"),
            f"{hand.situation.counts[place]:,}",
            *often,
            *(signed(nets[place]) for nets in hand.gains.values()),
        )
        for place, (case, often) in enumerate(zip(rules.cases, chance, strict=True))
    ]
    rows.append(("all", f"{total:,}", "100.0000%", *("" for _ in (*heads[1:], *hand.gains))))
    gains = (f">{rules.wagers[name].name} gains" for name in hand.gains)
    return Table("What the dealer can have", ("Showdown", ">Dealer hands", *heads, *gains), tuple(rows))


def _decision_table(hand: ExplainedHand) -> Table:
    rows = tuple(
        (decision_word(hand.rules, decision), decimal(value, 6), str(value))
        for decision, value in hand.values.items()
    )
    bonuses = letters_in_words(hand.rules, bonus_letters(hand.rules, hand.letters))
    title = f"What each decision is worth, in units of the {hand.rules.wagers[hand.rules.base].name}"
    title += f", with {bonuses}" if bonuses else ""
    return Table(title, ("Decision", ">Value", ">Exact value"), rows)


def _paid_table(hand: ExplainedHand) -> Table:
    """Return what the other wagers gain; tables that treat the hand alike share a row."""
    letters: dict[tuple[str, str, Fraction, Fraction], list[str]] = {}
    for one in hand.paid:
        probability = Fraction(one.count, one.ways)
        letters.setdefault((one.wager, one.line, one.net, probability), []).append(one.letter)
    heads, chance = chances([probability for *_, probability in letters])
    rows = tuple(
        (hand.rules.wagers[wager].name, " ".join(names), line, signed(net), *often)
        for ((wager, line, net, _), names), often in zip(letters.items(), chance, strict=True)
    )
    return Table("Bonuses and side bets", ("Wager", "Tables", "Line", ">Gains", *heads), rows, merged=1)


def _payload(hand: ExplainedHand, digits: int) -> dict[str, Any]:
    rules, one = hand.rules, hand.situation.hand
    return {
        "game": rules.file.id,
        "cards": [str(card) for card in hand.cards],
        **({} if hand.seen is None else {"seen": str(hand.seen)}),
        "tables": bonus_letters(rules, hand.letters),
        "category": one.strength.category.value,
        "hand": rules.ranking.describe(one.strength),
        "suits": one.pattern.value,
        "strength": one.strength.level + 1,
        "strengths": len(rules.ranking.strengths),
        "better": hand.better,
        "equal": hand.equal,
        "dealer": dict(zip(hand.rules.cases, hand.situation.counts, strict=True)),
        "values": {
            decision_word(rules, decision): exact_json(value, digits)
            for decision, value in hand.values.items()
        },
        "best": decision_word(rules, hand.best),
        "paid": [
            {
                "wager": paid.wager,
                "table": paid.letter,
                "line": paid.line,
                "net": plain(paid.net),
                "count": paid.count,
                "ways": paid.ways,
            }
            for paid in hand.paid
        ],
    }


def _records(hand: ExplainedHand) -> list[Record]:
    cards = " ".join(map(str, hand.cards))
    return [
        {"game": hand.rules.file.id, "cards": cards, "case": case, "dealer_hands": count}
        for case, count in zip(hand.rules.cases, hand.situation.counts, strict=True)
    ]
