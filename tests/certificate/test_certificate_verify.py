from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from combin import __version__
from combin.certificate.canonical import CertificateError, read_certificate, write_certificate
from combin.certificate.certify import certify
from combin.certificate.verify import ON_TRUST, Verification, verify
from combin.rules.load import load_rules
from tests.certificate.certificates import SMALL, forged, leaf_places, small_rules, value_at, written
from tests.texts import toml_text
from tests.variants import shipped

GAMES = ("crown-melbourne", "resorts-world-sentosa", "uk-including-blind")


@pytest.fixture(scope="module")
def rule_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("rules") / "small.toml"
    path.write_text(toml_text(SMALL), encoding="utf-8")
    return path


def check(certificate: dict[str, Any], rule_file: Path | None = None) -> Verification:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "some.json"
        path.write_text(json.dumps(certificate), encoding="utf-8")
        return verify(path, rule_file)


def one_line(error: CertificateError, start: str = "") -> None:
    assert "\n" not in str(error)
    assert str(error).startswith(start)


def wrong(verification: Verification) -> dict[str, tuple[str | None, str | None]]:
    return {one.field: (one.stated, one.derived) for one in verification.differences}


# -- what is right -----------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_certificates_of_the_shipped_games_are_confirmed(game: str) -> None:
    found = check(written(shipped(game)))
    assert found.confirmed
    assert (found.game, found.notes, found.sha256) == (game, (ON_TRUST,), found.stated_sha256)
    assert [one.name for one in found.parts][:5] == [
        "rules",
        "rules_sha256",
        "deals",
        "witnesses",
        "base_game",
    ]
    assert sum(one.values for one in found.parts) == len(list(leaf_places(written(shipped(game))["body"])))
    assert not any(one.wrong for one in found.parts)


def test_a_game_with_every_kind_of_wager(rule_file: Path) -> None:
    found = check(written(small_rules()), rule_file)
    assert found.confirmed
    assert found.notes == (ON_TRUST,)


