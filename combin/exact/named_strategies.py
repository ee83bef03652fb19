"""Strategies by name, as people write them down, and by a short rule for what is seen of several cards."""

from __future__ import annotations

import re
from collections import Counter
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from combin.cards.cards import CardError, HandSetError
from combin.cards.hand_sets import parse_hand_set, with_dashes
from combin.cards.suit_classes import HandClass, SuitPattern
from combin.exact.base_game import FOLD, BaseGame
from combin.exact.statement import BEFORE, Statement, statement_of
from combin.exact.strategy import Strategy, optimal_strategy
from combin.formatting import plain
from combin.rules.errors import RulesError
from combin.rules.load import read_toml
from combin.rules.numbers import read_exact
from combin.rules.sights import Sights, Tells
from combin.words.catalogue import or_better

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from combin.aliases import Integers, Truths
    from combin.cards.ranking import Ranking
    from combin.exact.arrays import Arrays
    from combin.exact.matchups import Seen

_ALWAYS = ("always play", "always", "blind", "play every hand")
_MIMIC = ("mimic the dealer", "mimic")
_BEST = ("optimal", "optimal strategy", "best")
_NEVER = ("never play", "never", "fold every hand")
_OR_BETTER = " or better"


def named_strategy(text: str, game: BaseGame, joint_best: Callable[[], Strategy] | None = None) -> Strategy:
    """Return the strategy that `text` names, for a base game.

    "optimal" (the best for the base game), "always play" (also "blind"), "never play", "mimic the dealer"
    (play what the dealer qualifies with), a threshold ("Q-6-4", "any queen", "pair"; "or better" may follow),
    a strategy as it is printed ("Play Q-6-4 or better, fold the rest."), or the path of a strategy file:

        title = "Q-6-4, but not without three suits"
        otherwise = "fold"
        [[rule]]                    # the first rule that fits decides
        sees = "Q K"                # optional, where a card of the dealer's is seen: only these ranks
        hands = "Q-6-4"             # just these hands; with "or better", these and all stronger ones
        suits = ["three suits"]     # optional: only these suit patterns
        decision = "play"           # "fold", "play", or a multiple such as 2

    "Play", and a threshold, take the lowest multiple that the game allows. Hands that may not be played are
    folded by what is named in words. A statement that leaves exceptions out, or tells them by the dealer's
    cards, is known as that of the optimal strategy: of the base game, or with other bets, which `joint_best`
    tells if there are some.

    Raises:
        RulesError: the words name no strategy, or the file says something that it may not.
    """
    words = " ".join(text.split()).casefold()
    if words.endswith(".toml"):
        path = Path(text.strip())
        raw = read_toml(path)
        try:
            return written_strategy(raw, path.stem, game)
        except RulesError as error:
            raise RulesError(error.place, error.problem, str(path)) from None
    if words in _BEST:
        return optimal_strategy(game)
    if words in _ALWAYS:
        return _threshold("always play", 0, game)
    if words in _NEVER:
        return Strategy("never play", game, (FOLD,) * len(game.matchups))
    if words in _MIMIC:
        return _threshold("mimic the dealer", game.rules.qualifies, game)
    if (printed := _printed(" ".join(text.split()), game, joint_best)) is not None:
        return printed
    try:
        level = _levels(words, game.rules.ranking).start
    except HandSetError as error:
        known = "'always play', 'mimic the dealer', or a .toml file"
        raise RulesError(("strategy",), f"{error}; or write {known}") from None
    return _threshold(or_better(game.rules.ranking.strengths[level], game.rules.ranking), level, game)


def _printed(text: str, game: BaseGame, joint_best: Callable[[], Strategy] | None) -> Strategy | None:
    """Return the strategy that a printed statement tells, None where the words are no such statement."""
    words = text.casefold()
    if not words.startswith(("play ", "fold ", "by the dealer's card", "by what is seen", "before a card")):
        return None
    early, _, later = words.partition(". by the dealer's card")
    if not words.startswith(BEFORE.casefold()):
        early, later = "", words.removeprefix("by the dealer's card")
    try:
        raises = _said(early.removeprefix(BEFORE.casefold()), game) if early else []
        rules = _by_card(later, game) if later.startswith((". ", "s. ")) else _said(later.rstrip("."), game)
    except (CardError, HandSetError, RulesError) as error:
        for best in (lambda: optimal_strategy(game), joint_best):
            if best and words.rstrip(".") == statement_of(found := best()).text.casefold().rstrip("."):
                return Strategy("best strategy", found.game, found.decisions)
        raise RulesError(("strategy",), f"{error}; nor is it the best strategy of this game") from None
    found, waits = _followed(text.rstrip("."), [*rules, _Rule((), FOLD)], game), _Rule((), FOLD)
    if not raises:
        return found
    by_class = [_decided([*raises, waits], one, game) for one in game.matchups.classes]
    pairs = zip(game.matchups.numbers, found.decisions, strict=True)
    return Strategy(found.name, game, tuple(by_class[number] or decision for number, decision in pairs))


