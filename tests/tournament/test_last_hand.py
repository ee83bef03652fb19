"""The last hand of two players, compared with all deals of small decks and with random rounds."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from combin.aliases import Integers
from combin.cards.suit_classes import suit_variants
from combin.exact.base_game import FOLD
from combin.exact.statement import statement_of
from combin.exact.strategy import Strategy
from combin.proof.hands import Roles
from combin.proof.simulated import situations_of_hands
from combin.proof.simulation import Rounds, base_bet, dealt
from combin.rules.errors import RulesError
from combin.rules.resolved import Rules
from combin.seats.deals import Deals
from combin.tournament.chances import TOURNAMENTS, Stakes, ask_chances, strategy_of
from combin.tournament.last_hand import LastHand, ask_last_hand
from combin.tournament.solving import equilibrium
from tests.helpers.brute import may_play
from tests.helpers.command_line import answer, payload
from tests.helpers.every_deal import EveryDeal
from tests.helpers.strategies import games
from tests.helpers.texts import table_rows
from tests.helpers.variants import shipped
from tests.tournament.small import GAMES, every, small
from tests.tournament.test_terms import EXAMPLE

CROWN: dict[str, Any] = {"smallest": 50, "largest": 500, "unit": 50}
SMALL: dict[str, Any] = {"smallest": 4, "largest": 12, "unit": 4}


@cache
def crown(own: int, other: int, *, last: bool = True) -> LastHand:
    return ask_last_hand(shipped("crown-melbourne"), banks=(own, other), last=last, **CROWN)


def nets_of(found: EveryDeal) -> Integers:
    """The net of each decision with each hand against each of the dealer's, in whole parts of the wager."""
    nets: Integers = np.zeros((len(found.options), *[len(found.hands)] * 2), np.int64)
    for of, option in zip(nets, found.options, strict=True):
        for pair, net in found.every[option].items():
            of[pair] = int(net["ante"] * found.unit)
    return nets


def by_every_deal(found: EveryDeal, lead: int, own: int, other: int) -> tuple[Fraction, Fraction, Fraction]:
    """The chance of finishing first by the game's strategy, and the most of who decides first and last."""
    _, decided = found.best(found.seen)
    hands, nets = range(len(found.hands)), nets_of(found)
    usual = np.array([found.options.index(decided[hand, 0]) for hand in hands])
    # Half the places won by each decision, of each own hand and what is seen of the other player.
    places: Integers = np.zeros((len(nets), len(hands), len(nets)), np.int64)
    deals = 0
    for dealer in hands:
        (there,) = found.apart[dealer].nonzero()
        apart = found.apart[np.ix_(there, there)]
        deals += int(apart.sum())
        lost = other * nets[usual[there], there, dealer]
        for seen in {*usual[there].tolist()}:
            met = apart & (usual[there] == seen)
            for place, won in enumerate(lead * found.unit + own * nets[:, there, dealer]):
                places[seen, there, place] += (met * (1 + np.sign(won[:, np.newaxis] - lost))).sum(axis=1)
    by_hand = places.sum(axis=0)
    halves = (by_hand[hands, usual].sum(), by_hand.max(axis=1).sum(), places.max(axis=2).sum())
    game, first, last = (Fraction(int(number), 2 * deals) for number in halves)
    return game, first, last


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_chances_as_by_every_deal(name: str) -> None:
    banks = (61, 70)
    last, first = (ask_last_hand(small(name), banks=banks, last=last, **SMALL) for last in (True, False))
    own, others = last.wagers
    for row, column in ((0, -1), (-1, 0), (1, 1)):
        chances = [first.chance(int(of[row, column])) for of in (*first.chances, last.chances[1])]
        assert chances == [*by_every_deal(every(name), -9, 4 * own[row], 4 * others[column])]
        assert first.chances[0, row, column] == last.chances[0, row, column]


