from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from combin.cards.ranking import Category
from combin.design.checking import examined, mistakes
from combin.design.views import checks_view
from combin.game import load
from combin.rules.errors import RulesError
from combin.rules.load import LIBRARY, combined, library_games, load_rules, raw_layers
from combin.rules.spelling import rules_file
from tests.design.test_starter import KINDS
from tests.jackpot.wagers import NEVER_FOLDING, SEVEN
from tests.other_games import TEEN_PATTI
from tests.report.games import BARE, INDIFFERENT
from tests.variants import shipped, variant

if TYPE_CHECKING:
    from collections.abc import Iterator

EXTENDS = 'extends = "crown-melbourne"\n'


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


def warnings(text: str) -> list[str]:
    return [str(one) for one in examined(variant(text)).warnings]


# -- what is legal but odd ---------------------------------------------------------------------------


ODD = {
    "edge-sorting": "the player has the edge",
    "hole-card": "the player has the edge",
    "hole-card-paint": "the player has the edge",
    "pick-a-card": "pays 3, less than",
    "teen-patti-20-20": "though it is",
}
"""What is odd about games that ship, and known to be."""


@pytest.mark.slow
@pytest.mark.parametrize("game", library_games())
def test_games_that_ship_are_sound(game: str) -> None:
    assert mistakes(game) == ()
    warnings = [str(one) for one in load(game).check().warnings]
    assert [one for one in warnings if game not in ODD or ODD[game] not in one] == []
    assert bool(warnings) is (game in ODD)


@pytest.mark.slow
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
    found = examined(shipped("crown-melbourne")).oddities
    assert [str(one) for one in found if "pay_tables.jackpot" not in str(one)] == [
        "pay_tables.ante_bonus: tables that pay no hand more and some less: B than A, C than A",
        (
            "pay_tables.pair_plus: tables that pay no hand more and some less: "
            "B than A, C than A, D than A, E than A"
        ),
    ]


def test_whom_a_progressive_wager_favours_is_told() -> None:
    found = {str(one).partition(":")[0]: one for one in examined(shipped("crown-melbourne")).oddities}
    jackpot = found["pay_tables.jackpot.1"]
    assert jackpot.note
    assert "house edge 11.1256% to 11.1348% in the long run" in str(jackpot)
    assert str(jackpot).endswith("it favours the player from a meter of 159,810.53 on")
    (sentosa,) = (one for one in examined(shipped("resorts-world-sentosa")).oddities if "jackpot" in str(one))
    assert sentosa.note
    assert str(sentosa) == (
        "pay_tables.jackpot.A: Progressive Jackpot depends on price and meter: it favours the player from a "
        "meter of 22,100 × price − 30,050 − 400 × other players on"
    )


def test_a_jackpot_that_returns_more_than_its_price_is_warned_of() -> None:
    (said,) = (one for one in warnings(SEVEN) if "seven" in one)
    assert said.startswith("pay_tables.seven.A: the player has the edge: Seven: house edge -")
    assert "it favours the player at any meter" in said


def test_a_wager_that_favours_the_player_at_any_meter_is_even_at_any() -> None:
    meter = '[jackpot]\nwager = "jackpot"\n[jackpot.options.A]\npay_table = "A"\n'
    meter += 'meters = [{ seed = 10_000, increment = "15%" }]\n'
    view = checks_view((examined(variant(f'extends = "resorts-world-sentosa"\n{meter}')),))
    (row,) = (line.split() for line in view.text().splitlines() if "196.2217%" in line)
    assert row[-1] == "any"
    assert view.payload()[0]["progressive_wagers"][0]["break_even_meter"]["fraction"] == "-7950"


def test_a_jackpot_by_which_only_a_player_who_never_folds_gains() -> None:
    (said,) = (one for one in warnings(NEVER_FOLDING) if "seven" in one)
    assert said.startswith("pay_tables.seven.A: a player who never folds has the edge: Seven")


