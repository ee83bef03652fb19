"""Strategies shown: statement, proof, borderline hands, what others cost; and single hands explained."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby, pairwise
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from msgspec.structs import replace

from combin.exact.base_game import FOLD
from combin.exact.statement import CardStatement, speaks_of_matches, statement_of
from combin.exact.strategy import WAIT
from combin.formats import tables
from combin.formats.tables import COUNT, EXACT, PERCENT, Column, Table, as_json, chance_columns, decimals
from combin.formats.view import View
from combin.formatting import counted, decimal, plain
from combin.report import words
from combin.report.words import DECISION, bonus_letters, card_seen, decision_word, early_word, mean
from combin.words.catalogue import hands_from, load_catalogue, ranks_in_words, seen_in_words
from combin.words.rules import case_words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from combin.cards.suit_classes import HandClass
    from combin.exact.analysis import DecidedHands, StrategyAnswer
    from combin.exact.hand import ComparedHands, ExplainedHand, PaidLine
    from combin.exact.named_strategies import ShortRule
    from combin.exact.statement import Statement
    from combin.exact.strategy import Border, EarlyHand, Margin, Mistake, Strategy
    from combin.formats.tables import Record, Value
    from combin.rules.resolved import Rules

Row = TypeVar("Row")


def strategy_view(answer: StrategyAnswer, digits: int = 10) -> View:
    """Return the best strategy beside others ready to be shown; where asked for, with their mistakes."""
    analysis, others = answer.analysis, answer.others
    rules, best = analysis.rules, analysis.best
    bonuses = words.letters_in_words(rules, bonus_letters(rules, analysis.letters))
    shown = [comparison_table(best, others)]
    common: Record = {"game": rules.file.id, **bonus_letters(rules, analysis.letters)}
    if answer.detailed:
        every = [mistakes_table(other, best) for other in others]
        shown += [table for table in every if len(table.rows) > 1]  # one is that of the sums
    shown += border_tables(best)
    return View(
        f"{rules.file.title}: strategy" + (f" with {bonuses}" if bonuses else ""),
        (statement_of(best).text, *proof_lines(best)),
        tuple(table for table in shown if table.rows),
        lambda: _payload(answer, digits),
        lambda: [common | {"strategy": record.pop("name")} | record for record in shown[0].records(digits)],
    )


def border_tables(best: Strategy) -> list[Table]:
    """Return what is decided by the dealer's card, and the hands at borders, before it is seen too."""
    if not best.seen:
        return [borderline_table(best)]
    by_card = [] if many_ways(best) else [borders_by_card_table(best)]
    return [*card_tables(best), *early_tables(best), *by_card]


MOST_ROWS = 100
"""Rows of what is seen that a page has at most."""


def many_ways(best: Strategy) -> bool:
    """Tell whether a short rule stands in for what is decided by all that can be seen."""
    return len(statement_of(best).by_card) > words.MOST_WAYS


def card_tables(best: Strategy) -> list[Table]:
    """Return what is decided by the dealer's cards; where that is in very many ways, a short rule first."""
    short, table = words.shortened(best, statement_of(best)), cards_table(best)
    if short is None:
        return [table]
    return [short_table(short, best), *([table] if len(table.rows) <= MOST_ROWS else [])]


def short_table(short: ShortRule, best: Strategy) -> Table:
    """Return a short rule, group by group of what is seen."""
    rules, catalogue = best.game.rules, load_catalogue()
    lost = short.strategy.distribution.house_edge - best.distribution.house_edge
    note = (
        f"This rule costs {decimal(100 * lost, 4)}% of the {rules.unit_name} beside the best "
        f"strategy, of which JSON has all {len(statement_of(best).by_card)} parts."
        if lost
        else "No other strategy is better."
    )

    def hands(multiple: int) -> Column[tuple[str, Statement]]:
        def told(group: tuple[str, Statement]) -> str:
            strength = dict(group[1].thresholds).get(multiple)
            return "" if strength is None else hands_from(strength, rules.ranking, catalogue)

        word = decision_word(rules, multiple)
        return Column(f"{word.capitalize()} with", value=told, name=word.replace(" ", "_"))

    columns = [Column[tuple[str, "Statement"]]("Seen", value=lambda group: group[0], name="seen")]
    columns += map(hands, sorted(rules.later, reverse=True))
    groups = words.groups_named(short, rules, catalogue)
    return Table.of("A short rule by what is seen", groups, columns, note)