@pytest.mark.slow
@given(games(most_cards=10, most_suits=3), st.integers(-30, 30), st.integers(1, 9), st.integers(1, 9))
def test_any_game_as_by_every_deal(rules: Rules, lead: int, own: int, other: int) -> None:
    """Of any order of hands, qualifier, multiples and bonus, in few cards."""
    assume(rules.file.deal.player == 3 and not rules.file.deal.face_up and not rules.same_hands)
    assume(rules.base in rules.wagers and not rules.collection and rules.deck.single and len(rules.deck) >= 9)
    drawn = EveryDeal(rules, {rules.base: Fraction(1)})
    strategy, letters = strategy_of(drawn.rules, drawn.letters)
    stakes = Stakes(1, strategy.game.unit, 1, 9, 1, 1)
    banks = (10**6 + lead, 10**6)
    first, last = (LastHand(strategy, letters, stakes, banks, last) for last in (False, True))
    places = own - 1, other - 1
    chances = [first.chance(int(of[places])) for of in (*first.chances, last.chances[1])]
    assert chances == [*by_every_deal(drawn, lead, own, other)]


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_the_best_decisions_have_the_best_chance(name: str) -> None:
    """Played as they are told, whatever the other player is seen to decide."""
    found = ask_last_hand(small(name), banks=(60, 64), **SMALL)
    deals = found.facing.deals
    total = 0
    for seen, strategy in found.decisions.items():
        for index, decision in enumerate(strategy.decisions):
            nets = found.strategy.game.nets(index, decision)
            assert decision in found.strategy.game.choices(index)
            for case, net in enumerate(nets):
                for result, (their, decided) in enumerate(
                    zip(found.facing.nets, found.facing.decisions, strict=True)
                ):
                    if decided == seen:
                        lead = -4 * found.stakes.parts + 4 * (
                            found.best.wager * net - found.best.other * int(their)
                        )
                        total += int(deals[index, case, result]) * (1 + (lead > 0) - (lead < 0))
    assert found.chance(total) == found.best.best


@pytest.mark.slow
@pytest.mark.parametrize("last", [False, True])
@pytest.mark.parametrize("name", GAMES)
def test_decisions_of_both_are_the_best_against_each_other(name: str, *, last: bool) -> None:
    """What each guarantees is what the best answer of the other one leaves, deal by deal."""
    banks = (60, 64)
    found = ask_last_hand(small(name), banks=banks, last=last, reply=True, **SMALL)
    wagers, every_deal = [4 * found.best.wager, 4 * found.best.other], every(name)
    if last:
        banks, wagers = banks[::-1], wagers[::-1]
    options, unit = every_deal.options, every_deal.unit
    row_of = {cards: row for row, cards in enumerate(every_deal.hands)}

    def by_hand(strategy: Strategy) -> dict[int, int]:
        classes = strategy.game.matchups.classes
        pairs = zip(classes, strategy.decisions, strict=True)
        hands = ((hand, done) for one, done in pairs for hand in suit_variants(one, small(name).deck))
        return {row_of[frozenset(hand.cards)]: options.index(done) for hand, done in hands}

    first, replies = by_hand(found.both.first), {seen: by_hand(of) for seen, of in found.both.last.items()}
    replied = [replies.get(option, by_hand(found.strategy)) for option in options]
    rows = range(len(row_of))
    answers = np.array([[of[hand] for hand in rows] for of in replied])
    nets, decided = nets_of(every_deal), np.array([first[hand] for hand in rows])
    allowed = [
        may_play(every_deal.deals, option) if option else np.ones(len(rows), bool) for option in options
    ]
    # Half the places won by each decision of the first and of the last player, by what the latter sees.
    by_first: Integers = np.zeros((len(rows), len(options)), np.int64)
    by_last: Integers = np.zeros((len(rows), len(options), len(options)), np.int64)
    deals = 0
    for dealer in rows:
        (there,) = every_deal.apart[dealer].nonzero()
        apart = every_deal.apart[np.ix_(there, there)]
        deals += int(apart.sum())
        own = (banks[0] - banks[1]) * unit + wagers[0] * nets[:, there, dealer]
        lost = wagers[1] * nets[:, there, dealer]
        for place, may in enumerate(allowed):
            answered = lost[answers[place][there], range(len(there))]
            ahead = apart * (1 + np.sign(own[place][:, np.newaxis] - answered))
            by_first[there, place] += np.where(may[there], ahead.sum(axis=1), 0)
        own = own[decided[there], range(len(there))]
        for seen in {*decided[there].tolist()}:
            met = apart & (decided[there] == seen)[:, np.newaxis]
            for place, against in enumerate(lost):
                by_last[there, seen, place] += (met * (1 + np.sign(own[:, np.newaxis] - against))).sum(axis=0)
    total = found.facing.total
    least, most = int(by_last.min(axis=2).sum()), int(by_first.max(axis=1).sum())
    assert Fraction(least, deals) == Fraction(found.both.guaranteed, total)
    assert Fraction(most, deals) == Fraction(found.both.conceded, total)
    assert found.both.guaranteed <= found.both.conceded
    assert found.between[0] <= found.best.best


