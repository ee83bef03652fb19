"""What the rules say in plain words, for every kind of game, and every entry of the catalogue at work."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

import pytest
from msgspec.structs import replace

from combin import load
from combin.audit.report import report
from combin.cards.ranking import Category
from combin.certificate.canonical import digest, rules_data
from combin.game import games
from combin.paper.poster import guide, one_in, poster_data
from combin.par.checking import check_book
from combin.par.document import par_document
from combin.rules.errors import RulesError
from combin.rules.load import load_rules
from combin.rules.model import Imprint
from combin.rules.resolved import Rules
from combin.rules.wagers import Case
from combin.words.catalogue import FREE, YOU, Catalogue, load_catalogue
from combin.words.rules import EVERYTHING, case_words, explained, rule_statements
from tests.documents import words
from tests.exact.small_games import OTHER_WAGERS as GAMES
from tests.exact.small_games import SIX_CARDS
from tests.games import game
from tests.jackpot.meters import LEVELS, PART
from tests.jackpot.test_levels import WITH_SUMS
from tests.odd_games import ODD_GAMES
from tests.other_games import EVERY_WORD
from tests.report.games import BARE, HEAD, outcomes
from tests.variants import ONE_OF_EACH_KIND, shipped, variant

DATA = Path(__file__).parents[1] / "data"


def says(rules: Rules, topic: str) -> list[str]:
    """Return the sentences about a topic."""
    catalogue = load_catalogue()
    return [one.says for one in rule_statements(rules, catalogue, tables=True) if one.topic == topic]


def test_the_parts_of_a_game() -> None:
    told = {statement.about: statement for statement in explained(shipped("crown-melbourne"))}
    assert told["Deck"].says == (
        "The deck has 52 cards: 13 ranks (2 to A) in four suits (clubs, diamonds, hearts and spades)."
    )
    assert told["Deal"].says == (
        "The player and the dealer get three cards each. For the Jackpot two more cards are dealt, "
        "which all players share. The table has nine seats."
    )
    dealer = "The dealer qualifies with queen high or better, which 69.59% of all hands are."
    assert told["Dealer"].says == dealer
    assert told["Decision"].says == (
        "The player looks at his cards. Either he folds and loses the Ante, or he stays in and places a Play "
        "bet as large as the Ante. The player may also stay in without looking at his cards."
    )
    assert told["Ante"].says == (
        "If the dealer does not qualify it pays 1 to 1. If the player's hand is higher it pays 1 to 1. If "
        "the hands are equal it pushes. If the dealer's hand is higher it loses. If the player folds it is "
        "lost."
    )
    assert told["Decision"].rule == "5.6, 9.5.2(c), 5.11.2"
    assert told["Pair Plus A"].says == (
        "Straight flush 40, three of a kind 30, straight 6, flush 4, pair 1 (to 1)."
    )
    assert told["Jackpot 1"].says.startswith("Royal flush the jackpot, straight flush 10% of the jackpot, ")


@pytest.mark.parametrize(
    ("more", "topic", "says_so"),
    [
        ("", "dealer", "The dealer always plays, whatever he holds."),
        (
            "[decision]\nplay = [1, 3]\n",
            "decision",
            "or he stays in and places a Play bet as large as the Ante or three times as large.",
        ),
        (
            "[deal]\nseats = 1\n",
            "deal",
            "The player and the dealer get three cards each. The table has one seat.",
        ),
        (
            '[ranking]\nace_low_straight = "second"\nstraight_suits = "three"\n',
            "hands",
            "A-2-3 is the second highest straight. The cards of a straight are of three different suits.",
        ),
        ('[ranking]\nace_low_straight = "none"\n', "hands", "A-2-3 is not a straight."),
        (
            '[deck]\nranks = "2 3 4 5 6 7"\n',
            "deck",
            "The deck has 24 cards: six ranks (2 to 7) in four suits",
        ),
        (
            '[deck]\ndecks = 2\n[deal]\nface_up = 1\ntells = ["A K", "Q J T 9 8 7", "2 3 4 5 6"]\n',
            "deal",
            "Of one of the dealer's cards the player knows whether it is K/A, 7 to Q or 2 to 6.",
        ),
        (
            '[deal]\nface_up = 2\ntells = ["A K", "Q J T 9 8 7 6 5 4 3 2"]\n',
            "deal",
            "Of two of the dealer's cards the player knows whether each is K/A or 2 to Q.",
        ),
        ('[deck]\nranks = "2 3 4 8 9 T J"\n', "deck", "seven ranks (2, 3, 4, 8, 9, 10 and J) in"),
    ],
)
def test_variants(more: str, topic: str, says_so: str) -> None:
    assert says_so in " ".join(says(variant(BARE + more), topic))


@pytest.mark.parametrize(
    ("deck", "says_so"),
    [
        ("joker-wild", "A joker is shuffled in."),
        ("joker-bug", "A joker is shuffled in."),
        ("two-decks", "Two decks are shuffled together."),
        ("six-suits", "The deck has 54 cards: nine ranks (6 to A) in six suits ("),
    ],
)
def test_other_decks(deck: str, says_so: str) -> None:
    assert says_so in says(load_rules(DATA / f"{deck}.toml"), "deck")[0]


def test_pays_that_are_no_whole_numbers_are_not_mistaken_for_a_push() -> None:
    text = (
        HEAD
        + outcomes("Ante", pays=('"1/2"', "0.95", '"push"', '"lose"'))
        + outcomes("Play", pays=("0", "2", '"push"', '"lose"'), more='raises = "ante"')
        + '[dealer]\nqualifies = "Q high"\n'
    )
    for wager, gets in (
        ("ante", ["pays 0.5 to 1", "pays 0.95 to 1", "pushes", "loses", "is lost"]),
        ("play", ["pushes", "pays 2 to 1", "pushes", "loses"]),
    ):
        assert [one.rpartition(" it ")[2] for one in says(variant(text), wager)] == [
            f"{one}." for one in gets
        ]


def test_cases_in_which_the_dealer_does_not_qualify_are_told_apart_where_a_bet_does() -> None:
    rules = shipped("ultimate-three-card-poker")
    assert says(rules, "ante")[0] == "If the dealer does not qualify it pushes."
    assert says(rules, "blind")[:2] == [
        "Staked before the deal, as much as the Ante.",
        ("If the player's hand is higher it is paid by its table, or pushes with a hand that is not on it."),
    ]
    won = "If the dealer does not qualify and the player's hand is higher it pays 1 to 1."
    assert says(shipped("face-up-three-card-poker"), "ante")[0] == won


@pytest.mark.parametrize(
    ("name", "wager", "says_so"),
    [
        ("resorts-world-sentosa", "pair_plus", "If the player folds it is lost."),
        ("resorts-world-sentosa", "jackpot", "If the player folds it stays in play."),
        ("uk-including-blind", "prime", "Only together with Ante or Pair Plus."),
        ("uk-including-blind", "prime", "A bet on the colours of the cards."),
        (
            "crown-melbourne",
            "jackpot",
            "A bet on the best five of the player's cards and the two that all players share.",
        ),
        ("pick-a-card", "pick", "It is paid by its table, or loses with a hand that is not on it."),
        (
            "three-card-poker",
            "millionaire_maker B",
            "Six-card royal of diamonds $1,000,000, six-card royal $100,000, royal flush 1,000 to 1",
        ),
        ("teen-patti-20-20", "player_b", "If Player A's hand is higher it loses."),
        ("teen-patti-20-20", "pair_plus_b", "A bet on the three cards of Player B."),
    ],
)
def test_bets(name: str, wager: str, says_so: str) -> None:
    assert any(one.startswith(says_so) for one in says(shipped(name), wager))


def test_what_is_less_common_is_said_as_well() -> None:
    rules = variant(
        game(EVERY_WORD, {"ranking": {"ace_low_straight": "none", "straight_suits": "three"}}),
    )
    told = {statement.about: statement.says for statement in explained(rules)}
    assert "A-8-9 is not a straight." in told["Hands"]
    assert "Of what Play wins the house keeps 2%." in told["Play"]
    assert "Of what Higher wins the house keeps 5%." in told["Higher"]
    assert told["Bonus"].startswith(
        "A bonus on the Ante, paid if the player's hand is higher or the dealer does"
    )
    assert "The stake is 5 or 10." in told["Millions"]


@pytest.mark.parametrize("name", GAMES | {"six cards and money": SIX_CARDS})
def test_every_kind_of_game_is_told(name: str) -> None:
    rules = variant((GAMES | {"six cards and money": SIX_CARDS})[name])
    told = {statement.topic: statement.says for statement in explained(rules)}
    assert set(rules.wagers) <= set(told)
    assert told["decision"].startswith("The player looks at his" if rules.play else "Nothing is decided")
    seen = "sees one of the dealer's cards" in told["deal"] or "Of one of the dealer's" in told["deal"]
    assert seen == bool(rules.file.deal.face_up)


# -- the catalogue at work -----------------------------------------------------------------------------


class Watched(Catalogue, frozen=True, dict=True, kw_only=True):
    """A catalogue that remembers which texts were asked for, in which of the two ways of speaking."""

    used: set[str]
    before: str = ""

    def __call__(self, key: str, **fields: object) -> str:
        self.used.update((key, f"{self.before}{key}"))
        return super().__call__(key, **fields)

    @cached_property
    def to_player(self) -> Catalogue:
        return Watched(super().to_player.texts, before=YOU, used=self.used)


SELDOM = (
    """
