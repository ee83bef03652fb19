"""Wagers placed together, shown: a mix of stakes, and which hands switch at which ratio of wagers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any

from msgspec.structs import replace

from combin.exact.joint_law import Mix, TableLimits
from combin.exact.statement import statement_of
from combin.exact.strategy import Strategy
from combin.formats import tables
from combin.formats.tables import EXACT, MONEY, NUMBER, PERCENT, Column, Table, as_json, as_net, moneys
from combin.formats.view import View
from combin.formatting import Root, capital, counted, decimal, money, percent
from combin.jackpot.joint import BreakEven, JointGame, same_for_all_suits
from combin.jackpot.mixes import JointAnswer, MixAnswer
from combin.report import words
from combin.report.strategy import card_tables, cards_table, grid_tables, in_prose
from combin.report.words import bonus_letters, card_seen, letters_in_words, played_columns, stakes_in_words

BASE_OPTIMUM = "base game optimum"
"""The name of the optimal strategy of the base game alone among joint ones."""

_BY_CLASSES = "This is the optimal strategy by ranks and number of suits; one by suit may be better."


def joint_view(answer: JointAnswer, digits: int = 10) -> View:
    """The optimal strategy with a bet and an Ante, ready to be shown.

    JSON has the ratio from which each class of hands is played (`switches`), and the optimal strategy between
    these ratios (`stages`; `up_to` is null in the last one); where a card of the dealer's is seen, without
    statements, for there can be thousands.
    """
    joint, ratio, rules = answer.joint, answer.ratio, answer.rules
    strategies = (answer.best, joint.best, *answer.others)
    base, name = _names(joint)
    letters = {**bonus_letters(rules, answer.letters), joint.table.wager: joint.table.letter}
    about = f"{name} wager of {money(joint.unit)} with an {base} of {money(answer.ante)}"
    lines = (
        f"{about}: ratio {ratio}" + (f" ({decimal(ratio, 4)})." if ratio.denominator > 1 else "."),
        words.strategy_line(statement_of(answer.best)),
        *([] if same_for_all_suits(joint.table) or not joint.lost_on_fold else [_BY_CLASSES]),
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
        return [f"A fold does not lose the {_called(joint)}, so the strategy does not depend on it."]
    if not joint.break_evens:
        prize = "jackpot prize" if _is_jackpot(joint) else f"prize of the {_called(joint)}"
        return [f"No hand that the base game folds can win a {prize}, so its strategy stays optimal."]
    groups = [list(group) for _, group in groupby(joint.break_evens, key=lambda even: even.returned)]
    first, last = joint.break_evens[0].ratio, joint.break_evens[-1].ratio
    where = "below" if ratio <= first else "above" if ratio > last else "among"
    between = (
        f"The strategy changes at ratios of {decimal(first, 4)} to {decimal(last, 4)}; this ratio is {where} "
        "them. Below, the base game's strategy is optimal; above, every hand that can win a prize is played."
    )
    lines = [between, *(_group_in_words(joint, group) for group in groups if len(groups) <= _MOST_GROUPS)]
    if _is_jackpot(joint) and joint.meter_matters:
        lines.append("The ratios depend on the meter: a hand that the base game folds can win part of it.")
    elif _is_jackpot(joint):
        lines.append("The meter does not matter: no hand that the base game folds can win part of it.")
    return lines


def _is_jackpot(joint: JointGame) -> bool:
    return joint.table.wager in joint.game.rules.jackpots


def _called(joint: JointGame) -> str:
    return "jackpot wager" if _is_jackpot(joint) else f"{_names(joint)[1]} wager"


_MOST_GROUPS = 4
"""Groups of hands with the same return that are worth a sentence each."""


def _group_in_words(joint: JointGame, group: Sequence[BreakEven]) -> str:
    describe = joint.game.rules.ranking.describe
    name = joint.game.rules.wagers[joint.table.wager].name
    strongest, weakest = (choose(group, key=lambda even: even.hand.strength.level) for choose in (max, min))
    number, kind = _hands(group), "hand" if group[0].situation.seen is None else "matchup"
    some = (
        describe(found.hand.strength)
        + (f" against {card}" if (card := card_seen(found.situation, joint.game.rules)) else "")
        for found in (strongest, weakest)
    )
    first, last = decimal(group[0].ratio, 4), decimal(group[-1].ratio, 4)
    at = f"Above {first}" if first == last else f"From {first} to {last}"
    return (
        f"{at}: {counted(number, f'more {kind}')} played, such as {' and '.join(dict.fromkeys(some))}; the "
        f"{name} wager returns {percent(group[0].returned, 2)} on them."
    )


def _hands(group: Sequence[BreakEven]) -> int:
    return sum(break_even.situation.weight for break_even in group)


def joint_returns_table(joint: JointGame, strategies: Sequence[Strategy], ratio: Fraction) -> Table:
    """Figures of each strategy for the Ante, the bet, and both."""
    base, name = _names(joint)
    note = f"The return of the {name} wager includes its stake. "
    if _is_jackpot(joint):
        meter = money(joint.meter * joint.unit)
        note = f"{name} return: prizes with the meter at {meter}, meter contributions excluded. "

    def called(strategy: Strategy) -> str:
        return BASE_OPTIMUM if strategy is joint.best else strategy.name

    def loss(strategy: Strategy) -> Fraction:
        return joint.loss(strategy, ratio)

    columns: list[Column[Strategy]] = [
        Column("Strategy", value=called, name="name"),
        *played_columns(joint.game.rules, lambda strategy: strategy),
        Column(f"{base} edge", PERCENT, lambda strategy: strategy.distribution.house_edge, "house_edge"),
        Column(f"{name} return", PERCENT, joint.bet_return, "jackpot_return"),
        Column(f"Loss on both per {base}", PERCENT, loss, "loss_per_ante"),
        Column("Cost", PERCENT, lambda strategy: loss(strategy) - loss(strategies[0])),
    ]
    return Table.of("Strategies compared", strategies, columns, f"{note}Cost: loss over the first strategy.")


def _names(joint: JointGame) -> tuple[str, str]:
    """The names of the base wager and of the bet."""
    wagers = joint.game.rules.wagers
    return wagers[joint.game.rules.base].name, wagers[joint.table.wager].name


def switches_table(joint: JointGame) -> Table:
    """Return the ratios from which hands are played, with the hands by the suits that they show."""
    base, name = _names(joint)
    return Table.of(
        f"Hands played above a ratio of {name} wager to {base}",
        [list(group) for _, group in groupby(joint.break_evens, key=lambda even: even.ratio)],
        [
            Column("Above ratio", NUMBER, lambda group: group[0].ratio),
            Column("Exact", EXACT, lambda group: group[0].ratio),
            Column("Hands", tables.COUNT, _hands),
            Column("Wager return", tables.percents(2), lambda group: group[0].returned),
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
        Column("Matchups", tables.COUNT, lambda card: _hands(cards[card])),
        Column("Above ratio", NUMBER, lambda card: cards[card][0].ratio),
        Column("Exact", EXACT, lambda card: cards[card][0].ratio),
        Column("All above", NUMBER, lambda card: cards[card][-1].ratio),
        Column("Exact", EXACT, lambda card: cards[card][-1].ratio),
        Column("Wager return", PERCENT, returned),
    ]
    title = f"Folded hands played above a ratio of {name} wager to {base}, by dealer's card"
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
    """A mix of wagers ready to be shown; the records are the outcomes of its distribution."""
    rules, mix = answer.rules, answer.mix
    wagers, covariances, net = staked_table(answer), covariance_table(answer), _distribution(mix, digits)
    return View(
        f"{rules.file.title}: {stakes_in_words(mix, rules)}",
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
        lines.append(f"Current meter{whose} {money(meter)}; no other player wins it.")
    if answer.rules.base in mix.law.wagers and answer.rules.equals:
        lines.append(words.staked_beside(answer.rules))
    if answer.envy:
        lines.append("Envy bonuses for other players' hands are not counted.")
    of_all = percent(mix.element_of_risk, 4)
    lines.append(
        f"House edge {percent(mix.house_edge, 4)} of initial stakes; element of risk {of_all} of total "
        f"action ({money(mix.average_staked)} on average); standard deviation "
        f"{MONEY.shown(Root(mix.total.variance))} per round."
    )
    lines += _limits(mix)
    lines.append(f"All {mix.law.total:,} deals are counted.")
    return lines


def _played(answer: MixAnswer, statement: str) -> list[str]:
    """The strategy; where it is optimal for several wagers, also that of the base game."""
    base_alone, rules = answer.base_alone, answer.rules
    if base_alone is None:
        return [statement]
    also = ", ".join(rules.wager_name(name) for name in base_alone.wagers)
    kind = "" if base_alone.by_classes else " by ranks and number of suits"
    both = replace(answer.mix, limits=TableLimits()).expected_loss
    without = " without limits" if answer.mix.limits != TableLimits() else ""
    edge, other = (percent(loss / answer.mix.staked, 4) for loss in (both, base_alone.loss))
    best = f"A fold also loses {also}. Optimal strategy for all wagers{kind}: {statement}"
    alone = f"Optimal for {rules.base_name} alone (--strategy optimal): {base_alone.alone}"
    return [best, f"House edge {edge}{without}. {alone} House edge {other}."]


_ROUNDED = {"next amount up": "up to", "next amount down": "down to", "nearest amount": "to the nearest"}


def _limits(mix: Mix) -> list[str]:
    """The effects of chips and of a maximum payout on the house edge, each and both together."""
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
        by = f"{percent(more / mix.staked, 4)} of initial stakes, {money(more, 6)} per round"
        lines.append(f"{capital(effect)} changes it by {by}.")
    return lines


def staked_table(answer: MixAnswer) -> Table:
    """Stake, cost and spread of each wager, and in total."""
    nets = {**answer.wagers, "": answer.mix.total}
    columns: list[Column[str]] = [
        Column("Wager", value=lambda name: answer.rules.wager_name(name) if name else "Total"),
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
    return Table.of("Wagers", nets, columns)


def covariance_table(answer: MixAnswer) -> Table:
    """Covariances and correlations of the wagers."""
    mix, name_of, names = answer.mix, answer.rules.wager_name, answer.mix.law.wagers

    def covariance(other: str) -> Column[str]:
        return Column(name_of(other), tables.decimals(6), lambda wager: mix.covariances[wager, other])

    def correlation(other: str) -> Column[str]:
        def value(wager: str) -> Root | str:  # its square is exact, and its sign that of the covariance
            own = mix.covariances[wager, other]
            both = mix.covariances[wager, wager] * mix.covariances[other, other]
            return Root(own**2 / both, negative=own < 0) if both else "-"

        return Column(f"r with {name_of(other)}", NUMBER, value, spare=1)

    columns = [Column[str](value=name_of), *map(covariance, names), *map(correlation, names)]
    note = "Covariances in squares of money, which add to the variance of the mix; r is the correlation."
    return Table.of("Covariance and correlation", names, columns, note)


def _distribution(mix: Mix, digits: int) -> Table:
    deals = dict(mix.total.outcomes[::-1])
    chances = {net: Fraction(count, mix.law.total) for net, count in deals.items()}
    columns: list[Column[Fraction]] = [
        Column("Net", tables.NET, lambda net: net, "net"),
        Column("Deals", tables.COUNT, deals.__getitem__, "deals"),
        *tables.chance_columns([*deals], chances.__getitem__, tables.decimals(digits), "probability"),
    ]
    return Table.of("Net result of the round", deals, columns)


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
