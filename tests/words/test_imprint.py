"""What documents print beside the rules, in every one of them, and that it changes no figure."""

from __future__ import annotations

from pathlib import Path

import pytest

from combin import load
from combin.certificate.canonical import digest, rules_data
from combin.par.checking import check_book
from combin.par.document import par_document
from combin.report.audit import report
from combin.rules.errors import RulesError
from combin.rules.imprint import Imprint
from combin.words.catalogue import load_catalogue
from combin.words.imprint import EVERYTHING
from tests.documents import words
from tests.variants import variant

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
def test_par_sheets_audits_and_workbooks_say_all_of_it(tmp_path: Path) -> None:
    book = GAME.par().answer
    for document in (par_document(book), report(GAME.audit().answer)):
        said = "\n".join(words(document))
        for name, text in GIVEN.items():
            assert (f"£{text}" if name in MONEY and name != "currency" else text) in said
    GAME.par().write(tmp_path / "uk.xlsx")
    checked = check_book(tmp_path / "uk.xlsx")
    assert checked.subject.rules.file.imprint == GAME.rules.file.imprint
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


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ({"casinos": "x"}, 'imprint.casinos: unknown key; did you mean "casino"?'),
        ({"minimum": "-5"}, "imprint.minimum: "),
        ({"minimum": "10", "maximum": "5"}, "the maximum is below the minimum"),
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


def test_money_is_in_the_currency_of_the_game() -> None:
    crown = load("crown-melbourne", imprint={"currency": "kr", "currency_place": "after"})
    for shown in (crown.mix({"ante": 5}), crown.jackpot(stake=5)):
        assert "5 kr" in str(shown).replace("\u00a0", " ")
        assert "$" not in str(shown)
    assert "for a wager of 1\u00a0kr" in crown.plot("meter-density").to_svg()
    assert ": £5 on Ante & Play" in str(GAME.mix({"ante": 5}))
    assert ": 5 on Ante & Play" in str(load("uk-including-blind").mix({"ante": 5}))
