"""What the rules say in plain words, for every kind of game, and every entry of the catalogue at work."""

from __future__ import annotations

import tomllib
from functools import cached_property
from pathlib import Path

import pytest
from msgspec.structs import replace

from combin import load
from combin.audit.report import report
from combin.certificate.canonical import digest, rules_data
from combin.game import games
from combin.paper.poster import guide, one_in, poster_data
from combin.par.book import par_document
from combin.par.checking import check_book
from combin.rules.errors import RulesError
from combin.rules.model import Imprint
from combin.rules.resolved import Rules
from combin.rules.wagers import Case
from combin.submission.layout import Layout
from combin.words.catalogue import YOU, Catalogue, load_catalogue
from combin.words.rules import EVERYTHING, case_words, explained, rule_statements
from tests.audit.documents import few_rounds
from tests.exact.small_games import OTHER_WAGERS as GAMES
from tests.exact.small_games import SIX_CARDS
from tests.helpers.documents import words
from tests.helpers.games import game
from tests.helpers.odd_games import ODD_GAMES
from tests.helpers.other_games import EVERY_WORD
from tests.helpers.texts import entries
from tests.helpers.variants import ONE_OF_EACH_KIND, shipped, variant
from tests.jackpot.test_levels import WITH_SUMS
from tests.jackpot.wagers import LEVELS, PART
from tests.report.games import BARE

SENTENCES, SELDOM = (entries(Path(__file__).with_name(f"{name}.txt")) for name in ("sentences", "seldom"))
"""What is said of games, and games with what is said of no game that ships."""


def with_entries(text: str) -> Rules:
    """Return the rules of a file: a whole one, one that extends another, or entries of a bare game."""
    whole = text.startswith(("id = ", "extends = "))
    return variant(text if whole else game(tomllib.loads(BARE), tomllib.loads(text)))


@pytest.mark.parametrize("name", SENTENCES)
def test_what_is_said_of_a_game(name: str) -> None:
    lines = SENTENCES[name].splitlines()
    expected = [line for line in lines if line[:2] in ("= ", "> ")]
    added = "\n".join(line for line in lines if line not in expected)
    rules = shipped(name) if name in games() else with_entries(added)
    statements = [*rule_statements(rules, load_catalogue(), tables=True)]
    assert expected
    for line in expected:
        topic, _, text = line[2:].partition(": ")
        said = " ".join(one.says for one in statements if one.topic == topic)
        assert text == said if line[0] == "=" else text in said


def test_all_that_is_said_of_a_topic_is_cited_together() -> None:
    told = {statement.about: statement for statement in explained(shipped("crown-melbourne"))}
    assert told["Decision"].rule == "5.6, 9.5.2(c), 5.11.2"


def test_what_is_less_common_is_said_as_well() -> None:
    rules = variant(game(EVERY_WORD, {"ranking.ace_low_straight": "none"}))
    told = {statement.about: statement.says for statement in explained(rules)}
    assert "A-8-9 is not a straight." in told["Hands"]
    assert "The house keeps 2% of what the Play bet wins." in told["Play"]
    assert "The house keeps 5% of what the Higher bet wins." in told["Higher"]
    assert told["Bonus"].startswith(
        "A bonus on the Ante, paid if the player's hand is higher or the dealer does"
    )
    assert "The stake is 5 or 10." in told["Millions"]


KINDS = GAMES | {"six cards and money": SIX_CARDS}


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_of_game_is_told(name: str) -> None:
    rules = variant(KINDS[name])
    told = {statement.topic: statement.says for statement in explained(rules)}
    assert set(rules.wagers) <= set(told)
    assert told["decision"].startswith("The player looks" if rules.play else "The player makes no")
    seen = "sees one of the dealer's cards" in told["deal"] or "whether one of the dealer's" in told["deal"]
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


READ = """
language. details. card. sheet. text. statement. verbs. simpler. hands.suits. hands.ranks. hands.ranked
hands.pair_ hands.three_of hands.natural hands.wild hands.of_suit hands.names. you.hands.names. verdicts.
figures. columns. rounds. procedure. notes. defined. par. protect. site. actions.
"""
"""Beginnings of the keys of texts that are said elsewhere."""


