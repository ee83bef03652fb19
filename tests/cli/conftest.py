"""What tests of several commands find in their working folder."""

from __future__ import annotations

import shutil
from pathlib import Path

import polars as pl
import pytest

import combin as library
from tests.helpers import golden_files


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with the files that examples name."""
    for name in ("rounds.jsonl", "variant.toml", "strategy.toml"):
        shutil.copy(golden_files.FOLDER / name, tmp_path)
    shutil.copy(golden_files.FOLDER / "variant.toml", tmp_path / "my-rules.toml")
    shutil.copy(golden_files.FOLDER / "strategy.toml", tmp_path / "my-strategy.toml")
    for name in ("tournament.toml", "tournament.jsonl"):
        shutil.copy(Path("docs", name), tmp_path)
    claims = Path(library.__file__).parent / "audit" / "claims" / "crown-melbourne.toml"
    text = claims.read_text(encoding="utf-8").replace('game = "crown-melbourne"', 'game = "king-high-double"')
    (tmp_path / "my-claims.toml").write_text(text, encoding="utf-8")
    good = (golden_files.FOLDER / "rounds.jsonl").read_text().splitlines()[0]
    (tmp_path / "good.jsonl").write_text(good)
    shutil.copy(golden_files.FOLDER / "live-tables.csv", tmp_path / "log.csv")
    pl.read_csv(tmp_path / "log.csv").write_parquet(tmp_path / "log.parquet")
    monkeypatch.chdir(tmp_path)
    return tmp_path
