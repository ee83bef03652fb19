from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combin import __version__
from combin.certificate.canonical import CertificateError, read_certificate, write_certificate
from combin.certificate.certify import ON_TRUST, Verification, certify, derived_body, verify
from combin.progress import watched
from combin.rules.load import load_rules
from tests.certificate.certificates import (
    SMALL,
    forged,
    leaf_places,
    places,
    small_rules,
    value_at,
    verified,
    written,
)
from tests.helpers.texts import sides, toml_text
from tests.helpers.variants import shipped


@pytest.fixture(scope="module")
def rule_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("rules") / "small.toml"
    path.write_text(toml_text(SMALL), encoding="utf-8")
    return path


def wrong(verification: Verification) -> dict[str, tuple[str | None, str | None]]:
    return {one.field: (one.stated, one.derived) for one in verification.differences}


# -- what is right -----------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_certificate_of_a_game_that_ships_is_confirmed() -> None:
    game = "uk-including-blind"
    certificate = written(shipped(game))
    found = verified(certificate)
    assert found.confirmed
    assert (found.game, found.notes, found.sha256) == (game, (ON_TRUST,), found.stated_sha256)
    parts = ["rules", "rules_sha256", "deals", "witnesses", "base_game"]
    assert [one.name for one in found.parts][:5] == parts
    assert sum(one.values for one in found.parts) == len(list(leaf_places(certificate["body"])))
    assert not any(one.wrong for one in found.parts)


def test_a_game_with_every_kind_of_wager(rule_file: Path) -> None:
    found = verified(written(small_rules()), rule_file)
    assert (found.confirmed, found.notes) == (True, (ON_TRUST,))


def test_progress_counts_all_deals_and_may_interrupt() -> None:
    seen: list[tuple[int, int]] = []

    def interrupt(_done: int, _total: int) -> None:
        raise KeyboardInterrupt

    certificate = written(small_rules())
    with watched(lambda *step: seen.append(step)):
        derived_body(certificate["body"]["rules"], certificate["body"])
    assert seen[-1] == (2_691_920, 2_691_920)
    with pytest.raises(KeyboardInterrupt), watched(interrupt):
        derived_body(certificate["body"]["rules"], certificate["body"])


# -- what is wrong -----------------------------------------------------------------------------------


@pytest.mark.slow
def test_what_no_figure_depends_on_is_compared_with_the_game_that_ships() -> None:
    changes: dict[tuple[str, ...], object] = {
        ("title",): "Three Card Poker",
        ("wager", "ante", "rule"): "5.5.2",
        ("pay_tables", "pair_plus", "F", "rule"): "10.2 Table 8",
        ("deal", "seats"): 8,
        ("irregularities", "shoe_jams", "says"): "it rains",
    }
    certificate = written(shipped("crown-melbourne"))
    changed = forged(certificate, *((("body", "rules", *place), value) for place, value in changes.items()))
    found = {one.place: (one.stated, one.derived, one.about) for one in verified(changed).differences}
    assert found == {
        ("body", "rules", *place): (
            json.dumps(value),
            json.dumps(value_at(certificate["body"]["rules"], place), ensure_ascii=False),
            "in the rules of crown-melbourne",
        )
        for place, value in changes.items()
    }


@pytest.mark.slow
def test_a_changed_pay_is_named_and_so_is_every_figure_that_follows_from_it() -> None:
    place = ("body", "rules", "pay_tables", "pair_plus", "A", "lines", "flush", "odds")
    found = wrong(verified(forged(written(shipped("uk-including-blind")), (place, "3"))))
    assert found["body.rules.pay_tables.pair_plus.A.lines.flush.odds"] == ('"3"', '"4"')
    assert found["body.side_bets[0].lines.flush.net"] == ('"4"', '"3"')
    assert found["body.side_bets[0].house_edge"] == ('"149/5525"', '"423/5525"')
    assert not any(field.startswith(("body.witnesses", "body.base_game")) for field in found)


def test_a_hash_that_does_not_match_is_told_of() -> None:
    certificate = written(small_rules())
    certificate["body"]["base_game"][0]["hands_played"] += 1
    found = verified(certificate)
    assert [one.field for one in found.differences] == ["sha256", "body.base_game[0].hands_played"]
    assert found.stated_sha256 == certificate["sha256"] != found.sha256
    other = forged(written(small_rules()), (("sha256",), "0" * 64))
    assert [one.field for one in verified(other).differences] == ["sha256"]


