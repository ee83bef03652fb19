"""docs/protection.md holds what it says: its files, commands and blocks of Python are run in order."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.readme import execute, run

PAGE = Path(__file__).parents[2] / "docs" / "protection.md"


@pytest.mark.slow
def test_every_block_of_the_page_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    if problems := run(PAGE.read_text(encoding="utf-8"), tmp_path):
        pytest.fail("\n\n".join(problems), pytrace=False)
    assert execute(PAGE) > 5
