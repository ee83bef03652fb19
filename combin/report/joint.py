"""A bet decided together with the Ante, shown: which hands switch at which ratio."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from combin.decimals import decimal, percent
from combin.exact.statement import ranks_in_words, statement_of
from combin.formats.columns import Record, exact_columns, exact_json
from combin.formats.tables import Table
from combin.formats.view import View
from combin.formatting import counted, money
from combin.jackpot.joint import told_by_classes
from combin.report.strategy import by_card, cards_table
from combin.report.words import bonus_letters, letters_in_words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction

    from combin.cards.suit_classes import SuitPattern
    from combin.exact.matchups import Situation
    from combin.exact.strategy import Strategy
    from combin.jackpot.joint import BreakEven, JointGame, Stage
    from combin.jackpot.joint_answer import JointAnswer

__all__ = ["joint_returns_table", "joint_view", "switches_by_card_table", "switches_table"]

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
    name, base = rules.wagers[answer.wager].name, rules.wagers[rules.base].name
    tables = {**bonus_letters(rules, answer.letters), answer.wager: joint.table.letter}
    about = f"A {name} wager of {money(answer.stake)} beside an {base} of {money(answer.ante)}"
    lines = (
        f"{about}: a ratio of {ratio}" + (f" ({decimal(ratio, 4)})." if ratio.denominator > 1 else "."),
        answer.statement,
        *([] if told_by_classes(joint.table) or not joint.lost_on_fold else [_BY_CLASSES]),
        *_lines(joint, ratio),
    )
    shown, seen = [joint_returns_table(joint, strategies, ratio)], answer.best.seen
    if seen:
        shown.append(cards_table(answer.best))
    if joint.break_evens:
        shown.append(switches_by_card_table(joint) if seen else switches_table(joint))
    return View(
        f"{rules.file.title}: strategy with {letters_in_words(rules, tables)}",
        lines,
        tuple(shown),
        lambda: _payload(answer, strategies, tables, digits),
        lambda: [_record(answer, one, digits) for one in strategies],
    )


def _name(joint: JointGame, strategy: Strategy) -> str:
    return BASE_OPTIMUM if strategy is joint.best else strategy.name


def _lines(joint: JointGame, ratio: Fraction) -> list[str]:
    """Return where this ratio stands among those at which hands switch, and what that depends on."""
    if not joint.lost_on_fold:
        return [f"A fold does not lose the {_called(joint)}, so that the strategy does not depend on it."]
    if not joint.break_evens:
        return [
            f"No hand that the base game folds can win a {_prize(joint)}, so that the strategy is its own."
        ]
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


def _prize(joint: JointGame) -> str:
    return "jackpot prize" if _is_jackpot(joint) else f"prize of the {_called(joint)}"


_MOST_GROUPS = 4
"""Groups of hands with the same return that are worth a sentence each."""


def _group_in_words(joint: JointGame, group: Sequence[BreakEven]) -> str:
    describe = joint.game.rules.ranking.describe
    name = joint.game.rules.wagers[joint.table.wager].name
    strongest, weakest = (choose(group, key=lambda one: one.hand.strength.level) for choose in (max, min))
    number = sum(one.situation.weight for one in group)
    kind = "hand" if group[0].situation.seen is None else "situation"
    some = (
        describe(one.hand.strength) + (f" against {card}" if (card := _card(joint, one.situation)) else "")
        for one in (strongest, weakest)
    )
    first, last = decimal(group[0].ratio, 4), decimal(group[-1].ratio, 4)
    return (
        f"From {first} {'on' if first == last else f'to {last}'}: {counted(number, kind)} such as "
        f"{' and '.join(dict.fromkeys(some))}, to which the {name} wager returns "
        f"{percent(group[0].returned, 2)} when they are played."
    )


def _card(joint: JointGame, situation: Situation) -> str:
    """Return what is seen of the dealer's card, "" where nothing is."""
    return ranks_in_words(sorted(situation.seen.ranks), joint.game.rules.ranking) if situation.seen else ""


def joint_returns_table(joint: JointGame, strategies: Sequence[Strategy], ratio: Fraction) -> Table:
    """Return what each strategy makes of the Ante, of the jackpot wager, and of both."""
    least = joint.loss(strategies[0], ratio)
    rows = tuple(
        (
            _name(joint, one),
            percent(one.play_rate, 2) if one.seen else f"{one.hands_played:,}",
            percent(one.distribution.house_edge, 4),
            percent(joint.bet_return(one), 4),
            percent(joint.loss(one, ratio), 4),
            percent(joint.loss(one, ratio) - least, 4),
        )
        for one in strategies
    )
    wagers = joint.game.rules.wagers
    base, name = wagers[joint.game.rules.base].name, wagers[joint.table.wager].name
    columns = (
        "Strategy",
        ">Deals played" if joint.best.seen else ">Hands played",
        f">{base} edge",
        f">{name} returns",
        f">Loss on both per {base}",
        ">Cost",
    )
    cost = "Cost: how much more is lost than by the first strategy."
    note = f"What the {name} wager returns holds its stake. {cost}"
    if _is_jackpot(joint):
        note = (
            f"The {name} wager returns prizes, with the meter at {money(joint.meter * joint.unit)}; what it "
            f"adds to the meter is not counted. {cost}"
        )
    return Table("What each strategy is worth", columns, rows, note)


