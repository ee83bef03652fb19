"""Files of rounds that somebody spoilt: each record that is wrong is one line, and the others are settled."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

from tests.command_line import combin

WAGERS = '{"ante": 10, "play": 10}'
CARDS = '"cards": "Ac 9d 4h"'
GOOD = f'{{"id": "good", "dealer": "Kc 8h 3d", "hands": [{{"seat": 1, {CARDS}, "wagers": {WAGERS}}}]}}'


def instead(old: str, new: str) -> bytes:
    """Return the good record with a part of it spoilt."""
    assert old in GOOD
    return GOOD.replace(old, new).replace('"good"', '"bad"').encode()


SPOILT = {
    b"[1]": "Expected `object`, got `array`",
    b"\x00": "not JSON: ",
    b"[" * 9000: "Expected `object`, got `array`",
    b'{"id": ' * 9000: "id: Expected `int | str`, got `object`",
    GOOD[:-3].encode(): "not JSON: Input data was truncated",
    GOOD.encode() * 2: "not JSON: JSON is malformed: trailing characters",
    GOOD.encode("utf-16-le"): "not JSON: ",
    GOOD.encode() + b"\r" + GOOD.encode(): "not JSON: JSON is malformed: trailing characters",
    instead("Kc", "@").replace(b"@", b"\xff"): "not JSON: 'utf-8' codec can't decode byte 0xff",
    instead('"good"', "[1]"): "id: Expected `int | str`, got `array`",
    instead('"good"', "1.5"): "id: Expected `int | str`, got `float`",
    instead('"dealer"', '"id": 1, "dealer"'): "round 1: 'id' stands twice",
    instead('"ante": 10', '"ante": 5, "ante": 10'): "round bad: hands[0].wagers: 'ante' stands twice",
    instead('"seat": 1', '"seat": 1, "seat" : 1'): "round bad: hands[0]: 'seat' stands twice",
    instead('"dealer"', '"dealers"'): "round bad: Object contains unknown field `dealers`",
    instead('"dealer"', '"a\\u001b[2J"'): "round bad: Object contains unknown field `a\\x1b[2J`",
    instead('"Kc 8h 3d"', "7"): "round bad: dealer: Expected `str`, got `int`",
    instead("Kc", "Ac"): "round bad: Ac is dealt twice, to the dealer and to seat 1",
    instead("Kc", "8h"): "round bad: dealer: '8h 8h 3d': 8h stands twice",
    instead("Kc", "1c"): "round bad: dealer: '1c 8h 3d': '1' is not a rank of this deck",
    instead("Kc", "Kc 2c"): "round bad: dealer: 'Kc 2c 8h 3d': 4 cards where 3 are needed",
    instead("Kc", "Kc" * 9_999): "round bad: dealer: 'KcKcKc",
    instead('"seat": 1', '"seat": 0'): "round bad: hands[0].seat: Expected `int` >= 1",
    instead('"seat": 1', '"seat": "1"'): "round bad: hands[0].seat: Expected `int`, got `str`",
    instead(f"{CARDS}, ", f"{CARDS}, {CARDS}, "): "round bad: hands[0]: 'cards' stands twice",
    instead(f"{CARDS}, ", ""): "round bad: seat 1: cards: '': 0 cards where 3 are needed",
    instead(WAGERS, "[10]"): "round bad: hands[0].wagers: Expected `object`, got `array`",
    instead(WAGERS, "{}"): "round bad: seat 1: no wager is staked",
    instead('"play"', '"\\u202e"'): "round bad: seat 1: no wager '\\u202e' in this game",
    instead('"play"', f'"{"x" * 99_999}"'): "round bad: seat 1: no wager 'xxxxxx",
    instead(
        '"play"', ", ".join(f'"w{n}": 1' for n in range(200)) + ', "play"'
    ): "round bad: seat 1: no wager 'w0'",
    instead('"play": 10', '"play": 1e400'): "hands[0].wagers: '1E+400' is not an amount of money",
    instead('"play": 10', '"play": 1e9999999999999999999'): "not JSON: a number of too many digits",
    instead('"play": 10', f'"play": {"9" * 5000}'): "hands[0].wagers: Integer value out of range",
    instead('"play": 10', f'"play": 1.{"9" * 5000}'): "round bad: hands[0].wagers: '1.99999",
    instead('"play": 10', '"play": NaN'): "not JSON: JSON is malformed: invalid character",
    instead('"play": 10', '"play": -10'): "round bad: hands[0].wagers: '-10' is not an amount of money",
    instead('"play": 10', '"play": true'): "round bad: hands[0].wagers: 'True' is not an amount of money",
    instead('"play": 10', '"play": 10.0000001'): "round bad: hands[0].wagers: '10.0000001' is not an amount",
    instead("]", '], "meter": {}'): "round bad: meter: '{}' is not an amount of money",
    instead("]", '], "tables": {"ante": "A"}'): "round bad: tables.ante: no wager with a pay table",
    instead("]", '], "limits": {"x": {}}'): "round bad: limits.x: no such wager",
    instead("]", '], "irregularities": [{"what": "x"}]'): "round bad: irregularities[0]: no irregularity 'x'",
}
"""Records that are wrong, each with what is said of it behind its line."""


def test_each_spoilt_record_is_one_line_and_the_others_are_settled(tmp_path: Path) -> None:
    path = tmp_path / "spoilt.jsonl"
    good = GOOD.encode()
    lines = [b"\xef\xbb\xbf" + good, b"", b" \t", good + b"\r"]
    for spoilt in SPOILT:
        lines += [spoilt, good]
    path.write_bytes(b"\n".join(lines))
    run = combin("settle", "crown-melbourne", str(path), "--format", "csv")
    assert run.code == 2
    complaints = run.err.splitlines()
    wanted = [f"combin: {path}: line {5 + 2 * n}: {said}" for n, said in enumerate(SPOILT.values())]
    assert [said[: len(want)] for said, want in zip(complaints, wanted, strict=True)] == wanted
    assert max(len(said) - len(str(path)) for said in complaints) < 600
    rows = list(csv.DictReader(io.StringIO(run.out)))
    settled = [n + 1 for n, line in enumerate(lines) if good in line and line not in SPOILT]
    assert [int(row["line"]) for row in rows] == [number for number in settled for _ in range(2)]
    run = combin("settle", "crown-melbourne", str(path), "--format", "json")
    answer = json.loads(run.out)
    assert [one["line"] for one in answer["rounds"]] == settled
    assert len(answer["errors"]) == len(SPOILT)
