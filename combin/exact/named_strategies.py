"""Strategies by name, as people write them down."""

from __future__ import annotations

import re
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
from combin.exact.statement import BEFORE, statement_of
from combin.exact.strategy import Strategy, optimal_strategy
from combin.formatting import plain
from combin.rules.errors import RulesError
from combin.rules.load import read_toml
from combin.rules.numbers import read_exact
from combin.rules.sights import Sights
from combin.words.catalogue import or_better

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from combin.cards.ranking import Ranking
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
    a strategy as it is printed ("Play Q-6-4 or better, fold the rest."), or the path of a strategy file, as
    docs/language.md describes it ("Strategies").

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
    decided = dict[tuple[int, ...], dict[int, int]]()  # by the rules that fit what is seen, and the class
    for span in found.spans():
        fitting = tuple(at for at, rule in enumerate(rules) if rule.fits(found[span.start].seen))
        numbers = found.numbers[span.start : span.stop]  # of those that can be held beside what is seen
        by_class, own = decided.setdefault(fitting, {}), [rules[at] for at in fitting]
        by_class |= {one: _decided(own, found.classes[one], game) for one in {*numbers} - by_class.keys()}
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
        decision = (value if isinstance(value, Fraction) else read_exact(value)) * game.rules.parts
        if decision in game.cases:
            return int(decision)
    known = f'"fold", "play" or a multiple: {", ".join(map(game.rules.times_text, game.cases))}'
    told = plain(value) if isinstance(value, Fraction) else repr(value)
    raise RulesError(place, f"{told} is no decision of this game ({known})")
