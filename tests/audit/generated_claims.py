"""Claims of every kind that state the engine's own figures, and the same with a digit, unit or entry changed.

Which of them are true is reckoned from rules and engine, with a rounding of its own; no code of the audit
decides it. `FIGURES` and `SENTENCES` say for each kind what is so, and `stated` how it is spoilt.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from itertools import chain, pairwise, product
from math import comb, floor, isqrt
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from combin.audit.judge import judge_claim
from combin.audit.load import AnyClaim, claim_of
from combin.audit.subject import PlacedClaim, Subject
from combin.audit.verdict import PublishedError
from combin.cards.ranking import Ranking, Strength
from combin.cards.suit_classes import hand_classes_by_suit
from combin.exact.analysis import Analysis, choices
from combin.exact.distribution import Distribution
from combin.exact.fivecard_counts import category_counts
from combin.exact.named_strategies import named_strategy
from combin.exact.pay_lines import about_colours, paid_lines
from combin.exact.side_bets import side_bet, side_bet_lost_with_folds
from combin.exact.strategy import Strategy
from combin.formatting import decimal
from combin.rules.errors import RulesError
from combin.rules.resolved import Rules
from combin.rules.wagers import Case, Kind
from tests.helpers.variants import analysed

PASSES, READING, FAILS = "passes", "true only under a stated reading", "fails"
_VERDICTS = {"exact": PASSES, "rounds to the published digits": PASSES, READING: READING}

Entries = dict[str, Any]
Rows = Iterator[tuple[Entries, Any]]
"""Entries of claims, each with its value (under each reading), or with whether it is so."""
Scale = Callable[[Fraction], Fraction]
T = TypeVar("T")


# figures as printed


def _same(value: Fraction) -> Fraction:
    return value


def _once_in(value: Fraction) -> Fraction:
    return 1 / value


def _against(value: Fraction) -> Fraction:
    return (1 - value) / value


def _percent(value: Fraction) -> Fraction:
    return value * 100


def _with_stake(value: Fraction) -> Fraction:
    return value + 1


_SHARE: dict[str, Scale] = {"{}%": _percent, "1 in {}": _once_in}
_ODDS: dict[str, Scale] = {"{} to 1": _same, "{} for 1": _with_stake}
MEASURES: dict[str, dict[str, Scale]] = {
    "count": {"{}": _same},
    "probability": {"{}": _same, **_SHARE, "{} to 1": _against},
    "edge": {"{}": _same, **_SHARE},
    "meter": _SHARE,
    "money": {"{}": _same, "${}": _same},
    "amount": {"{}": _same, "${}": _same},
    "stakes": {"{}": _same, "{}%": _percent},
    "multiple": {"{}": _same, "{} to 1": _same, "{} for 1": _same},
    "pay": {"{}": _same, **_ODDS},
    "pay, stake included": {"{}": _with_stake, **_ODDS},
    "number": {"{}": _same, **_SHARE, "${}": _same, "{} to 1": _same, "{} for 1": _same},
}
"""The number that each form prints of a value of each kind. No other form can be right."""
_FORMS = ("{}", "${}", "{}%", "1 in {}", "{} to 1", "{} for 1")
_ROUNDED = {("amount", "{}"), ("amount", "${}"), ("stakes", "{}"), ("probability", "{} to 1")}


def _nearest(number: Fraction) -> int:
    return (1 if number >= 0 else -1) * floor(abs(number) + Fraction(1, 2))


class Text(NamedTuple):
    """A printed figure: its form, and its digits with the number of places behind the point."""

    form: str
    digits: int
    places: int

    def __str__(self) -> str:
        """Return it as it is printed."""
        number = Fraction(abs(self.digits), 10**self.places)
        whole, point, rest = decimal(number, self.places).partition(".")
        return "-" * (self.digits < 0) + self.form.format(f"{int(whole):,}{point}{rest}")

    def says(self, measure: str, value: Fraction) -> bool:
        """Return whether it is the value, or its rounding where decimals or the form leave digits away."""
        forms = MEASURES[measure]
        if self.form.startswith("{} of "):
            return "1 in {}" in forms and value * int(self.form[6:]) == self.digits
        scale = forms.get(self.form)
        if scale is None or (scale in (_once_in, _against) and not value):
            return False
        number = scale(value) * 10**self.places
        rounded = self.places or self.form in _SHARE or (measure, self.form) in _ROUNDED
        return (_nearest(number) if rounded else number) == self.digits


class Figure(NamedTuple):
    """What a claim of a figure asks for, with the engine's value under each reading; none, if it has none."""

    entries: Entries
    values: tuple[Fraction, ...]
    measure: str

    def right(self, text: Text) -> str:
        """Return what is right for a printed text."""
        return _by_reading([text.says(self.measure, value) for value in self.values])

    def texts(self, chance: random.Random) -> Iterator[tuple[Text, str]]:
        """Yield a value in each form that it can have, the same with a digit changed, and in other forms."""
        value = chance.choice(self.values or (Fraction(1),))
        whole = value.denominator * chance.choice((1, 2, 3))
        if value > 0 and whole > 10 and "1" not in (str(whole).strip("0"), str(whole + 1).strip("0")):
            yield Text(f"{{}} of {whole}", int(value * whole), 0), "as it is"
            yield Text(f"{{}} of {whole + 1}", int(value * whole), 0), "digit"
        for form in _FORMS:
            if self.measure == "money" and form in _ODDS:
                continue  # right where the rules name the stakes
            for scale in dict.fromkeys(scales[form] for scales in MEASURES.values() if form in scales):
                if (scale in (_once_in, _against) and not 0 < value <= 1) or (value <= 0 and "1" in form):
                    continue
                places = 0 if self.measure == "count" else chance.randrange(4)
                text = Text(form, _nearest(scale(value) * 10**places), places)
                own = MEASURES[self.measure].get(form) is scale
                changed = text.digits + chance.choice((-10, -1, -1, 1, 1, 10))
                if text.digits or form != "1 in {}":
                    yield text, "as it is" if own else "unit"
                if own and changed > 0:
                    yield text._replace(digits=changed), "digit"


