"""What one unit in each pay, each switch of a rule and each wrong decision at a border does to a game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct

from combin.answers import Answer
from combin.cards.cards import HandSetError
from combin.cards.hand_sets import parse_hand_set
from combin.cards.ranking import AceLow, Category, StraightSuits, Strength
from combin.design.variants import Variant, Workbench, setting_words, with_settings
from combin.exact.analysis import analyse
from combin.exact.base_game import FOLD
from combin.formatting import plain
from combin.rules.errors import RulesError
from combin.rules.model import written_times
from combin.rules.numbers import Net
from combin.rules.resolved import Rules, remembered
from combin.rules.spelling import as_written
from combin.rules.wagers import Case

if TYPE_CHECKING:
    from combin.exact.matchups import Matchup
    from combin.exact.strategy import Strategy
    from combin.jackpot.answer import JackpotAnswer
    from combin.jackpot.enclosure import Enclosure


class Effect(Struct, frozen=True):
    """One change of the rules, and what it makes of one wager whose edge or strategy it changes.

    `places` are the entries that change, `rule` what they are about, `now` and `then` their values in words.
    `otherwise` are the hands that are then decided otherwise, unless hands are ranked otherwise too.
    """

    rule: str
    places: tuple[str, ...]
    now: str
    then: str
    wager: str
    before: Variant
    after: Variant
    otherwise: tuple[Otherwise, ...] = ()

    @property
    def house_edge(self) -> Fraction:
        """The house edge after the change."""
        return self.after.wagers[self.wager].house_edge

    @property
    def change(self) -> Fraction:
        """By how much the house edge rises."""
        return self.house_edge - self.before.wagers[self.wager].house_edge

    @property
    def plays_otherwise(self) -> bool:
        """Whether the best strategy is another one."""
        return self.after.statement != self.before.statement


class WrongDecision(Struct, frozen=True):
    """Hands of one strength near a border, decided second best.

    `card` are the ranks that the dealer's card may be of, where it is seen, as rank indexes; `hands` then
    counts pairs of hand and card. `per_hand` is the loss in units of the base wager each time, `in_all` what
    the house edge rises by.
    """

    strength: Strength
    card: tuple[int, ...]
    hands: int
    best: int
    wrong: int
    per_hand: Fraction
    in_all: Fraction


class JackpotStep(Struct, frozen=True):
    """A small change of a progressive wager, and what it adds to its return: now, and in the long run.

    For a price of one unit, at the seed; None where that is open, or is not worked out.
    """

    wager: str
    table: str
    rule: str
    now: str
    then: str
    at_seed: Fraction | None
    long_run: Enclosure | None


@dataclass(frozen=True, repr=False)
class Sensitivity(Answer):
    """A game under one choice of tables, and what small changes do to it."""

    shown_by: ClassVar[str] = "combin.design.views:sensitivity_view"

    rules: Rules
    letters: Mapping[str, str]
    start: Variant
    pays: tuple[Effect, ...]
    switches: tuple[Effect, ...]
    decisions: tuple[WrongDecision, ...]
    jackpots: tuple[JackpotStep, ...] = ()


def sensitivity(rules: Rules, letters: Mapping[str, str], wager: str | None = None) -> Sensitivity:
    """What small changes of a game do; after each, the player plays his best again. It is remembered.

    The slow equivalent writes a rule file for each change and analyses it.

    Args:
        rules: the game.
        letters: the table of each wager that has several.
        wager: the one that the changes are for; pays of other side bets, which do not touch it, then stay.
    """
    return sensitivity_asked(rules, letters, wager)()


def sensitivity_asked(
    rules: Rules, letters: Mapping[str, str], wager: str | None = None
) -> partial[Sensitivity]:
    """The question that `sensitivity` answers, as `begun_answers` takes it."""
    return partial(_sensitivity, rules, tuple(letters.items()), wager)


@remembered
def _sensitivity(rules: Rules, chosen: tuple[tuple[str, str], ...], wager: str | None) -> Sensitivity:
    letters = dict(chosen)
    bench, raw = Workbench(rules.inherited), as_written(rules.file)
    for name, letter in chosen:  # the other tables would be read anew for each change
        raw["pay_tables"][name] = {letter: raw["pay_tables"][name][letter]}
    start = bench.variant(bench.rules(raw), letters)

    def effects(changes: Iterable[_Change]) -> tuple[Effect, ...]:
        return tuple(effect for change in changes for effect in _effects(bench, raw, start, change))

    of_wager = {name: one for name, one in letters.items() if name in (wager or name, *rules.base_tables)}
    pays, switches = effects(_pays(rules, of_wager)), effects(_switches(rules))
    (analysis,) = analyse(rules, [letters])
    jackpots = tuple(
        step
        for name in rules.jackpots
        if wager in (None, name)
        for letter in rules.tables[name]
        for step in _jackpot_steps(rules, name, letter)
    )
    return Sensitivity(rules, letters, start, pays, switches, _wrong(analysis.best), jackpots)


def _jackpot_steps(rules: Rules, wager: str, letter: str) -> Iterator[JackpotStep]:
    """Give a unit more of each prize, a point more of shares and of the rate, a tenth more of the seed."""
    from combin.jackpot.answer import jackpot_answers

    answers = list(jackpot_answers(rules, wager, letter))
    every = (step for one in answers for step in _steps_of(one, several=len(answers) > 1))
    yield from dict.fromkeys(every)  # prizes of the house are the same for each meter


def _steps_of(answer: JackpotAnswer, *, several: bool) -> Iterator[JackpotStep]:
    """Give the steps of one meter, by its seed where there are several."""
    from combin.jackpot.enclosure import Enclosure
    from combin.jackpot.law import meter_law

    letter, meter, table = answer.terms.letter, answer.meter, answer.chances.table
    meters = {} if meter is None else {"": meter, **{one.name: one.meter for one in meter.levels}}
    made = partial(JackpotStep, answer.wager, letter)
    at = "" if meter is None or not several else f", seed {plain(meter.seed)}"
    for chance in answer.chances.lines():
        prize, odds, text = chance.line.prize, chance.probability, chance.line.text
        if prize.meter is None:
            pays = Fraction(prize.odds if prize.odds is not None else prize.money or 0)
            of_house = meter is not None and not prize.from_meter
            added = odds if prize.money is None else odds / table.stake
            long_run = Enclosure.exactly(added) if of_house else None
            yield made(text, plain(pays), plain(pays + 1), added, long_run)
        else:
            step_of_share = POINT if prize.meter + POINT <= 1 else -POINT
            more, own = prize.meter + step_of_share, meters.get(prize.level or "")
            worth = None if own is None else odds * step_of_share * own.seed
            where = "" if prize.level else at
            yield made(f"{text}{where}", f"{plain(100 * prize.meter)}%", f"{plain(100 * more)}%", worth, None)
    paid_in = sum((one.increment + one.reserve for one in meters.values()), Fraction(0))
    if paid_in + POINT >= 1:
        return
    for name, own in meters.items():
        of, rate, seed = f" of {name!r}" if name else "", own.increment, own.seed
        where = "" if name else at
        now, then = (f"{plain(100 * one)}%" for one in (rate, rate + POINT))
        changes = [(f"increment rate{of}{where}", now, then, own.with_increment(rate + POINT))]
        if own.limit is None or seed * TENTH_MORE < own.limit:
            more_seed = replace(own, seed=seed * TENTH_MORE)
            changes.append((f"seed{of}", plain(seed), plain(seed * TENTH_MORE), more_seed))
        for rule, now, then, changed in changes:
            more_returned = meter_law(changed).long_run_return - meter_law(own).long_run_return
            at_seed = changed.lowest_return - own.lowest_return
            yield made(rule, now, then, at_seed, more_returned)


POINT = Fraction(1, 100)
TENTH_MORE = Fraction(11, 10)


class _Change(Struct, frozen=True):
    """Entries to change together, what they are about, and their values before and after in words."""

    rule: str
    settings: Mapping[str, object]
    now: str
    then: str


def _effects(bench: Workbench, raw: dict[str, Any], start: Variant, change: _Change) -> Iterator[Effect]:
    try:
        rules = bench.rules(with_settings(raw, change.settings))
        after = bench.variant(rules, start.letters)
    except RulesError:  # no rule of this game: a qualifier that its deck has no hands for, say
        return
    for wager, found in after.wagers.items():
        of_base = wager == rules.base and after.decisions != start.decisions
        if found != start.wagers[wager] or of_base:
            otherwise = decided_otherwise(bench.strategy(start), bench.strategy(after)) if of_base else ()
            places = tuple(change.settings)
            yield Effect(change.rule, places, change.now, change.then, wager, start, after, otherwise)


def _pays(rules: Rules, letters: Mapping[str, str]) -> Iterator[_Change]:
    """Give one unit less and one more of every pay."""
    for wager, letter in letters.items():
        lines = rules.file.pay_tables[wager][letter].lines
        for words, texts in rules.file.imprint.told_alike(wager, lines):
            odds = lines[texts[0]].odds
            if odds is None:  # money is another matter: its worth depends on the stake
                continue
            for step in (-1, 1):
                if (pay := odds + step) >= 0:
                    settings = {f'pay_tables.{wager}.{letter}."{text}"': plain(pay) for text in texts}
                    rule = f"{rules.wagers[wager].name} {letter}: {words}"
                    yield _Change(rule, settings, plain(odds), plain(pay))


def _switches(rules: Rules) -> Iterator[_Change]:
    """Give the other values of the rules that are switched most often."""
    yield from _qualifiers(rules)
    if rules.classic:
        yield from _outcomes(rules)
    file = rules.file
    suits = {StraightSuits.MORE_THAN_ONE: "more than one suit", StraightSuits.THREE: "three suits"}
    aces = {ace.value: ace.value for ace in AceLow}
    for rule, key, words in (
        ("A-2-3 straight", "ace_low_straight", aces),
        ("Suits of a straight", "straight_suits", {one.value: said for one, said in suits.items()}),
    ):
        now = getattr(file.ranking, key).value
        for value in words:
            if value != now:
                yield _Change(rule, {f"ranking.{key}": value}, words[now], words[value])
    order = list(file.ranking.order)
    for above, below in (
        (Category.STRAIGHT_FLUSH, Category.THREE_OF_A_KIND),
        (Category.STRAIGHT, Category.FLUSH),
    ):
        if {above, below} <= {*order} and order.index(below) - order.index(above) in (1, -1):
            swapped = [{above: below, below: above}.get(one, one).value for one in order]
            first, second = sorted((above, below), key=order.index)
            now, then = f"{first} > {second}", f"{second} > {first}"
            yield _Change("Order of hands", {"ranking.order": swapped}, now, then)
    play = tuple(map(written_times, map(rules.times, rules.later)))
    if not rules.play or rules.limited:
        return
    more = int(rules.times(max(rules.later))) + 1
    for other in ([*play, more], [more]):
        yield _Change("Play multiples", {"decision.play": other}, setting_words(play), setting_words(other))


def _qualifiers(rules: Rules) -> Iterator[_Change]:
    """Give the nearest qualifiers below and above."""
    ladder = {0: "any hand"}
    ranks = rules.deck.ranks
    for words in (*(f"{rank} high" for rank in ranks), *(f"pair of {rank.plural}" for rank in ranks)):
        try:
            ladder.setdefault(parse_hand_set(words, rules.ranking).levels.start, words)
        except HandSetError:
            continue
    below = max((level for level in ladder if level < rules.qualifies), default=None)
    above = min((level for level in ladder if level > rules.qualifies), default=None)
    for level in (below, above):
        if level is not None:
            words = ladder[level]
            yield _Change("Dealer qualifies", {"dealer.qualifies": words}, rules.file.dealer.qualifies, words)


def _outcomes(rules: Rules) -> Iterator[_Change]:
    """Give the other results of ties, and of a dealer who does not qualify."""
    words = {Net(0): "push", Net(1): "pay 1 to 1", Net(-1): "lose"}
    base, play = rules.bets[rules.base], rules.bets[rules.play]

    def said(net: Net) -> str:
        return words.get(net, f"pay {plain(net)} to 1")

    now = (base.outcomes[Case.TIE].pays, play.outcomes[Case.TIE].pays)
    both = said(now[0]) if now[0] == now[1] else f"{said(now[0])}; {said(now[1])}"
    for pays, then in words.items():
        if (pays, pays) != now:
            value = _written(pays)
            settings = {f"wager.{name}.tie": value for name in (rules.base, rules.play)}
            yield _Change(f"{base.name} and {play.name} on a tie", settings, both, then)
    for name, wager in ((rules.base, base), (rules.play, play)):
        for pays in (Net(0), Net(1)):
            now_paid = wager.outcomes[Case.NO_QUALIFY].pays
            if pays != now_paid:
                place = {f"wager.{name}.no_qualify": _written(pays)}
                rule = f"{wager.name} when the dealer does not qualify"
                yield _Change(rule, place, said(now_paid), words[pays])


def _written(pays: Net) -> object:
    return {0: "push", -1: "lose"}.get(int(pays), int(pays))


def _wrong(best: Strategy) -> tuple[WrongDecision, ...]:
    """The second best decisions for the hands near borders, strongest first."""
    groups: dict[tuple[tuple[int, ...], int, int, int], list[tuple[Matchup, Fraction]]] = {}
    for border in best.borders(1 if best.seen else 2):
        values, matchup = dict(border.values), border.situation
        taken = values.pop(border.decision)
        if values:
            second = max(values, key=lambda decision: (values[decision], decision == FOLD))
            seen = () if matchup.seen is None else tuple(sorted(matchup.seen.ranks))
            key = seen, border.hand.strength.level, border.decision, second
            groups.setdefault(key, []).append((matchup, taken - values[second]))
    found = []
    for (seen, _, decision, second), group in groups.items():
        hands = sum(matchup.weight for matchup, _ in group)
        losses = [(loss * matchup.weight, matchup) for matchup, loss in group]
        per_hand = sum((loss for loss, _ in losses), Fraction(0)) / hands
        in_all = sum((loss * matchup.deals for loss, matchup in losses), Fraction(0)) / best.game.total
        strength = group[0][0].hand.strength
        found.append(WrongDecision(strength, seen, hands, decision, second, per_hand, in_all))
    return tuple(found)


class Otherwise(Struct, frozen=True):
    """Hands that now get one decision and had another: more money staked on them than before, or less.

    `hands` is how many, with a card seen pairs of hand and card. `strength` and `card` (rank indexes, none
    where no card is seen) are an example: the weakest hand if more is staked on it, else the strongest.
    """

    decision: int
    more: bool
    hands: int
    strength: Strength
    card: tuple[int, ...]


def decided_otherwise(before: Strategy, after: Strategy) -> tuple[Otherwise, ...]:
    """The hands that are decided otherwise by what they now get, folds first.

    In games of one multiple each, it makes no difference which. Nothing is returned where the hands are
    ranked otherwise.
    """
    faced, then = before.game.matchups, after.game.matchups
    if faced.classes != then.classes or [*faced.numbers] != [*then.numbers]:
        return ()
    one_multiple = {len(strategy.game.rules.multiples) for strategy in (before, after)} == {1}
    places: dict[tuple[int, bool], list[int]] = {}
    for place in after.otherwise_than(before):
        old, new = before.decisions[place], after.decisions[place]
        if one_multiple:
            old, new = int(old != FOLD), int(new != FOLD)
        if old != new:
            places.setdefault((new, new > old), []).append(place)
    weights, effects = after.game.weights, []
    for (decision, more), group in sorted(places.items()):
        levels = {place: then.classes[then.numbers[place]].strength.level for place in group}
        example = then[(min if more else max)(group, key=levels.__getitem__)]
        card = tuple(sorted(example.seen.ranks)) if example.seen else ()
        hands = sum(weights[place] for place in group)
        effects.append(Otherwise(decision, more, hands, example.hand.strength, card))
    return tuple(effects)
