from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import polars as pl
import pytest

from combin.formatting import decimal
from combin.rules.errors import RulesError
from combin.session import monitor as module
from combin.session.monitor import Log, add_rounds, read_log
from combin.session.total import LogTotals
from combin.settle.files import settle_lines
from tests.helpers.texts import table_rows
from tests.helpers.variants import shipped

ROWS = [
    ("T1", "2026-06-01", "pair_plus", "3", "30", "50"),
    ("T2", "2026-06-01", "pair_plus", "1", "2.5", "0"),
    ("T1", "2026-06-02", "pair_plus", "2", "10", "10.00"),
    ("T1", "2026-06-02", "ante", "4", "40", "33"),
]
CALLED = {"ante": "ante", "pair_plus": "pair_plus", "pair plus": "pair_plus"}
HEADINGS = "table,day,wager,rounds,staked,won"


def log_of(path: Path) -> tuple[Log, list[str]]:
    told: list[RulesError] = []
    nets = {"pair_plus": [Fraction(-1), Fraction(1), Fraction(4)], "ante": []}
    log = Log(CALLED, nets.__getitem__, told.append)
    read_log(log, path)
    return log, [str(error).removeprefix(f"{path}:") for error in told]


def written(folder: Path, text: str) -> Path:
    path = folder / "log.csv"
    path.write_bytes(text.encode())
    return path


def lines(comma: str = ",", quote: str = "") -> str:
    return "\n".join(
        [HEADINGS.replace(",", comma), *(comma.join(f"{quote}{one}{quote}" for one in row) for row in ROWS)]
    )


def holds(log: Log) -> None:
    """Hold that all rows are there, added up."""
    assert (log.rows, log.bad) == (4, 0)
    by_table = {(one.table, one.wager): one for one in log.summed("wager", "table")}
    forty, sixty, two, five, ten = map(Fraction, (40, 60, 2, 5, 10))
    assert by_table["T1", "pair_plus"] == LogTotals(
        "T1", "pair_plus", "", 5, forty, sixty, two, 2, 0, five, ten
    )
    assert by_table["T2", "pair_plus"].net == -1
    assert by_table["T1", "ante"].net == Fraction(-7, 10)
    assert [(one.day, one.hands) for one in log.summed("wager", "day")] == [
        ("2026-06-02", 4),
        ("2026-06-01", 4),
        ("2026-06-02", 2),
    ]
    assert sum(one.staked for one in log.summed("wager")) == Fraction("82.5")


@pytest.mark.parametrize("comma", [",", ";", "\t"])
@pytest.mark.parametrize(("quote", "end"), [("", "\n"), ('"', "\r\n")])
def test_texts_are_added_up(tmp_path: Path, comma: str, quote: str, end: str) -> None:
    log, told = log_of(written(tmp_path, lines(comma, quote).replace("\n", end) + end))
    assert told == []
    holds(log)


def test_parts_of_a_file_come_to_the_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_CHUNK", 40)
    log, told = log_of(written(tmp_path, lines() + "\n\nT1,2026-06-02,ante,x,1,1\n"))
    assert told == ['7: "x" is no number of hands']
    log.bad = 0
    holds(log)


def test_tables_of_parquet_are_added_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_ROWS", 1)
    monkeypatch.setattr(module, "_SUMS", 0)  # what came before is added to at once
    frame = pl.DataFrame(ROWS, HEADINGS.split(","), orient="row")
    typed = frame.with_columns(
        pl.col("day").str.to_date(),
        pl.col("rounds").cast(pl.Int32),
        pl.col("staked").cast(pl.Float64),
        pl.col("won").cast(pl.Decimal(10, 2)),
    )
    typed.write_parquet(tmp_path / "log.parquet")
    log, told = log_of(tmp_path / "log.parquet")
    assert told == []
    holds(log)


@pytest.mark.parametrize(("row", "problem"), table_rows(Path(__file__).with_name("bad_rows.txt")))
def test_bad_rows_are_named_by_line_and_left_out(tmp_path: Path, row: str, problem: str) -> None:
    path = tmp_path / "log.csv"
    path.write_bytes(f"{lines()}\n{row}\n".encode("latin-1"))
    log, told = log_of(path)
    assert told == [f"6: {problem}"]
    assert log.bad == 1
    log.bad = 0
    holds(log)


def test_what_people_write_is_read(tmp_path: Path) -> None:
    """Commas that are decimal, signs of money and the names on the felt; a comma may part thousands too."""
    written_so = (
        lines(";").replace("pair_plus", "Pair Plus ").replace("2.5", "2,50").replace("30;50", "£30;50 €")
    )
    log, told = log_of(written(tmp_path, f"{written_so}\nT1;2026-06-02;ante;1;1,234;0\n"))
    assert told == ['6: staked: "1,234" is no amount above 0, such as 2.50']
    log.bad = 0
    holds(log)