@pytest.mark.slow
def test_what_is_faced_is_the_law_of_two_seats() -> None:
    facing, strategy = crown(1200, 900).facing, crown(1200, 900).strategy
    law = Deals(strategy.game.rules, {"ante": ""}, strategy).law()
    expected, found = np.zeros((2, 20, 20), np.int64)
    for one, other, count in law.places:
        expected[int(law.results[one][0].odds), int(law.results[other][0].odds)] += count
    for index, decision in enumerate(strategy.decisions):
        for case, net in enumerate(strategy.game.nets(index, decision)):
            np.add.at(found[net], facing.nets, facing.deals[index, case])
    assert facing.total == law.total == facing.deals.sum()
    assert (expected == found).all()


@pytest.mark.slow
def test_random_rounds_agree() -> None:
    found = crown(1200, 900)
    rounds = ask_chances(shipped("crown-melbourne"), bank=1000, hands=10, **CROWN)._nets()
    own, others = found.wagers
    for row, column in ((3, 8), (6, 8), (9, 0)):
        lead = 300 + (own[row] * rounds[:, 0] - others[column] * rounds[:, 1])
        share = Fraction(int((np.sign(lead) + 1).sum()), 2 * len(lead))
        chance = found.chance(int(found.chances[0][row, column]))
        assert (share - chance) ** 2 < 16 * chance * (1 - chance) / (10 * TOURNAMENTS)


@pytest.mark.slow
def test_the_chances_of_both_add_up_to_one() -> None:
    """Where both follow the game's strategy; and the best decisions of either are at least as good."""
    one, other = crown(1200, 900, last=False), crown(900, 1200, last=False)
    total = 2 * one.facing.total
    assert (one.chances[0] + other.chances[0].T == total).all()
    assert (one.chances[1] >= one.chances[0]).all()
    assert (crown(1200, 900).chances[1] >= one.chances[1]).all()


@pytest.mark.slow
def test_wagers_and_decisions_in_words() -> None:
    found = crown(1200, 900)
    assert (found.best.wager, found.best.other) == (7, 9)
    fold, play = found.decisions.values()
    assert statement_of(fold).text == "Play Q-6-4 or better, fold the rest."
    assert statement_of(play).text == "Play every hand."
    assert [*found.decisions] == [FOLD, 1]
    first = crown(1200, 900, last=False)
    assert [*first.decisions] == [None]
    assert max(row.best for row in first.own_wagers) == first.best.best < found.best.best
    own, others = first.wagers
    for row in first.own_wagers:
        replies = first.chances[1][own.index(row.wager)]
        assert (
            first.chance(int(replies.min()))
            == row.best
            == first.chance(int(replies[others.index(row.other)]))
        )