def _by_card(text: str, game: BaseGame) -> list[_Rule]:
    """Return what a statement says card by card: ". 2 to j: play every hand. q: play q-9-2 or better"."""
    rules = []
    for cards, said in re.findall(r"\. ([^:.]+): ([^.]+)", text.removeprefix("s")):
        sees = frozenset[int]()
        for run in cards.split(", "):
            lowest, *rest = (game.rules.deck.rank(symbol) for symbol in run.split(" to "))
            ends = [game.rules.deck.ranks.index(rank) for rank in (lowest, *rest)]
            sees |= {*range(ends[0], ends[-1] + 1)}
        rules += [replace(rule, sees=sees) for rule in _said(said, game)]
    return rules


def _said(text: str, game: BaseGame) -> list[_Rule]:
    """Return what a statement says of hands: its exceptions, and then its thresholds."""
    body, _, but = text.partition("; but ")
    found = [*_exceptions(but, game)]
    for clause in body.split(", "):  # such as "play 2x with a pair or better"
        decision, hands = _decision_and_hands(clause, game)
        every = hands in ("every hand", "the rest")
        found.append(_Rule(("strategy",), decision, None if every else _levels(hands, game.rules.ranking)))
    return found


def _exceptions(text: str, game: BaseGame) -> Iterator[_Rule]:
    """Yield the exceptions of a statement; a verb holds up to the next one, suits for all hands of a part."""
    decision, patterns = FOLD, {pattern.value.casefold(): pattern for pattern in SuitPattern}
    for part in text.split("; ") if text else ():
        hands = part.removeprefix("also ")
        if hands.startswith(("play ", "fold ", "wait with ")):
            decision, hands = _decision_and_hands(hands, game)
        hands, _, suits = hands.removesuffix(")").partition(" (")
        named = suits.removeprefix("each: ").split(" or ") if suits else []
        if not patterns.keys() >= {*named}:
            raise RulesError(("strategy",), f"{suits!r} are no suits of a hand")
        for hand in hands.split(", "):
            of_hands = frozenset(patterns[one] for one in named) or None
            yield _Rule(("strategy",), decision, _levels(hand, game.rules.ranking), of_hands)


def _decision_and_hands(text: str, game: BaseGame) -> tuple[int, str]:
    """Return the decision that a part of a statement begins with, and the hands that it is about."""
    found = re.fullmatch(r"(play|fold|wait with) (?:(\d+(?:[./]\d+)?)x with )?(.+)", text)
    if found is None:
        raise RulesError(("strategy",), f"{text!r} is no decision about hands")
    decision = Fraction(found[2]) if found[2] else found[1].replace("wait with", "fold")
    return _decision(decision, ("strategy",), game), found[3]


def _levels(text: str, ranking: Ranking) -> range:
    """Return the levels of hands in words of rule files or of statements; "or better" adds all stronger."""
    words = " ".join(text.split())
    better = words.casefold().endswith(_OR_BETTER)
    words = words[: -len(_OR_BETTER)] if better else words
    try:
        hands = parse_hand_set(words, ranking)
    except HandSetError as error:  # what statements say besides: "any pair", "a pair of fives with a king"
        bare = re.sub(r"^(?:any|an?) ", "", words, flags=re.IGNORECASE)
        try:
            hands = parse_hand_set(with_dashes(bare), ranking)
        except HandSetError:
            raise error from None
    if hands.suit is not None:
        raise HandSetError(f"{text!r}: a strategy cannot tell {hands.suit.name} from another suit")
    return range(hands.levels.start, len(ranking.strengths)) if better else hands.levels


def _threshold(name: str, level: int, game: BaseGame) -> Strategy:
    found, lowest = game.matchups, _lowest(game)
    level = max(level, game.rules.multiples[lowest])
    by_class = [lowest if one.strength.level >= level else FOLD for one in found.classes]
    if game.arrays is not None:
        return Strategy(name, game, game.arrays.of_classes(by_class))
    return Strategy(name, game, tuple(by_class[number] for number in found.numbers))