extends = "uk-including-blind"
id = "hands-apart"
title = "Hands apart"
[wager.ante]
win = { pays = 1, hands = { "pair or better" = "3/2" } }
""",
    BARE.replace("Bare", "Odd")
    + """
[deck]
jokers = 2
joker = "straights and flushes"
[ranking]
straight_suits = "three"
ace_low_straight = "second"
[decision]
play = [2, 3]
[wager.progressive]
name = "Progressive"
settles = "jackpot"
hand = "player"
on_fold = "stays"
[pay_tables.progressive.A]
"straight flush" = 20
"three of a kind" = { money = 50 }
"""
    + "".join(
        f'[wager.b{number}]\nname = "Bet {number}"\nsettles = "pay table"\n[pay_tables.b{number}.A]\n'
        + "".join(f'"{rank} high" = {number + pays}\n' for pays, rank in enumerate("AKQJT98765"))
        + "".join(
            f'"{category}" = {number + 20 + pays}\n' for pays, category in enumerate(list(Category)[:5])
        )
        for number in range(1, 8)
    ),
    HEAD
    + outcomes("Ante", pays=("1", "1", '"push"', '"lose"'))
    + """
[ranking]
ace_low_straight = "highest"
[wager.bonus]
name = "Bonus"
settles = "bonus"
on = "ante"
[pay_tables.bonus.A]
pair = 1
""",
    BARE + '[ranking]\nace_low_straight = "none"\n',
    BARE + "[deal]\nface_up = 2\n",
    BARE + '[deal]\nface_up = 2\ntells = ["Q K A", "2 3 4 5 6 7 8 9 T J"]\n',
    *(f'{BARE}[deal]\nface_up = 3\ntells = "{told}"\n' for told in ("rank", "suit", "colour")),
    'extends = "crown-melbourne"\nid = "down"\n[limits]\ninexact_pay = "next amount down"\n',
    """