@pytest.mark.slow
def test_the_answers_of_both_to_each_other_come_to_an_end() -> None:
    found = crown(1200, 900)
    low, high = found.between
    assert low == high < found.best.best
    assert statement_of(found.both.last[1]).text == "Play every hand."
    assert statement_of(found.both.first).text == "Play any queen or better, fold the rest."
    # The other one decides first here. In random rounds, settled without the engine, the same chance comes.
    roles, rounds = Roles.of(found.rules), 300_000
    situations = situations_of_hands(found.strategy.game.matchups, roles)
    both = found.both.first, found.both.last[FOLD], found.both.last[1]
    decided = [np.array(strategy.decisions)[situations] for strategy in both]
    bets = [base_bet(roles, found.letters, decisions) for decisions in decided]
    halves = 0
    for cards in dealt(52, 9, rounds, seed=6):
        first, last = (Rounds.of(roles, cards[:, [*own, 6, 7, 8]]) for own in ((0, 1, 2), (3, 4, 5)))
        nets, after_fold, after_play = (
            np.array(bet.nets, float)[bet.places(hands)]
            for bet, hands in zip(bets, (first, last, last), strict=True)
        )
        answered = np.where(decided[0][first.player, 0] == FOLD, after_fold, after_play)
        lead = 1200 - 900 + 50 * (found.best.wager * answered - found.best.other * nets)
        halves += int((1 + np.sign(lead)).sum())
    assert (Fraction(halves, 2 * rounds) - low) ** 2 < 16 * low * (1 - low) / rounds


@pytest.mark.slow
def test_a_known_wager_and_a_player_who_is_out() -> None:
    known = ask_last_hand(shipped("crown-melbourne"), banks=(900, 1200), wager=100, **CROWN)
    assert {row.other for row in known.own_wagers} == {2}
    assert known.best.best > crown(900, 1200).best.best
    out = ask_last_hand(shipped("crown-melbourne"), banks=(200, 90), **CROWN)
    assert out.wagers == (range(1, 3), range(1))
    assert [out.best.wager, out.best.best, *out.decisions] == [1, 1, None]
    behind = ask_last_hand(small("no bonus"), banks=(61, 70), wager=8, **SMALL)
    assert behind.best.other == 2


@pytest.mark.slow
def test_secret_wagers() -> None:
    found = ask_last_hand(shipped("crown-melbourne"), banks=(1200, 900), secret=True, **CROWN)
    mix, game = found.equilibrium, found.chances[0]
    assert sum(mix.rows) == sum(mix.columns) == 1
    against_each = [sum(p * int(n) for p, n in zip(mix.rows, column, strict=True)) for column in game.T]
    of_each = [sum(p * int(n) for p, n in zip(mix.columns, row, strict=True)) for row in game]
    assert min(against_each) == max(of_each) == mix.guaranteed == mix.conceded
    assert int(game.min(axis=1).max()) < mix.guaranteed < int(game.max(axis=0).min())
    even = ask_last_hand(shipped("crown-melbourne"), banks=(1000, 1000), secret=True, **{**CROWN, "unit": 10})
    assert even.chance(even.equilibrium.guaranteed) == Fraction(1, 2)
    assert even.equilibrium.rows == even.equilibrium.columns
    assert sum(map(bool, even.equilibrium.rows)) == 7


def test_known_games() -> None:
    third = (Fraction(1, 3),) * 3
    found = equilibrium(np.array([[0, -1, 1], [1, 0, -1], [-1, 1, 0]]))
    assert [*found.rows, *found.columns, found.guaranteed] == [*third, *third, 0]
    saddle = equilibrium(np.array([[4, 3, 8], [1, 2, 9]]))
    assert [*saddle.rows, *saddle.columns, saddle.conceded] == [1, 0, 0, 1, 0, 3]
    # Colonel Blotto with four soldiers against three, by Dresher: the value is 14/9.
    blotto = np.array([[4, 2, 1, 0], [1, 3, 0, -1], [-2, 2, 2, -2], [-1, 0, 3, 1], [0, 1, 2, 4]])
    assert equilibrium(blotto).guaranteed == Fraction(14, 9)


