"""Settlement beside a plain one, the engine, brute force and the verifier, for games of any words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from combin.cards.cards import Card
from combin.cards.suit_classes import by_suit, hand_classes
from combin.exact.base_game import FOLD, BaseGame, base_game
from combin.exact.joint_law import Mix, TableLimits, joint_law
from combin.exact.named_strategies import named_strategy
from combin.exact.pay_lines import line_ways, table_of
from combin.exact.side_bets import side_bet
from combin.exact.statement import statement_of
from combin.proof.counts import deck_numbers, weaker_hands
from combin.rules.errors import RulesError
from combin.rules.resolved import Rules
from combin.settle.records import Result, RoundError, SettledRound
from combin.settle.round import settle
from combin.words.rules import explained
from tests.certificate.certificates import written
from tests.helpers.brute import brute_force
from tests.helpers.games import AGAINST_DEALER, comparison, game, table_bet
from tests.helpers.strategies import deals, games, rounds, rule_files, suit_permutations
from tests.helpers.variants import analysed, shipped, variant
from tests.rules.plain import plain_nets
from tests.settle.records import WRITTEN, game_of, hand, nets, settle_hand, settled
from tests.verifier.verifiers import about


def playable(rules: Rules, level: int) -> list[int | None]:
    """Return the decisions that a hand may take, None for a fold."""
    allowed = [multiple for multiple, least in rules.multiples.items() if level >= least]
    return [None, *allowed] if rules.play else [*allowed]


@pytest.mark.slow
@given(data=st.data())
def test_settlement_is_what_a_plain_reading_of_the_words_gives(data: st.DataObject) -> None:
    rules = data.draw(games())
    letters = {"pair_plus": data.draw(st.sampled_from("AB"))}
    player, dealer = data.draw(deals(rules))
    multiple = data.draw(st.sampled_from(playable(rules, rules.ranking.strength(player).level)))
    settled = settle_hand(rules, letters, player, dealer, multiple)
    plain = plain_nets(rules, letters, player, dealer, multiple)
    assert settled.keys() == plain.keys()
    for name in settled.keys() - {"prime"}:  # a bet on colours
        assert settled[name] == plain[name], name


def net_of(rules: Rules, settled: dict[str, Fraction]) -> Fraction:
    """Return what the base game nets in all."""
    names = (rules.base, *rules.equals, *([rules.play] if rules.play else []), *rules.bonuses)
    return sum((settled[name] for name in names), Fraction(0))


def by_case(game: BaseGame, index: int, multiple: int) -> Counter[Fraction]:
    """Return how many dealer hands bring which net, as the engine counts them."""
    counts: Counter[Fraction] = Counter()
    for net, count in zip(game.nets(index, multiple), game.matchups[index].counts, strict=True):
        counts[Fraction(net, game.unit)] += count
    return +counts


def dealer_hands(game: BaseGame, index: int, player: list[Card]) -> Iterator[tuple[Card, ...]]:
    """Give the dealer's hands that are possible beside a hand and what is seen, once for each card seen."""
    deck, seen = game.rules.deck, game.matchups[index].seen
    left = [card for card in deck.cards if card not in player]
    if seen is None:
        yield from combinations(left, 3)
        return
    for card in left:
        if deck.ranks.index(card.rank) in seen.ranks and seen.card in (None, deck.cards.index(card)):
            for others in combinations([one for one in left if one != card], 2):
                yield (card, *others)


@pytest.mark.slow
@given(data=st.data())
def test_settlement_and_engine_agree_on_the_base_game_of_any_words(data: st.DataObject) -> None:
    rules = data.draw(games(most_cards=15))
    game = base_game(rules, dict.fromkeys(rules.base_tables, "A"))
    index = data.draw(st.integers(0, len(game.matchups) - 1))
    cards = rules.deck.cards
    player = [cards[card] for card in game.matchups[index].hand.cards]
    level = rules.ranking.strength(player).level
    later = [multiple or 0 for multiple in playable(rules, level) if multiple not in rules.early]
    assert later == list(game.choices(index))
    for multiple in playable(rules, level):
        nets: Counter[Fraction] = Counter()
        for dealer in dealer_hands(game, index, player):
            settled = settle_hand(rules, {"pair_plus": "A"}, player, dealer, multiple)
            nets[net_of(rules, settled)] += 1
        total = sum((net * count for net, count in nets.items()), Fraction(0))
        assert nets == by_case(game, index, multiple or 0)
        assert total == Fraction(game.value(index, multiple or 0), game.unit)