def _lowest(game: BaseGame) -> int:
    """Return the lowest multiple that every hand may play; of those that some may, if there is none."""
    least = game.rules.later
    return min(least, key=lambda multiple: (least[multiple], multiple))


def written_strategy(raw: dict[str, Any], name: str, game: BaseGame) -> Strategy:
    """Return the strategy of a strategy file's entries; `name` is its title if they have none."""
    return _followed(*_read(raw, name, game), game)


def _followed(title: str, rules: Sequence[_Rule], game: BaseGame) -> Strategy:
    """Return the strategy in which the first rule that fits decides."""
    found, decisions = game.matchups, list[int]()
    for span in found.spans():
        fitting = [rule for rule in rules if rule.fits(found[span.start].seen)]
        numbers = found.numbers[span.start : span.stop]  # of those that can be held beside what is seen
        by_class = {number: _decided(fitting, found.classes[number], game) for number in set(numbers)}
        decisions += [by_class[number] for number in numbers]
    early, raised = set(game.rules.early), dict[int, int]()
    for number, decision in zip(found.numbers, decisions, strict=True) if early else ():
        before = decision if decision in early else FOLD
        if raised.setdefault(number, before) != before:
            place = next(rule.place for rule in rules if rule.decision in early)
            what = f"{raised[number] or before} is decided before a card is seen"
            raise RulesError(place, f"{what}, and this depends on the card")
    return Strategy(title, game, tuple(decisions))


def _decided(rules: Sequence[_Rule], hand_class: HandClass, game: BaseGame) -> int:
    """Return what the first rule that fits decides about hands."""
    return next(rule for rule in rules if rule.holds(hand_class)).decide(hand_class, game)


class _Rule(Struct, frozen=True):
    """One rule of a strategy file: the hands that it is for, and what to do with them."""

    place: tuple[str, ...]
    decision: int
    levels: range | None = None
    suits: frozenset[SuitPattern] | None = None
    sees: frozenset[int] | None = None
    sights: Sights | None = None

    def fits(self, seen: Seen | None) -> bool:
        """Return whether the rule is for what is seen of the dealer's cards: only ranks that it names."""
        if self.sees is None or seen is None:
            return self.sees is None
        ranks = seen.ranks if self.sights is None else self.sights.ranks(seen.group)
        return ranks is not None and ranks <= self.sees

    def holds(self, hand_class: HandClass) -> bool:
        """Return whether the rule is for these hands."""
        of_level = self.levels is None or hand_class.strength.level in self.levels
        return of_level and (self.suits is None or hand_class.pattern in self.suits)

    def decide(self, hand_class: HandClass, game: BaseGame) -> int:
        """Return the decision, if it is allowed with these hands."""
        rules, decision = game.rules, self.decision
        if decision != FOLD and hand_class.strength.level < rules.multiples[decision]:
            hand = rules.ranking.describe(hand_class.strength)
            problem = f"{decision} is for {rules.limited[decision]}, and this decides {hand} so"
            raise RulesError(self.place, problem)
        return decision


def _read(raw: dict[str, Any], name: str, game: BaseGame) -> tuple[str, list[_Rule]]:
    """Return the title (`name` if there is none) and the rules, the last one for what fits no other."""
    _refuse_others(raw, ("title", "otherwise", "rule"), ())
    title = raw.get("title", name)
    if not isinstance(title, str):
        raise RulesError(("title",), f"{title!r} is not text")
    rules = raw.get("rule", [])
    if not isinstance(rules, list) or not all(isinstance(rule, dict) for rule in rules):
        raise RulesError(("rule",), "write each rule under [[rule]]")
    read = [_rule(rule, ("rule", str(number)), game) for number, rule in enumerate(rules, start=1)]
    last = ("otherwise",)
    return title, [*read, _Rule(last, _decision(raw.get("otherwise", "fold"), last, game))]