extends = "crown-melbourne"
id = "nearest"
[limits]
inexact_pay = "nearest amount"
[ranking]
lowest_wins = true
highest_three_of_a_kind = "3"
beats = { "three 2s" = "2-3-5" }
[wager.ante]
fold_returns = "1/2"
[wager.best]
name = "Best hand"
settles = "pay table"
hand = "higher of both"
[pay_tables.best.A]
pair = 1
[wager.beat]
name = "Bad beat"
settles = "pay table"
hand = "lower of both"
[pay_tables.beat.A]
pair = 1
""",
    BARE + '[deck]\nwild = ["2"]\n',
    BARE.replace("Bare", "Half") + '[decision]\nplay = ["1/2"]\n',
    """
extends = "crown-melbourne"
id = "fee"
[wager.ante]
collection = "1%"
[wager.either]
name = "Either"
settles = "pay table"
hand = "either of both"
[pay_tables.either.A]
pair = 1
""",
    'extends = "hole-card"\nid = "early"\ntitle = "Early"\n[decision]\nearly = [2]\n',
    'extends = "oceans-11"\nid = "fee"\ntitle = "Fee"\n[wager.ante]\ncollection = { money = 1 }\n',
    """
extends = "oceans-11"
id = "stakes"
title = "Stakes"
[wager.ante]
stakes = [10, 25]
collection = { money = 1 }
""",
    'extends = "crown-melbourne"\nid = "half"\ntitle = "Half"\n[decision]\nplay = ["1/2", 3]\n',
    LEVELS.replace('"straight flush" = 50', '"straight flush" = { money = 50, from_meter = true }'),
    """
