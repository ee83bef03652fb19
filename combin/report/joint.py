"""A bet decided together with the Ante, shown: which hands switch at which ratio."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from combin.decimals import decimal, percent
from combin.exact.statement import statement_of
from combin.formats.tables import (
    COUNT,
    EXACT,
    NUMBER,
    PERCENT,
    Column,
    Table,
    as_json,
    exact_columns,
    percents,
)
from combin.formats.view import View
from combin.formatting import counted, money
from combin.jackpot.joint import BreakEven, JointGame, Stage, told_by_classes
from combin.report.strategy import card_tables, cards_table
from combin.report.words import bonus_letters, card_seen, letters_in_words, played_columns

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction

    from combin.exact.strategy import Strategy
    from combin.jackpot.mixes import JointAnswer


BASE_OPTIMUM = "base game optimum"
"""What the best strategy of the base game alone is called beside the joint one."""

_BY_CLASSES = (
    "This is the best strategy by ranks and by how many suits a hand shows; one that looks at which suits "
    "these are may be better."
)


def joint_view(answer: JointAnswer, digits: int = 10) -> View:
    """Return the best strategy with a bet beside an Ante, ready to be shown.

    JSON has the `ratio` of the bet to the Ante with the best strategy in words (`statement`), what each of
    the `strategies` is worth per unit of the Ante or of the bet (`jackpot_return`, whatever the bet is), the
    ratio from which each class of hands is played (`switches`), and the best strategy between these ratios
    (`stages`; `up_to` is null in the last one). Where a card of the dealer's is seen, switches say which, the
    strategy at this ratio stands in `by_card`, and stages have no statements: there can be thousands. The
    records are the strategies.
    """
    joint, ratio, rules = answer.joint, answer.ratio, answer.rules
    strategies = (answer.best, joint.best, *answer.others)
    name, base = rules.wagers[answer.wager].name, rules.unit_name
    tables = {**bonus_letters(rules, answer.letters), answer.wager: joint.table.letter}
    about = f"A {name} wager of {money(answer.stake)} beside an {base} of {money(answer.ante)}"
    lines = (
        f"{about}: a ratio of {ratio}" + (f" ({decimal(ratio, 4)})." if ratio.denominator > 1 else "."),
        answer.statement,
        *([] if told_by_classes(joint.table) or not joint.lost_on_fold else [_BY_CLASSES]),
        *_lines(joint, ratio),
    )
    of_answer = exact_columns("ratio", ratio, digits)
    shown, seen = [joint_returns_table(joint, strategies, ratio)], answer.best.seen
    if seen:
        shown += card_tables(answer.best)
    if joint.break_evens:
        shown.append(switches_by_card_table(joint) if seen else switches_table(joint))
    return View(
        f"{rules.file.title}: strategy with {letters_in_words(rules, tables)}",
        lines,
        tuple(shown),
        lambda: as_json(_payload(answer, shown[0], tables), digits),
        lambda: [
            {"game": rules.file.id, "strategy": record.pop("name"), **of_answer, **record}
            for record in shown[0].records(digits)
        ],
    )


def _lines(joint: JointGame, ratio: Fraction) -> list[str]:
    """Return where this ratio stands among those at which hands switch, and what that depends on."""
    if not joint.lost_on_fold:
        return [f"A fold does not lose the {_called(joint)}, so that the strategy does not depend on it."]
    if not joint.break_evens:
        prize = "jackpot prize" if _is_jackpot(joint) else f"prize of the {_called(joint)}"
        return [f"No hand that the base game folds can win a {prize}, so that the strategy is its own."]
    groups = [
        list(group) for _, group in groupby(joint.break_evens, key=lambda break_even: break_even.returned)
    ]
    first, last = joint.break_evens[0].ratio, joint.break_evens[-1].ratio
    where = "below" if ratio <= first else "above" if ratio > last else "among"
    between = (
        f"This ratio is {where} those at which the strategy changes, {decimal(first, 4)} to "
        f"{decimal(last, 4)}. Below them it is that of the base game; above them every hand that can still "
        "win a prize is played."
    )
    lines = [between]
    lines += [_group_in_words(joint, group) for group in groups if len(groups) <= _MOST_GROUPS]
    if not _is_jackpot(joint):
        return lines
    if joint.meter_matters:
        lines.append(
            "The ratios are those at this meter: a hand that the base game folds can win part of it."
        )
    else:
        lines.append("The meter does not matter: no hand that the base game folds can win part of it.")
    return lines


def _is_jackpot(joint: JointGame) -> bool:
    return joint.table.wager in joint.game.rules.jackpots


def _called(joint: JointGame) -> str:
    wagers = joint.game.rules.wagers
    return "jackpot wager" if _is_jackpot(joint) else f"{wagers[joint.table.wager].name} wager"


_MOST_GROUPS = 4
"""Groups of hands with the same return that are worth a sentence each."""


def _group_in_words(joint: JointGame, group: Sequence[BreakEven]) -> str:
    describe = joint.game.rules.ranking.describe
    name = joint.game.rules.wagers[joint.table.wager].name
    strongest, weakest = (choose(group, key=lambda even: even.hand.strength.level) for choose in (max, min))
    number = _hands(group)
    kind = "hand" if group[0].situation.seen is None else "situation"
    some = (
        describe(found.hand.strength)
        + (f" against {card}" if (card := card_seen(found.situation, joint.game.rules)) else "")
        for found in (strongest, weakest)
    )
    first, last = decimal(group[0].ratio, 4), decimal(group[-1].ratio, 4)
    return (
        f"From {first} {'on' if first == last else f'to {last}'}: {counted(number, kind)} such as "
        f"{' and '.join(dict.fromkeys(some))}, to which the {name} wager returns "
        f"{percent(group[0].returned, 2)} when they are played."
    )


def _hands(group: Sequence[BreakEven]) -> int:
    return sum(break_even.situation.weight for break_even in group)


def joint_returns_table(joint: JointGame, strategies: Sequence[Strategy], ratio: Fraction) -> Table:
    """Return what each strategy makes of the Ante, of the jackpot wager, and of both."""
    least = joint.loss(strategies[0], ratio)
    base, name = _names(joint)
    cost = "Cost: how much more is lost than by the first strategy."
    note = f"What the {name} wager returns holds its stake. {cost}"
    if _is_jackpot(joint):
        note = (
            f"The {name} wager returns prizes, with the meter at {money(joint.meter * joint.unit)}; what it "
            f"adds to the meter is not counted. {cost}"
        )
    return Table.of(
        "What each strategy is worth",
        strategies,
        [
            Column(
                "Strategy",
                value=lambda strategy: BASE_OPTIMUM if strategy is joint.best else strategy.name,
                name="name",
            ),
            *played_columns(joint.game.rules, lambda strategy: strategy),
            Column(f"{base} edge", PERCENT, lambda strategy: strategy.distribution.house_edge, "house_edge"),
            Column(f"{name} returns", PERCENT, joint.bet_return, "jackpot_return"),
            Column(
                f"Loss on both per {base}",
                PERCENT,
                lambda strategy: joint.loss(strategy, ratio),
                "loss_per_ante",
            ),
            Column("Cost", PERCENT, lambda strategy: joint.loss(strategy, ratio) - least),
        ],
        note,
    )


def _names(joint: JointGame) -> tuple[str, str]:
    """Return what the base wager and the bet beside it are called."""
    wagers = joint.game.rules.wagers
    return wagers[joint.game.rules.base].name, wagers[joint.table.wager].name


def switches_table(joint: JointGame) -> Table:
    """Return the ratios from which hands are played, with the hands by the suits that they show."""
    base, name = _names(joint)
    groups = groupby(joint.break_evens, key=lambda break_even: break_even.ratio)
    return Table.of(
        f"From which ratio of {name} wager to {base} hands are played",
        [list(group) for _, group in groups],
        [
            Column("Above ratio", NUMBER, lambda group: group[0].ratio),
            Column("Exactly", EXACT, lambda group: group[0].ratio),
            Column("Hands", COUNT, _hands),
            Column("Wager returns", percents(2), lambda group: group[0].returned),
            Column("Also played", value=lambda group: _by_suits(joint, group)),
        ],
    )


def _by_suits(joint: JointGame, group: Sequence[BreakEven]) -> str:
    """Return hands in words, those together that show the same suits."""
    hands: dict[str, dict[str, None]] = {}
    for break_even in group:
        hand = joint.game.rules.ranking.describe(break_even.hand.strength)
        hands.setdefault(hand, {})[break_even.hand.pattern.value] = None
    suits: dict[str, list[str]] = {}
    for hand, patterns in hands.items():
        suits.setdefault(" or ".join(patterns), []).append(hand)
    return "; ".join(f"{', '.join(names)}: {patterns}" for patterns, names in suits.items())


def switches_by_card_table(joint: JointGame) -> Table:
    """Return for each thing that is seen of the dealer's card from which ratio on hands are played."""
    base, name = _names(joint)
    cards: dict[str, list[BreakEven]] = {}
    for break_even in sorted(joint.break_evens, key=_group_seen):
        cards.setdefault(card_seen(break_even.situation, joint.game.rules), []).append(break_even)

    def returned(card: str) -> str:
        least, most = (choose(found.returned for found in cards[card]) for choose in (min, max))
        return " to ".join(dict.fromkeys((percent(least, 2), percent(most, 2))))

    columns: list[Column[str]] = [
        Column("Card", value=str),
        Column("Situations", COUNT, lambda card: _hands(cards[card])),
        Column("Above ratio", NUMBER, lambda card: cards[card][0].ratio),
        Column("Exactly", EXACT, lambda card: cards[card][0].ratio),
        Column("All above", NUMBER, lambda card: cards[card][-1].ratio),
        Column("Exactly", EXACT, lambda card: cards[card][-1].ratio),
        Column("Wager returns", PERCENT, returned),
    ]
    title = f"From which ratio of {name} wager to {base} folded hands are played, by the dealer's card"
    return Table.of(title, cards, columns)