def _by_reading(true: Sequence[bool]) -> str:
    return FAILS if not any(true) else PASSES if all(true) else READING


# games


@dataclass(frozen=True)
class Game:
    """A game of which claims are stated, by a source of chance, with so many choices of its tables."""

    rules: Rules
    path: str | Path
    random: random.Random
    most: int = 2

    @cached_property
    def subject(self) -> Subject:
        """The game as an audit has it."""
        return Subject(self.path, self.rules)

    @cached_property
    def readings(self) -> tuple[Rules, ...]:
        """The rules as adopted, then with each other option of one question."""
        return tuple(one.rules for one in self.subject.variants)

    @cached_property
    def letters(self) -> list[dict[str, str]]:
        """A few choices of tables."""
        return self.some(choices(self.rules, {}), self.most)

    @property
    def ranking(self) -> Ranking:
        """The order of hands."""
        return self.rules.ranking

    @cached_property
    def categories(self) -> dict[str, frozenset[int]]:
        """The levels of each category that the deck has."""
        return _categories(self.rules)

    def some(self, of: Iterable[T], number: int) -> list[T]:
        """Return some of several things, in their order."""
        every = list(of)
        return [
            every[place] for place in sorted(self.random.sample(range(len(every)), min(number, len(every))))
        ]

    def analysis(self, letters: Mapping[str, str], rules: Rules | None = None) -> Analysis:
        """Return the analysis of a choice of tables, as adopted or under another reading."""
        return analysed(rules or self.rules, **letters)

    def strategies(self, found: Analysis) -> list[Strategy]:
        """Return strategies that are not the best, where something is decided."""
        names = [
            "always play",
            "mimic the dealer",
            *map(self.ranking.describe, self.some(self.ranking.strengths, 2)),
        ]
        return [named_strategy(name, found.game) for name in names if self.rules.play]

    def hands(self) -> dict[str, frozenset[int]]:
        """Return hands in words with their levels: categories, these or better, and some of one strength."""
        found, of_one = dict(self.categories), defaultdict[str, set[int]](set)
        for words, levels in self.categories.items():
            found[f"{words} or better"] = levels | {*range(max(levels) + 1, len(self.ranking.strengths))}
        for one in self.ranking.strengths:
            of_one[self.ranking.describe(one)].add(one.level)
        return found | {words: frozenset(of_one[words]) for words in self.some(of_one, 8)}

    def of_five(self, cards: int) -> dict[str, int]:
        """Return how many hands of so many cards have their best five in each category, high to low."""
        deck = self.rules.deck
        counted = deck.single and not deck.wild_cards and len(deck) >= cards
        return {one.value: count for one, count in category_counts(deck, cards).items()} if counted else {}


