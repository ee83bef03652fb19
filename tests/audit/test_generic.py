"""Checks of any rule file, without claims."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from combin.audit.hands import category_derivations, five_card_derivations, qualification_derivation
from combin.audit.judge import audit, generic_checks
from combin.audit.quantities.edges import wager_edges
from combin.audit.verdict import Judged, Verdict
from combin.cards.cards import STANDARD_SUITS, Deck
from combin.cards.five_cards import FiveCardCategory
from combin.cards.ranking import Ranking, StraightSuits
from combin.exact.fivecard_counts import category_counts
from combin.formatting import percent
from combin.rules.load import load_rules
from tests.audit.documents import audit_of, judged
from tests.jackpot.wagers import MINOR, NEVER_FOLDING, SEVEN
from tests.variants import analysed, shipped, variant


def test_a_rule_file_of_ones_own_is_audited_without_claims(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('extends = "crown-melbourne"\nid = "mine"\ntitle = "Mine"\n', encoding="utf-8")
    found = audit(path)
    assert {one.verdict for one in found.judged} == {Verdict.EXACT}
    assert not found.findings
    assert not found.contradicted
    assert found.to_data()["title"] == "Mine"


def test_and_with_claims_of_ones_own(tmp_path: Path) -> None:
    rules, claims = tmp_path / "mine.toml", tmp_path / "claims.toml"
    rules.write_text(
        'extends = "crown-melbourne"\nid = "mine"\n[dealer]\nqualifies = "K high"\n', encoding="utf-8"
    )
    claims.write_text(
        'game = "mine"\n[[claim]]\nid = "q"\nplace = "1"\nsays = "Who qualifies"\n'
        'quantity = "dealer qualifies"\npublished = "Queen high"\n',
        encoding="utf-8",
    )
    found = audit(rules, claims)
    assert judged(found, "q").verdict is Verdict.DIFFERS
    assert found.contradicted


@pytest.mark.slow
@pytest.mark.parametrize(
    ("changes", "claim", "exact"),
    [
        (
            '[pay_tables.pair_plus.A]\n"straight" = 3\n',
            "generic-pays-pair-plus",
            "in A straight (720) pays 3, flush (1,096) 4",
        ),
        (
            '[pay_tables.pair_plus.B]\n"three of a kind" = 30\n',
            "generic-alternatives-pair-plus",
            "14 of 15 pairs of tables differ",
        ),
        (
            '[pay_tables.pair_plus.A]\n"pair" = 2\n',
            "generic-advantage",
            "the smallest is -14.6244% (Pair Plus A)",
        ),
        (
            '[ranking]\norder = ["straight flush", "three of a kind", "flush", "straight", "pair", '
            '"high card"]\n'
            + "".join(f'[pay_tables.ante_bonus.{letter}]\n"flush" = "lose"\n' for letter in "ABC"),
            "generic-rarity",
            "48; 52; 1,096; 720; 3,744; 16,440",
        ),
    ],
)
def test_what_is_wrong_with_a_rule_file_is_found(
    tmp_path: Path, changes: str, claim: str, exact: str
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(f'extends = "crown-melbourne"\nid = "mine"\n{changes}', encoding="utf-8")
    found = audit(path)
    one = judged(found, claim)
    assert (one.verdict, one.exact) == (Verdict.DIFFERS, exact)
    assert one.finding in found.findings


SPADES, HEARTS = '"flush of spades" = {}\n', '"flush of hearts" = {}\n'
PAIR_PLUS = """extends = "three-card-poker"
without = ["wager.six_card_bonus", "wager.millionaire_maker", "wager.progressive", "pay_tables.pair_plus"]
[pay_tables.pair_plus.1]
"straight flush" = 40
"three of a kind" = 30
"straight" = 3
"flush" = 3
"pair" = 1
"""
SECOND = PAIR_PLUS.partition("[pay_tables")[2].replace(".1]", ".2]\n{}", 1)
LEVELS = """extends = "crown-melbourne"
without = ["jackpot", "pay_tables.jackpot"]
[pay_tables.jackpot.1]
odds = "for 1"
"royal flush" = { meter = "100%", level = "mini" }
"straight flush" = { meter = "100%", level = "mega" }
"four of a kind" = 500
"full house" = 150
"flush" = 100
[jackpot]
wager = "jackpot"
[jackpot.options.1]
pay_table = "1"
meters = [{ seed = 1000, increment = "1%", must_hit_by = 5000 }]
[jackpot.options.1.levels.mini]
seed = 100
increment = "1%"
[jackpot.options.1.levels.mega]
seed = 1_000_000
increment = "1%"
"""
ONE_SUIT = """[deck]
suits = ["spades"]
[source]
document = "invented"
[wager.player]
name = "Player"
settles = "against the dealer"
win = 1
tie = "push"
lose = "lose"
"""


@pytest.mark.parametrize(
    ("rules", "claim", "verdict"),
    [
        # Neither of two lines of as many hands is rarer.
        (PAIR_PLUS + SPADES.format(4) + HEARTS.format(5), "generic-pays-pair-plus", Verdict.EXACT),
        (PAIR_PLUS + SPADES.format(5) + HEARTS.format(4), "generic-pays-pair-plus", Verdict.EXACT),
        (PAIR_PLUS + SPADES.format(2), "generic-pays-pair-plus", Verdict.DIFFERS),
        # A rarer line pays less than one that is not the next.
        (PAIR_PLUS.replace("= 40", "= 20"), "generic-pays-pair-plus", Verdict.DIFFERS),
        # Shares of two meters are not of one kind.
        (LEVELS, "generic-pays-jackpot", Verdict.NOT_CHECKABLE),
        # Tables that pay the same lines "to 1" and "for 1" are not the same.
        (f"{PAIR_PLUS}[pay_tables{SECOND}".format(""), "generic-alternatives-pair-plus", Verdict.DIFFERS),
        (
            f"{PAIR_PLUS}[pay_tables{SECOND}".format('odds = "for 1"\n'),
            "generic-alternatives-pair-plus",
            Verdict.EXACT,
        ),
        # Of a deck of one suit no category that it lacks is compared.
        (ONE_SUIT, "generic-rarity", Verdict.EXACT),
    ],
)
def test_pays_are_compared_where_they_are_of_one_kind(
    tmp_path: Path, rules: str, claim: str, verdict: Verdict
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(f'id = "mine"\ntitle = "Mine"\n{rules}', encoding="utf-8")
    assert judged(audit(path), claim).verdict is verdict


@pytest.mark.parametrize(("other", "differ"), [("1.4%", 0), ("1.2%", 1)])
def test_shares_of_the_meter_and_envy_bonuses_tell_tables_apart(
    tmp_path: Path, other: str, differ: int
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'extends = "resorts-world-sentosa"\nid = "mine"\nwithout = ["pay_tables.jackpot"]\n'
        + "".join(
            f'[pay_tables.jackpot.{letter}]\n"straight flush" = {{ meter = "{share}", envy = {envy} }}\n'
            for letter, share, envy in (("A", "1.4%", 5), ("B", other, 5), ("C", "1.4%", 6))
        ),
        encoding="utf-8",
    )
    one = judged(audit(path), "generic-alternatives-jackpot")
    assert one.exact == f"{2 + differ} of 3 pairs of tables differ"


def advantage(tmp_path: Path, rules: str) -> Judged:
    path = tmp_path / "mine.toml"
    path.write_text(rules, encoding="utf-8")
    return judged(audit(path), "generic-advantage")


def test_a_jackpot_that_favours_the_player_is_judged(tmp_path: Path) -> None:
    one = advantage(tmp_path, SEVEN)
    assert (one.verdict, one.reason) == (Verdict.DIFFERS, "Seven favours the player")
    assert one.exact.endswith("(Seven in the long run)")
    assert any("it favours the player at any meter" in line for line in one.evidence)


def test_a_jackpot_by_which_only_a_player_gains_who_never_folds_is_judged(tmp_path: Path) -> None:
    one = advantage(tmp_path, NEVER_FOLDING)
    assert one.verdict is Verdict.READING
    assert one.reason == (
        "for a player who decides by the base game alone: to one who never folds Seven favours the player"
    )
    assert one.finding is not None
    assert one.finding.text.endswith(f"holds only {one.reason}.")


def test_what_a_jackpot_without_a_price_and_a_meter_leaves_open_is_said() -> None:
    one = judged(audit_of("resorts-world-sentosa"), "generic-advantage")
    assert one.verdict is Verdict.NOT_CHECKABLE
    assert one.reason == "Progressive Jackpot depends on price and meter"
    assert one.evidence[-1].endswith(
        "favours the player from a meter of 22,100 × price − 30,050 − 400 × other players on."
    )


def test_a_jackpot_in_the_long_run_stands_among_the_edges() -> None:
    one = judged(audit_of("crown-melbourne"), "generic-advantage")
    assert (one.verdict, one.reason) == (Verdict.EXACT, "no wager favours the player")
    assert one.says.endswith(", a progressive wager in the long run")
    assert any(line.startswith("Jackpot 1: house edge 11.1256% to 11.1348%") for line in one.evidence)


def test_a_second_progressive_wager_is_judged(tmp_path: Path) -> None:
    one = advantage(tmp_path, f'extends = "crown-melbourne"\n{MINOR}')
    assert (one.verdict, one.reason) == (Verdict.NOT_CHECKABLE, "Minor depends on price and meter")


EVEN = """
extends = "crown-melbourne"
id = "even"
without = ["wager.jackpot"]
[pay_tables.pair_plus.A]
"straight flush" = 42
"three of a kind" = 38
"""


def test_an_even_wager_favours_nobody(tmp_path: Path) -> None:
    one = advantage(tmp_path, EVEN)
    assert (one.verdict, one.reason) == (Verdict.DIFFERS, "Pair Plus A is even")
    assert one.exact == "the smallest is 0.0000% (Pair Plus A)"
    more = advantage(tmp_path, EVEN.replace("= 42", "= 43"))
    assert more.reason == "Pair Plus A favours the player"


def test_a_bet_that_pays_sums_of_money_is_looked_at_at_each_stake() -> None:
    edges = wager_edges((analysed(shipped("three-card-poker")),))
    at = {name: edge for name, edge in edges.items() if name.startswith("Millionaire Maker")}
    assert [name.rpartition(" at ")[2] for name in at] == ["5", "10", "25"]
    assert [percent(edge, 3) for edge in at.values()] == ["18.098%", "18.737%", "19.120%"]


def test_what_a_house_collects_in_money_is_looked_at_at_each_stake() -> None:
    wager = "[wager.ante]\nstakes = [10, 25]\ncollection = { money = 1 }\n"
    collects = variant(f'extends = "oceans-11"\nid = "collects"\n{wager}')
    free = analysed(shipped("oceans-11")).wagers["ante"].house_edge
    edges = wager_edges((analysed(collects),))
    assert [edges[f"Ante & Play at {stake}"] - free for stake in (10, 25)] == [
        Fraction(1, 10),
        Fraction(1, 25),
    ]


BY_TABLE = """
extends = "crown-melbourne"
id = "by-table"
without = ["wager.jackpot"]
[wager.play]
win = { pays = 1, by_table = true }
[pay_tables.play.A]
"straight flush" = 5
[pay_tables.play.B]
"straight flush" = 2000
"""


def test_a_wager_against_the_dealer_paid_by_table_is_looked_at_under_each_table(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(BY_TABLE, encoding="utf-8")
    found = audit(path)
    one = judged(found, "generic-advantage")
    assert one.verdict is Verdict.DIFFERS
    assert "Ante & Play A B favours the player" in one.reason
    assert judged(found, "generic-alternatives-play").verdict is Verdict.EXACT


@pytest.mark.parametrize(
    ("lines", "verdict", "reason"),
    [
        (
            '"straight flush" = { meter = "1%" }\n"three of a kind" = 1',
            Verdict.NOT_CHECKABLE,
            "depends on the meter",
        ),
        (
            '"straight flush" = { money = 5 }\n"three of a kind" = 1',
            Verdict.NOT_CHECKABLE,
            "depends on the stake",
        ),
        (
            '"straight flush" = 9\n"three of a kind" = { meter = "1%" }',
            Verdict.NOT_CHECKABLE,
            "depends on the meter",
        ),
        (
            '"straight flush" = 9\n"three of a kind" = { odds = 1, envy = 3 }',
            Verdict.EXACT,
            "at least as much",
        ),
        (
            '"straight flush" = { odds = 9, envy = 2 }\n"three of a kind" = { odds = 1, envy = 3 }',
            Verdict.DIFFERS,
            "a rarer line pays less",
        ),
    ],
)
def test_prizes_of_different_kinds_are_set_beside_each_other_where_enough_is_stated(
    tmp_path: Path, lines: str, verdict: Verdict, reason: str
) -> None:
    head = MINOR.partition("[pay_tables.minor.A]")[0]
    path = tmp_path / "mine.toml"
    table = f"[pay_tables.minor.A]\n{lines}\n"
    path.write_text(f'extends = "uk-including-blind"\nid = "mine"\n{head}{table}', encoding="utf-8")
    one = judged(audit(path), "generic-pays-minor")
    assert one.verdict is verdict
    assert reason in one.reason
    assert one.place == "pay tables of Minor"


def test_dominated_tables_are_told() -> None:
    evidence = judged(audit_of("crown-melbourne"), "generic-alternatives-pair-plus").evidence
    assert [line for line in evidence if line.endswith(" in every line, and more in some.")] == [
        "A pays as much as B, C and D in every line, and more in some.",
        "A, B and F pay as much as E in every line, and more in some.",
    ]
    assert any(line.endswith("best for the player A, worst D.") for line in evidence)


@pytest.mark.parametrize("suits", [2, 3, 4])
@pytest.mark.parametrize("ranks", [5, 9, 13])
@pytest.mark.parametrize("straight_suits", list(StraightSuits))
def test_derivations_hold_for_other_decks(suits: int, ranks: int, straight_suits: StraightSuits) -> None:
    full = Deck()
    deck = Deck(full.ranks[-ranks:], STANDARD_SUITS[:suits])
    ranking = Ranking(deck, straight_suits=straight_suits)
    derived = category_derivations(ranking)
    for category, count in ranking.counts.items():
        assert derived[category].endswith(f" = {count:,}")


def test_five_card_derivations_are_the_counts() -> None:
    counts = category_counts(Deck(), 5)
    for name, (count, words) in five_card_derivations(Deck()).items():
        assert counts[FiveCardCategory(name)] == count
        assert words.endswith(f"= {count:,}")


@pytest.mark.parametrize(
    ("qualifies", "hands"),
    [
        ("any hand", 22100),
        ("Q high", 15380),
        ("K high", 12740),
        ("pair", 5660),
        ("pair of 5s", 4796),
        ("Q-6-4", 14900),
        ("straight", 820),
    ],
)
def test_qualification_is_derived_for_any_threshold(tmp_path: Path, qualifies: str, hands: int) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        f'extends = "uk-including-blind"\n[dealer]\nqualifies = "{qualifies}"\n', encoding="utf-8"
    )
    count, lines = qualification_derivation(load_rules(path))
    assert count == hands
    assert f"{hands:,}" in lines[-1]


@pytest.mark.parametrize("seen", [1, 2, 3])
def test_outcomes_add_up_to_deals_as_often_as_cards_can_be_seen(seen: int) -> None:
    rules = variant(
        'extends = "uk-including-blind"\nid = "seen"\nwithout = ["wager.prime"]\n'
        '[deck]\nranks = "9 T J Q K A"\n'
        f"[deal]\nface_up = {seen}\n[decision]\nblind = {{ allowed = false, play_in_advance = false }}\n"
    )
    (deals,) = (one for one in generic_checks(rules) if one.says.endswith("add up to all deals"))
    assert deals.verdict is Verdict.EXACT
    assert deals.exact == f"{2024 * 1330 * (3, 3, 1)[seen - 1]:,}"


@pytest.mark.parametrize("game", ["pick-a-card", "twenty-one-plus-three"])
def test_a_game_without_a_dealer_has_its_own_deals_and_lines_as_players_know_them(game: str) -> None:
    assert {one.verdict for one in generic_checks(load_rules(game))} == {Verdict.EXACT}