def test_progress_counts_all_deals() -> None:
    seen: list[tuple[int, int]] = []
    with TemporaryDirectory() as folder:
        path = Path(folder) / "some.json"
        write_certificate(written(small_rules()), path)
        verify(path, progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (2_691_920, 2_691_920)


def test_an_interrupt_is_passed_on(tmp_path: Path) -> None:
    def interrupt(_done: int, _total: int) -> None:
        raise KeyboardInterrupt

    path = tmp_path / "some.json"
    write_certificate(written(small_rules()), path)
    with pytest.raises(KeyboardInterrupt):
        verify(path, progress=interrupt)


# -- what is wrong -----------------------------------------------------------------------------------


def another(value: Any, draw: st.DrawFn) -> object:  # noqa: ANN401  any JSON
    """Draw what a forger may put in the place of a value: another digit or letter somewhere."""
    if value is None:
        return draw(st.sampled_from([0, 1, "", "a"]))
    if isinstance(value, bool):
        return not value
    text = str(value)
    if not text:
        return draw(st.sampled_from("a1"))
    place = draw(st.integers(0, len(text) - 1))
    letters = "0123456789" if text[place].isdecimal() else "abcxyz-/ 1"
    letter = draw(st.sampled_from([one for one in letters if one != text[place]]))
    changed = text[:place] + letter + text[place + 1 :]
    if isinstance(value, str):
        return changed
    try:
        return int(changed) if int(changed) != value else value + 1
    except ValueError:  # the sign is gone
        return value + 1


@st.composite
def forgeries(draw: st.DrawFn) -> tuple[tuple[str | int, ...], object]:
    certificate = written(small_rules())
    parts = draw(
        st.sampled_from(["sha256", "roads", "readings", *(f"body.{part}" for part in certificate["body"])])
    )
    within = tuple(parts.split("."))
    leaves = [within + place for place in leaf_places(value_at(certificate, within))]
    if not leaves:
        leaves = [("sha256",)]
    place = draw(st.sampled_from(leaves))
    return place, another(value_at(certificate, place), draw)


@pytest.mark.slow
@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(forgery=forgeries())
def test_one_changed_digit_anywhere_is_named(
    forgery: tuple[tuple[str | int, ...], object], rule_file: Path
) -> None:
    place, value = forgery
    with TemporaryDirectory() as folder:
        path, _ = forged(written(small_rules()), place, value, Path(folder))
        try:
            found = verify(path, rule_file)
        except CertificateError as error:  # rules that are none any more
            one_line(error, f"{path}: rules: ")
            return
    assert place in [one.place for one in found.differences]


@pytest.mark.slow
def test_what_no_figure_depends_on_is_compared_with_the_game_that_ships(tmp_path: Path) -> None:
    changes: dict[tuple[str, ...], object] = {
        ("title",): "Three Card Poker",
        ("wager", "ante", "rule"): "5.5.2",
        ("pay_tables", "pair_plus", "F", "rule"): "10.2 Table 8",
        ("deal", "seats"): 8,
        ("irregularities", "shoe_jams", "says"): "it rains",
    }
    changed = certificate = written(shipped("crown-melbourne"))
    for place, value in changes.items():
        path, changed = forged(changed, ("body", "rules", *place), value, tmp_path)
    found = {one.place: (one.stated, one.derived, one.about) for one in verify(path).differences}
    assert found == {
        ("body", "rules", *place): (
            json.dumps(value),
            json.dumps(value_at(certificate["body"]["rules"], place), ensure_ascii=False),
            "in the rules of crown-melbourne",
        )
        for place, value in changes.items()
    }


def test_a_changed_pay_is_named_and_so_is_every_figure_that_follows_from_it(tmp_path: Path) -> None:
    place = ("body", "rules", "pay_tables", "pair_plus", "A", "lines", "flush", "odds")
    path, _ = forged(written(shipped("uk-including-blind")), place, "3", tmp_path)
    found = wrong(verify(path))
    assert found["body.rules.pay_tables.pair_plus.A.lines.flush.odds"] == ('"3"', '"4"')
    assert found["body.side_bets[0].lines.flush.net"] == ('"4"', '"3"')
    assert found["body.side_bets[0].house_edge"] == ('"149/5525"', '"423/5525"')
    assert not any(field.startswith(("body.witnesses", "body.base_game")) for field in found)


def test_a_hash_that_does_not_match_is_told_of(tmp_path: Path) -> None:
    certificate = written(small_rules())
    certificate["body"]["base_game"][0]["hands_played"] += 1
    found = check(certificate)
    assert [one.field for one in found.differences] == ["sha256", "body.base_game[0].hands_played"]
    assert found.stated_sha256 == certificate["sha256"] != found.sha256
    path, _ = forged(written(small_rules()), ("sha256",), "0" * 64, tmp_path)
    assert [one.field for one in verify(path).differences] == ["sha256"]


def test_fields_say_which_tables_and_which_hand_they_belong_to() -> None:
    certificate = written(shipped("crown-melbourne"))
    body = certificate["body"]
    place = next(place for place, row in enumerate(body["witnesses"]) if row[0] == "Qc 6d 4h")
    body["witnesses"][place][3] += 1
    body["base_game"][1]["decisions"][place] = 0
    body["base_game"][2]["play_values"]["1"][place] += 1
    body["side_bets"][3]["nothing"] += 1
    body["jackpots"][1]["total"] += 1
    body["meters"][6]["mean_meter"] = "1"
    about = {one.field: one.about for one in check(certificate).differences}
    assert about == {
        "sha256": "",
        f"body.witnesses[{place}][3]": "Qc 6d 4h, win",
        f"body.base_game[1].decisions[{place}]": "ante_bonus B, Qc 6d 4h",
        f"body.base_game[2].play_values.1[{place}]": "ante_bonus C, Qc 6d 4h",
        "body.side_bets[3].nothing": "pair_plus D",
        "body.jackpots[1].total": "jackpot 2",
        "body.meters[6].mean_meter": "option 1, seed 75000",
    }


def test_entries_that_are_missing_added_swapped_or_of_another_type() -> None:
    certificate = written(small_rules())
    body = certificate["body"]
    del body["deals"]["deals"]
    del body["jackpots"][0]
    body["more"] = {"a": 1}
    body["base_game"][0]["hands_played"] = str(body["base_game"][0]["hands_played"])
    body["base_game"][1]["unit"] = True
    body["witnesses"][3], body["witnesses"][4] = body["witnesses"][4], body["witnesses"][3]
    body["witnesses"].append(body["witnesses"][0])
    found = wrong(check(certificate))
    assert found["body.deals.deals"] == (None, "2691920")
    assert found["body.jackpots[0]"][0] is None
    assert found["body.more"] == ('{"a":1}', None)
    hands, unit = found["body.base_game[0].hands_played"], found["body.base_game[1].unit"]
    assert hands[0] == f'"{hands[1]}"'
    assert unit == ("true", "2")
    assert {"body.witnesses[3][0]", "body.witnesses[4][0]"} <= found.keys()
    assert found[f"body.witnesses[{len(body['witnesses']) - 1}]"][1] is None
    assert len({place for place in found if not place.startswith("body.witnesses[")}) == 6


def test_roads_that_lead_elsewhere() -> None:
    certificate = written(small_rules())
    certificate["roads"] = {
        "deals": ["hearsay"],
        "meters": [],
        "weather": ["brute force"],
        "witnesses": ["brute force", "brute force"],
        "jackpots": "all",
    }
    found = wrong(check(certificate))
    assert found == {
        "roads.deals[0]": ('"hearsay"', "exact engine or brute force"),
        "roads.meters": ("[]", "series in balls and series in decimals"),
        "roads.weather": ('["brute force"]', None),
        "roads.witnesses[1]": ('"brute force"', "exact engine or brute force"),
        "roads.jackpots": ('"all"', "exact engine and completing every hand and closed form"),
    }


# -- what cannot be derived --------------------------------------------------------------------------


def test_another_maker_is_named_but_contradicts_nothing() -> None:
    found = check(written(shipped("uk-including-blind")) | {"made_by": "combin 0.0.9"})
    assert found.confirmed
    assert found.notes == (
        ON_TRUST,
        f"made_by: says 'combin 0.0.9', and this is combin {__version__}; no figure depends on it.",
    )


def test_rules_of_a_game_that_does_not_ship() -> None:
    found = check(written(small_rules()))
    assert found.confirmed
    on_trust, note = found.notes
    assert on_trust == ON_TRUST
    assert note.startswith("rules, readings: taken as they stand, since no game that ships is called 'small'")
    assert note.endswith("give --rules FILE.")


def test_rules_of_another_game(rule_file: Path) -> None:
    found = check(written(shipped("uk-including-blind")), rule_file)
    assert tuple(
        one.field for one in found.differences if one.field in ("body.rules.id", "body.rules.title")
    ) == ("body.rules.id", "body.rules.title")


@pytest.fixture(scope="module")
def read_otherwise() -> dict[str, Any]:
    read = {"straight": "three different suits"}
    return certify(load_rules("uk-including-blind", read), read).certificate


@pytest.mark.slow
@pytest.mark.parametrize(
    ("readings", "problem"),
    [
        ({"straight": "three different suits"}, None),
        ({}, "body.rules.ranking.straight_suits"),
        ({"straight": "four different suits"}, "readings"),
        ({"curved": "three different suits"}, "readings"),
    ],
)
def test_readings(readings: dict[str, Any], problem: str | None, read_otherwise: dict[str, Any]) -> None:
    assert read_otherwise["readings"] == {"straight": "three different suits"}
    found = check(json.loads(json.dumps(read_otherwise | {"readings": readings})))
    assert [one.field for one in found.differences] == ([problem] if problem else [])


# -- what is no certificate --------------------------------------------------------------------------


def refusal(path: Path) -> str:
    with pytest.raises(CertificateError) as caught:
        verify(path)
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith(f"{path}: ")
    return str(caught.value).removeprefix(f"{path}: ")


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "not JSON: Expecting value at line 1, column 1"),
        (b"{", "not JSON: Expecting property name enclosed in double quotes at line 1, column 2"),
        (b"\xff{}", "not UTF-8 text: invalid start byte at byte 0"),
        (b"[]", "not a certificate: no object at the top"),
        (b"{}", 'format: null where "combin certificate 1" is read'),
        (
            b'{"format": "combin certificate 2"}',
            'format: "combin certificate 2" where "combin certificate 1" is read',
        ),
        (b'{"format": "combin certificate 1"}', "made_by: is missing; text"),
        (b'{"a": 1.5}', "not a certificate: the number 1.5 is no integer"),
        (b'{"a": NaN}', "not a certificate: the number NaN is no integer"),
        (b'{"a": 1e999}', "not a certificate: the number 1e999 is no integer"),
        (b'{"a": 1, "b": 2, "a": 3}', 'not a certificate: "a" stands twice in one object'),
        (b"[" * 100_000, "not a certificate: lists or tables too deep inside each other"),
        (b'{"a": ' + b"1" * 5000 + b"}", "not a certificate: a number of too many digits"),
    ],
    ids=range(13),
)
def test_files_that_are_no_certificates(content: bytes, complaint: str, tmp_path: Path) -> None:
    path = tmp_path / "some.json"
    path.write_bytes(content)
    assert refusal(path) == complaint


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"body": []}, "body: is not an object"),
        ({"sha256": None}, "sha256: is not text"),
        ({"readings": {"straight": 3}}, 'readings: "straight" is not read in some words'),
        ({"more": 1}, '"more" is no entry of a certificate'),
        ({"body": {}}, "rules: "),
        ({"body": {"rules": None}}, "rules: "),
        ({"body": {"rules": [1]}}, "rules: "),
        ({"body": {"rules": {"id": "a"}}}, "rules: "),
    ],
)
def test_entries_that_are_none(change: dict[str, Any], complaint: str, tmp_path: Path) -> None:
    path = tmp_path / "some.json"
    path.write_text(json.dumps(written(small_rules()) | change), encoding="utf-8")
    assert refusal(path).startswith(complaint)


