"""Simulated figures compared with exact ones: by how many standard errors the mean differs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from typing import ClassVar

import numpy as np

from combin.aliases import Integers
from combin.answers import Answer
from combin.exact.analysis import Analysis, analyse, choices
from combin.exact.distribution import Distribution
from combin.exact.matchups import Matchups
from combin.formats.tables import EXACT, PERCENT, Column, Table, Value, decimals
from combin.formats.view import View
from combin.formatting import Root, counted, money
from combin.jackpot.answer import ask_jackpot, depends_on
from combin.jackpot.value import JackpotChances, jackpot_chances
from combin.proof.hands import Roles
from combin.proof.simulation import PlayedBet, Sample, base_bet, jackpot_bet, side_bet, simulate
from combin.report.words import tables_said
from combin.rules.errors import RulesError, nearest
from combin.rules.resolved import Rules

NONE = -1
"""The place of a situation that cannot be: a hand that holds the card seen."""


def situations_of_hands(known: Matchups, roles: Roles) -> Integers:
    """Return (hands x seen) the place of the situation of each hand with what is seen; `NONE` of no hand.

    Of a decision for each situation this makes one for each hand, as brute force takes them: nothing else is
    taken over from the engine.
    """
    deck = roles.hands.deck
    kinds = np.array(deck.rank_of) * (len(deck.suits) + 1) + np.array(deck.suit_of)  # the same for copies
    hands, rows = np.unique(_keys(kinds[roles.hands.cards]), return_inverse=True)
    found = np.full((len(hands), int(roles.seen_of.max()) + 1), NONE)
    for places, own, seen in _renamed(known, roles):
        found[np.searchsorted(hands, _keys(own)), seen] = places
    return found[rows.reshape(-1)]


def _keys(kinds: Integers) -> Integers:
    """Return the same number for the cards of a hand in any order."""
    base = 1 << 10  # a deck has at most 218 kinds of cards
    return np.sort(kinds, axis=1) @ base ** np.arange(kinds.shape[1])


def _renamed(known: Matchups, roles: Roles) -> Iterator[tuple[Integers, Integers, Integers]]:
    """Yield the places of situations, the kinds of the cards for which they stand, and what is seen there.

    Each time with other suits for those of the situations, until all have been used.
    """
    deck, group = roles.rules.deck, known.arrays.groups
    width, columns = len(deck.suits), roles.rules.file.deal.player + 1
    numbers = known.arrays.numbers
    fixed = np.array([NONE if one.suit is None else one.suit for one in known.classes])[numbers]
    shown = np.full(len(numbers), NONE) if known.cards is None else known.cards
    cards = np.column_stack([np.array([one.cards for one in known.classes])[numbers], shown])
    ranks = np.where(cards == NONE, len(deck.ranks), np.array(deck.rank_of)[cards])
    suits = np.where(cards == NONE, width, np.array(deck.suit_of)[cards])
    # Suits get numbers in the order in which the cards show them; jokers, and no card, have none.
    first = (suits[:, :, None] == suits[:, None, :]).argmax(axis=2)
    new = (first == np.arange(columns)) & (suits < width)
    number = np.take_along_axis(np.cumsum(new, axis=1) - 1, first, axis=1)
    number[suits == width] = NONE
    for names in permutations(range(width), min(width, columns)):
        given = np.array([*names, width])[number]  # the last one is that of NONE
        places = np.flatnonzero((fixed == NONE) | (fixed == names[0]))
        kinds = ranks[places] * (width + 1) + given[places]
        seen = ranks[places, -1] * width + given[places, -1] if known.cards is not None else group[places]
        yield places, kinds[:, :-1], seen


FAR = 4
"""From this number of standard errors on, a difference is hardly chance: it has one of 16,000 means."""


@dataclass(frozen=True, slots=True)
class Sampled:
    """A wager under its tables: its results in random rounds, and its exact figures.

    `letters` are those of the tables that it depends on; `meter` is that of a progressive wager of price 1,
    if it pays a share of one.
    """

    wager: str
    letters: Mapping[str, str]
    exact: Distribution
    sample: Sample
    meter: Fraction | None = None

    @property
    def expectation(self) -> Fraction:
        """The exact expectation of the net result, per unit of the stake."""
        return -self.exact.house_edge

    @property
    def squared_error(self) -> Fraction:
        """The square of the standard error of the mean, from the exact variance."""
        return self.exact.variance / self.sample.rounds

    @property
    def squared_z(self) -> Fraction:
        """The square of z, the number of standard errors that the mean is off; 0 if nothing varies."""
        off = self.sample.mean - self.expectation
        return off**2 / self.squared_error if self.squared_error else Fraction(0)

    @property
    def near(self) -> bool:
        """Whether the mean is less than `FAR` standard errors from its exact value."""
        return self.squared_z < FAR**2

    @property
    def possible(self) -> bool:
        """Whether every net that came is one of the exact ones."""
        return self.sample.outcomes.keys() <= dict(self.exact.outcomes).keys()

    @property
    def rare(self) -> bool:
        """Whether a net came that is expected less than once: the mean may be far off by that alone."""
        counts = dict(self.exact.outcomes)
        once = Fraction(self.exact.total, self.sample.rounds)
        return any(0 < counts.get(net, 0) < once for net in self.sample.outcomes)

    @property
    def agrees(self) -> bool:
        """Whether what came can be chance."""
        return self.possible and (self.near or self.rare)


@dataclass(frozen=True, repr=False)
class SimulationAnswer(Answer):
    """All wagers of a game played at random; `statement` says how the player decided."""

    shown_by: ClassVar[str] = "combin.proof.simulated:simulation_view"

    rules: Rules
    rounds: int
    seed: int
    statement: str
    sampled: tuple[Sampled, ...]

    @property
    def wagers(self) -> Mapping[str, Sampled]:
        """Each wager by id, with its `sample` and its exact `expectation`."""
        return {one.wager: one for one in self.sampled}

    @property
    def agrees(self) -> bool:
        """Whether what came of every wager can be chance."""
        return all(one.agrees for one in self.sampled)


def ask_simulation(
    rules: Rules,
    tables: Mapping[str, str] | None = None,
    *,
    strategy: str | None = None,
    rounds: int = 1_000_000,
    seed: int = 1,
) -> SimulationAnswer:
    """Return the results of the wagers of a game in random rounds, with their exact figures.

    >>> from combin.rules.load import load_rules
    >>> found = ask_simulation(load_rules("uk-including-blind"), rounds=1000)
    >>> [(one.wager, str(one.sample.mean)) for one in found.sampled]
    [('ante', '-3/200'), ('pair_plus', '-81/1000'), ('prime', '7/1000')]
    """
    if rounds < 1:
        raise RulesError((), f"rounds: {rounds} is not above 0")
    if seed < 0:
        raise RulesError((), f"seed: {seed} is below 0")
    if rules.sights is not None:
        problem = "rounds are played where one card is seen at most, by its rank, of single cards"
        raise RulesError(("deal", "face_up"), problem)
    chosen = dict(tables or {})
    jackpots = {name: chosen.pop(name, next(iter(rules.tables[name]))) for name in rules.jackpots}
    for name, letter in jackpots.items():
        if letter not in rules.tables[name]:
            raise RulesError((), f"{name}: no table {letter!r}; {nearest(letter, tuple(rules.tables[name]))}")
    one = analyse(rules, [choices(rules, chosen)[0]], strategy)[0]
    chances = [jackpot_chances(rules, rules.tables[name][letter]) for name, letter in jackpots.items()]
    found = sample(one, chances, rounds=rounds, seed=seed)
    return SimulationAnswer(rules, rounds, seed, one.statement.text, found)


def sample(
    analysis: Analysis, jackpots: Iterable[JackpotChances], *, rounds: int, seed: int
) -> tuple[Sampled, ...]:
    """Return wagers of one game played in the same rounds, with their exact figures."""
    rules, roles = analysis.rules, Roles.of(analysis.rules)
    decisions = np.array(analysis.strategy.decisions)[situations_of_hands(analysis.game.matchups, roles)]
    letters: Mapping[str, str] = {name: analysis.letters[name] for name in rules.base_tables}
    placed: list[tuple[PlayedBet, str, Mapping[str, str], Distribution, Fraction | None]] = [
        (base_bet(roles, analysis.letters, decisions), rules.base, letters, analysis.wagers[rules.base], None)
    ]
    for name in analysis.side_bets:
        letter = analysis.letters.get(name, "")
        bet = side_bet(roles, name, letter, decisions)
        placed.append((bet, name, {name: letter} if letter else {}, analysis.wagers[name], None))
    for chances in jackpots:
        table, meter = chances.table, _meter(chances)
        name, letter, shown = table.wager, table.letter, meter or Fraction(0)
        bet = jackpot_bet(roles, name, letter, table.bet.first_stake, shown)
        placed.append((bet, name, {name: letter}, _jackpot(chances, shown), meter))
    samples = simulate(roles, [bet for bet, *_ in placed], rounds, seed)
    return tuple(
        Sampled(name, letters, exact, found, meter)
        for (_, name, letters, exact, meter), found in zip(placed, samples, strict=True)
    )


def _meter(chances: JackpotChances) -> Fraction | None:
    """Return the first seed that is published for a table, if it pays a share of the meter and one is."""
    table = chances.table
    entry = chances.rules.meters.get(table.wager)
    if entry is None or not any(line.prize.meter and not line.prize.level for line in table.lines):
        return None
    options = (one for one in entry.options.values() if one.pay_table == table.letter)
    return next((table.bet.first_stake * option.meters[0].seed for option in options), None)


def _jackpot(chances: JackpotChances, meter: Fraction) -> Distribution:
    """Return the net results of a progressive wager, per unit of a full stake, or of price 1."""
    counts: Counter[Fraction] = Counter()
    for one in chances.lines():
        odds, money, share = chances.prize(one.line)
        counts[odds + (money + share * meter) / chances.table.bet.first_stake - 1] += one.count
    counts[Fraction(-1)] += chances.deals - sum(counts.values())
    return Distribution.from_counts(counts, chances.deals)


def simulation_view(answer: SimulationAnswer, digits: int = 10) -> View:
    """Return a simulation ready to be shown; the records are the wagers.

    JSON has for each wager its mean and its exact expectation, the exact variance, the standard error of the
    mean, z, and how many rounds had each net.
    """
    rules, table = answer.rules, _table(answer)
    game: dict[str, int | str | None] = {"game": rules.file.id, "rounds": answer.rounds, "seed": answer.seed}
    return View(
        f"{rules.file.title}: {counted(answer.rounds, 'round')} played at random",
        tuple(_sampled_lines(answer)),
        (table,),
        lambda: {**game, "strategy": answer.statement, "wagers": table.objects(digits)},
        lambda: table.records(digits, **game),
    )


def z_score(sampled: Sampled) -> Root:
    """Return by how many standard errors the mean is above the exact expectation."""
    return Root(sampled.squared_z, negative=sampled.sample.mean < sampled.expectation)


def _sampled_lines(answer: SimulationAnswer) -> list[str]:
    rules = answer.rules
    letters = {name: letter for one in answer.sampled for name, letter in one.letters.items()}
    lines = [*tables_said(rules, letters), answer.statement]
    for one in answer.sampled:
        if one.wager in rules.jackpots:
            jackpot = ask_jackpot(rules, wager=one.wager, option=one.letters[one.wager])
            meter = f" and a meter of {money(one.meter or 0)}" if jackpot.value.share else ""
            said = f"at a price of {money(jackpot.terms.stake)}{meter}, for a player who never folds"
            if jackpot.hits:
                said += ", without what is won at the amounts that meters must be hit by"
            if jackpot.open_terms:
                said = f"{depends_on(jackpot)}, which the rules do not state; played {said}"
            lines.append(f"{rules.wager_name(one.wager)}: {said}.")
    off = f"{FAR} standard errors or more from its exact value"
    verdicts = []
    for one in answer.sampled:
        if not one.possible:
            verdict = "an impossible net result occurred"
        elif one.near:
            continue
        elif one.rare:
            verdict = f"{off}, because of a result that is expected less than once in that many rounds"
        else:
            verdict = f"{off}, which is hardly chance"
        verdicts.append(f"{rules.wager_name(one.wager)}: {verdict}.")
    return [*lines, *(verdicts or [f"No mean is {FAR} standard errors from its exact value."])]


def _table(answer: SimulationAnswer) -> Table:
    def outcomes(sampled: Sampled) -> Value:
        return [{"net": net, "rounds": count} for net, count in sampled.sample.outcomes.items()]

    note = (
        "Net results per unit of the initial wager. Standard error: of the mean, from the exact variance. z: "
        f"the difference in standard errors. Seed {answer.seed}: a seed deals the same rounds everywhere."
    )
    return Table.of(
        "Simulated and exact",
        answer.sampled,
        [
            Column("Wager", value=lambda sampled: answer.rules.wager_name(sampled.wager)),
            Column(None, value=lambda sampled: sampled.wager, name="wager"),
            Column(None, value=lambda sampled: dict(sampled.letters), name="tables"),
            Column(None, EXACT, lambda sampled: sampled.meter, "meter"),
            Column("Mean net", PERCENT, lambda sampled: sampled.sample.mean, "mean_net"),
            Column("Exact", PERCENT, lambda sampled: sampled.expectation, "expected_net"),
            Column("Difference", PERCENT, lambda sampled: sampled.sample.mean - sampled.expectation),
            Column(None, EXACT, lambda sampled: sampled.exact.variance, "variance"),
            Column("Standard error", PERCENT, lambda sampled: Root(sampled.squared_error), "standard_error"),
            Column("z", decimals(2), z_score, "z"),
            Column(None, value=lambda sampled: sampled.agrees, name="agrees"),
            Column(None, value=outcomes, name="outcomes"),
        ],
        note,
    )