@pytest.mark.slow
def test_what_is_said_of_results_that_do_not_occur() -> None:
    text = f'{EXTENDS}[dealer]\nqualifies = "any hand"\n[wager.ante_bonus]\npaid_on = ["no qualify", "win"]'
    assert 'wager.ante_bonus.paid_on: "no qualify": the dealer always qualifies' in warnings(text)
    assert not any("paid_on" in one for one in warnings(text.replace("any hand", "K high")))


def test_a_table_of_every_hand_leaves_the_results_without_use() -> None:
    lines = "\n".join(f'"{category.value}" = 1' for category in Category)
    text = f"{EXTENDS}[wager.play]\nwin = {{ pays = 1, by_table = true }}\n[pay_tables.play.A]\n{lines}"
    said = "pays every hand, so what its wager gets by the results of the comparison is never used"
    found = [str(one) for one in examined(variant(text)).oddities if one.note]
    assert f"pay_tables.play.A: {said} where the table decides" in found
    fewer = text.replace('"high card" = 1', "")
    assert not any(said in str(one) for one in examined(variant(fewer)).oddities)


def test_a_warning_has_the_file_and_line_of_its_entry(tmp_path: Path) -> None:
    path = written(tmp_path, f"{EXTENDS}\n[pay_tables.pair_plus.A]\nflush = 7\n")
    found = {one.place[-1]: (Path(one.file).name, one.line) for one in load(path).check().warnings}
    lines = (LIBRARY / "crown-melbourne.toml").read_text(encoding="utf-8").splitlines()
    inherited = lines.index('"straight" = 6', lines.index("[pay_tables.pair_plus.A]")) + 1
    assert found == {"A": ("mine.toml", 3), "straight": ("crown-melbourne.toml", inherited)}


def test_a_bet_on_the_higher_hand_has_its_figures() -> None:
    assert "Player B  " in checks_view((examined(variant(TEEN_PATTI)),)).text()


THREE_METERS = """extends = "uk-including-blind"
[wager.big]
name = "Big"
settles = "jackpot"
hand = "player"
on_fold = "stays"
[pay_tables.big.A]
"straight flush" = { meter = "100%" }
"three of a kind" = { meter = "100%" }
"straight" = { meter = "100%" }
[jackpots.big.options.A]
pay_table = "A"
meters = [
    { seed = 1000, increment = "10%" }, { seed = 100, increment = "10%" }, { seed = 20, increment = "10%" }
]
"""


def test_meters_to_choose_from_that_look_like_a_meter_for_each_line() -> None:
    said = (
        "jackpots.big.options.A.meters: 3 meters to choose one from, all of which 3 lines pay "
        "(straight flush, three of a kind, straight); a line with a meter of its own names one of levels"
    )
    assert said in warnings(THREE_METERS)
    other = THREE_METERS.replace('"three of a kind" = { meter = "100%" }', '"three of a kind" = 30')
    other = other.replace('"straight" = { meter = "100%" }', '"straight" = 6')
    assert not any("to choose one from" in one for one in warnings(other))