def _categories(rules: Rules) -> dict[str, frozenset[int]]:
    return {one.value: levels for one, levels in rules.ranking.levels_by_category.items() if levels}


# figures


def _counts(game: Game) -> Rows:
    cards, wild = game.rules.deck.cards, game.rules.deck.wild_cards
    yield {"hands": "any hand"}, comb(len(cards), 3)
    for words, levels in game.hands().items():
        yield {"hands": words}, sum(game.ranking.strengths[level].count for level in levels)
    flushes = [hand for level in game.categories.get("flush", ()) for hand in game.ranking.hands[level]]
    for suit in game.rules.deck.suits if flushes and not wild else ():
        yield {"hands": f"flush of {suit.name}"}, sum(cards[hand[0]].suit == suit for hand in flushes)
    for size in (5, 6, 7):
        for words, count in game.of_five(size).items():
            yield {"hands": words, "cards": size}, count


def _chances(game: Game) -> Rows:
    for entries, count in _counts(game):
        yield entries, Fraction(count, comb(len(game.rules.deck), entries.get("cards", 3)))


def _pays(game: Game) -> Iterator[tuple[Entries, Any, str]]:
    classes = list(hand_classes_by_suit(game.ranking))
    for wager, letter, table in _tables_of(game):
        odds = "pay, stake included" if table.for_one else "pay"
        for line in table.lines:
            entries, prize = {"wager": wager, "table": letter, "line": str(line.text)}, line.prize
            if prize.odds is not None and not table.bet.commission:
                yield entries, table.odds(line), odds
            elif prize.money is not None:
                yield entries, prize.money, "money"
            elif prize.meter is not None:
                yield entries, prize.meter, "meter"
            yield {**entries, "of": "envy"}, prize.envy or 0, "money"
        if table.bet.more_cards or about_colours(table) or table.bet.commission:
            continue
        lines = paid_lines(game.rules, table, classes)
        for words, levels in game.some(game.hands().items(), 4):
            own = [line for one, line in zip(classes, lines, strict=True) if one.strength.level in levels]
            pays = {None if line is None or line.prize.odds is None else table.odds(line) for line in own}
            if None not in pays:
                yield (
                    {"wager": wager, "table": letter, "line": words},
                    (*pays,) if len(pays) == 1 else (),
                    odds,
                )


def _tables_of(game: Game) -> Iterator[tuple[str, str, Any]]:
    for wager, tables in game.rules.tables.items():
        yield from ((wager, *table) for table in game.some(tables.items(), game.most))


def _outcomes(game: Game) -> Rows:
    for wager, bet in game.rules.bets.items():
        for case in ("no_qualify", "win", "tie", "lose") if bet.kind is Kind.AGAINST_DEALER else ():
            outcome = bet.outcomes[Case(case)]
            if not (bet.compares_unqualified or outcome.by_table or outcome.hands):
                yield {"wager": wager, "case": case}, bet.kept(outcome.pays)