@pytest.mark.parametrize(
    ("days", "out_of_order"),
    [
        (["2026-06-01", "2026-06-02", "02/06/2026"], ["02/06/2026"]),
        (["30/05/2026", "01/06/2026"], ["01/06/2026", "30/05/2026"]),
        (["1.6.26", "2.6.26"], ["1.6.26", "2.6.26"]),
        (["8", "9", "10"], ["10"]),
        (["01/06/2026"], []),
        (["2026-06-30", "2026-07-01", ""], []),
    ],
)
def test_days_out_of_order_as_text_are_named(
    tmp_path: Path, days: list[str], out_of_order: list[str]
) -> None:
    log, _ = log_of(written(tmp_path, "\n".join([HEADINGS, *(f"T1,{day},ante,1,1,1" for day in days)])))
    assert [*log.days_out_of_order] == out_of_order


@pytest.mark.parametrize("quote", ["", '"'])
def test_a_field_of_any_length_is_a_bad_row(tmp_path: Path, quote: str) -> None:
    log, told = log_of(written(tmp_path, f"{lines(quote=quote)}\nT1,d,{quote}{'x' * 131_073}{quote},1,1,1\n"))
    assert (log.rows, log.bad) == (4, 1)
    assert [one[:3] for one in told] == ["6: "]


@pytest.mark.parametrize("content", [b"", b"table,wager\n", b"PAR1" + b"x" * 90 + b"PAR1", None])
def test_what_is_no_table_of_texts_in_parquet_is_refused(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "log.parquet"
    if content is None:
        frame = pl.DataFrame(ROWS, HEADINGS.split(","), orient="row")
        frame.with_columns(pl.col("won").cast(pl.Float64).reshape((-1, 1))).write_parquet(path)
    else:
        path.write_bytes(content)
    with pytest.raises(RulesError, match=r"log\.parquet: no table in Parquet, or one with columns that are"):
        log_of(path)


def test_more_bad_rows_are_counted_than_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_NAMED", 3)
    monkeypatch.setattr(module, "_CHUNK", 40)
    log, told = log_of(written(tmp_path, f"{HEADINGS}\n" + "T1,d,ante,1,5,x\n" * 7))
    assert (log.rows, log.bad, len(told)) == (0, 7, 3)


def test_rows_that_no_stake_explains_are_counted(tmp_path: Path) -> None:
    odd = ["T1,d,pair_plus,3,10,20", "T1,d,pair_plus,3,30,45", "T1,d,pair_plus,1,5,20"]
    log, _ = log_of(
        written(tmp_path, "\n".join([HEADINGS, *odd, "T1,d,pair_plus,1,5,25", "T1,d,ante,1,7,0.01"]))
    )
    assert [one.odd for one in log.summed("wager")] == [0, 3]


@pytest.mark.parametrize(
    ("pay", "stakes"), [("7/6", (6, 30)), ("1/99999", (99_999, 99_999)), ("0.9500000000001", (10**7, 10**7))]
)
def test_nets_are_exact_in_all_that_the_rules_pay(tmp_path: Path, pay: str, stakes: tuple[int, int]) -> None:
    """For several stakes up to 10^11 parts of one; finer pays, and those in money, for one stake."""
    nets = {"ante": [Fraction(-1), Fraction(pay)], "pair_plus": list[Fraction]()}
    log = Log(CALLED, nets.__getitem__, lambda _: None)
    rows = [f"T,d,ante,1,{stake},{decimal(stake * (1 + Fraction(pay)), 6)}" for stake in stakes]
    read_log(log, written(tmp_path, "\n".join([HEADINGS, *rows, "T,d,pair_plus,2,6,7"])))
    ante, money = log.summed("wager")
    assert (ante.net, money.net) == (2 * Fraction(pay), Fraction(1, 3))


def test_a_stake_of_its_own_stands_for_all_that_is_staked(tmp_path: Path) -> None:
    log, _ = log_of(written(tmp_path, f"{HEADINGS},stake\nT1,d,ante,2,30,60,10\n"))
    (tally,) = log.summed("wager")
    assert (tally.net, tally.least_stake) == (Fraction(3), Fraction(10))


@pytest.mark.parametrize(
    ("headings", "problem"),
    [
        ("table,wager,staked,won", "no column 'hands'"),
        ("table,hands,wager,won,staked,won", "more than one column 'won'"),
    ],
)
def test_a_log_without_its_columns_is_refused(tmp_path: Path, headings: str, problem: str) -> None:
    with pytest.raises(RulesError, match=problem):
        log_of(written(tmp_path, headings + "\n"))


def test_recorded_rounds_are_added_up_as_paid() -> None:
    hand = '{"seat": 1, "cards": "Qs Qd 4d", "wagers": {"ante": 10, "play": 10, "pair_plus": 5}, "paid": %s}'
    paid = '{"ante": 20, "play": 20, "pair_plus": 15}'
    records = [f'{{"id": 1, "dealer": "Js 9h 4c", "hands": [{hand % paid}]}}', "{"]
    told: list[RulesError] = []
    crown = shipped("crown-melbourne")
    log = Log(CALLED, lambda _: [], told.append)
    add_rounds(log, crown, settle_lines(crown, records), "evening.jsonl")
    ante, pair_plus = log.summed("wager", "table")
    assert (ante.table, ante.net, ante.staked) == ("evening", Fraction(2), Fraction(20))
    assert pair_plus.net == 2  # 1 by the rules
    assert [str(error)[:17] for error in told] == ["evening.jsonl:2: "]