def test_a_game_without_a_base_game_has_no_figures_and_says_what_to_do(tmp_path: Path) -> None:
    text = f'{EXTENDS}[deck]\nsuits = ["clubs", "hearts"]\n[deal]\nseats = 2\n'
    found = load(written(tmp_path, text)).check()
    assert (found.variants, found.jackpots) == ((), ())
    said = str(found.warnings[0])
    assert "extends: pay tables left out: ante_bonus A, B, C; pair_plus A, B, C, D, E, F; such as " in said
    assert said.endswith('write one, or leave it out with without = ["wager.ante_bonus"]')
    assert "extends" in checks_view((found,)).text()


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
[irregularities.dropped]
says = 3
[imprint.told.pair_plus]
lines = {{ "flsh" = "Flush" }}
[imprint.translations.fr.told.jackpto]
says = "x"
[limits]
above_maximum = "x"
""",
    )
    assert [(one.line, one.place) for one in mistakes(path)] == [
        (3, ("dealer", "qualifies")),
        (5, ("decision", "ply")),
        (6, ("decision", "play", "0")),
        (8, ("pay_tables", "pair_plus", "A", "pair of aces")),
        (10, ("irregularities", "dropped", "says")),  # without which its entry is no longer one
        (12, ("imprint", "told", "pair_plus", "lines", "flsh")),
        (13, ("imprint", "translations", "fr", "told", "jackpto")),
        (16, ("limits", "above_maximum")),
    ]
    with pytest.raises(RulesError):
        load(path).check()


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


# -- other decks ---------------------------------------------------------------------------------------

DATA = Path(__file__).parents[1] / "data"


@pytest.mark.parametrize("game", ["joker-wild", "joker-bug", "two-decks", "six-suits"])
def test_other_decks_are_sound(game: str) -> None:
    assert load(DATA / f"{game}.toml").check().warnings == ()


def test_an_order_against_the_rarity_of_the_deck_is_odd(tmp_path: Path) -> None:
    """Pitfall 25: with a wild joker three of a kind is rarer than the straight flush that beats it."""
    order = 'order = ["straight flush", "three of a kind", "straight", "flush", "pair", "high card"]'
    text = (DATA / "joker-wild.toml").read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if line.startswith("order"))
    path = written(tmp_path, text.replace(line, order))
    (found,) = load(path).check().warnings
    assert str(found) == (
        f'{path}:{text.splitlines().index(line) + 1}: ranking.order: "straight flush" stands above '
        '"three of a kind", though it is more frequent in this deck (148 hands against 130)'
    )


def test_a_category_that_the_deck_does_not_have_is_in_nobodys_way() -> None:
    """Of two suits there is no three of a kind; flushes are more frequent than the pairs below them."""
    two_suits = BARE + '[deck]\nsuits = ["clubs", "spades"]\n'
    (odd,) = (one for one in warnings(two_suits) if "stands above" in one)
    assert odd == (
        'ranking.order: "flush" stands above "pair", though it is more frequent in this deck '
        "(548 hands against 312)"
    )


ORDER = [category.value for category in Category]


OWN = """[wager.mine]
name = "Mine"
settles = "jackpot"
hand = "player"
on_fold = "stays"
[pay_tables.mine.A]
"straight flush" = { meter = "100%" }
"three of a kind" = 20
[jackpots.mine.options.A]
pay_table = "A"
meters = [{ seed = 100, increment = "5%" }]
"""


def single(raw: dict[str, Any]) -> Iterator[str]:
    """Give changes of a game that are one mistake each, if they are any."""
    for wager, tables in raw.get("pay_tables", {}).items():
        letter, entry = next(iter(tables.items()))
        line = next(line for line in entry if line not in ("rule", "odds"))
        table = f'[pay_tables.{wager}."{letter}"]\n'
        for wrong in ('"x"', "-1", "[]", '{ meter = "10%" }', '"lose"', "{ money = 3 }"):
            yield f'{table}"{line}" = {wrong}\n'
        yield f'{table}"{line}s" = 3\n'
    for right, wrong in (("100%", "x"), ("20", '"x"'), ("seed = 100", "seed = 0"), ('"jackpot"', '"jackpt"')):
        yield OWN.replace(right, wrong, 1)
    yield f"[ranking]\norder = {ORDER[:5]}\n"
    for order in (ORDER[::-1], [*ORDER[1:], ORDER[0]], [ORDER[0], ORDER[3], ORDER[2], ORDER[1], *ORDER[4:]]):
        yield f"[ranking]\norder = {order}\n"


def several(raw: dict[str, Any]) -> Iterator[str]:
    """Give changes of a game that may be several mistakes."""
    wagers = list(raw["wager"])
    for many in {1, 2, len(wagers) - 1, len(wagers)}:
        for gone in list(combinations(wagers, many))[:4]:
            yield f"without = {[f'wager.{name}' for name in gone]}\n"
    yield from (f"[deal]\nplayer = {cards}\ndealer = {cards}\n" for cards in (2, 4, 5))
    yield "[deal]\nplayer = 4\n"
    yield '[deck]\nranks = "Q K A"\n'
    yield '[deck]\nsuits = ["clubs"]\n'


def entries(raw: object) -> int:
    return sum(1 + entries(one) for one in raw.values()) if isinstance(raw, dict) else 0


def places(raw: object) -> set[tuple[str, ...]]:
    """Return the places of all that a file says, tables and lists gone into."""
    parts = raw.items() if isinstance(raw, dict) else enumerate(raw) if isinstance(raw, list) else ()
    return {()} | {(str(key), *place) for key, one in parts for place in places(one)}


def checked(text: str, path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[RulesError, ...]:
    """Return the mistakes of a file, which are among those of loading it, each of an entry that it has."""
    path.write_text(text, encoding="utf-8")
    rounds = 0

    def counted(raw: dict[str, Any]) -> object:
        nonlocal rounds
        rounds += 1
        return rules_file(raw)

    monkeypatch.setattr("combin.design.checking.rules_file", counted)
    found = mistakes(path)
    monkeypatch.undo()
    if not found:
        load_rules(path)
        return ()
    with pytest.raises(RulesError) as refused:
        load_rules(path)
    assert str(refused.value) in map(str, found)
    raw = combined(raw_layers(path))
    assert {one.place for one in found} - {refused.value.place} <= places(raw)
    assert rounds <= 2 * entries(raw)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted({*KINDS, "hole-card", "three-card-poker"}))
def test_checking_ends_and_reports_no_more_than_the_mistakes(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = combined(raw_layers(game))
    path = tmp_path / "mine.toml"
    for change in single(raw):
        assert len(checked(f'extends = "{game}"\n{change}', path, monkeypatch)) < 2, change
    for change in several(raw):
        checked(f'extends = "{game}"\n{change}', path, monkeypatch)


NO_GAME = ("wager",), "a game needs one initial wager against the dealer"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            'extends = "three-card-poker"\nwithout = ["wager.ante", "wager.play"]\n',
            [(("wager", "ante_bonus", "on"), '"ante" is no wager against the dealer')],
        ),
        (
            (
                'extends = "three-card-poker"\nwithout = ["wager.ante", "wager.play", "wager.ante_bonus", '
                '"wager.pair_plus", "wager.millionaire_maker", "wager.progressive", "wager.six_card_bonus"]\n'
            ),
            [NO_GAME],
        ),
        (
            'extends = "crown-melbourne"\n[deal]\nplayer = 4\ndealer = 4\n',
            [(("wager", "jackpot", "hand"), "for hands of three cards alone, and 4 are dealt")],
        ),
        (
            'extends = "three-card-poker"\n[deal]\nplayer = 4\ndealer = 4\n',
            [
                (("wager", "six_card_bonus", "hand"), "for hands of three cards alone"),
                (("wager", "millionaire_maker", "hand"), "for hands of three cards alone"),
            ],
        ),
        (
            f'extends = "crown-melbourne"\n{OWN.replace("100%", "x")}',
            [(("pay_tables", "mine", "A", "straight flush", "meter"), '"x"')],
        ),
        (
            'extends = "pick-a-card"\n[deck]\nranks = "Q K A"\n[pay_tables.pick.1]\n"three aces" = "x"\n',
            [
                (("pay_tables", "pick", "1", "three aces"), '"x"'),
                (("pay_tables", "pick", "1", "3-2-A straight flush"), "'3' is not a rank of this deck"),
            ],
        ),
        (
            'extends = "crown-melbourne"\n[wager.ante_bonus]\nsettles = "pay tabl"\nhand = "dealer"\n',
            [(("wager", "ante_bonus", "settles"), '"pay tabl" is not known')],
        ),
    ],
)
def test_what_only_follows_from_a_mistake_is_not_reported(
    text: str, told: list[tuple[tuple[str, ...], str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = checked(text, tmp_path / "mine.toml", monkeypatch)
    assert [one.place for one in found] == [place for place, _ in told]
    for one, (_, problem) in zip(found, told, strict=True):
        assert problem in one.problem


def test_the_lines_of_the_file_come_before_what_it_inherits(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'extends = "crown-melbourne"\n[deck]\nranks = "23456789"\n[pay_tables.pair_plus.A]\npair = "x"\n',
        encoding="utf-8",
    )
    assert [(one.line, one.place) for one in mistakes(path)] == [
        (5, ("pay_tables", "pair_plus", "A", "pair")),
        (1, ("dealer", "qualifies")),
    ]