@pytest.mark.slow
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
    about = {one.field: one.about for one in verified(certificate).differences}
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
    found = wrong(verified(certificate))
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
    found = wrong(verified(certificate))
    assert found == {
        "roads.deals[0]": ('"hearsay"', "exact engine or brute force"),
        "roads.meters": ("[]", "series in balls and series in decimals"),
        "roads.weather": ('["brute force"]', None),
        "roads.witnesses[1]": ('"brute force"', "exact engine or brute force"),
        "roads.jackpots": ('"all"', "exact engine and completing every hand and closed form"),
    }


# -- what cannot be derived --------------------------------------------------------------------------


def test_another_maker_is_named_but_contradicts_nothing(rule_file: Path) -> None:
    found = verified(written(small_rules()) | {"made_by": "combin 0.0.9"}, rule_file)
    assert found.confirmed
    assert found.notes == (
        ON_TRUST,
        f"made_by: says 'combin 0.0.9', and this is combin {__version__}; no figure depends on it.",
    )


def test_rules_of_a_game_that_does_not_ship() -> None:
    found = verified(written(small_rules()))
    on_trust, note = found.notes
    assert (found.confirmed, on_trust) == (True, ON_TRUST)
    assert note.startswith("rules, readings: taken on trust, since there is no built-in game 'small'")
    assert note.endswith("give --rules FILE.")


def test_rules_of_another_game() -> None:
    found = verified(written(small_rules()), "uk-including-blind")
    assert {"body.rules.id", "body.rules.title"} <= wrong(found).keys()


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
    found = verified(json.loads(json.dumps(read_otherwise | {"readings": readings})))
    assert [one.field for one in found.differences] == ([problem] if problem else [])


# -- what is no certificate --------------------------------------------------------------------------


REFUSED = Path(__file__).with_name("refused.txt")


def refusal(content: bytes, folder: Path) -> str:
    path = folder / "some.json"
    path.write_bytes(content)
    with pytest.raises(CertificateError) as caught:
        verify(path)
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith(f"{path}: ")
    return str(caught.value).removeprefix(f"{path}: ")


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        *((content.encode(), complaint) for content, complaint in sides(REFUSED, "files")),
        (b"", "not JSON: Expecting value at line 1, column 1"),
        (b"\xff{}", "not UTF-8 text: invalid start byte at byte 0"),
        (b"[" * 100_000, "not a certificate: lists or tables too deep inside each other"),
        (b'{"a": ' + b"1" * 5000 + b"}", "not a certificate: a number of too many digits"),
    ],
    ids=range(13),
)
def test_files_that_are_no_certificates(content: bytes, complaint: str, tmp_path: Path) -> None:
    assert refusal(content, tmp_path) == complaint


@pytest.mark.parametrize(("change", "complaint"), sides(REFUSED, "entries"))
def test_entries_that_are_none(change: str, complaint: str, tmp_path: Path) -> None:
    content = json.dumps(written(small_rules()) | json.loads(change)).encode()
    assert refusal(content, tmp_path).startswith(complaint)


@given(data=st.data())
def test_broken_files_are_told_of_in_one_line(data: st.DataObject) -> None:
    content = bytearray(json.dumps(written(small_rules())).encode())
    broken = bytes(content[: data.draw(st.integers(0, len(content) - 1))])
    for _ in range(data.draw(st.integers(0, 5)) if broken else 0):
        place = data.draw(st.integers(0, len(broken) - 1))
        broken = broken[:place] + bytes([data.draw(st.integers(0, 255))]) + broken[place + 1 :]
    with TemporaryDirectory() as folder:
        refusal(broken, Path(folder))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.slow
@given(data=st.data())
def test_anything_in_any_place_is_refused_or_named(data: st.DataObject) -> None:
    certificate = written(small_rules())
    place = data.draw(st.sampled_from([*places(certificate)][1:]))
    value = data.draw(JSON.filter(lambda value: value != value_at(certificate, place)))
    changed = forged(certificate, (place, value))
    try:
        found = verified(changed)
    except CertificateError as error:
        refused = str(error)
        assert "\n" not in refused
        return
    open_to_anything = place[0] in ("made_by", "readings", "roads") or place[:2] == ("body", "rules")
    assert open_to_anything or not found.confirmed, changed


def test_a_certificate_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "some.json"
    write_certificate(written(small_rules()), path)
    assert read_certificate(path) == written(small_rules())
    assert [one.name for one in tmp_path.iterdir()] == ["some.json"]
