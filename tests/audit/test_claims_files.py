"""A mistake of each kind in a claims file gives one clear line with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from combin.audit.judge import audit
from combin.rules.errors import RulesError, SeveralRulesError
from tests.audit.documents import audited

CLAIM = 'id = "one"\nplace = "here"\nsays = "A claim"\n'
TABLE = (
    'id = "two"\ntitle = "A table"\nplace = "there"\nsays = "{line} pays"\nquantity = "pay"\n'
    'given = { wager = "pair_plus" }\n'
)


def _error(folder: Path, claims: str) -> str:
    """Return the error of a claims file for the poster, without the folder."""
    with pytest.raises(RulesError) as caught:
        audited(folder, f'game = "uk-including-blind"\n{claims}')
    text = str(caught.value)
    assert "\n" not in text
    return text.replace(f"{folder}/", "")


IN_A_CLAIM = """
quantity = "house edge" ; wager = "ante" ; publishd = "2.0%"  =>  claims.toml:8: claim.one.publishd: unknown key; did you mean "published"?
quantity = "house egde"  =>  claims.toml:6: claim.one.quantity: "house egde" is not known; did you mean "house edge"?
published = "2.0%"  =>  claims.toml:2: claim.one: 'quantity' is missing; allowed: order of hands, example hand
quantity = "house edge" ; published = "2.0%"  =>  claims.toml:2: claim.one: 'wager' is missing
quantity = "house edge" ; wager = "ante" ; published = "over 2%"  =>  claims.toml:8: claim.one.published: 'over 2%' is no figure (write "2.0%", "5 to 1", "$500 for each $1", "1 in 20", "22,100", "stand-off", "about 2%")
quantity = "house edge" ; wager = "anti" ; published = "2.0%"  =>  claims.toml:7: claim.one.wager: 'anti' has no house edge of its own (there are: ante, pair_plus, prime)
quantity = "house edge" ; wager = "ante" ; strategy = "any duke" ; published = "2.0%"  =>  claims.toml:8: claim.one.strategy: 'any duke': 'duke' is not a rank of this deck
quantity = "pay" ; wager = "prime" ; table = "B" ; line = "pair" ; published = "1 to 1"  =>  claims.toml:8: claim.one.table: prime has no table 'B' (there are: A)
quantity = "paid hands" ; wager = "ante_bonus" ; published = "a fine hand or better"  =>  claims.toml:8: claim.one.published: 'fine hand' is not a hand
quantity = "outcome" ; wager = "pair_plus" ; case = "win" ; published = "1 to 1"  =>  claims.toml:7: claim.one.wager: 'pair_plus' is not settled against the dealer
quantity = "outcome" ; wager = "ante" ; case = "won" ; published = "1 to 1"  =>  claims.toml:8: claim.one.case: "won" is not known; did you mean "win"?
quantity = "order of hands" ; published = "flush > house"  =>  claims.toml:7: claim.one.published: 'house' is not a hand
quantity = "reading" ; question = "joker"  =>  claims.toml:7: claim.one.question: no reading 'joker' in the rule file (there are:
quantity = "reading" ; question = "straight" ; stated = "two suits"  =>  claims.toml:8: claim.one.stated: no option 'two suits'
quantity = "fold forfeits" ; wager = "ante"  =>  claims.toml:7: claim.one.wager: 'ante' is no side bet
quantity = "increment rate" ; option = "1" ; seed = 10000 ; published = "34.06%"  =>  claims.toml:7: claim.one.option: no jackpot option '1' in the rule file (there are: none)
quantity = "formula" ; formula = "1 / (R" ; published = "1"  =>  claims.toml:7: claim.one.formula: '1 / (R': is not a formula
quantity = "fit of a table" ; table = "x" ; readings = {}  =>  no printed table 'x' in this file
quantity = "numbering"  =>  claims.toml:6: claim.one.quantity: needs an [outline]
quantity = "house edge" ; wager = "ante" ; published = "2.0%" ; finding = "It is {edge}."  =>  claims.toml:9: claim.one.finding: it can only quote {published}, {exact}, {difference}
quantity = "cards in the deck" ; published = "52" ; finding = { exact = "{published}" }  =>  claims.toml:8: claim.one.finding.exact: "exact" is not known; allowed: cut off, not rounded,
quantity = "wording" ; verdict = "wrong" ; why = "so"  =>  claims.toml:7: claim.one.verdict: "wrong" is not known; allowed: inconsistent, not checkable
"""  # noqa: E501  a mistake stands on one line, its entries with semicolons between
IN_A_TABLE = """
down = { line = ["pair", "flush"] } ; printed = [["1 to 1"]]  =>  claims.toml:2: table.two: 1 printed rows where 'down' has 2
down = { line = ["pair"] } ; printed = [["1 to 1", "2 to 1"]]  =>  claims.toml:2: table.two: 2 cells in printed row 1 where 'across' has 1
down = { line = ["pair"] } ; printed = [["one"]]  =>  claims.toml:10: table.two.printed: 'one' is no figure
down = { lane = ["pair"] } ; printed = [["1 to 1"]]  =>  claims.toml:6: table.two.says: it can only quote {lane}
down = { line = ["pair", 3] } ; printed = [["1 to 1"], ["1 to 1"]]  =>  claims.toml:9: table.two.down: 3 is not text in quotes (in the cell 3)
"""  # noqa: E501


def mistakes(rows: str) -> list[tuple[str, str]]:
    """Return entries of a claims file, each on a line, with the error that they give."""
    parted = (row.split("  =>  ") for row in rows.strip().splitlines())
    return [(entries.replace(" ; ", "\n") + "\n", error) for entries, error in parted]


@pytest.mark.parametrize(("entries", "error"), mistakes(IN_A_CLAIM))
def test_mistakes_in_a_claim(tmp_path: Path, entries: str, error: str) -> None:
    assert error in _error(tmp_path, f"[[claim]]\n{CLAIM}{entries}")


@pytest.mark.parametrize(("entries", "error"), mistakes(IN_A_TABLE))
def test_mistakes_in_a_table(tmp_path: Path, entries: str, error: str) -> None:
    assert error in _error(tmp_path, f"[[table]]\n{TABLE}{entries}")


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
    assert "'2,70 %' is no figure" in problem
    assert 'unless the file says decimal = ","' in problem


def test_mistakes_of_the_whole_file(tmp_path: Path) -> None:
    twice = f'[[claim]]\n{CLAIM}quantity = "cards in the deck"\npublished = "52"\n'
    assert _error(tmp_path, twice + twice) == "claims.toml:9: claim.one.id: 'one' stands twice"
    assert "claims.toml: not TOML" in _error(tmp_path, "[[claim]\n").replace("claims.toml:2", "claims.toml")
    assert "outline.rules: entry 2: '1.3 .. 1.1' is no range" in _error(
        tmp_path, f'[outline]\nrules = ["1", "1.3 .. 1.1"]\n[[claim]]\n{CLAIM}quantity = "numbering"\n'
    )


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


@pytest.mark.parametrize(
    ("entries", "error"),
    [
        ("claim = [1]\n", "claims.toml:2: claim.0: 1 is not a table"),
        ("claim = true\n", "claims.toml:2: claim: true is not a list"),
        (
            f'[[table]]\n{TABLE}down = {{ line = ["pair"], letter = ["A"] }}\nprinted = [["1"]]\n',
            (
                'claims.toml:9: table.two.down: { line = ["pair"], letter = ["A"] } is not allowed here '
                "(not empty, at most 1 long)"
            ),
        ),
        (
            f'[[table]]\n{TABLE}down = {{ line = ["pair"] }}\nprinted = [[1]]\n',
            "claims.toml:10: table.two.printed.0.0: 1 is not text in quotes",
        ),
        (
            '[outline]\nreferences = [{ from = "1", too = "2" }]\n',
            'claims.toml:3: outline.references.0.too: unknown key; did you mean "to"? Allowed: from, to',
        ),
    ],
)
def test_entries_of_the_wrong_kind_are_told(entries: str, error: str, tmp_path: Path) -> None:
    assert _error(tmp_path, entries) == error


def test_claims_of_a_list_keep_their_place_before_tables(tmp_path: Path) -> None:
    first = '{ id = "one", place = "1", says = "Cards", quantity = "cards in the deck", published = "52" }'
    cells = 'down = { line = ["pair", "flush"] }\nprinted = [["1 to 1"], ["4 to 1"]]\n'
    found = audited(
        tmp_path, f'game = "uk-including-blind"\nclaim = [\n    {first},\n]\n[[table]]\n{TABLE}{cells}'
    )
    own = [one.id for one in found.judged if not one.id.startswith("generic-")]
    assert own == ["one", "two-1-1", "two-2-1"]