def proof_lines(strategy: Strategy) -> tuple[str, ...]:
    """Return, for each decision in use, the sentence that no hand decided so prefers another decision."""
    rules, lines = strategy.game.rules, []

    def proof(hands: str, word: str, closest: str, gain: Fraction, when: str = "") -> str:
        costs = f"costs {decimal(gain, 6)} times the {rules.unit_name}" if gain else "is worth the same"
        return (
            f"Proof: {when}no other decision is better for any of the {hands} to {word}; it comes closest "
            f"for {closest}, where it {costs}."
        )

    for decision in sorted({hand.decision for hand in strategy.early}, reverse=True):
        hands = [hand for hand in strategy.early if hand.decision == decision]
        if gains := [(gain, place) for place, hand in enumerate(hands) if (gain := hand.gain) is not None]:
            gain, place = min(gains)
            number = counted(sum(hand.hand.weight for hand in hands), "hand")
            closest = f"{_hand(strategy, hands[place])} ({hands[place].hand.told})"
            lines.append(proof(number, early_word(rules, decision), closest, gain, "before a card is seen "))
    for margin in strategy.tightest().values():
        seen = card_seen(margin.situation, rules)
        number = counted(strategy.hands_by_decision[margin.decision], "situation" if seen else "hand")
        closest = f"{_hand(strategy, margin)} ({margin.hand.told}){seen and f' against {seen}'}"
        lines.append(proof(number, decision_word(rules, margin.decision), closest, margin.gain))
    return tuple(lines)


def comparison_table(best: Strategy, others: Sequence[Strategy]) -> Table:
    """Return the best strategy and others with their edges, and what each costs beside the best."""
    least, edge = best.distribution.house_edge, attrgetter("distribution.house_edge")
    columns: list[Column[Strategy]] = [
        Column("Strategy", value=attrgetter("name"), name="name"),
        Column(None, value=lambda strategy: statement_of(strategy).text, name="statement"),
        *words.played_columns(best.game.rules, lambda strategy: strategy),
        Column("House edge", PERCENT, edge, "house_edge"),
        Column("Exact edge", EXACT, edge),
        Column("Element of risk", PERCENT, attrgetter("distribution.element_of_risk"), "element_of_risk"),
        Column("Cost", PERCENT, lambda strategy: edge(strategy) - least, "cost"),
    ]
    note = "Cost: how much higher the house edge is than under the best strategy."
    return Table.of(f"{best.game.rules.base_name} by strategy", [best, *others], columns, note)


class _Borders(NamedTuple):
    """Classes of hands beside a border: some of one strength, or the `whole` of it."""

    borders: Sequence[Border]
    whole: bool = False

    @property
    def hands(self) -> int:
        return sum(border.situation.weight for border in self.borders)

    def value(self, choice: int) -> Fraction | None:
        """Return what a decision is worth in the mean; None where it is not allowed."""
        if choice not in dict(self.borders[0].values):
            return None
        return mean((dict(border.values)[choice], border.situation.weight) for border in self.borders)


def _value_columns(rules: Rules) -> list[Column[_Borders]]:
    def value(choice: int) -> Column[_Borders]:
        heading = f"Value of {decision_word(rules, choice)}"
        return Column(heading, decimals(6), lambda borders: borders.value(choice))

    return [value(choice) for choice in sorted(rules.later, reverse=True)]