@pytest.mark.slow
@settings(max_examples=4)
@given(data=st.data())
def test_settlement_and_engine_agree_on_the_side_bets_of_any_words(data: st.DataObject) -> None:
    rules = data.draw(games(most_cards=9, most_suits=3))
    letters = {"pair_plus": data.draw(st.sampled_from("AB"))}
    every = next((multiple for multiple, least in rules.multiples.items() if not least), None)
    folds = bool(rules.play) and (data.draw(st.booleans()) or every is None)
    nets: dict[str, Counter[Fraction]] = {name: Counter() for name in (*rules.side_bets, *rules.comparisons)}
    for player in combinations(rules.deck.cards, 3):
        for dealer in combinations([card for card in rules.deck.cards if card not in player], 3):
            settled = settle_hand(rules, letters, player, dealer, None if folds else every)
            for name, counter in nets.items():
                counter[settled[name]] += 1
    classes = hand_classes(rules.ranking)
    everything = frozenset(part.cards for one in classes for part in by_suit(one, rules.ranking))
    for name in rules.side_bets:
        lost = folds and rules.bets[name].on_fold != "stays"
        table = rules.tables[name][letters.get(name, "A")]
        found = side_bet(rules, table, everything if lost else frozenset())
        # A bet that looks at one hand only is settled alike against every other.
        times = sum(nets[name].values()) // found.total
        outcomes = {net: count * times for net, count in found.distribution.outcomes if count}
        assert nets[name] == outcomes, name
    for name in rules.comparisons:
        found = side_bet(rules, table_of(rules, name, "A"))
        assert nets[name] == {net: count for net, count in found.distribution.outcomes if count}


def test_three_threes_beat_three_aces_in_brag() -> None:
    rules = game_of("brag")
    assert weaker_hands("three 3s", rules.ranking).value(deck_numbers(rules.deck)) == 22_100 - 48 - 4
    assert [
        weaker_hands(f"three {rank}s", rules.ranking).value(deck_numbers(rules.deck))
        - weaker_hands("three 2s", rules.ranking).value(deck_numbers(rules.deck))
        for rank in "4A"
    ] == [4, 44]


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        ({"ranking.highest_three_of_a_kind": "1"}, "'1' is not a rank of this deck"),
        ({"deck.jokers": 1}, "true, but jokers"),
    ],
)
def test_an_order_that_cannot_be_is_refused(more: dict[str, object], problem: str) -> None:
    with pytest.raises(RulesError, match=problem):
        variant(game(AGAINST_DEALER, {"ranking.lowest_wins": True}, more))


@pytest.mark.slow
def test_a_collection_is_taken_of_each_hand_beside_its_stakes() -> None:
    """Discount Gambling has 1.8022% for Ocean's 11; $1 a hand is 1/Ante more."""
    taken = 'extends = "oceans-11"\n[wager.ante]\ncollection = { money = 1, rule = "House rule 1" }\n'
    rules = variant(taken + "stakes = [5, 10]")
    one = settled(
        rules,
        "Js 9h 4d",
        hand("Qs 6h 4c", ante=10, play=10),
        hand("2s 6d 3c", seat=2, ante=5, decision="fold"),
    )
    assert [(wager.name, str(wager.net), wager.rule) for wager in one.hand(1).wagers[2:]] == [
        ("Collection", "-1", "House rule 1")
    ]
    assert [int(played.net) for played in one.hands] == [10 - 1, -5 - 1]
    free = analysed(variant('extends = "oceans-11"'), pair_plus="A").wagers["ante"]
    found = analysed(rules, pair_plus="A").wagers["ante"]
    assert found.house_edge == free.house_edge + Fraction(1, 5)
    assert (found.variance, found.average_wager) == (free.variance, free.average_wager)
    assert analysed(variant(taken), pair_plus="A").wagers["ante"].house_edge == free.house_edge
    best = analysed(rules, pair_plus="A").best
    law = Mix(
        joint_law(rules, {"ante": ""}, best, wins=True),
        {"ante": Fraction(10)},
        {},
        TableLimits(Fraction(5, 2)),
    )
    assert law.total.expected_loss == 10 * free.house_edge + 1
    with pytest.raises(RulesError, match="taken once a hand, of the initial wager ante"):
        variant('extends = "oceans-11"\n[wager.play]\ncollection = "1%"')
    with pytest.raises(RulesError, match="no sum of money is taken of it"):
        variant('extends = "oceans-11"\n[wager.ante]\nstakes = [5]')
    said = {statement.about: statement.says for statement in explained(rules)}
    assert "The house takes 1 for each hand, win or lose." in said["Ante"]


