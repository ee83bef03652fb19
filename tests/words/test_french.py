"""The second language: complete entry for entry, and nothing English left where players read."""

from __future__ import annotations

import re

import pytest

from combin import load
from combin.formats.typesetter import PrintError
from combin.words.catalogue import ENGLISH, FREE, YOU, languages, load_catalogue

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


def test_a_french_card_is_french_and_a_sheet_is_not() -> None:
    page = load("crown-melbourne").printed_strategy(language="fr").answer
    assert [(step.verb, step.hands) for step in page.steps] == [
        ("Jouer", "Q-6-4 ou mieux"),
        ("Passer", "le reste"),
    ]
    assert page.figures[0].short == "3,37\u00a0%"
    assert page.close_calls[0].value == "−0,9872"
    assert [one.name for one in page.simpler[1:]] == [
        "toute dame ou mieux",
        "tout roi ou mieux",
        "toujours jouer",
    ]
    assert page.jackpots[1].steps[0].base_stake == "7,66\u00a0$ ou moins"
    assert page.pay_tables[0].odds == "pour 1"


def test_a_sheet_in_another_language_is_refused(tmp_path: object) -> None:
    with pytest.raises(PrintError, match="in English alone"):
        load("uk-including-blind").printed_strategy(language="fr").write(f"{tmp_path}/sheet.pdf", size="a4")


def test_every_text_of_a_card_is_used_by_its_template_or_what_fills_it() -> None:
    folder = ENGLISH.parents[2]
    sources = [*(folder / "paper").glob("*.py"), folder / "formats/templates/strategy-card.typ"]
    used = "".join(path.read_text(encoding="utf-8") for path in sources)
    keys = [key.partition(".")[2] for key in load_catalogue().texts if key.startswith("card.")]
    assert [key for key in keys if key not in used and not key.endswith("_1")] == []
