"""Strategies shown: statement, proof, borderline hands, what others cost."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from msgspec.structs import replace

from combin.decimals import decimal, plain
from combin.exact.statement import (
    MATCHES,
    SOME_SUITS,
    CardStatement,
    ranks_in_words,
    seen_in_words,
    statement_of,
)
from combin.exact.strategy import WAIT
from combin.formats.tables import (
    COUNT,
    EXACT,
    PERCENT,
    Column,
    Record,
    Table,
    decimals,
    exact_json,
)
from combin.formats.view import View
from combin.formatting import counted
from combin.report.words import (
    DECISION,
    MOST_WAYS,
    bonus_letters,
    card_seen,
    decision_word,
    early_word,
    groups_named,
    letters_in_words,
    mean,
    played_columns,
    shortened,
)
from combin.words.catalogue import hands_from, load_catalogue

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from combin.exact.analysis import Analysis, StrategyAnswer
    from combin.exact.short_rule import ShortRule
    from combin.exact.statement import Statement
    from combin.exact.strategy import Border, EarlyHand, Margin, Mistake, Strategy

Row = TypeVar("Row")


def strategy_view(answer: StrategyAnswer, digits: int = 10) -> View:
    """Return the best strategy beside others ready to be shown; where asked for, with their mistakes."""
    analysis, others = answer.analysis, answer.others
    rules, best = analysis.rules, analysis.best
    bonuses = letters_in_words(rules, bonus_letters(rules, analysis.letters))
    tables = [comparison_table(best, others)]
    common: Record = {"game": rules.file.id, **bonus_letters(rules, analysis.letters)}
    if answer.detailed:
        every = [mistakes_table(other, best) for other in others]
        tables += [table for table in every if len(table.rows) > 1]  # one is that of the sums
    tables += border_tables(best)
    return View(
        f"{rules.file.title}: strategy" + (f" with {bonuses}" if bonuses else ""),
        (statement_of(best).text, *proof_lines(best)),
        tuple(table for table in tables if table.rows),
        lambda: _payload(analysis, others, detailed=answer.detailed, digits=digits),
        lambda: [common | {"strategy": record.pop("name")} | record for record in tables[0].records(digits)],
    )


def border_tables(best: Strategy) -> list[Table]:
    """Return what is decided by the dealer's card, and the hands at borders, before it is seen too."""
    if not best.seen:
        return [borderline_table(best)]
    if many_ways(best):
        return [*card_tables(best), *early_tables(best)]
    return [cards_table(best), *early_tables(best), borders_by_card_table(best)]


MOST_ROWS = 100
"""Rows of what is seen that a page has at most."""


def many_ways(best: Strategy) -> bool:
    """Tell whether a short rule stands in for what is decided by all that can be seen."""
    return len(statement_of(best).by_card) > MOST_WAYS


def card_tables(best: Strategy) -> list[Table]:
    """Return what is decided by the dealer's cards; where that is in very many ways, a short rule first."""
    short, table = shortened(best, statement_of(best)), cards_table(best)
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

    return Table.of(
        "A short rule by what is seen",
        list(groups_named(short, rules, catalogue)),
        [
            Column("Seen", value=lambda group: group[0], name="seen"),
            *map(hands, sorted(rules.later, reverse=True)),
        ],
        note,
    )


def proof_lines(strategy: Strategy) -> tuple[str, ...]:
    """Return, for each decision in use, the sentence that no hand decided so prefers another decision."""
    base = strategy.game.rules.unit_name
    lines = list(_early_proof(strategy))
    for margin in strategy.tightest().values():
        kind = "hand" if margin.situation.seen is None else "situation"
        hands = counted(strategy.hands_by_decision[margin.decision], kind)
        hand = f"{_hand(strategy, margin)} ({margin.hand.told})"
        if margin.situation.seen is not None:
            hand += f" against {card_seen(margin.situation, strategy.game.rules)}"
        word = decision_word(strategy.game.rules, margin.decision)
        costs = f"costs {decimal(margin.gain, 6)} times the {base}" if margin.gain else "is worth the same"
        lines.append(
            f"Proof: no other decision is better for any of the {hands} to {word}; it comes closest for "
            f"{hand}, where it {costs}."
        )
    return tuple(lines)