_IN_FORM: dict[str, Scale] = {
    "house edge": _same,
    "return": lambda edge: 1 - edge,
    "player edge": lambda edge: -edge,
}


def _edges(game: Game) -> Rows:
    for letters in game.letters:
        found = [game.analysis(letters, rules) for rules in game.readings]
        for wager in found[0].wagers:
            form = game.random.choice(list(_IN_FORM))
            entries = {"wager": wager, "tables": letters, "form": form}
            in_form = _IN_FORM[form]
            best = {"per": "initial wager", "strategy": "best"} if wager == game.rules.base else {}
            for stake in game.rules.bets[wager].stakes:
                if stake.denominator == 1:
                    at_stake = tuple(in_form(one.edge_at(wager, stake)) for one in found)
                    yield {**entries, **best, "stake": int(stake)}, at_stake
            yield {**entries, **best}, tuple(in_form(one.wagers[wager].house_edge) for one in found)
            if best:
                mimic = 1 + bool(game.rules.qualifies)
                laws = [
                    law.distribution for one in found for law in (one.best, *game.strategies(one)[:mimic])
                ]
                yield (
                    entries,
                    tuple(in_form(x) for law in laws for x in (law.house_edge, law.element_of_risk)),
                )
            for own in game.strategies(found[0]) if best else ():
                laws = [named_strategy(own.name, one.game).distribution for one in found]
                named = {**entries, "strategy": own.name}
                yield {**named, "per": "initial wager"}, tuple(in_form(law.house_edge) for law in laws)
                yield (
                    {**named, "per": "all money wagered"},
                    tuple(in_form(law.element_of_risk) for law in laws),
                )


def _mixes(game: Game) -> Rows:
    for letters in game.letters:
        found = game.analysis(letters)
        for names in game.some(product(found.wagers, repeat=2), 6):
            stakes = {name: game.random.choice((1, 2, 5, 10, 25)) for name in names}
            lost = sum(stake * found.edge_at(name, Fraction(stake)) for name, stake in stakes.items())
            yield {"stakes": stakes, "tables": letters}, Fraction(lost, sum(stakes.values()))


def _changes(game: Game) -> Rows:
    for one, other in product(game.letters, repeat=2):
        before, after = (game.analysis(letters).wagers for letters in (one, other))
        for wager, law in before.items():
            yield {"wager": wager, "tables": one, "under": other}, law.house_edge - after[wager].house_edge


def _parts(game: Game) -> Rows:
    """Yield parts of the return of games that pay the same in each case; bonuses are the rest of it."""
    rules = game.rules
    bets = [rules.bets[name] for name in (rules.base, rules.play) if name]
    by_hand = any(
        bet.compares_unqualified
        or any(outcome.by_table or outcome.hands for outcome in (bet.outcomes[case] for case in rules.cases))
        for bet in bets
    )
    if by_hand or not rules.play or len(rules.multiples) > 1 or rules.equals or rules.collection:
        return
    times = rules.times(next(iter(rules.multiples)))
    for letters in game.letters:
        best = game.analysis(letters).best
        folds, *counts = map(sum, zip(*best.by_level.values(), strict=True))
        total, cases = best.distribution.total, [Case(one) for one in ("no_qualify", "win", "tie", "lose")]
        nets = [[bet.kept(bet.outcomes[case].pays) for case in cases] for bet in bets]
        won, raised = (
            sum((count * net for count, net in zip(counts, of, strict=True)), Fraction(0)) for of in nets
        )
        won, raised = won - folds * (1 - bets[0].fold_returns), raised * times
        staked = sum(counts) * times
        parts: dict[str, tuple[Fraction, Fraction]] = {
            "initial wager": (won, Fraction(total)),
            "raise": (raised, staked),
            "both wagers": (won + raised, total + staked),
        }
        if rules.bonuses:
            parts["bonuses"] = -best.distribution.house_edge * total - won - raised, Fraction(total)
        for part, (net, own) in parts.items():
            yield {"part": part, "tables": letters}, Fraction(net) / total
            yield (
                {"part": part, "tables": letters, "per": "own stake"},
                Fraction(net) / Fraction(own) if own else (),
            )


