"""One hand of the player explained, and several hands compared."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from combin.decimals import decimal, plain
from combin.formats.tables import (
    COUNT,
    EXACT,
    SIGNED,
    Column,
    Table,
    Value,
    chance_columns,
    decimals,
    exact_json,
)
from combin.formats.view import View
from combin.formatting import counted
from combin.report.words import (
    DECISION,
    bonus_letters,
    decision_word,
    early_word,
    letters_in_words,
)
from combin.words.catalogue import load_catalogue
from combin.words.rules import case_words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from combin.exact.hand import ComparedHands, ExplainedHand, PaidLine


def hand_view(hand: ExplainedHand, digits: int = 10) -> View:
    """Return a hand ready to be shown."""
    glyphs = " ".join(card.glyph for card in hand.cards)
    glyphs += f" against {' '.join(card.glyph for card in hand.seen)}" if hand.seen else ""
    against = () if hand.rules.alone else (_dealer_table(hand),)
    tables = (*against, _decision_table(hand), *_early_worth(hand), _paid_table(hand))
    return View(
        f"{glyphs} in {hand.rules.file.title}",
        (_strength_line(hand), *_early_lines(hand), *([_decision_line(hand)] if hand.rules.play else [])),
        tables if hand.paid else tables[:-1],
        lambda: _hand_payload(hand, digits),
        lambda: _dealer_table(hand).records(
            digits, game=hand.rules.file.id, cards=" ".join(map(str, hand.cards))
        ),
    )


def compared_view(compared: ComparedHands, _: int = 10) -> View:
    """Return several hands compared, the highest first, ready to be shown."""
    ranking = compared.rules.ranking
    best = [str(number + 1) for number in compared.highest]
    tie = f"Highest: hands {' and '.join(best)}, which tie."
    told = f"Highest: hand {best[0]}." if len(best) == 1 else tie
    order = sorted(range(len(compared.hands)), key=lambda number: -compared.strengths[number].level)
    table = Table.of(
        "",
        order,
        [
            Column("Hand", COUNT, lambda number: number + 1, "hand"),
            Column(
                "Cards",
                value=lambda number: " ".join(card.glyph for card in compared.hands[number]),
                name="cards",
            ),
            Column("It is", value=lambda number: ranking.describe(compared.strengths[number]), name="is"),
            Column("Strength", COUNT, lambda number: compared.strengths[number].level + 1, "strength"),
            Column(
                "Beaten by",
                value=lambda number: ", ".join(str(other + 1) for other in compared.beaten_by[number]),
                name="beaten_by",
            ),
        ],
    )
    return View(
        f"{len(compared.hands)} hands in {compared.rules.file.title}",
        (told if best else "Each hand is beaten by another one: none is the highest.",),
        (table,),
        lambda: {
            "game": compared.rules.file.id,
            "highest": [number + 1 for number in compared.highest],
            "hands": [
                one
                | {"cards": " ".join(map(str, compared.hands[number]))}
                | {"beaten_by": [other + 1 for other in compared.beaten_by[number]]}
                for one, number in zip(table.objects(0), order, strict=True)
            ],
        },
        lambda: table.records(0, game=compared.rules.file.id),
    )


def _strength_line(hand: ExplainedHand) -> str:
    ranking, one = hand.rules.ranking, hand.situation.hand
    described, category = ranking.describe(one.strength), one.strength.category.value
    what = described if category in described else f"{described} ({category})"
    others = sum(strength.count for strength in ranking.strengths) - 1
    return (
        f"{what}, {one.told}. Of the {counted(others, 'other hand')} {hand.better:,} are stronger "
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
        f"worth {decimal(gain, 6)} times the {rules.unit_name} more than {others}"
        if gain
        else "though another is worth the same"
    )
    when = "Having waited, the best decision" if hand.early is not None else "Best decision"
    return f"{when}: {decision_word(rules, hand.best)}, {how_much}."


def _early_lines(hand: ExplainedHand) -> tuple[str, ...]:
    """Return what to do before a card is seen, where a raise may come so early."""
    early = hand.early
    if early is None or early.gain is None:
        return ()
    rules = hand.rules
    worth = f"worth {decimal(early.gain, 6)} times the {rules.unit_name} more than any other"
    return (f"Before a card is seen: {early_word(rules, early.decision)}, {worth}.",)


def _early_worth(hand: ExplainedHand) -> tuple[Table, ...]:
    if hand.early is None:
        return ()
    words = {early_word(hand.rules, decision): value for decision, value in hand.early.values.items()}
    return (_worth("What each decision is worth before a card is seen", words),)


def _worth(title: str, values: Mapping[str, Fraction]) -> Table:
    """Return what decisions are worth, by their words."""
    columns: list[Column[tuple[str, Fraction]]] = [
        Column("Decision", DECISION, lambda decision: decision[0]),
        Column("Value", decimals(6), lambda decision: decision[1]),
        Column("Exact value", EXACT, lambda decision: decision[1]),
    ]
    return Table.of(title, values.items(), columns)


def _early_payload(hand: ExplainedHand, digits: int) -> dict[str, Any]:
    if (early := hand.early) is None:
        return {}
    values = {early_word(hand.rules, one): exact_json(value, digits) for one, value in early.values.items()}
    return {"before_a_card_is_seen": {"values": values, "best": early_word(hand.rules, early.decision)}}


def _dealer_table(hand: ExplainedHand) -> Table:
    rules, counts, total = hand.rules, hand.situation.counts, hand.situation.deals
    places, words = range(len(rules.cases)), load_catalogue()

    def gains(name: str) -> Column[int]:
        return Column(f"{rules.wagers[name].name} gains", SIGNED, lambda place: hand.gains[name][place])

    columns: list[Column[int]] = [
        Column("Showdown", value=lambda place: case_words(rules, rules.cases[place], words, "cells")),
        Column(None, value=lambda place: rules.cases[place], name="case"),
        Column("Dealer hands", COUNT, lambda place: counts[place], "dealer_hands"),
        *chance_columns(places, lambda place: Fraction(counts[place], total)),
        *map(gains, hand.gains),
    ]
    whole: dict[str, Value] = {"Showdown": "all", "Dealer hands": total, "Probability": Fraction(1)}
    return Table.of("What the dealer can have", places, columns, total=whole)


def _decision_table(hand: ExplainedHand) -> Table:
    bonuses = letters_in_words(hand.rules, bonus_letters(hand.rules, hand.letters))
    title = f"What each decision is worth, in units of the {hand.rules.unit_name}"
    words = {decision_word(hand.rules, decision): value for decision, value in hand.values.items()}
    return _worth(f"{title}, with {bonuses}" if bonuses else title, words)


def _paid_table(hand: ExplainedHand) -> Table:
    """Return what the other wagers gain; tables that treat the hand alike share a row."""
    alike: dict[PaidLine, list[str]] = {}
    for paid in hand.paid:
        alike.setdefault(replace(paid, letter=""), []).append(paid.letter)
    return Table.of(
        "Bonuses and side bets",
        alike,
        [
            Column("Wager", value=lambda paid: hand.rules.wagers[paid.wager].name),
            Column("Tables", value=lambda paid: " ".join(alike[paid])),
            Column("Line", value=lambda paid: paid.line),
            Column("Gains", SIGNED, lambda paid: paid.net),
            *chance_columns(list(alike), lambda paid: Fraction(paid.count, paid.ways)),
        ],
        merged=1,
    )


def _hand_payload(hand: ExplainedHand, digits: int) -> dict[str, Any]:
    rules, one = hand.rules, hand.situation.hand
    return {
        "game": rules.file.id,
        "cards": [str(card) for card in hand.cards],
        **({"seen": " ".join(map(str, hand.seen))} if hand.seen else {}),
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
        **_early_payload(hand, digits),
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