@given(data=st.data())
def test_broken_files_are_told_of_in_one_line(data: st.DataObject) -> None:
    content = bytearray(json.dumps(written(small_rules())).encode())
    broken = bytes(content[: data.draw(st.integers(0, len(content) - 1))])
    for _ in range(data.draw(st.integers(0, 5)) if broken else 0):
        place = data.draw(st.integers(0, len(broken) - 1))
        broken = broken[:place] + bytes([data.draw(st.integers(0, 255))]) + broken[place + 1 :]
    with TemporaryDirectory() as folder:
        path = Path(folder) / "broken.json"
        path.write_bytes(broken)
        refusal(path)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.slow
@settings(max_examples=20)
@given(data=st.data())
def test_anything_in_any_place_is_refused_or_named(data: st.DataObject) -> None:
    certificate = written(small_rules())
    depth = data.draw(st.integers(1, 5))
    place: tuple[str | int, ...] = ()
    for _ in range(depth):
        inner = value_at(certificate, place)
        keys = (
            list(inner) if isinstance(inner, dict) else range(len(inner)) if isinstance(inner, list) else []
        )
        if not keys:
            break
        place = (*place, data.draw(st.sampled_from(list(keys))))
    value = data.draw(JSON.filter(lambda value: value != value_at(certificate, place)))
    with TemporaryDirectory() as folder:
        path, changed = forged(certificate, place, value, Path(folder))
        try:
            found = verify(path)
        except CertificateError as error:
            one_line(error)
            return
    open_to_anything = place[0] in ("made_by", "readings", "roads") or place[:2] == ("body", "rules")
    assert open_to_anything or not found.confirmed, changed


def test_a_certificate_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "some.json"
    write_certificate(written(small_rules()), path)
    assert read_certificate(path) == written(small_rules())
    assert [one.name for one in tmp_path.iterdir()] == ["some.json"]