def _group_seen(break_even: BreakEven) -> int:
    seen = break_even.situation.seen
    return seen.group if seen else 0


def _payload(answer: JointAnswer, strategies: Table, tables: Mapping[str, str]) -> dict[str, Any]:
    joint, ratio = answer.joint, answer.ratio
    describe = joint.game.rules.ranking.describe

    card: Column[BreakEven] = Column(
        None, value=lambda break_even: card_seen(break_even.situation, joint.game.rules), name="dealer_card"
    )
    switches: list[Column[BreakEven]] = [
        Column(None, value=lambda break_even: describe(break_even.hand.strength), name="hand"),
        Column(None, value=lambda break_even: break_even.hand.pattern.value, name="suits"),
        *([card] if answer.best.seen else []),
        Column(None, COUNT, lambda break_even: break_even.situation.weight, "hands"),
        Column(None, EXACT, lambda break_even: break_even.ratio, "ratio"),
        Column(None, EXACT, lambda break_even: break_even.value, "value_of_play"),
        Column(None, EXACT, lambda break_even: break_even.returned, "jackpot_return"),
    ]

    def stage(stage: Stage) -> dict[str, Any]:
        return {
            "above": stage.above,
            "up_to": stage.up_to,
            "hands_played": stage.hands_played,
            **({} if joint.best.seen else {"statement": statement_of(stage.strategy).text}),
        }

    return {
        "game": answer.rules.file.id,
        "tables": tables,
        "ratio": ratio,
        "meter_per_unit_wagered": joint.meter,
        "meter_matters": joint.meter_matters,
        "statement": answer.statement,
        **({"by_card": cards_table(answer.best)} if answer.best.seen else {}),
        "strategies": strategies,
        "switches": Table.of("", joint.break_evens, switches),
        "stages": [*map(stage, joint.stages())],
    }