def test_a_play_of_half_the_ante_is_settled_in_chips() -> None:
    plays = 'play = [0.5, { multiple = "3/2", hand = "pair or better" }]'
    half = f'extends = "three-card-poker"\n[decision]\n{plays}\n'
    rules = variant(half + '[limits]\ninexact_pay = "next amount up"')
    won = settled(rules, "Qc 3h 2s", hand("Kc 8h 4s", ante=5, play="2.5"), chip=1)
    assert nets(won) == {"ante": "5", "play": "3"}
    with pytest.raises(
        RoundError, match=r"\$7.50 where the rules want \$2.50 \(\$7.50 is for pair or better\)"
    ):
        settled(rules, "Qc 3h 2s", hand("Kc 8h 4s", ante=5, play="7.5"))
    player, dealer = (rules.deck.parse(cards) for cards in ("Kc Kh 4s", "Qc 3h 2s"))
    assert settle_hand(rules, {"ante_bonus": "1"}, player, dealer, Fraction(3, 2))["play"] == Fraction(3, 2)
    best = analysed(rules, ante_bonus="1").best
    text = statement_of(best).text
    assert text == "Play 1.5x with a pair or better, play 0.5x with the rest."
    assert named_strategy(text, best.game).decisions == best.decisions
    said = {statement.about: statement.says for statement in explained(rules)}
    assert "a Play bet half as large as the Ante or 1.5 times as large (only with a pair" in said["Decision"]


def test_a_fold_that_returns_half_costs_half() -> None:
    """Q-6-4 has two cards of one suit, so that it is worth more than -1 and less than -1/2."""
    rules = variant('extends = "three-card-poker"\n[wager.ante]\nfold_returns = "1/2"')
    one = settled(rules, "", hand("Qs 6s 4d", ante=5, decision="fold"), chip="0.5")
    assert (nets(one), one.hand(1).wagers[0].reason) == ({"ante": "-2.5"}, "folded, 50% of it returned")
    best = analysed(rules, ante_bonus="1").best
    assert statement_of(best).text == "Play K-6-2 or better, fold the rest."
    assert all(
        (decision == FOLD) == (best.game.expectation(index, 1) <= Fraction(-1, 2))
        for index, decision in enumerate(best.decisions)
    )
    said = {statement.about: statement.says for statement in explained(rules)}
    assert "After a fold, 50% of the Ante is returned." in said["Decision"]
    assert said["Ante"].endswith("If the player folds, the Ante bet loses, but 50% of it is returned.")
    with pytest.raises(RulesError, match="nobody folds this wager"):
        variant('extends = "three-card-poker"\n[wager.play]\nfold_returns = "1/2"')


# -- properties ------------------------------------------------------------------------------------------


@pytest.mark.slow
@given(data=st.data())
def test_permuted_suits_change_no_wager_that_is_blind_to_suits(data: st.DataObject) -> None:
    rules = shipped(data.draw(st.sampled_from(["crown-melbourne", "resorts-world-sentosa"])))
    record = data.draw(rounds(rules))
    table = str.maketrans(data.draw(suit_permutations(rules)))
    hands = tuple(replace(ours, cards=ours.cards.translate(table)) for ours in record.hands)
    permuted = replace(record, dealer=record.dealer.translate(table), hands=hands)
    assert _returned(settle(rules, record)) == _returned(settle(rules, permuted))


def _returned(settled: SettledRound) -> dict[tuple[int, str], Fraction]:
    return {(ours.seat, one.wager): one.returned for ours in settled.hands for one in ours.wagers}


@pytest.mark.slow
@given(data=st.data())
def test_money_is_neither_made_nor_lost_on_the_way(data: st.DataObject) -> None:
    rules = data.draw(games(most_cards=24))
    record = data.draw(rounds(rules))
    settled = settle(rules, record)
    assert settled.net == sum(ours.net for ours in settled.hands)
    for ours, recorded in zip(settled.hands, record.hands, strict=True):
        staked = {one.wager: one.staked for one in ours.wagers if one.staked}
        assert staked == recorded.wagers
        for one in ours.wagers:
            assert one.returned >= 0
            assert one.net == one.returned - one.staked
        if recorded.decision == "fold" and "ante" in staked:
            for name in ("ante", *rules.equals):
                assert ours.wager(name).returned == staked[name] * rules.bets[name].fold_returns
                assert ours.wager(name).result is Result.LOSE
            assert "ante_bonus" not in {one.wager for one in ours.wagers}