def switches_table(joint: JointGame) -> Table:
    """Return the ratios from which hands are played, with the hands by the suits that they show."""
    ranking, wagers = joint.game.rules.ranking, joint.game.rules.wagers
    rows = []
    for ratio, group in groupby(joint.break_evens, key=lambda break_even: break_even.ratio):
        found = list(group)
        hands: dict[str, list[SuitPattern]] = {}
        for one in found:
            hands.setdefault(ranking.describe(one.hand.strength), []).append(one.hand.pattern)
        suits: dict[tuple[str, ...], list[str]] = {}
        for hand, patterns in hands.items():
            suits.setdefault(tuple(pattern.value for pattern in dict.fromkeys(patterns)), []).append(hand)
        words = "; ".join(f"{', '.join(names)}: {' or '.join(patterns)}" for patterns, names in suits.items())
        number = sum(one.situation.weight for one in found)
        rows.append((decimal(ratio, 4), str(ratio), f"{number:,}", percent(found[0].returned, 2), words))
    base, name = wagers[joint.game.rules.base].name, wagers[joint.table.wager].name
    columns = (">Above ratio", ">exactly", ">Hands", ">Wager returns", "Also played")
    return Table(f"From which ratio of {name} wager to {base} hands are played", columns, tuple(rows))


def switches_by_card_table(joint: JointGame) -> Table:
    """Return for each thing that is seen of the dealer's card from which ratio on hands are played."""
    cards: dict[str, list[BreakEven]] = {}
    for one in sorted(
        joint.break_evens, key=lambda one: one.situation.seen.group if one.situation.seen else 0
    ):
        cards.setdefault(_card(joint, one.situation), []).append(one)
    rows = []
    for card, found in cards.items():
        first, last = found[0].ratio, found[-1].ratio
        number = sum(one.situation.weight for one in found)
        returned = [percent(choose(one.returned for one in found), 2) for choose in (min, max)]
        ratios = decimal(first, 4), str(first), decimal(last, 4), str(last)
        rows.append((card, f"{number:,}", *ratios, " to ".join(dict.fromkeys(returned))))
    base, name = (joint.game.rules.wagers[one].name for one in (joint.game.rules.base, joint.table.wager))
    columns = ("Card", ">Situations", ">Above ratio", ">exactly", ">All above", ">exactly", ">Wager returns")
    title = f"From which ratio of {name} wager to {base} folded hands are played, by the dealer's card"
    return Table(title, columns, tuple(rows))


def _payload(
    answer: JointAnswer, strategies: Sequence[Strategy], tables: Mapping[str, str], digits: int
) -> dict[str, Any]:
    joint, ratio = answer.joint, answer.ratio
    describe = joint.game.rules.ranking.describe

    def switch(break_even: BreakEven) -> dict[str, Any]:
        return {
            "hand": describe(break_even.hand.strength),
            "suits": break_even.hand.pattern.value,
            **(
                {}
                if break_even.situation.seen is None
                else {"dealer_card": _card(joint, break_even.situation)}
            ),
            "hands": break_even.situation.weight,
            "ratio": exact_json(break_even.ratio, digits),
            "value_of_play": exact_json(break_even.value, digits),
            "jackpot_return": exact_json(break_even.returned, digits),
        }

    def stage(stage: Stage) -> dict[str, Any]:
        return {
            "above": exact_json(stage.above, digits),
            "up_to": None if stage.up_to is None else exact_json(stage.up_to, digits),
            "hands_played": stage.hands_played,
            **({} if joint.best.seen else {"statement": statement_of(stage.strategy).text}),
        }

    return {
        "game": answer.rules.file.id,
        "tables": dict(tables),
        "ratio": exact_json(ratio, digits),
        "meter_per_unit_wagered": exact_json(joint.meter, digits),
        "meter_matters": joint.meter_matters,
        "statement": answer.statement,
        **({"by_card": by_card(answer.best)} if answer.best.seen else {}),
        "strategies": [
            {
                "name": _name(joint, one),
                "hands_played": one.hands_played,
                **({"play_rate": exact_json(one.play_rate, digits)} if one.seen else {}),
                "house_edge": exact_json(one.distribution.house_edge, digits),
                "jackpot_return": exact_json(joint.bet_return(one), digits),
                "loss_per_ante": exact_json(joint.loss(one, ratio), digits),
            }
            for one in strategies
        ],
        "switches": [switch(one) for one in joint.break_evens],
        "stages": [stage(one) for one in joint.stages()],
    }


def _record(answer: JointAnswer, strategy: Strategy, digits: int) -> Record:
    joint = answer.joint
    record: Record = {
        "game": answer.rules.file.id,
        "strategy": _name(joint, strategy),
        "hands_played": strategy.hands_played,
    }
    return (
        record
        | exact_columns("ratio", answer.ratio, digits)
        | exact_columns("house_edge", strategy.distribution.house_edge, digits)
        | exact_columns("jackpot_return", joint.bet_return(strategy), digits)
        | exact_columns("loss_per_ante", joint.loss(strategy, answer.ratio), digits)
    )