def borderline_table(strategy: Strategy) -> Table:
    """Return the value of each decision for the hands beside a border, by suit pattern and in the mean.

    Of four cards by the one that does not count, and by the decision.
    """
    rules, of_four = strategy.game.rules, strategy.game.rules.ranking.dealt > 3
    rows: list[_Borders] = []
    for _, group in groupby(strategy.borders(), key=lambda border: border.hand.strength):
        borders = list(group)
        # In a deck that lacks some cards several classes have one pattern, and are often worth the same.
        alike: dict[object, list[Border]] = {}
        for border in borders:
            own = (border.hand.pattern, border.hand.suit, border.values)
            alike.setdefault((border.hand.beside, border.decision) if of_four else own, []).append(border)
        rows += [*map(_Borders, alike.values()), _Borders(borders, whole=True)]

    def decided(row: _Borders) -> str:
        return "" if row.whole else decision_word(rules, row.borders[0].decision)

    def values(row: _Borders) -> dict[str, Fraction | None]:
        return {decision_word(rules, choice): row.value(choice) for choice, _ in row.borders[0].values}

    def which(row: _Borders) -> str:
        hand = row.borders[0].hand
        named = hand.pattern.value if hand.beside is None else rules.deck.rank_names[hand.beside]
        return "all" if row.whole else named

    columns: list[Column[_Borders]] = [
        Column("Hand", value=lambda row: _hand(strategy, row.borders[0]), name="hand"),
        Column("Beside" if of_four else "Suits", value=which, name="beside" if of_four else "suits"),
        Column("Hands", COUNT, lambda row: row.hands, "hands"),
        *_card_columns(strategy, lambda row: row.borders[0]),
        *_value_columns(rules),
        Column("Decision", DECISION, decided, "decision"),
        Column(None, value=values, name="values"),
    ]
    fold = plain(rules.fold_nets)
    note = f"Values are expected net results in units of the {rules.unit_name}; a fold is worth {fold}."
    table = Table.of("Borderline hands", rows, columns, note, merged=1)
    return replace(table, sums=tuple(number for number, row in enumerate(rows) if row.whole))


MOST_NAMED = 13
"""Things seen that are named one by one where all others are decided in some other way."""


def cards_table(strategy: Strategy) -> Table:
    """Return the strategy by the dealer's card that is seen: the whole statement for each."""
    said = statement_of(strategy)
    found = said.by_card
    if said.early is not None:
        found = (CardStatement((), said.early), *found)
    rules = strategy.game.rules
    # Of very many ways that are decided alike it is enough to say that they are all others.
    most = max((len(by_card.ranks) for by_card in found), default=0)
    others = [by_card for by_card in found if len(by_card.ranks) == most > MOST_NAMED][:1]

    def seen(by_card: CardStatement) -> str:
        if by_card in others:
            return f"all {most} others"
        return seen_in_words(by_card.ranks, rules) or "not yet seen"

    columns: list[Column[CardStatement]] = [
        Column("Card", value=seen, name="dealer_card"),
        Column("Strategy", value=attrgetter("statement.text"), name="statement"),
    ]
    title = "By the dealer's card" if rules.file.deal.face_up == 1 else "By the dealer's cards"
    rows = [*(by_card for by_card in found if by_card not in others), *others]
    note = load_catalogue()("statement.matches") if speaks_of_matches(found) else ""
    return Table.of(title, rows, columns, note)


def early_tables(strategy: Strategy) -> tuple[Table, ...]:
    """Return the value of each decision before a card is seen for the hands at the border, if any."""
    rules, hands = strategy.game.rules, strategy.early
    near = {
        level
        for below, above in pairwise(hands)
        if below.decision != above.decision
        for level in (below.hand.strength.level, above.hand.strength.level)
    }
    rows = [one for one in reversed(hands) if one.hand.strength.level in near]

    def value(decision: int) -> Column[EarlyHand]:
        heading = f"Value of {early_word(rules, decision)}"
        return Column(heading, decimals(6), lambda hand: hand.values.get(decision))

    columns: list[Column[EarlyHand]] = [
        Column("Hand", value=lambda hand: _hand(strategy, hand), name="hand"),
        Column("Suits", value=lambda hand: hand.hand.pattern.value, name="suits"),
        Column("Hands", COUNT, attrgetter("hand.weight"), "hands"),
        *map(value, (*sorted(rules.early, reverse=True), WAIT)),
        Column("Decision", DECISION, lambda hand: early_word(rules, hand.decision), "decision"),
    ]
    return (Table.of("Borderline hands before a card is seen", rows, columns, merged=1),) if rows else ()


