"""The second language: complete entry for entry, and nothing English left where players read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pypdf import PdfReader

from combin import load
from combin.exact.analysis import analyse, choices
from combin.exact.statement import in_words
from combin.game import Game
from combin.rules.errors import RulesError
from combin.words.catalogue import ENGLISH, FREE, YOU, languages, load_catalogue
from combin.words.rules import document_named

ENGLISH_WORDS = re.compile(
    r"\b(the|you|your|with|dealer|hands?|pays?|loses?|fold|rules|stake|house|every|better|rest|of all)\b",
    re.IGNORECASE,
)


@pytest.mark.parametrize("language", [one for one in languages() if one != "en"])
def test_a_language_has_every_entry_and_no_other(language: str) -> None:
    english, other = (load_catalogue(one).texts for one in ("en", language))
    free = (FREE, YOU + FREE)
    assert {key for key in other if not key.startswith(free)} == {
        key for key in english if not key.startswith(free)
    }
    assert {key for key in english if key.startswith(free)} <= {
        *other,
        *(key for key in english if key.endswith(" or better")),  # made of the hand itself elsewhere
    }
    assert (ENGLISH.with_stem(language)).is_file()


@pytest.mark.parametrize("game", ["crown-melbourne", "uk-including-blind"])
def test_a_french_poster_is_french(game: str) -> None:
    text = str(load(game).poster(language="fr"))
    file = load(game).rules.file
    for name in (
        file.title,
        file.source.document,
        file.source.publisher,
        *(bet.name for bet in file.wager.values()),
    ):
        text = text.replace(name, "")
    assert not ENGLISH_WORDS.findall(text)
    assert "3,37 %" in text


def test_a_french_card_is_french() -> None:
    page = load("crown-melbourne").printed_strategy(language="fr")
    assert [(step.verb, step.hands) for step in page.steps] == [
        ("Jouer", "Q-6-4 ou mieux"),
        ("Se coucher", "le reste"),
    ]
    assert page.statement == "Jouer Q-6-4 ou mieux, se coucher avec le reste."
    assert page.figures[0].short == "3,37\u00a0%"
    assert page.close_calls[0].value == "−0,9872"
    assert page.close_calls[0].example.described == "dame à pique, six à cœur, cinq à carreau"
    assert [one.name for one in page.simpler[1:]] == [
        "toute dame ou mieux",
        "tout roi ou mieux",
        "toujours jouer",
    ]
    assert page.jackpots[1].steps[0].base_stake == "7,66\u00a0$ ou moins"
    assert page.pay_tables[0].odds == "pour 1"


@pytest.mark.slow
def test_court_cards_have_french_letters_where_they_are_asked_for() -> None:
    page = load("face-up-three-card-poker").printed_strategy(language="fr", local_ranks=True)
    assert page.by_card is not None
    assert [(row.card, row.hands) for row in page.by_card.rows[-4:]] == [
        ("V", ("V-8-2 ou mieux",)),
        ("D", ("D-9-2 ou mieux",)),
        ("R", ("R-9-2 ou mieux",)),
        ("A", ("A-9-2 ou mieux",)),
    ]
    assert not re.search(r"\b[JQK]\b", f"{page}")
    poster = str(load("crown-melbourne").poster(language="fr", local_ranks=True))
    assert "D-6-4 ou mieux" in poster
    assert "R♠ 9♠ 7♠" in poster
    assert not re.search(r"\b[JQK]\b", poster)


def left_in_english(text: str, game: Game) -> set[str]:
    """Return the English words of a text that are none of what a document is called, or of its sections."""
    file = game.rules.file
    stated = [rule for _, _, rule in game.printed_strategy().rules]
    names = " ".join((file.title, document_named(file.source, load_catalogue()), *stated)).casefold()
    return {word for word in ENGLISH_WORDS.findall(text) if word.casefold() not in names}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["three-card-poker", "ultimate-three-card-poker"])
def test_a_french_strategy_is_french(name: str) -> None:
    printed = load(name).printed_strategy(language="fr")
    calls = (f"{call.suits} {call.example.described}" for call in printed.close_calls)
    assert not left_in_english(f"{printed} {' '.join(calls)}", load(name))


def test_the_language_of_the_imprint_is_taken_unless_another_is_asked_for() -> None:
    game = load("uk-including-blind", imprint={"language": "fr"})
    assert game.printed_strategy().statement == "Jouer Q-6-4 ou mieux, se coucher avec le reste."
    assert game.printed_strategy(language="en").statement == "Play Q-6-4 or better, fold the rest."
    with pytest.raises(RulesError, match="no language 'xx': en, fr ship"):
        game.poster(language="xx")


@pytest.mark.slow
def test_a_french_sheet_is_french(tmp_path: Path) -> None:
    game = load("resorts-world-sentosa")
    (path,) = game.printed_strategy(language="fr").write(tmp_path / "sheet.pdf", size="a4")
    reader = PdfReader(path)
    assert str(reader.root_object["/Lang"]) == "fr"
    assert not left_in_english(" ".join(page.extract_text() for page in reader.pages), game)


@pytest.mark.parametrize(
    ("hand", "french"),
    [
        ("pair of nines with an eight", "paire de neuf, kicker huit"),
        ("pair of nines", "paire de neuf"),
        ("three kings", "brelan de rois"),
        ("straight flush of waves", "quinte flush à waves"),
        ("Q-J-9 flush", "couleur Q-J-9"),
        ("a queen-high flush or better", "couleur à la dame ou mieux"),
        ("an 8-6-5 flush or better", "couleur 8-6-5 ou mieux"),
        ("a pair of nines with an eight or better", "paire de neuf, kicker huit ou mieux"),
    ],
)
def test_hands_are_described_in_french(hand: str, french: str) -> None:
    assert load_catalogue("fr").hand(hand) == french
    assert load_catalogue("en").hand(hand) == hand


@pytest.mark.parametrize("game", ["pick-a-card", "twenty-one-plus-three"])
def test_a_game_that_is_explained_in_words_of_its_own_has_them_in_french(game: str) -> None:
    blocks = load(game).poster(language="fr").to_dict()["blocks"]
    said = str([[text for key, text in block.items() if key != "kind"] for block in blocks])
    assert not ENGLISH_WORDS.findall(re.sub(r"'\w+':", "", said))
    assert "decks" not in load(game).poster(language="fr").to_dict()["title"]
    problem = "explains the game to players in 'en', not in 'fr'"
    with pytest.raises(RulesError, match=problem):
        str(load(game, imprint={"translations": {}}).poster(language="fr"))


def test_a_statement_is_told_with_exceptions_in_any_language() -> None:
    rules = load(Path(__file__).parents[1] / "golden" / "variant.toml").rules
    statement = analyse(rules, [choices(rules, {})[0]])[0].statement
    assert in_words(statement, rules, load_catalogue()) == statement.text
    assert in_words(statement, rules, load_catalogue("fr")) == (
        "Jouer 2x avec A-K-8 ou mieux, jouer 1x avec le reste\u00a0; mais jouer 1x avec A-K-8 (la première "
        "et la dernière d'une couleur ou les deux dernières d'une couleur)\u00a0; jouer aussi 2x avec A-Q-J "
        "(trois couleurs)."
    )


def test_every_text_of_cards_and_sheets_is_used_by_their_templates_or_what_fills_them() -> None:
    folder = ENGLISH.parents[2]
    templates = (folder / f"formats/templates/strategy-{one}.typ" for one in ("card", "sheet"))
    sources = [*(folder / "paper").glob("*.py"), *templates, folder / "words/rules.py"]
    used = "".join(path.read_text(encoding="utf-8") for path in sources)
    texts, made = load_catalogue().texts, ("look_", "number_of_", "to_", "for_")
    keys = [key.partition(".")[2] for key in texts if key.startswith(("card.", "sheet.", "text."))]
    assert [key for key in keys if key not in used and not key.startswith(made)] == []