@given(st.integers(-50, 50), st.integers(-50, 50), st.integers(-50, 50), st.integers(-50, 50))
def test_two_by_two_by_its_formula(a: int, b: int, c: int, d: int) -> None:
    low, high = max(min(a, b), min(c, d)), min(max(a, c), max(b, d))
    value = Fraction(a * d - b * c, a + d - b - c) if low < high else Fraction(low)
    assert equilibrium(np.array([[a, b], [c, d]])).guaranteed == value


@given(st.data(), st.integers(1, 7), st.integers(1, 7))
def test_both_bounds_of_any_game_are_equal(data: st.DataObject, rows: int, columns: int) -> None:
    entries = st.integers(-3, 3) | st.integers(-(10**15), 10**15)
    line = st.lists(entries, min_size=columns, max_size=columns)
    matrix = data.draw(st.lists(line, min_size=rows, max_size=rows))
    found = equilibrium(np.array(matrix))
    assert sum(found.rows) == sum(found.columns) == 1
    assert min(*found.rows, *found.columns, 0) == 0
    guaranteed = min(
        sum(p * row[j] for p, row in zip(found.rows, matrix, strict=True)) for j in range(columns)
    )
    conceded = max(sum(p * n for p, n in zip(found.columns, row, strict=True)) for row in matrix)
    assert guaranteed == found.guaranteed == conceded == found.conceded


def test_the_command(tmp_path: Path) -> None:
    """Of the example with 32 cards; the page about tournaments asks it of all 52."""
    few = tmp_path / "few.toml"
    few.write_text(f'extends = "{EXAMPLE}"\n[deck]\nranks = "7 8 9 T J Q K A"\n', encoding="utf-8")
    found = payload(f"tournament {few} --last-hand '1,210 900' --wager 100 --first --reply")
    assert (found["bank"], found["other_bank"], found["last"], len(found["wagers"])) == (1210, 900, False, 20)
    best = max(found["wagers"], key=lambda row: Fraction(row["best"]["fraction"]))
    assert (best["wager"], best["best"]) == (found["best_wager"], found["chance"])
    assert found["both"].keys() == {"first", "last", "guaranteed", "conceded"}
    secret = payload(f"tournament {few} --last-hand '900 1200' --secret")
    assert secret["guaranteed"] == secret["conceded"]
    for mix in ("own", "other"):
        assert sum(Fraction(row[mix]["fraction"]) for row in secret["wagers"]) == 1


@pytest.mark.parametrize(("options", "problem"), table_rows(Path(__file__).with_name("last_hand.txt")))
def test_what_is_refused(options: str, problem: str) -> None:
    done = answer(f"tournament {EXAMPLE} {options}")
    assert (done.code, done.out) == (2, "")
    assert problem in done.err
    assert done.err.count("\n") == 1


def test_games_and_wagers_that_are_not_counted() -> None:
    with pytest.raises(RulesError, match="each card once in the deck, and none of the dealer's seen"):
        ask_last_hand(shipped("face-up-three-card-poker"), banks=(100, 100), smallest=5)
    with pytest.raises(RulesError, match="451 wagers of a player: 200 are compared at most"):
        ask_last_hand(shipped("crown-melbourne"), banks=(1000, 1000), smallest=50)
    with pytest.raises(RulesError, match="249,999,999,976 wagers of a player"):
        ask_last_hand(shipped("crown-melbourne"), banks=(10**12, 10**12), smallest=50, unit=2)
    with pytest.raises(RulesError, match="91 wagers of a player: 60 are compared at most"):
        ask_last_hand(shipped("crown-melbourne"), banks=(1000, 1000), smallest=50, unit=5, secret=True)