def borders_by_card_table(strategy: Strategy) -> Table:
    """Return the value of each decision for the strengths beside each border, for each card seen."""
    rules = strategy.game.rules

    def decided(row: _Borders) -> str:
        return " or ".join(dict.fromkeys(decision_word(rules, border.decision) for border in row.borders))

    columns: list[Column[_Borders]] = [
        Column("Card", value=lambda row: card_seen(row.borders[0].situation, rules)),
        Column("Hand", value=lambda row: _hand(strategy, row.borders[0])),
        *_value_columns(rules),
        Column("Decision", DECISION, decided),
    ]
    groups = groupby(
        strategy.borders(1), lambda border: (card_seen(border.situation, rules), border.hand.strength.level)
    )
    rows = [_Borders(list(group)) for _, group in groups]
    fold = plain(rules.fold_nets)
    note = f"Values are means over suits, in units of the {rules.unit_name}; a fold is worth {fold}."
    return Table.of("Borderline hands", rows, columns, note, merged=1)


def _card_columns(strategy: Strategy, place: Callable[[Row], Margin | Border | Mistake]) -> list[Column[Row]]:
    """Return the dealer's card for programs, where one is seen."""
    card = Column[Row](
        None, value=lambda row: card_seen(place(row).situation, strategy.game.rules), name="dealer_card"
    )
    return [card] if strategy.seen else []


def mistakes_table(other: Strategy, best: Strategy) -> Table:
    """Return hand by hand what the wrong decisions of a strategy cost, the dearest first."""
    groups: dict[tuple[int, int, int, bool], list[Mistake]] = {}
    for mistake in other.mistakes(best, together=True):
        seen = mistake.situation.seen is not None
        key = (mistake.hand.strength.level, mistake.decision, mistake.best, seen)
        groups.setdefault(key, []).append(mistake)
    return _mistakes(other, best, sorted(groups.values(), key=lambda mistakes: -_in_all(mistakes)))


def _mistakes(other: Strategy, best: Strategy, groups: Sequence[Sequence[Mistake]]) -> Table:
    """Return what mistakes cost, some of one strength together; programs are given them one by one."""
    rules = best.game.rules

    def each_time(mistakes: Sequence[Mistake]) -> Fraction:
        return mean((mistake.per_hand, mistake.situation.weight) for mistake in mistakes)

    def word(mistake: Mistake, decision: int) -> str:
        early = best.seen and mistake.situation.seen is None
        return (early_word if early else decision_word)(rules, decision)

    where = _cards if best.seen else _suits
    number = "Situations" if best.seen else "Hands"
    every = [mistake for mistakes in groups for mistake in mistakes]
    columns: list[Column[Sequence[Mistake]]] = [
        Column("Hand", value=lambda mistakes: _hand(best, mistakes[0]), name="hand"),
        Column("Dealer's card" if best.seen else "Suits", value=lambda mistakes: where(best, mistakes)),
        Column(None, value=lambda mistakes: mistakes[0].hand.pattern.value, name="suits"),
        Column(number, COUNT, _hands, "hands"),
        *_card_columns(best, lambda mistakes: mistakes[0]),
        Column("Played", DECISION, lambda mistakes: word(mistakes[0], mistakes[0].decision), "does"),
        Column("Optimal", DECISION, lambda mistakes: word(mistakes[0], mistakes[0].best), "better"),
        Column("Cost per hand", decimals(6), each_time, "cost_per_hand"),
        Column("Part of house edge", PERCENT, _in_all, "part_of_edge"),
    ]
    return Table.of(
        f"What '{other.name}' costs",
        groups,
        columns,
        f"Cost per hand: in units of the {rules.unit_name}.",
        total={"Hand": "all", number: _hands(every), "Part of house edge": _in_all(every)},
    )


def _hands(mistakes: Sequence[Mistake]) -> int:
    return sum(mistake.situation.weight for mistake in mistakes)