@pytest.mark.slow
@given(data=st.data())
def test_a_round_in_money_is_the_hand_in_units_times_the_stakes(data: st.DataObject) -> None:
    rules = data.draw(games(most_cards=24))
    record = data.draw(rounds(rules))
    settled = settle(rules, record)
    dealer = rules.deck.parse(record.dealer)
    for ours, recorded in zip(settled.hands, record.hands, strict=True):
        base = recorded.wagers.get("ante")
        multiple = None
        if recorded.decision != "fold":
            multiple = int(recorded.wagers.get("play", 0) / base) if base else 0
            level = rules.ranking.strength(rules.deck.parse(recorded.cards)).level
            multiple = multiple or next((one for one in playable(rules, level) if one), None)
        if (multiple is None) != (recorded.decision == "fold"):
            continue  # a ours without an Ante that may only be folded with one
        units = settle_hand(
            rules, record.tables, rules.deck.parse(recorded.cards), dealer, multiple, keeps=recorded.keeps
        )
        for one in ours.wagers:
            unit = (
                base if one.wager in {"ante", "blind", "play", "ante_bonus"} else recorded.wagers[one.wager]
            )
            assert unit is not None
            stakes = rules.bets["money"].stakes[:1] if one.wager == "money" else (unit,)
            if (unit,) == stakes:  # the units of sums of money are those of the first stake
                assert one.net == units[one.wager] * unit, one.wager


@pytest.mark.slow
@given(data=st.data())
def test_doubled_stakes_double_everything(data: st.DataObject) -> None:
    rules = data.draw(rule_files(most_cards=24))
    record = data.draw(rounds(rules))
    doubled = replace(
        record,
        hands=tuple(
            replace(ours, wagers={name: 2 * amount for name, amount in ours.wagers.items()})
            for ours in record.hands
        ),
    )
    twice = {key: 2 * amount for key, amount in _returned(settle(rules, record)).items()}
    assert _returned(settle(rules, doubled)) == twice


@pytest.mark.slow
@given(data=st.data())
def test_swapped_hands_swap_win_and_lose_when_the_dealer_always_plays(data: st.DataObject) -> None:
    rules = variant(AGAINST_DEALER)
    one, other = data.draw(deals(rules))
    assert settle_hand(rules, {}, one, other, 1)["ante"] == -settle_hand(rules, {}, other, one, 1)["ante"]


SIX_CARDS = game(
    AGAINST_DEALER,
    {"deck": {"ranks": "T J Q K A", "suits": ["clubs", "diamonds", "hearts"]}},
    table_bet(
        "six_card",
        "Six Card Bonus",
        {
            "royal flush": 1000,
            "straight flush": 200,
            "four of a kind": 50,
            "full house": 20,
            "flush": 15,
            "straight": 10,
            "three of a kind": 7,
        },
        hand="player and dealer",
    ),
)


@pytest.mark.slow
def test_settling_the_best_five_of_six_gives_the_counts_of_the_engine() -> None:
    rules = variant(SIX_CARDS)
    table = rules.tables["six_card"]["A"]
    some = hand_classes(rules.ranking)[::6]
    counted, ways = line_ways(rules, table, some)
    cards = rules.deck.cards
    for one, lines in zip(some, counted, strict=True):
        player = [cards[card] for card in one.cards]
        nets: Counter[Fraction] = Counter()
        for dealer in combinations([card for card in cards if card not in player], 3):
            nets[settle_hand(rules, {}, player, dealer, 1)["six_card"]] += 1
        odds = {line.text: table.odds(line) for line in table.lines}
        paid = {odds[text]: count for text, count in lines.items() if count}
        assert {net: count for net, count in nets.items() if net >= 0} == paid
        assert sum(nets.values()) == ways == 220


def test_a_hand_without_a_decision_has_none() -> None:
    assert settled("two-hands", "Qs 6h 4d", hand("9c 9d 2h", a=20)).hand(1).decision is None


# -- beside the engine, brute force and the verifier -------------------------------------------------------