@pytest.mark.slow
def test_every_entry_is_said_of_some_game() -> None:
    english, used = load_catalogue(), set[str]()
    words = Watched(english.texts, used=used)
    in_money = LEVELS.replace('flush" = 50', 'flush" = { money = 50, from_meter = true }')
    odd = [variant(EVERY_WORD), *map(variant, [*ODD_GAMES.values(), LEVELS, PART, WITH_SUMS, in_money])]
    odd += [*map(with_entries, [*SELDOM.values(), "[deal]\nplayer = 4\ndealer = 4\n"])]
    for rules in (*map(shipped, games()), *odd):
        list(rule_statements(rules, words, tables=True))
    for rules in (*map(shipped, ONE_OF_EACH_KIND), *odd):
        poster_data(replace(guide(rules, {}), catalogue=words))
        Layout(rules, words).to_dict()
    one_in(0, 1, words)
    case_words(shipped("crown-melbourne"), Case.NO_QUALIFY_TIE, words, "cells")
    read = tuple(READ.split())
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
    head = 'extends = "crown-melbourne"\nid = "mine"\ntitle = "Mine"\n[details]\nsafer_gambling = "Stop."\n'
    said = '[details.translations.fr]\nsafer_gambling = "Arrêtez."\neffective = "1er mars"\n'
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
@few_rounds
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
    labels = [load_catalogue()(f"details.{name}") for name in EVERYTHING]
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
    pounds = load("crown-melbourne", imprint={"currency": "GBP"})
    assert "GBP 10,000" in str(pounds.poster())
    assert "10 000 GBP" in " ".join(str(pounds.poster(language="fr")).split())
    assert "GBP 10,000" in str(pounds.jackpot(option="1"))


@pytest.mark.parametrize(
    ("game", "title"),
    [
        ("crown-melbourne", "Three Card Poker, The Grand"),
        ("uk-including-blind", "Three Card Poker including Blind, The Grand"),
        ("three-card-poker", "Three Card Poker"),
        ("three-card-poker-ties-win", "Three Card Poker, ties pay the player"),
    ],
)
def test_a_casino_stands_in_the_title_for_the_publisher(game: str, title: str) -> None:
    own = load(game, imprint={"casino": "The Grand"})
    assert str(own.poster()).startswith(f"{title}\n")
    page = own.printed_strategy()
    assert (page.title.partition(": ")[0], "Casino: The Grand." in page.imprint) == (
        title,
        "Grand" not in title,
    )


def test_the_table_is_called_details_and_its_older_word_is_accepted(tmp_path: Path) -> None:
    head = 'extends = "uk-including-blind"\nid = "mine"\ntitle = "Mine"\n'
    new, old = (variant(f'{head}[{word}]\ncasino = "The Grand"\n') for word in ("details", "imprint"))
    assert new.file.imprint.casino == old.file.imprint.casino == "The Grand"
    file = tmp_path / "mine.toml"
    file.write_text(f'{head}[imprint]\ncasinos = "The Grand"\n', encoding="utf-8")
    with pytest.raises(
        RulesError, match=r'mine\.toml:5: details\.casinos: unknown key; did you mean "casino"'
    ):
        load(file)
    file.write_text(f'{head}[imprint]\nversion = "2"\n[details]\nversion = "2"\n', encoding="utf-8")
    with pytest.raises(RulesError, match="imprint: unknown key"):
        load(file)


def test_a_file_that_extends_another_takes_over_its_currency_alone(tmp_path: Path) -> None:
    below = tmp_path / "below.toml"
    below.write_text(
        'extends = "uk-including-blind"\nid = "below"\n[details]\ncurrency = "€"\ncasino = "The Grand"\n',
        encoding="utf-8",
    )
    found = variant(f'extends = "{below}"\nid = "mine"\n[details]\nversion = "2"\n').file.imprint
    assert found == Imprint(currency="€", version="2")


def test_words_for_players_are_of_the_file_that_says_them() -> None:
    words = '[details.told.prim]\nsays = "Red or black."\n'
    with pytest.raises(RulesError, match=r":3: details\.told\.prim: .* did you mean \"prime\"\?"):
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
        ({"casinos": "x"}, 'details.casinos: unknown key; did you mean "casino"?'),
        (
            {"told": {"prim": {"says": "x"}}},
            'details.told.prim: "prim" is no wager of this game; did you mean "prime"?',
        ),
        (
            {"translations": {"fr": {"told": {"prime": {"lines": {"player of one color": "x"}}}}}},
            'details.translations.fr.told.prime.lines."player of one color": no pay table of prime',
        ),
        ({"minimum": "-5"}, "details.minimum: "),
        ({"minimum": "10", "maximum": "5"}, "a maximum of 5 is below the minimum of 10"),
    ],
)
def test_a_wrong_entry_is_told_in_one_line(entries: dict[str, str], message: str) -> None:
    with pytest.raises(RulesError) as error:
        load("uk-including-blind", imprint=entries)
    assert message in str(error.value)


def test_a_wager_is_explained_as_players_see_it_and_not_as_it_is_encoded() -> None:
    text = " ".join(str(load("pick-a-card").poster()).split())
    assert "Each player names a rank. Then three cards are dealt." in text
    assert "Two cards of the rank 10 to 1 1 in 77 One card of the rank 3 to 1 1 in 4.9" in text
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
