"""What is asked of a game beyond its edges, of drawn games and odd stakes: every deal settled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from contextlib import suppress
from fractions import Fraction
from itertools import combinations, product
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from combin import Game, RulesError
from combin.cards.five_cards import best_five
from combin.design.search import DesignAnswer
from combin.exact.analysis import choices
from combin.exact.base_game import FOLD
from combin.exact.distribution import Favour
from combin.formatting import decimal, grouped, percent
from combin.jackpot.meter import JackpotError
from combin.proof.hands import line_of_hands
from combin.rules.numbers import Pay
from combin.rules.resolved import Rules, without_cards
from combin.rules.wagers import Prize
from tests.helpers.brute import brute_force, count_deals
from tests.helpers.every_deal import (
    FIVE,
    EveryDeal,
    Law,
    added,
    covariance,
    every_deal,
    mean,
    progressives,
    share,
    variance,
)
from tests.helpers.strategies import games

FEW = settings(
    max_examples=2, deadline=None, suppress_health_check=list(HealthCheck), phases=[Phase.generate]
)


@pytest.mark.slow
@FEW
@given(deals=every_deal())
def test_two_seats_and_a_session(deals: EveryDeal) -> None:
    game, stakes = Game(deals.drawn), deals.stakes
    table = game.table(stakes, 2, tables=deals.letters)
    one, two = deals.law(), deals.two()
    assert table.between == covariance(two, one)
    sums = Law()
    for seats, count in two.items():
        sums[sum(seats, Fraction(0))] += count
    assert table.two is not None
    assert {net: Fraction(count, table.two.total) for net, count in table.two.outcomes} == {
        net: Fraction(count, sums.total()) for net, count in sums.items()
    }
    session, total = game.session(stakes, 2, tables=deals.letters), added(one, one)
    assert (session.mean, session.variance) == (mean(total), variance(total))
    with suppress(JackpotError):  # of too many terms
        assert session.ahead.low <= share(total, lambda net: net > 0) <= session.ahead.high


@pytest.mark.slow
@FEW
@given(deals=every_deal(base_alone=True))
def test_a_missing_card_and_a_neighbour(deals: EveryDeal) -> None:
    rules = deals.drawn
    found = Game(rules).removal(tables=deals.letters)
    for index in (0, len(rules.deck) - 1):
        without = without_cards(rules, str(rules.deck.cards[index]))
        try:
            brute = brute_force(without, deals.letters)
        except RulesError:
            continue
        for name, outcomes in brute.outcomes.items():
            if name in found.wagers:
                assert found.wagers[name].without[index] == -mean(Counter(outcomes)), name
    if not rules.play or rules.ranking.upsets or rules.file.deal.face_up:
        return
    tables = {name: deals.letters[name] for name in rules.base_tables}
    collusion = Game(rules.at_stake(deals.stakes[rules.base])).collusion(2, tables=tables)
    edge, _ = deals.best(deals.neighbours)
    assert collusion.neighbours[1].house_edge == edge


@pytest.mark.slow
@FEW
@given(deals=every_deal(base_alone=True))
def test_threats(deals: EveryDeal) -> None:
    rules, limit = deals.drawn, deals.stakes[deals.drawn.base]
    assume(rules.play)
    found = Game(rules).protect(limit=limit, seats=2, tables=deals.letters)
    usual, decided = deals.best(deals.seen)
    deal = rules.file.deal
    shown = deal.face_up - bool(deal.tells not in ((), "card"))  # cards that the rules show
    assert found.house_edge == usual
    ranks, hands = rules.deck.rank_of, deals.deals.hands
    weakest = np.flatnonzero(deals.deals.qualifying)[hands.strength[deals.deals.qualifying].argmin()]
    all_qualify = deals.deals.qualifying.all()
    lowest = len(rules.deck.ranks) - 3 if all_qualify else int(hands.ranks[weakest][0])
    marks: dict[str, Callable[[int], int]] = {
        "flashed": lambda card: card,
        "sorted": lambda card: ranks[card] >= lowest,
    }
    edges = {(threat.key, threat.number): threat for threat in found.threats}
    for key, cards in product(marks, (1, 2, 3)):

        def told(_: int, dealer: int, key: str = key, cards: int = cards) -> Iterable[Hashable]:
            some = combinations(deals.hands[dealer], cards)
            return (tuple(sorted(map(marks[key], each))) for each in some)

        if deal.face_up and (key == "sorted" or cards <= shown):
            assert (key, cards) not in edges
            continue
        edge, with_it = deals.best(told)
        assert edges[key, cards].house_edge == edge
        if not deal.face_up:
            times = {mark: sums[-1] for mark, sums in deals.known(told).items()}
            changed = sum(times[mark] for mark, option in with_it.items() if option != decided[mark[0], 0])
            assert edges[key, cards].changed == Fraction(changed, sum(times.values()))
    if ("neighbour", 1) in edges:
        assert edges["neighbour", 1].house_edge == deals.best(deals.neighbours)[0]
    packs = [without_cards(deals.rules, str(card)) for card in rules.deck.cards]
    without = [-mean(brute_force(pack, deals.letters).outcomes[rules.base]) for pack in packs]
    assert edges["dead", 1].house_edge == min(without)
    (exposed,) = (option.gain for option in found.options if option.key == "exposed")
    assert exposed == usual - sum(without, Fraction(0)) / len(without)


@pytest.mark.slow
@FEW
@given(deals=every_deal(jointly=False), data=st.data())
def test_a_log(deals: EveryDeal, data: st.DataObject) -> None:
    """Totals of two hands, in rounds of one hand and in one round of two."""
    rows, laws = ["table,wager,hands,staked,won,stake"], {name: deals.law(name) for name in deals.stakes}
    for name, stake in deals.stakes.items():
        net = sum((data.draw(st.sampled_from(sorted(laws[name]))) for _ in range(2)), Fraction(0))
        rows.append(f"1,{name},2,{float(40 * stake)},{float(round(40 * stake + net, 6))},{float(stake)}")
    with TemporaryDirectory() as folder:
        log = Path(folder, "log.csv")
        log.write_text("\n".join(rows))
        ask = Game(deals.drawn).monitor
        apart, round_ = ask(log, tables=deals.letters), ask(log, seats=2, tables=deals.letters)
        against = ask(log, against=["pair_plus=B"], tables={**deals.letters, "pair_plus": "A"})
    assert not apart.left_out
    for name, stake in deals.stakes.items():
        law, two = laws[name], deals.two(name)
        both = Law()
        for nets, count in two.items():
            both[sum(nets, Fraction(0))] += count
        for answer, total in ((apart, added(law, law)), (round_, both)):
            (watched,) = (one for one in answer.tables if one.tally.wager == name)
            unit, net = watched.law.unit * stake, watched.tally.net * stake
            assert (watched.law.mean * unit, watched.law.variance * unit**2) == (mean(law), variance(law))
            as_low = share(total, net.__ge__)  # of totals that it is at least
            as_high = share(total, net.__le__)
            assert watched.as_low.high >= as_low
            assert watched.as_high.high >= as_high
            if answer is apart:
                assert watched.as_low.low <= as_low
                assert watched.as_high.low <= as_high
            else:
                assert watched.between * stake**2 == covariance(two, law)
    (suspected,) = against.setting_tests
    other = EveryDeal(deals.drawn, deals.stakes, jointly=False, letters={"pair_plus": "B"}).law("pair_plus")
    net = suspected.monitored.tally.net * deals.stakes["pair_plus"]
    right, wrong = (share(added(one, one), net.__eq__) for one in (laws["pair_plus"], other))
    if right and suspected.likelihood_ratio is not None:
        assert suspected.likelihood_ratio.low <= wrong / right <= suspected.likelihood_ratio.high


def edited(rules: Rules, wager: str, letter: str, pays: Mapping[str, int]) -> Rules:
    """A game of which a pay table pays other odds."""
    tables = rules.file.pay_tables
    lines = {**tables[wager][letter].lines, **{line: Prize(odds=Pay(pay)) for line, pay in pays.items()}}
    entry = replace(tables[wager][letter], lines=lines)
    return Rules(replace(rules.file, pay_tables={**tables, wager: {**tables[wager], letter: entry}}))


@pytest.mark.slow
@FEW
@given(rules=games(most_cards=10, most_suits=3), data=st.data())
def test_designs(rules: Rules, data: st.DataObject) -> None:
    """Every table that is searched, worked out by brute force: those in the window are found."""
    beside = [name for name in rules.bonuses if rules.bets[name].on == rules.base and not rules.early]
    wager = data.draw(st.sampled_from([*beside, *rules.side_bets]))
    letter = next(iter(rules.tables[wager]))
    lines = [line for line, prize in rules.file.pay_tables[wager][letter].lines.items() if prize.odds]
    assume(lines)
    pays = {line: data.draw(st.sampled_from([(1, 2), (1, 3, 8), (2, 40)])) for line in lines[-2:]}
    letters = choices(rules, {})[0]
    brutes = {}
    for some in product(*pays.values()):
        other = edited(rules, wager, letter, dict(zip(pays, some, strict=True)))
        brutes[some] = brute_force(other, letters).outcomes[wager if wager in rules.side_bets else rules.base]
    edges = sorted(-mean(law) for law in brutes.values())
    low, high = edges[len(edges) // 4], edges[len(edges) // 2]
    asked = {line: ",".join(map(str, some)) for line, some in pays.items()}
    found = Game(rules).design((low, high), wager, pays=asked, others_stay=True, ordered=False, limit=99)
    assert isinstance(found, DesignAnswer)
    inside = {some: law for some, law in brutes.items() if low <= -mean(law) <= high}
    assert found.matching == len(inside)
    assert {tuple(one.pays[line] for line in pays) for one in found} == inside.keys()
    for one in found:
        law = Law(inside[tuple(int(one.pays[line]) for line in pays)])
        figures = one.house_edge, one.variance, one.hit_frequency
        assert figures == (-mean(law), variance(law), share(law, lambda net: net > 0))


@pytest.mark.slow
@FEW
@given(rules=games(most_cards=10, most_suits=3))
def test_warnings(rules: Rules) -> None:
    """What `check` says of edges and decisions, under every choice of tables."""
    found = {one.says for one in Game(rules).check().oddities}
    expected, deals, used = set[str](), count_deals(rules), set[int]()
    for letters in choices(rules, {}):
        brute = brute_force(rules, letters, deals=deals)
        used |= set(np.unique(brute.decisions[deals.situations > 0]).tolist())
        for wager, outcomes in brute.outcomes.items():
            names = rules.base_tables if wager == rules.base else (wager,)
            table = " ".join(letters[name] for name in names if name in letters)
            name = rules.wager_name(wager) + f" with table {table}" * bool(table)
            edge = -mean(outcomes)
            if edge < 0:
                expected.add(f"the player has the edge: {name} gains {percent(-edge, 4)}")
            elif not edge:
                expected.add(f"an even game: {name} has a house edge of 0")
            elif edge > Fraction(1, 4):
                expected.add(f"{name} has a house edge of {percent(edge, 2)}")
    if rules.play:
        if used == {FOLD}:
            expected.add("the optimal strategy folds every hand")
        elif FOLD not in used:
            expected.add("the optimal strategy never folds")
    words = ("edge", "the optimal strategy f", "the optimal strategy never folds")
    assert {says for says in found if any(word in says for word in words)} == expected


@pytest.mark.slow
@FEW
@given(rules=progressives(), data=st.data())
def test_a_progressive(rules: Rules, data: st.DataObject) -> None:
    """Its return at a meter and in the long run, of every hand and all that may complete it."""
    brute = brute_force(rules, choices(rules, {})[0])
    deals, deck = brute.deals, rules.deck
    entry, bet = rules.file.pay_tables["progressive"]["A"], rules.bets["progressive"]
    won, kept, total = Counter[str](), Counter[str](), 0
    texts = [str(text) for text in entry.lines]
    lines = [-1] * len(deals.hands) if bet.more_cards else line_of_hands(entry, deals.hands)[:, 0].tolist()
    for own, cards in enumerate(deals.hands.cards.tolist()):
        rest = [card for card in range(len(deck)) if card not in cards]
        for seen in rest if rules.file.deal.face_up else [-1]:
            mark = deals.seen_of[seen] if rules.file.deal.face_up else 0
            lost = bet.loses_on_fold and brute.decisions[own, mark] == FOLD
            for more in combinations([card for card in rest if card != seen], bet.more_cards):
                text = texts[lines[own]] if lines[own] >= 0 else ""
                if more:
                    text = best_five([deck.cards[card] for card in (*cards, *more)], deck).category.value
                total += 1
                won[text] += 1
                kept[text] += not lost
    stake, full = Fraction(data.draw(st.sampled_from([1, 2, 5]))), bet.full_stake
    seats = data.draw(st.integers(1, (len(deck) - 3 - rules.file.deal.jackpot) // 3))
    levelled = any(prize.level for prize in entry.lines.values())

    def returned(counts: Counter[str], meter: Fraction, level: Fraction) -> Fraction:
        """What comes back on average, in money; envy bonuses are for the hands of others."""
        found = Fraction(0)
        for text, prize in entry.lines.items():
            sums = (prize.money or 0) + (prize.meter or 0) * (level if prize.level else meter)
            odds = 0 if prize.odds is None else prize.odds + (entry.odds == "to 1")
            envy = prize.envy * won[text] * (seats - 1)
            found += counts[text] * odds * stake + (counts[text] * sums + envy) * (
                stake / full if full else 1
            )
        return found / total

    seeds = 50 * (full or stake), 20 * (full or stake)
    meters = seeds[0] + data.draw(st.integers(0, 99)), seeds[1] + data.draw(st.integers(0, 99))
    told = {"major": meters[1]} if levelled else None
    answer = Game(rules).jackpot(stake=stake, meter=meters[0], seats=seats, levels=told)
    for value, counts in ((answer.value, won), (answer.played, kept)):
        back = returned(counts, *meters)
        assert value.returned(stake, meters[0], seats - 1) == back
        assert answer.house_edge(value) == 1 - back / stake
    if answer.break_even is not None:
        assert returned(won, answer.break_even, meters[1]) == stake
    run, rates = answer.long_run, {True: Fraction(4, 100), False: Fraction(10, 100)}
    assert run is not None
    rate_of = {text: rates[bool(prize.level)] for text, prize in entry.lines.items() if prize.meter}
    if stake == (full or stake) and all(won[text] for text in rate_of):  # won whole: seed and contributions
        long = returned(won, *seeds) / stake + sum(rate_of.values())
        assert run.long_run_return.low <= long <= run.long_run_return.high
        lost = (returned(won, *seeds) - returned(kept, *seeds)) / stake
        lost += sum(rate * (1 - Fraction(kept[text], won[text])) for text, rate in rate_of.items())
        bounds = answer.lost_by_folding(run)
        assert bounds.low <= lost <= bounds.high
        if (stake, seats) == (full or 1, 1):
            (checked,) = Game(rules).check().jackpots
            assert checked.favour is (Favour.PLAYER if long > 1 else Favour.HOUSE)
            of_meter = returned(won, Fraction(1), seeds[1]) - returned(won, Fraction(0), seeds[1])
            even = (stake - returned(won, Fraction(0), seeds[1])) / of_meter
            where = (
                f"a meter of {grouped(decimal(even, 2 * (even.denominator > 1)))} on"
                if even > 0
                else "any meter"
            )
            assert where in checked.in_words


@pytest.mark.slow
@FEW
@given(rules=progressives(cards=12, hand=FIVE))
def test_two_seats_that_share_jackpot_cards(rules: Rules) -> None:
    """All two hands of 11 or 12 cards with the two cards that both share, at prizes that no meter pays."""
    assume(not rules.same_hands)
    entry, deck = rules.file.pay_tables["progressive"]["A"], rules.deck
    fixed = {text: Prize(odds=Pay(place)) for place, text in enumerate(entry.lines)}
    tables = {**rules.file.pay_tables, "progressive": {"A": replace(entry, lines=fixed)}}
    wager = replace(rules.wagers["progressive"], full_stake=None, on_fold="stays")
    file = replace(rules.file, pay_tables=tables, wager={**rules.wagers, "progressive": wager}, jackpot=None)
    stake, every = Fraction(7, 2), frozenset(range(len(deck)))
    net_of = {}
    for five in combinations(every, 5):
        prize = fixed.get(best_five([deck.cards[card] for card in five], deck).category)
        odds = -1 if prize is None else Fraction(prize.odds or 0) - (entry.odds == "for 1")
        net_of[frozenset(five)] = odds * stake
    one, products, total = Law(net_of.values()), Fraction(0), 0
    for shared in map(frozenset, combinations(every, 2)):
        hands = [frozenset(hand) for hand in combinations(every - shared, 3)]
        nets = [net_of[hand | shared] for hand in hands]
        for hand, net in zip(hands, nets, strict=True):
            others = [other for second, other in zip(hands, nets, strict=True) if not hand & second]
            products += net * sum(others)
            total += len(others)
    table = Game(Rules(file)).table({"progressive": stake}, 2)
    assert table.between == products / total - mean(one) ** 2