def _rule(rule: dict[str, Any], place: tuple[str, ...], game: BaseGame) -> _Rule:
    _refuse_others(rule, ("hands", "suits", "sees", "decision"), place)
    try:
        levels = _levels(str(rule.get("hands", "any hand")), game.rules.ranking)
    except HandSetError as error:
        raise RulesError((*place, "hands"), str(error)) from None
    dealt = {one.pattern for one in game.matchups.classes}
    known = [pattern for pattern in SuitPattern if pattern in dealt]
    written = rule.get("suits", known)
    suits = written if isinstance(written, list) else [written]
    for pattern in suits or [""]:
        if pattern not in known:
            problem = f"{pattern!r} is no suit pattern of this deck ({', '.join(known)})"
            raise RulesError((*place, "suits"), problem)
    if "decision" not in rule:
        raise RulesError(place, "the rule has no decision")
    where = (*place, "decision")
    decision = _decision(rule["decision"], where, game)
    patterns, deck, sees = frozenset(map(SuitPattern, suits)), game.rules.deck, None
    if "sees" in rule:
        if not game.rules.file.deal.face_up:
            raise RulesError((*place, "sees"), "no card of the dealer's is seen in this game")
        try:
            sees = frozenset(deck.ranks.index(deck.rank(symbol)) for symbol in str(rule["sees"]).split())
        except CardError as error:
            raise RulesError((*place, "sees"), str(error)) from None
    return _Rule(where, decision, levels, patterns, sees, game.rules.sights)


def _refuse_others(table: dict[str, Any], known: tuple[str, ...], place: tuple[str, ...]) -> None:
    if others := [key for key in table if key not in known]:
        raise RulesError((*place, others[0]), f"unknown key (known: {', '.join(known)})")


def _decision(value: object, place: tuple[str, ...], game: BaseGame) -> int:
    if value == "fold":
        return FOLD
    if value == "play":
        return _lowest(game)
    with suppress(ValueError):
        number = value if isinstance(value, Fraction) else read_exact(value)
        decision = number * game.rules.parts
        if decision in game.cases:
            return int(decision)
    multiples = ", ".join(map(game.rules.times_text, game.cases))
    known = f'"fold", "play" or a multiple: {multiples}'
    told = plain(value) if isinstance(value, Fraction) else repr(value)
    raise RulesError(place, f"{told} is no decision of this game ({known})")


# -- a short rule for who sees several of the dealer's cards ------------------------------------------------


MOST = 12
"""Groups of what is seen, as many as a small card has room for."""

Thresholds = tuple[tuple[int, int], ...]
"""Each decision that is taken with the level from which on it is, the highest first."""


class ShortRule(Struct, frozen=True):
    """From which hand on each decision is taken, group by group of what is seen, and nothing else.

    A group is of headings, as `Sights` numbers them; or, where the whole hand is seen, of one of the
    `Rules.cases`. `group_of` has the place of that of each situation; the `strategy` decides so.
    """

    groups: tuple[tuple[int, ...], ...]
    statements: tuple[Statement, ...]
    cases: bool
    strategy: Strategy
    group_of: Integers


def short_rule(best: Strategy, most: int = MOST) -> ShortRule:
    """Return a rule with few groups of what is seen, and no exceptions, that costs little.

    Where the whole hand is seen, it goes by what comes of the deal. Else what is seen is put in order: no two
    cards of one rank, then two, then three, by the highest card, or by the hand that three ranks make. Then
    each time those two neighbours become one group that lose the least by having the same thresholds, until
    there are so few (`most`). `best` is the optimal strategy of a game in which a sight is told.
    """
    import numpy as np

    game, rules, sights = best.game, best.game.rules, best.game.rules.sights
    arrays = game.arrays or game.matchups.arrays
    if sights is None:
        raise TypeError("no sight of the dealer's hand is told")
    unit, groups = arrays.groups, _in_order(sights)
    if sights.by_strength:
        unit = arrays.counts.argmax(axis=1)
        groups = [(case,) for case in np.unique(unit).tolist()]
    place = np.zeros(unit.max() + 1, np.int64)
    for at, group in enumerate(groups):
        place[list(group)] = at
    gains, least = list(_gains(best, arrays, place[unit], len(groups))), list(rules.later.values())
    _join(groups, gains, least, most)
    multiples, strengths = list(rules.later), rules.ranking.strengths
    decided, statements = np.zeros((len(place), len(strengths)), np.int64), []
    met = np.zeros_like(decided, np.bool_)
    met[unit, arrays.levels] = True
    for group, gain in zip(groups, gains, strict=True):
        here: Truths = np.any(met[list(group)], axis=0)
        thresholds = []
        for at, level in _best(gain, least)[1]:  # from the lowest level on from which the same hands are met
            lower = np.flatnonzero(here[least[at] : level])
            thresholds.append((at, least[at] + (int(lower[-1]) + 1 if len(lower) else 0)))
        for at, level in reversed(thresholds):
            decided[list(group), level:] = multiples[at]
        told = tuple((multiples[at], strengths[level]) for at, level in thresholds)
        statements.append(Statement(told, (), ""))
    later = decided[unit, arrays.levels].tolist()
    decisions = (one if one in rules.early else said for one, said in zip(best.decisions, later, strict=True))
    strategy = Strategy("by groups", game, tuple(decisions))
    for at, group in enumerate(groups):
        place[list(group)] = at
    return ShortRule(tuple(groups), tuple(statements), sights.by_strength, strategy, place[unit])


