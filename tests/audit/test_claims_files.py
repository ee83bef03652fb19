"""A mistake of each kind in a claims file gives one clear line with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from combin.rules.errors import RulesError, SeveralRulesError
from tests.audit.documents import audit, audited
from tests.helpers.texts import table_rows

CLAIM = 'id = "one"\nplace = "here"\nsays = "A claim"\n'
TABLE = (
    'id = "two"\ntitle = "A table"\nplace = "there"\nsays = "{line} pays"\nquantity = "pay"\n'
    'given = { wager = "pair_plus" }\n'
)


def _error(folder: Path, claims: str, game: str = "uk-including-blind") -> str:
    """Return the error of a claims file without the folder, by default of one for the poster."""
    with pytest.raises(RulesError) as caught:
        audited(folder, f'game = "{game}"\n{claims}', game)
    text = str(caught.value)
    assert "\n" not in text
    return text.replace(f"{folder}/", "")


MISTAKES = table_rows(Path(__file__).with_name("mistakes.txt"))


@pytest.mark.parametrize("row", MISTAKES, ids=lambda row: row[1])
def test_a_mistake_is_told_in_one_line_with_its_place(tmp_path: Path, row: tuple[str, ...]) -> None:
    where, entries, error = row
    head = {"table": f"[[table]]\n{TABLE}", "file": ""}.get(where, f"[[claim]]\n{CLAIM}")
    game = "uk-including-blind" if where in ("claim", "table", "file") else where
    assert error in _error(tmp_path, f"{head}{entries.replace(' ; ', chr(10))}\n", game)


def test_all_mistakes_of_a_file_are_told_at_once_each_on_one_line(tmp_path: Path) -> None:
    wrong = (
        'quantity = "house edge"\nwager = "anti"\npublished = "2.0%"\n',
        'quantity = "house egde"\n',
        'quantity = "cards in the deck"\npublished = "2,32 %"\n',
        'quantity = "formula"\nformula = "9^1000^1000"\npublished = "1"\n',
        'published = "1"\n',
        'quantity = "cards in the deck"\npublished = "52"\nfinding = "{exact:>900000000}"\n',
    )
    heads = [CLAIM.replace('"one"', f'"c{number}"') for number in range(len(wrong))]
    claims = "".join(f"[[claim]]\n{head}{entries}" for head, entries in zip(heads, wrong, strict=True))
    right = f'[[claim]]\n{CLAIM}quantity = "cards in the deck"\npublished = "52"\n'
    with pytest.raises(SeveralRulesError) as caught:
        audited(tmp_path, f'game = "uk-including-blind"\n{right}{claims}')
    lines = str(caught.value).splitlines()
    # What only the game shows is told once all claims can be read.
    assert [line.split(": ")[1].split(".")[1] for line in lines] == ["c1", "c2", "c4", "c5"]
    assert all(len(line) < 400 for line in lines)
    read = "".join(f"[[claim]]\n{heads[number]}{wrong[number]}" for number in (0, 3))
    with pytest.raises(SeveralRulesError) as caught:
        audited(tmp_path, f'game = "uk-including-blind"\n{right}{read}')
    lines = str(caught.value).splitlines()
    assert [line.split(": ")[1] for line in lines] == ["claim.c0.wager", "claim.c3.formula"]


@pytest.mark.parametrize(
    "finding",
    [
        "{exact.__class__.__mro__}",
        "{exact[0]}",
        "{exact!r}",
        "{exact:>900000000}",
        "{}",
        "{0}",
        "{exact",
        "}",
    ],
)
@pytest.mark.parametrize("form", ['finding = "{}"', 'finding = {{ differs = "{}" }}'])
def test_a_text_quotes_fields_by_their_bare_names_only(tmp_path: Path, finding: str, form: str) -> None:
    entries = f'quantity = "cards in the deck"\npublished = "52"\n{form.replace("{}", finding)}\n'
    problem = _error(tmp_path, f"[[claim]]\n{CLAIM}{entries.replace('{{', '{').replace('}}', '}')}")
    assert "claims.toml:8: claim.one.finding: " in problem
    assert "a field is a bare name in braces" in problem or "has a single brace" in problem
    table = TABLE.replace("{line} pays", finding.replace("exact", "line"))
    problem = _error(tmp_path, f'[[table]]\n{table}down = {{ line = ["pair"] }}\nprinted = [["1 to 1"]]\n')
    assert "claims.toml:6: table.two.says: " in problem


def test_figures_with_a_decimal_comma_are_read_where_the_file_says_so(tmp_path: Path) -> None:
    claim = f'[[claim]]\n{CLAIM}quantity = "house edge"\nwager = "pair_plus"\npublished = "2,70 %"\n'
    table = (
        '[[table]]\nid = "two"\ntitle = "T"\nplace = "there"\nsays = "{hands}"\n'
        'quantity = "number of hands"\ndown = { hands = ["any hand"] }\nprinted = [["22.100"]]\n'
    )
    found = audited(tmp_path, f'game = "uk-including-blind"\ndecimal = ","\n{claim}{table}')
    verdicts = {one.id: one.verdict.value for one in found.judged}
    assert verdicts["one"] == "true only under a stated reading"
    assert verdicts["two-1-1"] == "exact"
    problem = _error(tmp_path, claim)
    assert "'2,70 %' is not a figure" in problem
    assert 'unless the file says decimal = ","' in problem


def test_claims_about_another_game(tmp_path: Path) -> None:
    path = tmp_path / "claims.toml"
    path.write_text('game = "crown-melbourne"\n', encoding="utf-8")
    with pytest.raises(RulesError) as caught:
        audit("uk-including-blind", path)
    problem = "these claims are about 'crown-melbourne', the rules are of 'uk-including-blind'"
    assert str(caught.value) == f"{path}:1: game: {problem}"


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(RulesError) as caught:
        audit("uk-including-blind", tmp_path / "none.toml")
    assert str(caught.value) == f"{tmp_path / 'none.toml'}: No such file or directory"


def test_claims_keep_the_order_of_the_file(tmp_path: Path) -> None:
    claim = f'[[claim]]\n{CLAIM}quantity = "cards in the deck"\npublished = "52"\n'
    table = f'[[table]]\n{TABLE}down = {{ line = ["pair", "flush"] }}\nprinted = [["1 to 1"], ["4 to 1"]]\n'
    last = claim.replace('"one"', '"three"')
    found = audited(tmp_path, f'game = "uk-including-blind"\n{claim}{table}{last}')
    ids = [one.id for one in found.judged if not one.id.startswith("generic")]
    assert ids == ["one", "two-1-1", "two-2-1", "three"]


def test_claims_of_a_list_keep_their_place_before_tables(tmp_path: Path) -> None:
    first = '{ id = "one", place = "1", says = "Cards", quantity = "cards in the deck", published = "52" }'
    cells = 'down = { line = ["pair", "flush"] }\nprinted = [["1 to 1"], ["4 to 1"]]\n'
    found = audited(
        tmp_path, f'game = "uk-including-blind"\nclaim = [\n    {first},\n]\n[[table]]\n{TABLE}{cells}'
    )
    own = [one.id for one in found.judged if not one.id.startswith("generic-")]
    assert own == ["one", "two-1-1", "two-2-1"]