def _laws(of: Callable[[Game, Distribution], Iterable[tuple[Entries, Any]]], game: Game) -> Rows:
    """Yield what is asked of net results, for each wager under some tables and strategies."""
    for letters in game.letters:
        found = game.analysis(letters)
        own: Rows = (({"strategy": one.name}, one.distribution) for one in game.strategies(found))
        laws: Rows = (({"wager": wager}, law) for wager, law in found.wagers.items())
        for named, law in chain(laws, (({"wager": game.rules.base, **named}, law) for named, law in own)):
            yield from (({**named, "tables": letters, **entries}, value) for entries, value in of(game, law))


def _deviation(_: Game, law: Distribution) -> Rows:
    yield {}, Fraction(isqrt(law.variance.numerator * 10**60 // law.variance.denominator), 10**30)


def _frequencies(_: Game, law: Distribution) -> Rows:
    yield from (
        ({"net": net}, law.frequency(sign))
        for net, sign in (("above zero", 1), ("zero", 0), ("below zero", -1))
    )


def _results(game: Game, law: Distribution) -> Rows:
    yield from (({"net": str(net)}, count) for net, count in game.some(law.outcomes, 3))


def _deals(game: Game) -> Iterator[tuple[Entries, Any, str]]:
    for letters in game.letters:
        found = game.analysis(letters)
        for own in (found.best, *game.strategies(found)[:1]):
            named = {"tables": letters} | ({} if own is found.best else {"strategy": own.name})
            for words, levels in game.some(game.hands().items(), 5):
                rows = [row for level, row in own.by_level.items() if level in levels]
                cases = () if game.rules.alone else ("fold", "no_qualify", "win", "tie", "lose")
                for case in ("any", *game.some(cases, 2)):
                    count = sum(sum(row) if case == "any" else row[cases.index(case)] for row in rows)
                    entries = {**named, "case": case, "category": words}
                    yield entries, count // found.alike, "count"
                    yield {**entries, "form": "share"}, Fraction(count, own.distribution.total), "probability"


def _decided(game: Game) -> Iterator[tuple[Entries, Any, str]]:
    for letters in game.letters:
        for own in game.strategies(game.analysis(letters)):
            entries = {"tables": letters, "strategy": own.name}
            for decision, count, rate in (
                ("play", own.hands_played, own.play_rate),
                ("fold", comb(len(game.rules.deck), 3) - own.hands_played, 1 - own.play_rate),
            ):
                yield {**entries, "decision": decision, "form": "share"}, rate, "probability"
                if not own.seen:
                    yield {**entries, "decision": decision}, count, "count"
    if not game.rules.play:
        yield {}, (), "count"


def _worth(game: Game) -> Rows:
    """Yield the value of playing hands of one strength and pattern of suits."""
    levels = {words for words, hands in game.hands().items() if len(hands) == 1}
    for letters in game.letters if game.rules.play else ():
        base = game.analysis(letters).game
        nets, deals = defaultdict[tuple[str, str], Fraction](Fraction), defaultdict[tuple[str, str], int](int)
        for index, one in enumerate(base.matchups):
            key = game.ranking.describe(one.hand.strength), one.hand.pattern.value
            if key[0] in levels:
                deals[key] += one.weight * one.deals
                nets[key] += base.expectation(index, min(base.cases)) * one.weight * one.deals
        for (words, suits), net in nets.items():
            yield {"hand": words, "suits": suits, "tables": letters}, net / deals[words, suits]


FIGURES: dict[str, tuple[str, Callable[[Game], Iterator[Any]]]] = {
    "number of hands": ("count", _counts),
    "probability": ("probability", _chances),
    "pay": ("", _pays),
    "outcome": ("pay", _outcomes),
    "house edge": ("edge", _edges),
    "house edge of a mix": ("edge", _mixes),
    "change of house edge": ("edge", _changes),
    "part of the return": ("edge", _parts),
    "standard deviation": ("stakes", partial(_laws, _deviation)),
    "average wager": ("stakes", partial(_laws, lambda _, law: [({}, law.average_wager)])),
    "frequency of results": ("probability", partial(_laws, _frequencies)),
    "deals with a result": ("count", partial(_laws, _results)),
    "deals": ("", _deals),
    "hands decided": ("", _decided),
    "value of playing": ("stakes", _worth),
}
"""Kinds of figures: what they measure, if all measure the same, and what the engine has."""


# sentences


def _orders(game: Game) -> Rows:
    def falls(levels: Sequence[frozenset[int]]) -> bool:
        return len(levels) > 1 and all(min(one) > max(other) for one, other in pairwise(levels))

    readings = [*map(_categories, game.readings)]
    names = [one for one in readings[0] if all(one in levels for levels in readings)]
    in_order = sorted(names, key=lambda one: -min(readings[0][one]))
    for order in (
        in_order,
        *(game.random.sample(names, min(number, len(names))) for number in (2, 2, 2, 3, 3, 4)),
    ):
        right = _by_reading([falls([levels[one] for one in order]) for levels in readings])
        yield {"published": " > ".join(order)}, right
    every = list(game.hands().items()) if len(readings) == 1 else []
    for pair in (game.random.sample(every, 2) for _ in range(6 * bool(every))):
        if not pair[0][1] & pair[1][1]:
            yield {"published": " > ".join(words for words, _ in pair)}, falls([levels for _, levels in pair])
    for size in (5, 6, 7):
        best = [words for words, count in game.of_five(size).items() if count]
        for order in (
            (best, *(game.random.sample(best, min(number, len(best))) for number in (2, 3))) if best else ()
        ):
            true = len(order) > 1 and order == sorted(order, key=best.index)
            yield {"cards": size, "published": " > ".join(order)}, true


def _examples(game: Game) -> Rows:
    cards, every = game.rules.deck.cards, game.hands()
    for _ in range(6):
        hand = [cards[place] for place in game.random.sample(range(len(cards)), 3)]
        level, ranks = game.ranking.strength(hand).level, [card.rank for card in hand]
        own = [one for one in game.categories.items() if level in one[1]]
        for words, levels in [*own, *game.some(every.items(), 2)]:
            yield {"category": words, "published": " ".join(map(str, hand))}, level in levels
        same = [[card for card in dict.fromkeys(cards) if card.rank == rank] for rank in ranks]
        if game.rules.deck.wild_cards or len({*ranks}) < 3:
            continue
        for suits, meant in (("one suit", {True}), ("not one suit", {False}), ("any", {True, False})):
            hands = [one for one in product(*same) if (len({card.suit for card in one}) == 1) in meant]
            found = {game.ranking.strength(one).level for one in hands}
            for words, levels in game.categories.items():
                entries = {"category": words, "suits": suits, "published": ", ".join(map(str, ranks))}
                yield entries, bool(found) and found <= levels


def _comparisons(game: Game) -> Rows:
    for (better, above), (worse, below) in game.some(product(game.hands().items(), repeat=2), 24):
        true = all(game.ranking.compare(one, other) > 0 for one in above for other in below)
        yield {"better": better, "worse": worse}, true


def _qualifying(game: Game) -> Rows:
    own = game.ranking.strengths[min(game.rules.qualifies, len(game.ranking.strengths) - 1)]
    of_own = {one.level for one in game.ranking.strengths if _words(game, one) == _words(game, own)}
    for words, levels in (game.hands() | {_words(game, own): frozenset(of_own)}).items():
        yield {"published": words}, not game.rules.alone and min(levels) == game.rules.qualifies


def _words(game: Game, strength: Strength) -> str:
    return game.ranking.describe(strength)


def _paid(game: Game) -> Rows:
    classes = [(one, one.strength.level) for one in hand_classes_by_suit(game.ranking)]
    every = game.hands()
    for wager, tables in game.rules.tables.items():
        if game.rules.bets[wager].more_cards:
            continue
        paid = {}
        for letter, table in tables.items():
            lines = paid_lines(game.rules, table, [one for one, _ in classes])
            paid[letter] = {
                one.cards
                for (one, _), line in zip(classes, lines, strict=True)
                if line and line.prize.odds != 0
            }
        for letter in ("", *tables):
            own = [hands for name, hands in paid.items() if letter in ("", name)]
            any_paid = {level for one, level in classes if one.cards in own[0]}
            whole = [words for words, levels in game.categories.items() if levels & any_paid]
            for named in (
                whole,
                whole[1:],
                whole[:-1],
                *(game.some(every, number) for number in (1, 1, 2, 3)),
            ):
                hands = {one.cards for one, level in classes if any(level in every[words] for words in named)}
                entries = {"wager": wager, "published": ", ".join(named)} | (
                    {"table": letter} if letter else {}
                )
                yield entries, bool(named) and all(hands == one for one in own)


def _advantage(game: Game) -> Rows:
    def least(rules: Rules) -> Fraction:
        every = (game.analysis(letters, rules) for letters in choices(rules, {}))
        return min(
            edge for one in every for wager in one.wagers for edge in one.edges_by_stake(wager).values()
        )

    if not game.rules.jackpots:  # which depend on a meter
        yield {}, _by_reading([least(rules) > 0 for rules in game.readings])


def _folds(game: Game) -> Rows:
    first = {name: next(iter(game.rules.tables[name])) for name in game.rules.base_tables}
    for wager in game.rules.side_bets if game.rules.play else ():
        laws = [
            (side_bet(game.rules, table), side_bet_lost_with_folds(game.analysis(first).best, table))
            for table in game.rules.tables[wager].values()
        ]
        costs = [lost.distribution.house_edge - stays.distribution.house_edge for stays, lost in laws]
        yield {"wager": wager}, not any(costs)
    yield from (({"wager": wager}, False) for wager in (*game.rules.base_wagers, "nothing"))


def _between(game: Game) -> Rows:
    found = game.analysis(game.letters[0])
    for one, other in game.some(product([found.best, *game.strategies(found)], repeat=2), 8):
        names = ["best" if of is found.best else of.name for of in (one, other)]
        plays = [{_words(game, of.hand.strength) for of, decision in own if decision} for own in (one, other)]
        gap = sorted(hand.replace("-", "") for hand in plays[0] - plays[1])
        if any(" " in hand for hand in gap):
            continue
        for listed, true in ((gap, True), ([*gap, "AAA"], False), (gap[1:], False)):
            entries = {
                "strategy": names[0],
                "other": names[1],
                "tables": game.letters[0],
                "published": " ".join(listed),
            }
            yield entries, true and bool(gap) and not one.seen and bool(game.rules.play)
            yield {**entries, "strategy": names[1], "other": names[0]}, False


def _best(game: Game) -> Rows:
    for letters in game.letters:
        found = game.analysis(letters)
        near = [_words(game, one.hand.strength) for one in found.best.tightest().values()]
        near_best = [named_strategy(name, found.game) for name in near if game.rules.play]
        for one in (*game.strategies(found), *near_best, found.best):
            entries = {"strategy": "best" if one is found.best else one.name, "tables": letters}
            edges = [own.distribution.house_edge for own in (one, found.best)]
            yield entries, edges[0] == edges[1] and bool(game.rules.play)
            for rank, symbol in game.some(enumerate(game.rules.deck.ranks), 0 if game.rules.early else 3):
                about = [n for n, of in enumerate(one.game.matchups) if of.seen and of.seen.ranks == {rank}]
                values = [[own.game.value(n, own.decisions[n]) for n in about] for own in (one, found.best)]
                yield (
                    {**entries, "sees": str(symbol)},
                    bool(about and game.rules.play) and values[0] == values[1],
                )


def _lost_meter(rules: Rules) -> bool:
    return rules.metered in rules.meters and rules.bets[rules.metered].loses_on_fold


def _unproven(*entries: Entries) -> Callable[[Game], Rows]:
    """Return how claims are stated that no rules prove."""
    return lambda _: iter([(one, False) for one in entries])


SENTENCES: dict[str, Callable[[Game], Rows]] = {
    "order of hands": _orders,
    "example hand": _examples,
    "comparison": _comparisons,
    "dealer qualifies": _qualifying,
    "paid hands": _paid,
    "house advantage": _advantage,
    "fold forfeits": _folds,
    "hands between strategies": _between,
    "best strategy": _best,
    "cards from the highest": lambda game: iter([({}, READING if "pair" in game.categories else FAILS)]),
    "five-card straight flush": lambda game: iter(
        [({}, game.rules.deck.ranks[-1].symbol == "A" and len(game.rules.deck.ranks) > 5)]
    ),
    "fold loses the jackpot wager": lambda game: iter([({}, READING if _lost_meter(game.rules) else FAILS)]),
    "same hand": _unproven({"same": "category"}, {"same": "highest card"}),
    "blind hands": _unproven({}, {"published": "2.0%"}, {"published": "100%"}),
    "wording": _unproven(*({"verdict": one, "why": "so"} for one in ("inconsistent", "not checkable"))),
    "price of a jackpot wager": lambda game: (({"wager": name}, False) for name in game.rules.tables),
}
"""Kinds of sentences, and what is so by rules and engine: true or false, or PASSES, READING, FAILS."""


# claims


class Stated(NamedTuple):
    """A claim with what is right for it, and how it came about."""

    entries: Entries
    right: str
    change: str


def stated(game: Game, each: int) -> Iterator[Stated]:
    """Yield claims of a game of every kind: so many figures with their changes, and sentences."""
    for kind, (measure, of) in FIGURES.items():
        every = []
        for entries, values, *own in of(game):
            exact = tuple(map(Fraction, values if isinstance(values, tuple) else (values,)))
            every.append(Figure({"quantity": kind, **entries}, exact, own[0] if own else measure))
        for one in game.some(every, each):
            others = [
                text for other in game.some(every, 3) for text, _ in game.some(other.texts(game.random), 2)
            ]
            for text, change in (*one.texts(game.random), *((other, "other entries") for other in others)):
                comma = game.random.randrange(6) == 0  # before decimals; points then group thousands
                printed = str(text).translate({44: ".", 46: ","} if comma else {})
                entries = {**one.entries, "published": printed, "decimal": "," if comma else "."}
                yield Stated(entries, one.right(text), change)
    for kind, sentences in SENTENCES.items():
        rows = list(sentences(game))
        for entries, true in (
            *game.some(rows, 6 * each),
            *[row for row in rows if row[1] not in (False, FAILS)][:1],
        ):
            right = true if isinstance(true, str) else PASSES if true else FAILS
            yield Stated({"quantity": kind, **entries}, right, "sentence")


def judged_as(entries: Entries, subject: Subject) -> str:
    """Return what an audit makes of a claim; a mistake of the file fails."""
    try:
        claim = _claim(**entries)
        return _VERDICTS.get(judge_claim(PlacedClaim(claim, ("claim", "0")), subject).verdict, FAILS)
    except (RulesError, PublishedError):
        return FAILS


def _claim(quantity: str, **entries: object) -> AnyClaim:
    return claim_of({"id": "one", "place": "1", "says": "A claim", "quantity": quantity, **entries})