def _suits(best: Strategy, mistakes: Sequence[Mistake]) -> str:
    """Return the suit patterns of the hands of one strength, "all" if it has no others."""
    if _hands(mistakes) == mistakes[0].hand.strength.count:
        return "all"
    beside = {mistake.hand.beside for mistake in mistakes if mistake.hand.beside is not None}
    if beside:
        return f"with {ranks_in_words(sorted(beside), best.game.rules.ranking, load_catalogue())}"
    return ", ".join(dict.fromkeys(mistake.hand.pattern.value for mistake in mistakes))


def _cards(strategy: Strategy, mistakes: Sequence[Mistake]) -> str:
    """Return the dealer's cards with which hands of one strength are decided so."""
    ranks = {rank for mistake in mistakes if mistake.situation.seen for rank in mistake.situation.seen.ranks}
    return seen_in_words(sorted(ranks), strategy.game.rules) or "not yet seen"


def _in_all(mistakes: Sequence[Mistake]) -> Fraction:
    return sum((mistake.in_all for mistake in mistakes), Fraction(0))


def _hand(strategy: Strategy, place: Margin | Border | Mistake | EarlyHand) -> str:
    return strategy.game.rules.ranking.describe(place.hand.strength)


def _payload(answer: StrategyAnswer, digits: int) -> dict[str, Any]:
    rules, best = answer.analysis.rules, answer.analysis.best
    followed, *figures = comparison_table(best, answer.others).objects(digits)
    if answer.detailed:
        for other, entry in zip(answer.others, figures, strict=True):
            mistakes = [[mistake] for mistake in other.mistakes(best)]
            entry["mistakes"] = _mistakes(other, best, mistakes).objects(digits)
    early = early_tables(best)
    return {
        "game": rules.file.id,
        "tables": bonus_letters(rules, answer.analysis.letters),
        "strategy": followed,
        "proof": [
            {
                "decision": decision_word(rules, margin.decision),
                "hand": _hand(best, margin),
                "suits": margin.hand.pattern.value,
                **({"dealer_card": card_seen(margin.situation, rules)} if best.seen else {}),
                "gain": as_json(margin.gain, digits),
            }
            for margin in best.tightest().values()
        ],
        "borderline": [] if many_ways(best) else borderline_table(best).objects(digits),
        **({"early": early[0].objects(digits)} if early else {}),
        **({"by_card": cards_table(best).objects(digits)} if best.seen else {}),
        "others": figures,
    }


def hands_view(hands: DecidedHands, digits: int = 10) -> View:
    """Return every hand with its decision and the EV of each, ready to be shown."""
    strategy, rules = hands.strategy, hands.rules
    game, cards = strategy.game, rules.deck.cards
    values = [dict(game.expectations(index)) for index in range(len(strategy.decisions))]

    def expected(decision: int) -> Column[tuple[HandClass, int, int]]:
        word = decision_word(rules, decision)
        name = f"ev_{word.replace(' ', '_')}"
        return Column(f"EV of {word}", decimals(6), lambda row: values[row[1]].get(decision), name)

    columns: list[Column[tuple[HandClass, int, int]]] = [
        Column("Cards", value=lambda row: " ".join(str(cards[card]) for card in row[0].cards), name="cards"),
        Column("Hand", value=lambda row: rules.ranking.describe(row[0].strength), name="hand"),
        Column(None, value=lambda row: row[0].strength.category.value, name="category"),
        Column("Suits", value=lambda row: row[0].told, name="suits"),
        Column(None, COUNT, lambda row: row[0].strength.level + 1, "strength"),
        Column("Class", COUNT, lambda row: game.matchups.numbers[row[1]] + 1, "class"),
        Column("Hands", COUNT, lambda row: row[2], "hands"),
        Column(
            "Decision", DECISION, lambda row: decision_word(rules, strategy.decisions[row[1]]), "decision"
        ),
        *map(expected, sorted({*rules.later, FOLD})),
    ]

    def seen(row: tuple[HandClass, int, int]) -> str:
        matchup = game.matchups[row[1]]
        if matchup.seen is None or matchup.seen.card is None:
            return card_seen(matchup, rules)
        rank, suit = divmod(matchup.seen.card, len(rules.deck.suits))
        return f"{rules.deck.ranks[rank].symbol}{rules.deck.suits[suit].symbol}"

    columns[6:6] = [Column("Card", value=seen, name="dealer_card")] * strategy.seen
    table = Table.of("", hands, columns)
    unit = f"EV: expected net result in units of the {rules.unit_name}."
    return View(
        f"{rules.file.title}: every hand",
        (statement_of(strategy).text, unit),
        (table,),
        lambda: {"game": rules.file.id, "hands": table.objects(digits)},
        lambda: table.records(digits, game=rules.file.id),
    )