def _early_proof(strategy: Strategy) -> Iterator[str]:
    """Yield for each decision before a card is seen the sentence that no hand decided so prefers another."""
    rules = strategy.game.rules
    for decision in sorted({one.decision for one in strategy.early}, reverse=True):
        hands = [one for one in strategy.early if one.decision == decision]
        gains = [(gain, place) for place, one in enumerate(hands) if (gain := one.gain) is not None]
        if not gains:
            continue
        gain, place = min(gains)
        closest = hands[place].hand
        hand = f"{rules.ranking.describe(closest.strength)} ({closest.told})"
        number = counted(sum(one.hand.weight for one in hands), "hand")
        yield (
            f"Proof: before a card is seen no other decision is better for any of the {number} to "
            f"{early_word(rules, decision)}; it comes closest for {hand}, where it costs "
            f"{decimal(gain, 6)} times the {rules.unit_name}."
        )


def comparison_table(best: Strategy, others: Sequence[Strategy]) -> Table:
    """Return the best strategy and others with their edges, and what each costs beside the best."""
    least = best.distribution.house_edge
    return Table.of(
        f"{best.game.rules.base_name} by strategy",
        [best, *others],
        [
            Column("Strategy", value=lambda strategy: strategy.name, name="name"),
            Column(None, value=lambda strategy: statement_of(strategy).text, name="statement"),
            *played_columns(best.game.rules, lambda strategy: strategy),
            Column("House edge", PERCENT, lambda strategy: strategy.distribution.house_edge, "house_edge"),
            Column("Exact edge", EXACT, lambda strategy: strategy.distribution.house_edge),
            Column(
                "Element of risk",
                PERCENT,
                lambda strategy: strategy.distribution.element_of_risk,
                "element_of_risk",
            ),
            Column("Cost", PERCENT, lambda strategy: strategy.distribution.house_edge - least, "cost"),
        ],
        "Cost: how much higher the house edge is than under the best strategy.",
    )


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


def _value_columns(strategy: Strategy) -> list[Column[_Borders]]:
    def value(choice: int) -> Column[_Borders]:
        heading = f"Value of {decision_word(strategy.game.rules, choice)}"
        return Column(heading, decimals(6), lambda borders: borders.value(choice))

    return [value(choice) for choice in sorted(strategy.game.rules.later, reverse=True)]


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
        beside = row.borders[0].hand.beside
        if row.whole or beside is None:
            return "all" if row.whole else row.borders[0].hand.pattern.value
        return rules.deck.rank_names[beside]

    columns: list[Column[_Borders]] = [
        Column("Hand", value=lambda row: _hand(strategy, row.borders[0]), name="hand"),
        Column("Beside" if of_four else "Suits", value=which, name="beside" if of_four else "suits"),
        Column("Hands", COUNT, lambda row: row.hands, "hands"),
        *_card_columns(strategy, lambda row: row.borders[0]),
        *_value_columns(strategy),
        Column("Decision", DECISION, decided, "decision"),
        Column(None, value=values, name="values"),
    ]
    fold = plain(rules.fold_nets)
    note = f"Values are expected net results in units of the {rules.unit_name}; a fold is worth {fold}."
    table = Table.of("Hands at the border", rows, columns, note, merged=1)
    return replace(table, sums=tuple(number for number, row in enumerate(rows) if row.whole))


MOST_NAMED = 13
"""Things seen that are named one by one where all others are decided in some other way."""


def cards_table(strategy: Strategy) -> Table:
    """Return the strategy by the dealer's card that is seen: the whole statement for each."""
    said = statement_of(strategy)
    found = said.by_card
    if said.early is not None:
        found = (CardStatement((), said.early), *found)
    matching = any(
        hand.when not in {"", SOME_SUITS} for by_card in found for hand in by_card.statement.exceptions
    )
    rules = strategy.game.rules
    # Of very many ways that are decided alike it is enough to say that they are all others.
    most = max((len(by_card.ranks) for by_card in found), default=0)
    others = [by_card for by_card in found if len(by_card.ranks) == most > MOST_NAMED][:1]

    def seen(by_card: CardStatement) -> str:
        if by_card in others:
            return f"all {most} others"
        return seen_in_words(by_card.ranks, rules) or "not yet seen"

    return Table.of(
        "By the dealer's card" if rules.file.deal.face_up == 1 else "By the dealer's cards",
        [*(by_card for by_card in found if by_card not in others), *others],
        [
            Column("Card", value=seen, name="dealer_card"),
            Column("Strategy", value=lambda by_card: by_card.statement.text, name="statement"),
        ],
        MATCHES if matching else "",
    )


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
        Column("Hand", value=lambda hand: rules.ranking.describe(hand.hand.strength), name="hand"),
        Column("Suits", value=lambda hand: hand.hand.pattern.value, name="suits"),
        Column("Hands", COUNT, lambda hand: hand.hand.weight, "hands"),
        *map(value, (*sorted(rules.early, reverse=True), WAIT)),
        Column("Decision", DECISION, lambda hand: early_word(rules, hand.decision), "decision"),
    ]
    return (Table.of("Hands at the border before a card is seen", rows, columns, merged=1),) if rows else ()