BY_TABLE = {"pays": "lose", "by_table": True}


@pytest.mark.slow
def test_bets_on_the_higher_hand_that_a_folding_player_keeps_are_what_engine_and_brute_force_count() -> None:
    """All 1,680 deals of nine cards, each settled as a recorded fold that keeps these bets."""
    paid = {"straight flush": 9, "three of a kind": 7, "straight": 5, "pair": 1}
    rules = variant(
        game(
            AGAINST_DEALER,
            {"deck": {"ranks": "Q K A", "suits": ["clubs", "hearts", "spades"]}},
            comparison("higher", "Higher", win="9/10", tie=2, lose="lose"),
            comparison("beaten", "Beaten", paid, win="lose", tie="push", lose=BY_TABLE),
        )
    )
    bets, cards = ("higher", "beaten"), rules.deck.cards
    settled_nets: dict[str, Counter[Fraction]] = {name: Counter() for name in bets}
    for player in combinations(cards, 3):
        shows = " ".join(map(str, player))
        record = hand(shows, ante=1, higher=1, beaten=1, decision="fold", keeps=[*bets])
        for dealer in combinations([card for card in cards if card not in player], 3):
            one = settled(rules, " ".join(map(str, dealer)), record).hand(1)
            for name in bets:
                settled_nets[name][one.wager(name).net] += 1
    letters = {"beaten": "A"}
    folds = brute_force(rules, letters, decisions=[FOLD] * 84)
    for name, found in settled_nets.items():
        counted = side_bet(rules, table_of(rules, name, letters.get(name, ""))).distribution.outcomes
        assert (
            found == dict(counted) == {net: number for net, number in folds.outcomes[name].items() if number}
        )
        assert found.total() == 1680
        assert len(found) > 2


def test_a_side_bet_alone_is_a_game_without_a_dealer() -> None:
    """On the player's hand, or the dealer's."""
    won = 50 * 4 + 40 * 44 + 30 * 52 + 6 * 720 + 4 * 1_096 + 3_744
    edge = (16_440 - won * Fraction("0.95")) / 22_100
    dealers = variant(WRITTEN["alone"].replace("commission", 'hand = "dealer"\ncommission'))
    for rules in (game_of("alone"), dealers):
        assert analysed(rules, bonus="A").wagers["bonus"].house_edge == edge


PAYS = {"straight flush": 20, "three of a kind": 15, "straight": 4, "pair": 1}
BOTH = game(
    AGAINST_DEALER,
    {"deck": {"ranks": "Q K A", "suits": ["clubs", "hearts", "spades"]}},
    table_bet("best", "Best hand", PAYS, hand="higher of both"),
    table_bet("bad_beat", "Bad beat", PAYS, hand="lower of both", if_tied="push"),
    table_bet("beaten", "Beaten hand", PAYS, hand="dealer", if_tied=1, if_beaten="lose"),
)


def test_bets_on_both_hands_are_what_engine_brute_force_and_verifier_count() -> None:
    """Every deal of nine cards settled by the letter; the certificate has the brute force."""
    rules = variant(BOTH)
    paid: dict[str, Counter[Fraction]] = {"best": Counter(), "bad_beat": Counter(), "beaten": Counter()}
    for player in combinations(rules.deck.cards, 3):
        rest = [card for card in rules.deck.cards if card not in player]
        for dealer in combinations(rest, 3):
            one = settle_hand(rules, {}, player, dealer, 1)
            for name, counts in paid.items():
                counts[one[name]] += 1
    for name, counts in paid.items():
        assert dict(side_bet(rules, rules.tables[name]["A"]).distribution.outcomes) == counts
    code, out, err = about(written(rules))
    assert (code, err) == (0, ""), out


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        ({"wager.best.on_fold": "lost"}, "a bet on both hands stays"),
        ({"wager.beaten.on_fold": "lost"}, "a bet on both hands stays"),
        ({"wager.best.if_beaten": 1}, "for a hand that is compared"),
        ({"pay_tables.best.A": {"straight flush of spades": 9}}, "paid for every suit in the same way"),
        ({"pay_tables.best.B": {"player of one colour": 9}}, "only a side bet is paid for colours"),
    ],
)
def test_what_a_bet_on_both_hands_cannot_be_is_refused(more: dict[str, object], problem: str) -> None:
    with pytest.raises(RulesError, match=problem):
        variant(game(BOTH, more))