# -- single hands --------------------------------------------------------------------------------------


def hand_view(hand: ExplainedHand, digits: int = 10) -> View:
    """Return a hand ready to be shown."""
    rules, early = hand.rules, hand.early
    glyphs = " ".join(card.glyph for card in hand.cards)
    glyphs += f" against {' '.join(card.glyph for card in hand.seen)}" if hand.seen else ""
    values = {decision_word(rules, decision): value for decision, value in hand.values.items()}
    bonuses = words.letters_in_words(rules, bonus_letters(rules, hand.letters))
    title = f"What each decision is worth, in units of the {rules.unit_name}"
    shown = [] if rules.alone else [_dealer_table(hand)]
    shown.append(_worth(f"{title}, with {bonuses}" if bonuses else title, values))
    lines = [_strength_line(hand)]
    if early is not None:
        values_before = {early_word(rules, decision): value for decision, value in early.values.items()}
        shown.append(_worth("What each decision is worth before a card is seen", values_before))
        if early.gain is not None:
            worth = f"worth {decimal(early.gain, 6)} times the {rules.unit_name} more than any other"
            lines.append(f"Before a card is seen: {early_word(rules, early.decision)}, {worth}.")
    if rules.play:
        lines.append(_decision_line(hand))
    if hand.paid:
        shown.append(_paid_table(hand))
    return View(
        f"{glyphs} in {rules.file.title}",
        tuple(lines),
        tuple(shown),
        lambda: as_json(_hand_payload(hand, values), digits),
        lambda: _dealer_table(hand).records(digits, game=rules.file.id, cards=" ".join(map(str, hand.cards))),
    )


def compared_view(compared: ComparedHands, _: int = 10) -> View:
    """Return several hands compared, the highest first, ready to be shown."""
    strengths, describe = compared.strengths, compared.rules.ranking.describe
    best = [str(number + 1) for number in compared.highest]
    which = f"hand {best[0]}" if len(best) == 1 else f"hands {' and '.join(best)}, which tie"

    def beaten_by(number: int) -> list[int]:
        return [other + 1 for other in compared.beaten_by[number]]

    def cards(number: int) -> str:
        return " ".join(card.glyph for card in compared.hands[number])

    order = sorted(range(len(strengths)), key=lambda number: -strengths[number].level)
    columns: list[Column[int]] = [
        Column("Hand", COUNT, lambda number: number + 1, "hand"),
        Column("Cards", value=cards, name="cards"),
        Column("It is", value=lambda number: describe(strengths[number]), name="is"),
        Column("Strength", COUNT, lambda number: strengths[number].level + 1, "strength"),
        Column("Beaten by", value=lambda number: ", ".join(map(str, beaten_by(number))), name="beaten_by"),
    ]
    table = Table.of("", order, columns)
    return View(
        f"{len(compared.hands)} hands in {compared.rules.file.title}",
        (f"Highest: {which}." if best else "Each hand is beaten by another one: none is the highest.",),
        (table,),
        lambda: {
            "game": compared.rules.file.id,
            "highest": [number + 1 for number in compared.highest],
            "hands": [
                row | {"cards": " ".join(map(str, compared.hands[number])), "beaten_by": beaten_by(number)}
                for row, number in zip(table.objects(0), order, strict=True)
            ],
        },
        lambda: table.records(0, game=compared.rules.file.id),
    )


def _strength_line(hand: ExplainedHand) -> str:
    ranking, own = hand.rules.ranking, hand.situation.hand
    described, category = ranking.describe(own.strength), own.strength.category.value
    what = described if category in described else f"{described} ({category})"
    others = sum(strength.count for strength in ranking.strengths) - 1
    return (
        f"{what}, {own.told}. Of the {counted(others, 'other hand')} {hand.better:,} are stronger "
        f"and {hand.equal:,} equal; its strength is number {own.strength.level + 1:,} of "
        f"{len(ranking.strengths):,}, from the weakest up."
    )