def borders_by_card_table(strategy: Strategy) -> Table:
    """Return the value of each decision for the strengths beside each border, for each card seen."""
    rules = strategy.game.rules

    def key(border: Border) -> tuple[str, int]:
        return card_seen(border.situation, strategy.game.rules), border.hand.strength.level

    def decided(row: _Borders) -> str:
        return " or ".join(dict.fromkeys(decision_word(rules, border.decision) for border in row.borders))

    note = f"Values are means over suits, in units of the {rules.unit_name}; "
    columns: list[Column[_Borders]] = [
        Column("Card", value=lambda row: card_seen(row.borders[0].situation, strategy.game.rules)),
        Column("Hand", value=lambda row: _hand(strategy, row.borders[0])),
        *_value_columns(strategy),
        Column("Decision", DECISION, decided),
    ]
    return Table.of(
        "Hands at the border",
        [_Borders(list(group)) for _, group in groupby(strategy.borders(1), key=key)],
        columns,
        f"{note}a fold is worth {plain(rules.fold_nets)}.",
        merged=1,
    )


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
        Column("Does", DECISION, lambda mistakes: word(mistakes[0], mistakes[0].decision), "does"),
        Column("Better", DECISION, lambda mistakes: word(mistakes[0], mistakes[0].best), "better"),
        Column("Cost each time", decimals(6), each_time, "cost_per_hand"),
        Column("Part of house edge", PERCENT, _in_all, "part_of_edge"),
    ]
    return Table.of(
        f"What '{other.name}' costs",
        groups,
        columns,
        f"Cost each time: in units of the {rules.unit_name}.",
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
        return f"with {ranks_in_words(sorted(beside), best.game.rules.ranking)}"
    return ", ".join(dict.fromkeys(mistake.hand.pattern.value for mistake in mistakes))


def _cards(strategy: Strategy, mistakes: Sequence[Mistake]) -> str:
    """Return the dealer's cards with which hands of one strength are decided so."""
    ranks = {rank for mistake in mistakes if mistake.situation.seen for rank in mistake.situation.seen.ranks}
    return seen_in_words(sorted(ranks), strategy.game.rules) or "not yet seen"


def _in_all(mistakes: Sequence[Mistake]) -> Fraction:
    return sum((mistake.in_all for mistake in mistakes), Fraction(0))


def _hand(strategy: Strategy, place: Margin | Border | Mistake) -> str:
    return strategy.game.rules.ranking.describe(place.hand.strength)


def _payload(
    analysis: Analysis, others: Sequence[Strategy], *, detailed: bool, digits: int
) -> dict[str, Any]:
    rules, best = analysis.rules, analysis.best
    followed, *figures = comparison_table(best, others).objects(digits)
    if detailed:
        for other, entry in zip(others, figures, strict=True):
            mistakes = [[mistake] for mistake in other.mistakes(best)]
            entry["mistakes"] = _mistakes(other, best, mistakes).objects(digits)
    return {
        "game": rules.file.id,
        "tables": bonus_letters(rules, analysis.letters),
        "strategy": followed,
        "proof": [
            {
                "decision": decision_word(rules, margin.decision),
                "hand": _hand(best, margin),
                "suits": margin.hand.pattern.value,
                **({"dealer_card": card_seen(margin.situation, best.game.rules)} if best.seen else {}),
                "gain": exact_json(margin.gain, digits),
            }
            for margin in best.tightest().values()
        ],
        "borderline": [] if many_ways(best) else borderline_table(best).objects(digits),
        **({"early": early_tables(best)[0].objects(digits)} if early_tables(best) else {}),
        **({"by_card": cards_table(best).objects(digits)} if best.seen else {}),
        "others": figures,
    }