def _join(groups: list[tuple[int, ...]], gains: list[Integers], least: Sequence[int], most: int) -> None:
    """Make each time those two neighbours one that lose the least by it, until there are so few."""
    worth = [_best(one, least)[0] for one in gains]

    def lost(at: int) -> int:
        return worth[at] + worth[at + 1] - _best(gains[at] + gains[at + 1], least)[0]

    losses = [lost(at) for at in range(len(groups) - 1)]
    while len(groups) > most:
        at = losses.index(min(losses))
        gains[at] = gains[at] + gains.pop(at + 1)
        groups[at] += groups.pop(at + 1)
        worth[at : at + 2] = [_best(gains[at], least)[0]]
        del losses[at]
        for beside in range(max(at - 1, 0), min(at + 1, len(losses))):
            losses[beside] = lost(beside)


def _in_order(sights: Sights) -> list[tuple[int, ...]]:
    """Return what is seen in its order: headings, those of the same ranks or as many suits together."""
    if sights.tells not in (Tells.CARD, Tells.RANK):
        alike = (tuple(sorted(sights.alike(heading))) for heading in range(len(sights.headings)))
        return list(dict.fromkeys(alike))
    ranking, units = sights.ranking, dict[tuple[int, ...], list[int]]()
    for heading in range(len(sights.headings)):
        units.setdefault(sights.ranks_of(heading), []).append(heading)

    def order(ranks: tuple[int, ...]) -> tuple[int, ...]:
        if len(ranks) == 3:
            low, middle, high = ranks
            return (ranking.by_suits[low, middle, high][len(set(ranks)) - 1],)
        return (max(Counter(ranks).values()), *reversed(ranks))

    return [tuple(units[ranks]) for ranks in sorted(units, key=order)]


def _gains(best: Strategy, arrays: Arrays, unit: Integers, number: int) -> Integers:
    """Return (units x decisions x levels) what each decision gains over a fold, over all deals."""
    import numpy as np

    from combin.exact.arrays import exact_kind

    values, levels = best.game.values_by(arrays), len(best.game.rules.ranking.strengths)
    kind = arrays.kinds(best.game.lines).of
    found: Integers = np.zeros((number, len(values) - 1, levels), np.result_type(*values.values()))
    for place, least in enumerate(best.game.rules.later.items()):
        multiple, level = least
        may = arrays.levels >= level
        gain = (values[multiple] - values[FOLD])[kind[may]] * arrays.weights[may]
        np.add.at(found[:, place], (unit[may], arrays.levels[may]), gain)
    return found.astype(exact_kind(4 * levels * (1 + int(abs(found).sum()))))  # as `_best` adds up


def _best(gains: Integers, least: Sequence[int]) -> tuple[int, Thresholds]:
    """Return the most that thresholds gain (decisions x levels), and these, as places and levels."""
    import numpy as np

    # A decision is taken from a level on up to that of the next dearer one, so that the most up to a level is
    # the gain from there on and the most that cheaper ones gain below.
    until: Integers = np.zeros(gains.shape[1] + 1, gains.dtype)
    never = -1 - abs(gains).sum()  # the gain of what may not be done: less than that of all hands together
    starts = []
    for decision, lowest in zip(gains, least, strict=True):
        sums = np.concatenate([[0], np.where(np.arange(len(decision)) < lowest, never, decision).cumsum()])
        before = until - sums
        highest = np.maximum.accumulate(before)
        # The last place at which the most below it is reached, so that of equals the least is staked.
        reached = np.where(before == highest, np.arange(len(before)), 0)
        starts.append(np.maximum.accumulate(reached))
        until = sums + highest
    found, end = [], gains.shape[1]
    for place in range(len(starts) - 1, -1, -1):
        start = int(starts[place][end])
        if start < end:
            found.append((place, start))
        end = start
    return int(until[-1]), tuple(found)
