from __future__ import annotations

from pathlib import Path

import pytest

from combin.design.checking import check, examined, mistakes
from combin.rules.errors import RulesError
from combin.rules.load import library_games
from tests.report.games import BARE, INDIFFERENT
from tests.variants import shipped, variant

EXTENDS = 'extends = "crown-melbourne"\n'


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


def warnings(text: str) -> list[str]:
    return [str(one) for one in examined(variant(text)).warnings]


# -- what is legal but odd ---------------------------------------------------------------------------


@pytest.mark.parametrize("game", library_games())
def test_games_that_ship_are_sound(game: str) -> None:
    assert mistakes(game) == ()
    assert check(game).warnings == ()


@pytest.mark.parametrize(
    ("change", "warning"),
    [
        (
            "[pay_tables.pair_plus.A]\nflush = 7",
            (
                'pay_tables.pair_plus.A.straight: pays 6, less than "flush", which pays 7, '
                "though it is rarer (720 against 1,096)"
            ),
        ),
        (
            '[pay_tables.pair_plus.A]\n"pair of aces" = 0',
            (
                'pay_tables.pair_plus.A."pair of aces": pays 0, less than "pair", which pays 1, '
                "though it is a part of it"
            ),
        ),
        (
            '[pay_tables.ante_bonus.B]\n"three of a kind" = 0',
            (
                'pay_tables.ante_bonus.B."three of a kind": pays 0, less than "straight", which pays 1, '
                "though it is rarer (52 against 720)"
            ),
        ),
        (
            "[pay_tables.pair_plus.A]\npair = 2",
            "pay_tables.pair_plus.A: the player has the edge: Pair Plus with table A gains 14.6244%",
        ),
        (
            "[pay_tables.pair_plus.A]\npair = 0\nflush = 1",
            "pay_tables.pair_plus.A: Pair Plus with table A has a house edge of 34.14%",
        ),
        (
            '[dealer]\nqualifies = "J high"',
            "pay_tables.ante_bonus.A: the player has the edge: Ante & Play with table A gains 3.3309%",
        ),
        (
            '[pay_tables.ante_bonus.B]\n"three of a kind" = 4',
            "pay_tables.ante_bonus.B: pays the same as table A",
        ),
        (
            "[decision]\nplay = [1, 2, 3]",
            "decision.play: 2: the best strategy never plays 2 times the initial wager",
        ),
        (
            '[dealer]\nqualifies = "K high"',
            "decision.play: the best strategy never folds, so there is nothing to decide by folding",
        ),
        (
            '[dealer]\nqualifies = "straight"',
            (
                'dealer.qualifies: "straight": the dealer qualifies with 3.71% of his hands, '
                "so hands are hardly ever compared"
            ),
        ),
        (
            '[dealer]\nqualifies = "7 high"',
            'dealer.qualifies: "7 high": the dealer qualifies with 98.10% of his hands, so it hardly matters',
        ),
        (
            "[pay_tables.pair_plus.A]\n" + "\n".join(f'"pair of {rank}s" = 1' for rank in "23456789TJQKA"),
            "pay_tables.pair_plus.A.pair: no hand is paid by this line; finer lines take them all",
        ),
    ],
)
def test_what_is_odd_is_warned_about(change: str, warning: str) -> None:
    assert warning in warnings(EXTENDS + change)


def test_a_finer_line_may_pay_less_than_a_higher_category() -> None:
    assert warnings(f'{EXTENDS}[pay_tables.pair_plus.A]\n"pair of aces" = 2') == []


def test_an_even_game_and_a_game_of_folding() -> None:
    found = warnings(BARE.replace('lose = "lose"', 'lose = "push"').replace("win = 1", 'win = "push"'))
    assert any("an even game: Ante & Play has a house edge of 0" in one for one in found)
    assert any("the best strategy folds every hand" in one for one in warnings(INDIFFERENT))


def test_tables_that_pay_no_hand_more_are_good_to_know() -> None:
    found = examined(shipped("crown-melbourne")).found
    assert [str(one) for one in found] == [
        "pay_tables.ante_bonus: tables that pay no hand more and some less: B than A, C than A",
        (
            "pay_tables.pair_plus: tables that pay no hand more and some less: "
            "B than A, C than A, D than A, E than A"
        ),
    ]


def test_a_warning_has_the_file_and_line_of_its_entry(tmp_path: Path) -> None:
    path = written(tmp_path, f"{EXTENDS}\n[pay_tables.pair_plus.A]\nflush = 7\n")
    found = {one.oddity.place[-1]: (Path(one.file).name, one.line) for one in check(path).warnings}
    assert found == {"A": ("mine.toml", 3), "straight": ("crown-melbourne.toml", 127)}


# -- what the rules say ------------------------------------------------------------------------------


def test_rules_are_said_in_plain_words() -> None:
    says = dict(check("uk-including-blind").says)
    assert says["Dealer"] == "Qualifies with Q high or better, which 69.59% of his hands are."
    assert says["Prime"] == "A side bet on the colours of the hands; when the player folds it stays in play."
    assert says["Pair Plus A"] == "Straight flush 35, three of a kind 33, straight 6, flush 4, pair 1 (to 1)."
    assert dict(examined(variant(BARE)).says)["Dealer"] == "Always plays, whatever he holds."


# -- mistakes ----------------------------------------------------------------------------------------


def test_all_mistakes_are_told_in_the_order_of_the_file(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        f"""{EXTENDS}[dealer]
qualifies = "Z high"
[decision]
ply = [1]
play = [0]
[pay_tables.pair_plus.A]
"pair of aces" = -1
""",
    )
    assert [(one.line, one.place) for one in mistakes(path)] == [
        (3, ("dealer", "qualifies")),
        (5, ("decision", "ply")),
        (6, ("decision", "play", "0")),
        (8, ("pay_tables", "pair_plus", "A", "pair of aces")),
    ]
    with pytest.raises(RulesError):
        check(path)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('extends = "nowhere"', 'mine.toml:1: extends: "nowhere" is neither a file'),
        ("a = ", "mine.toml:1: not TOML"),
        (
            f'{EXTENDS}[readings.straight.options]\n"three different suits" = {{ "deck.rank" = 1 }}',
            "this reading does not fit",
        ),
        (f"{EXTENDS}[pay_tables.pair_plus.Z]\npair = 1", 'is missing (write "lose" if it is not paid)'),
        ("", "is missing"),
    ],
)
def test_a_mistake_that_hides_others_is_told_alone(text: str, complaint: str, tmp_path: Path) -> None:
    (found,) = mistakes(written(tmp_path, text))
    assert complaint in str(found)


def test_a_missing_file_is_a_mistake() -> None:
    (found,) = mistakes("nowhere.toml")
    assert str(found) == "nowhere.toml: No such file or directory"