extends = "teen-patti-20-20"
id = "sides"
title = "Sides"
[wager.pair_plus_a]
if_tied = "lose"
if_beaten = "lose"
""",
)
"""Games with what is said of no game that ships."""


@pytest.mark.slow
def test_every_entry_is_said_of_some_game() -> None:
    english, used = load_catalogue(), set[str]()
    words = Watched(english.texts, used=used)
    four = BARE + "[deal]\nplayer = 4\ndealer = 4\n"
    odd = [variant(EVERY_WORD), *map(variant, [*ODD_GAMES.values(), *SELDOM, LEVELS, PART, WITH_SUMS, four])]
    for rules in (*map(shipped, games()), *odd):
        list(rule_statements(rules, words, tables=True))
    for rules in (*map(shipped, ONE_OF_EACH_KIND), *odd):
        poster_data(replace(guide(rules, {}), catalogue=words))
    one_in(0, 1, words)
    case_words(shipped("crown-melbourne"), Case.NO_QUALIFY_TIE, words, "cells")
    read = (
        "language.",
        "imprint.",
        "card.",
        "sheet.",
        "text.",
        "statement.",
        "verbs.",
        "simpler.",
        "hands.suits.",
        "hands.ranks.",
        "hands.ranked",
        "hands.pair_",
        "hands.three_of",
        "hands.natural",
        "hands.wild",
        "hands.of_suit",
        FREE,
        YOU + FREE,
        "verdicts.",
        "figures.",
        "columns.",
        "rounds.",
        "notes.",
        "defined.",
        "par.",
        "protect.",
        "site.",
    )
    assert sorted(key for key in english.texts if key not in used and not key.startswith(read)) == []


GIVEN = {
    "currency": "£",
    "casino": "The Grand",
    "minimum": "5",
    "maximum": "500",
    "version": "3",
    "effective": "1 March",
    "licence": "Licence 12345",
    "safer_gambling": "Stop when it is no fun.",
    "jurisdiction": "Alderney",
    "prepared_by": "A. Analyst",
    "reviewed_by": "B. Reviewer",
    "date": "1 February",
}
MONEY = {"currency", "minimum", "maximum"}
GAME = load("uk-including-blind", imprint=GIVEN)


def test_the_imprint_of_the_command_line_changes_neither_rules_nor_their_hash() -> None:
    plain = load("uk-including-blind").rules
    assert digest(rules_data(GAME.rules)) == digest(rules_data(plain))
    assert plain.file.imprint == Imprint()


def test_a_poster_and_a_card_say_what_players_are_told() -> None:
    for text in (str(GAME.poster()), str(GAME.printed_strategy())):
        assert "Table minimum: £5" in text
        assert "Table maximum: £500" in text
        for name in ("casino", "version", "effective", "licence", "safer_gambling"):
            assert GIVEN[name] in text
        assert "B. Reviewer" not in text


@pytest.mark.slow
def test_what_the_house_says_is_translated_and_ends_once(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    head = 'extends = "crown-melbourne"\nid = "mine"\ntitle = "Mine"\n[imprint]\nsafer_gambling = "Stop."\n'
    said = '[imprint.translations.fr]\nsafer_gambling = "Arrêtez."\neffective = "1er mars"\n'
    file.write_text(head + said, encoding="utf-8")
    mine = load(file)
    assert mine.printed_strategy().imprint == ("Safer gambling: Stop.",)
    assert mine.printed_strategy(language="fr").imprint == (
        "En vigueur\u00a0: 1er mars.",
        "Jeu responsable\u00a0: Arrêtez.",
    )
    other = tmp_path / "other.toml"
    other.write_text('extends = "mine.toml"\nid = "other"\ntitle = "Other"\n', encoding="utf-8")
    assert not load(other).printed_strategy(language="fr").imprint


@pytest.mark.slow
def test_par_sheets_audits_and_workbooks_say_all_of_it(tmp_path: Path) -> None:
    book = GAME.par()
    for document in (par_document(book), report(GAME.audit())):
        said = "\n".join(words(document))
        for name, text in GIVEN.items():
            assert (f"£{text}" if name in MONEY and name != "currency" else text) in said
    GAME.par().write(tmp_path / "uk.xlsx")
    checked = check_book(tmp_path / "uk.xlsx")
    assert checked.rules.file.imprint == GAME.rules.file.imprint
    assert not checked.strange


def test_without_an_imprint_nothing_of_it_is_printed() -> None:
    labels = [load_catalogue()(f"imprint.{name}") for name in EVERYTHING]
    text = str(load("uk-including-blind").poster()) + str(load("uk-including-blind").printed_strategy())
    assert not [label for label in labels if f"{label}:" in text]


@pytest.mark.parametrize("game", ["uk-including-blind", "teen-patti-20-20"])
def test_no_dollars_stand_on_a_poster_without_them(game: str) -> None:
    assert "$" not in str(load(game).poster())
    assert "$10,000" in str(load("crown-melbourne").poster())


def test_a_currency_stands_where_the_file_or_the_language_has_it() -> None:
    crown = load("crown-melbourne", imprint={"currency": "kr", "currency_place": "after"})
    assert "10,000 kr" in str(crown.poster())
    assert "$" not in str(crown.printed_strategy())


def test_a_file_that_extends_another_takes_over_its_currency_alone(tmp_path: Path) -> None:
    below = tmp_path / "below.toml"
    below.write_text(
        'extends = "uk-including-blind"\nid = "below"\n[imprint]\ncurrency = "€"\ncasino = "The Grand"\n',
        encoding="utf-8",
    )
    found = variant(f'extends = "{below}"\nid = "mine"\n[imprint]\nversion = "2"\n').file.imprint
    assert found == Imprint(currency="€", version="2")


def test_words_for_players_are_of_the_file_that_says_them() -> None:
    words = '[imprint.told.prim]\nsays = "Red or black."\n'
    with pytest.raises(RulesError, match=r":3: imprint\.told\.prim: .* did you mean \"prime\"\?"):
        variant(f'extends = "uk-including-blind"\nid = "mine"\n{words}')
    assert (
        variant('extends = "hole-card"\nid = "mine"\ntitle = "Mine"\n').file.imprint.translations["fr"].title
        == ""
    )
    rest = variant('extends = "pick-a-card"\nid = "mine"\nwithout = ["wager.pick"]\n')
    assert list(rest.wagers) == ["bonus"]


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ({"casinos": "x"}, 'imprint.casinos: unknown key; did you mean "casino"?'),
        (
            {"told": {"prim": {"says": "x"}}},
            'imprint.told.prim: "prim" is no wager of this game; did you mean "prime"?',
        ),
        (
            {"translations": {"fr": {"told": {"prime": {"lines": {"player of one color": "x"}}}}}},
            'imprint.translations.fr.told.prime.lines."player of one color": no pay table of prime',
        ),
        ({"minimum": "-5"}, "imprint.minimum: "),
        ({"minimum": "10", "maximum": "5"}, "a maximum of 5 is below the minimum of 10"),
    ],
)
def test_a_wrong_entry_is_told_in_one_line(entries: dict[str, str], message: str) -> None:
    with pytest.raises(RulesError) as error:
        load("uk-including-blind", imprint=entries)
    assert message in str(error.value)


def test_a_wager_is_explained_as_players_see_it_and_not_as_it_is_encoded() -> None:
    text = " ".join(str(load("pick-a-card").poster()).split())
    assert "You name a rank before the deal." in text
    assert "Two cards of your rank 10 to 1 1 in 77 One card of your rank 3 to 1 1 in 4.9" in text
    assert "Pick an ace" not in text
    assert "A-K-Q" not in text


@pytest.mark.slow
def test_money_is_in_the_currency_of_the_game() -> None:
    crown = load("crown-melbourne", imprint={"currency": "kr", "currency_place": "after"})
    for shown in (crown.mix({"ante": 5}), crown.jackpot(stake=5)):
        assert "5 kr" in str(shown).replace("\u00a0", " ")
        assert "$" not in str(shown)
    assert "for a wager of 1\u00a0kr" in crown.plot("meter-density").to_svg()
    assert ": £5 on Ante & Play" in str(GAME.mix({"ante": 5}))
    assert ": 5 on Ante & Play" in str(load("uk-including-blind").mix({"ante": 5}))