def _decision_line(hand: ExplainedHand) -> str:
    rules, best = hand.rules, hand.values[hand.best]
    if len(hand.values) == 1:
        return f"The only decision: {decision_word(rules, hand.best)}."
    gain = best - max(value for decision, value in hand.values.items() if decision != hand.best)
    others = "the other" if len(hand.values) == 2 else "any other"
    worth = f"worth {decimal(gain, 6)} times the {rules.unit_name} more than {others}"
    when = "Having waited, the best decision" if hand.early is not None else "Best decision"
    how_much = worth if gain else "though another is worth the same"
    return f"{when}: {decision_word(rules, hand.best)}, {how_much}."


def _worth(title: str, values: Mapping[str, Fraction]) -> Table:
    """Return what decisions are worth, by their words."""
    columns = (Column[str]("Decision", DECISION), Column[str]("Value", decimals(6)))
    rows = tuple((word, value, value) for word, value in values.items())
    return Table(title, (*columns, Column[str]("Exact value", EXACT)), rows)


def _dealer_table(hand: ExplainedHand) -> Table:
    rules, counts, total = hand.rules, hand.situation.counts, hand.situation.deals
    places, catalogue = range(len(rules.cases)), load_catalogue()

    def gains(name: str) -> Column[int]:
        return Column(f"{rules.wagers[name].name} gains", tables.SIGNED, lambda case: hand.gains[name][case])

    columns: list[Column[int]] = [
        Column("Showdown", value=lambda place: case_words(rules, rules.cases[place], catalogue, "cells")),
        Column(None, value=lambda place: rules.cases[place], name="case"),
        Column("Dealer hands", COUNT, lambda place: counts[place], "dealer_hands"),
        *chance_columns(places, lambda place: Fraction(counts[place], total)),
        *map(gains, hand.gains),
    ]
    whole: dict[str, Value] = {"Showdown": "all", "Dealer hands": total, "Probability": Fraction(1)}
    return Table.of("Dealer outcomes", places, columns, total=whole)


def _paid_table(hand: ExplainedHand) -> Table:
    """Return what the other wagers gain; tables that treat the hand alike share a row."""
    letters: dict[PaidLine, list[str]] = {}
    for paid in hand.paid:
        letters.setdefault(replace(paid, letter=""), []).append(paid.letter)
    columns: list[Column[PaidLine]] = [
        Column("Wager", value=lambda paid: hand.rules.wagers[paid.wager].name),
        Column("Tables", value=lambda paid: " ".join(letters[paid])),
        Column("Line", value=lambda paid: paid.line),
        Column("Gains", tables.SIGNED, lambda paid: paid.net),
        *chance_columns(list(letters), lambda paid: Fraction(paid.count, paid.ways)),
    ]
    return Table.of("Bonuses and side bets", letters, columns, merged=1)


def _hand_payload(hand: ExplainedHand, values: Mapping[str, Fraction]) -> dict[str, Any]:
    """Return what JSON says, its exact values as they are."""
    rules, own, early = hand.rules, hand.situation.hand, hand.early
    before = {}
    if early is not None:
        of_early = {early_word(rules, decision): value for decision, value in early.values.items()}
        before["before_a_card_is_seen"] = {"values": of_early, "best": early_word(rules, early.decision)}
    return {
        "game": rules.file.id,
        "cards": [str(card) for card in hand.cards],
        **({"seen": " ".join(map(str, hand.seen))} if hand.seen else {}),
        "tables": bonus_letters(rules, hand.letters),
        "category": own.strength.category.value,
        "hand": rules.ranking.describe(own.strength),
        "suits": own.pattern.value,
        "strength": own.strength.level + 1,
        "strengths": len(rules.ranking.strengths),
        "better": hand.better,
        "equal": hand.equal,
        "dealer": dict(zip(rules.cases, hand.situation.counts, strict=True)),
        "values": values,
        "best": decision_word(rules, hand.best),
        **before,
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
