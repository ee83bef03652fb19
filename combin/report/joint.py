"""Wagers placed together, shown: a mix of stakes, and which hands switch at which ratio of wagers."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from combin.exact.joint_law import Mix, TableLimits
from combin.exact.statement import statement_of
from combin.formats import tables
from combin.formats.tables import EXACT, MONEY, NUMBER, PERCENT, Column, Table, as_json, as_net, moneys
from combin.formats.view import View
from combin.formatting import Root, capital, counted, decimal, money, percent
from combin.jackpot.joint import BreakEven, JointGame, told_by_classes
from combin.report import words
from combin.report.strategy import card_tables, cards_table, grid_tables, in_prose
from combin.report.words import bonus_letters, card_seen, letters_in_words, played_columns, stakes_in_words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from combin.exact.strategy import Strategy
    from combin.jackpot.mixes import JointAnswer, MixAnswer


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
    base, name = _names(joint)
    letters = {**bonus_letters(rules, answer.letters), joint.table.wager: joint.table.letter}
    about = f"A {name} wager of {money(joint.unit)} beside an {base} of {money(answer.ante)}"
    lines = (
        f"{about}: a ratio of {ratio}" + (f" ({decimal(ratio, 4)})." if ratio.denominator > 1 else "."),
        words.strategy_line(statement_of(answer.best)),
        *([] if told_by_classes(joint.table) or not joint.lost_on_fold else [_BY_CLASSES]),
        *_lines(joint, ratio),
    )
    of_answer = tables.exact_columns("ratio", ratio, digits)
    shown, seen = [joint_returns_table(joint, strategies, ratio)], answer.best.seen
    if seen:
        shown += grid_tables(answer.best) or card_tables(answer.best)
    if joint.break_evens:
        shown.append(switches_by_card_table(joint) if seen else switches_table(joint))
    return View(
        f"{rules.file.title}: strategy with {letters_in_words(rules, letters)}",
        lines,
        tuple(shown),
        lambda: as_json(_payload(answer, shown[0], letters), digits),
        lambda: [
            {"game": rules.file.id, "strategy": record.pop("name"), **of_answer, **record}
            for record in shown[0].records(digits)
        ],
        prose=in_prose(answer.best),
    )


def _lines(joint: JointGame, ratio: Fraction) -> list[str]:
    """Return where this ratio stands among those at which hands switch, and what that depends on."""
    if not joint.lost_on_fold:
        return [f"A fold does not lose the {_called(joint)}, so that the strategy does not depend on it."]
    if not joint.break_evens:
        prize = "jackpot prize" if _is_jackpot(joint) else f"prize of the {_called(joint)}"
        return [f"No hand that the base game folds can win a {prize}, so that the strategy is its own."]
    groups = [list(group) for _, group in groupby(joint.break_evens, key=lambda even: even.returned)]
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
        meter = "The ratios are those at this meter: a hand that the base game folds can win part of it."
    else:
        meter = "The meter does not matter: no hand that the base game folds can win part of it."
    return [*lines, meter]


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
    base, name = _names(joint)
    cost = "Cost: how much more is lost than by the first strategy."
    note = f"What the {name} wager returns holds its stake. {cost}"
    if _is_jackpot(joint):
        note = (
            f"The {name} wager returns prizes, with the meter at {money(joint.meter * joint.unit)}; what it "
            f"adds to the meter is not counted. {cost}"
        )

    def called(strategy: Strategy) -> str:
        return BASE_OPTIMUM if strategy is joint.best else strategy.name

    def loss(strategy: Strategy) -> Fraction:
        return joint.loss(strategy, ratio)

    columns: list[Column[Strategy]] = [
        Column("Strategy", value=called, name="name"),
        *played_columns(joint.game.rules, lambda strategy: strategy),
        Column(f"{base} edge", PERCENT, lambda strategy: strategy.distribution.house_edge, "house_edge"),
        Column(f"{name} returns", PERCENT, joint.bet_return, "jackpot_return"),
        Column(f"Loss on both per {base}", PERCENT, loss, "loss_per_ante"),
        Column("Cost", PERCENT, lambda strategy: loss(strategy) - loss(strategies[0])),
    ]
    return Table.of("What each strategy is worth", strategies, columns, note)


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
            Column("Hands", tables.COUNT, _hands),
            Column("Wager returns", tables.percents(2), lambda group: group[0].returned),
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
    for break_even in sorted(joint.break_evens, key=lambda even: even.place[0]):
        cards.setdefault(card_seen(break_even.situation, joint.game.rules), []).append(break_even)

    def returned(card: str) -> str:
        least, most = (choose(found.returned for found in cards[card]) for choose in (min, max))
        return " to ".join(dict.fromkeys((percent(least, 2), percent(most, 2))))

    columns: list[Column[str]] = [
        Column("Card", value=str),
        Column("Situations", tables.COUNT, lambda card: _hands(cards[card])),
        Column("Above ratio", NUMBER, lambda card: cards[card][0].ratio),
        Column("Exactly", EXACT, lambda card: cards[card][0].ratio),
        Column("All above", NUMBER, lambda card: cards[card][-1].ratio),
        Column("Exactly", EXACT, lambda card: cards[card][-1].ratio),
        Column("Wager returns", PERCENT, returned),
    ]
    title = f"From which ratio of {name} wager to {base} folded hands are played, by the dealer's card"
    return Table.of(title, cards, columns)


def _payload(answer: JointAnswer, strategies: Table, letters: Mapping[str, str]) -> dict[str, Any]:
    joint, rules, seen = answer.joint, answer.rules, answer.best.seen
    return {
        "game": rules.file.id,
        "tables": letters,
        "ratio": answer.ratio,
        "meter_per_unit_wagered": joint.meter,
        "meter_matters": joint.meter_matters,
        "statement": answer.statement,
        **({"by_card": cards_table(answer.best)} if seen else {}),
        "strategies": strategies,
        "switches": [
            {
                "hand": rules.ranking.describe(even.hand.strength),
                "suits": even.hand.pattern.value,
                **({"dealer_card": card_seen(even.situation, rules)} if seen else {}),
                "hands": even.situation.weight,
                "ratio": even.ratio,
                "value_of_play": even.value,
                "jackpot_return": even.returned,
            }
            for even in joint.break_evens
        ],
        "stages": [
            {
                "above": stage.above,
                "up_to": stage.up_to,
                "hands_played": stage.hands_played,
                **({} if seen else {"statement": statement_of(stage.strategy).text}),
            }
            for stage in joint.stages()
        ],
    }


def mix_view(answer: MixAnswer, digits: int = 10) -> View:
    """Return a mix of wagers ready to be shown.

    JSON has for each of the `wagers` and for all `together` stake, expected net, edge and spread in money,
    the `covariances` in squared money, and the `distribution` of the net in money. The records are the
    outcomes of the distribution.
    """
    rules, mix = answer.rules, answer.mix
    stakes = stakes_in_words(mix, rules)
    wagers, covariances, net = staked_table(answer), covariance_table(answer), _distribution(mix, digits)
    return View(
        f"{rules.file.title}: {stakes}",
        tuple(_mix_lines(answer)),
        (
            wagers if len(mix.law.wagers) > 1 else replace(wagers, rows=wagers.rows[:1]),
            *(() if any(mix.cut) else (covariances,)),
            net,
        ),
        lambda: {
            **as_json(_mix_payload(answer, wagers, digits), digits),
            "distribution": net.objects(digits)[::-1],
        },
        lambda: net.records(digits, game=rules.file.id)[::-1],
    )


def _mix_lines(answer: MixAnswer) -> list[str]:
    mix = answer.mix
    lines = words.tables_said(answer.rules, answer.letters)
    if answer.statement is not None:
        lines += _played(answer, answer.statement)
    for name, meter in answer.meters.items():
        whose = f" of {answer.rules.wagers[name].name}" if len(answer.meters) > 1 else ""
        lines.append(f"The meter{whose} shows {money(meter)}, and is won by nobody else.")
    if answer.rules.base in mix.law.wagers and answer.rules.equals:
        lines.append(words.staked_beside(answer.rules))
    if answer.envy:
        lines.append("Envy bonuses, which the hands of others bring, are not counted.")
    of_all = percent(mix.element_of_risk, 4)
    lines.append(
        f"House edge {percent(mix.house_edge, 4)} of the initial stakes, {of_all} of all that is staked "
        f"({money(mix.average_staked)} on average); standard deviation "
        f"{MONEY.shown(Root(mix.total.variance))} a round."
    )
    lines += _limits(mix)
    lines.append(f"All {mix.law.total:,} deals are counted.")
    return lines


def _played(answer: MixAnswer, statement: str) -> list[str]:
    """Return how the player plays; where that is best for several wagers, also what is for the base game."""
    base_alone, rules = answer.base_alone, answer.rules
    if base_alone is None:
        return [statement]
    also = ", ".join(rules.wager_name(name) for name in base_alone.wagers)
    kind = "" if base_alone.by_classes else " by ranks and by how many suits a hand shows"
    both = replace(answer.mix, limits=TableLimits()).expected_loss
    without = " without limits" if answer.mix.limits != TableLimits() else ""
    edge, other = (percent(loss / answer.mix.staked, 4) for loss in (both, base_alone.loss))
    best = f"A fold loses {also} too. The best strategy for all of it together{kind}: {statement}"
    alone = f"Best for {rules.base_name} alone (--strategy optimal): {base_alone.alone} That has {other}."
    return [best, f"It has a house edge of {edge}{without}. {alone}"]


_ROUNDED = {"next amount up": "up to", "next amount down": "down to", "nearest amount": "to the nearest"}


def _limits(mix: Mix) -> list[str]:
    """Return what chips and a greatest payout do, each by itself and both together."""
    plain_loss = replace(mix, limits=TableLimits()).expected_loss
    chip, most = mix.limits.chip, mix.limits.most
    effects = {}
    if chip is not None:
        rounded = replace(mix, limits=replace(mix.limits, most=None))
        effects[f"rounding pays {_ROUNDED[mix.limits.rounding]} multiples of {money(chip)}"] = rounded
    if most is not None:
        effects[f"paying {money(most)} a round at most"] = replace(mix, limits=TableLimits(most=most))
    if len(effects) > 1:
        effects["both together"] = mix
    if not effects:
        return []
    lines = [f"Without limits the house edge is {percent(plain_loss / mix.staked, 4)}."]
    for effect, limited in effects.items():
        more = limited.expected_loss - plain_loss
        by = f"{percent(more / mix.staked, 4)} of the initial stakes, {money(more, 6)} a round"
        lines.append(f"{capital(effect)} changes it by {by}.")
    return lines


def staked_table(answer: MixAnswer) -> Table:
    """Return stake, cost and spread of each wager, and of all of them."""
    mix = answer.mix
    nets = {**answer.wagers, "": mix.total}
    columns: list[Column[str]] = [
        Column("Wager", value=lambda name: answer.rules.wager_name(name) if name else "all together"),
        Column("Stake", MONEY, lambda name: nets[name].initial, "stake"),
        Column(None, MONEY, lambda name: nets[name].average_wager, "average_staked"),
        Column("Expected net", as_net(moneys(6)), lambda name: -nets[name].expected_loss, "expected_net"),
        Column("Edge", PERCENT, lambda name: nets[name].house_edge, "house_edge"),
        Column(None, PERCENT, lambda name: nets[name].element_of_risk, "element_of_risk"),
        Column(None, EXACT, lambda name: nets[name].variance, "variance"),
        Column("Std deviation", moneys(4), lambda name: Root(nets[name].variance), "standard_deviation", 1),
        Column("Wins", tables.percents(2), lambda name: nets[name].hit_frequency, "hit_frequency"),
        Column("Loses", tables.percents(2), lambda name: nets[name].loss_frequency, "loss_frequency"),
    ]
    return Table.of("Each wager and all of them", nets, columns)


def covariance_table(answer: MixAnswer) -> Table:
    """Return covariances and correlations of the wagers."""
    mix, name_of, names = answer.mix, answer.rules.wager_name, answer.mix.law.wagers

    def covariance(other: str) -> Column[str]:
        return Column(name_of(other), tables.decimals(6), lambda wager: mix.covariances[wager, other])

    def correlation(other: str) -> Column[str]:
        return Column(f"r with {name_of(other)}", NUMBER, lambda bet: _correlation(mix, bet, other), spare=1)

    columns = [Column[str](value=name_of), *map(covariance, names), *map(correlation, names)]
    note = "Covariances in squares of money, which add to the variance of the mix; r is the correlation."
    return Table.of("How the wagers go together", names, columns, note)


def _correlation(mix: Mix, wager: str, other: str) -> Root | str:
    """Return the correlation of two wagers; its square is exact, and its sign that of the covariance."""
    covariance = mix.covariances[wager, other]
    both = mix.covariances[wager, wager] * mix.covariances[other, other]
    return Root(covariance**2 / both, negative=covariance < 0) if both else "-"


def _distribution(mix: Mix, digits: int) -> Table:
    deals = dict(mix.total.outcomes[::-1])
    chances = {net: Fraction(count, mix.law.total) for net, count in deals.items()}
    columns: list[Column[Fraction]] = [
        Column("Net", tables.NET, lambda net: net, "net"),
        Column("Deals", tables.COUNT, deals.__getitem__, "deals"),
        *tables.chance_columns([*deals], chances.__getitem__, tables.decimals(digits), "probability"),
    ]
    return Table.of("Net of the round", deals, columns)


def _mix_payload(answer: MixAnswer, wagers: Table, digits: int) -> dict[str, Any]:
    mix, rules, figures, base_alone = answer.mix, answer.rules, wagers.objects(digits), answer.base_alone
    alone: dict[str, Any] = {}
    if base_alone is not None:
        edge = base_alone.loss / mix.staked
        alone = {"best_for_base_game": {"strategy": base_alone.alone, "house_edge_without_limits": edge}}
    limits: dict[str, Any] = {}
    if mix.limits != TableLimits():
        given = {"chip": mix.limits.chip, "max_payout": mix.limits.most}
        limits["limits"] = {name: amount for name, amount in given.items() if amount is not None}
        limits["house_edge_without_limits"] = replace(mix, limits=TableLimits()).house_edge
    return {
        "game": rules.file.id,
        "tables": dict(answer.letters),
        "strategy": answer.statement,
        **alone,
        "meter": answer.meter,
        "meters": answer.meters,
        **limits,
        "wagers": dict(zip(mix.law.wagers, figures, strict=False)),
        "together": figures[-1],
        "covariances": {
            name: {other: mix.covariances[name, other] for other in mix.law.wagers} for name in mix.law.wagers
        },
        "deals": mix.law.total,
    }
