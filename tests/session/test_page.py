"""docs/sessions.md holds what it says: its blocks are run in order."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.readme import execute

PAGE = Path(__file__).parents[2] / "docs" / "sessions.md"


@pytest.mark.slow
def test_every_block_of_the_page_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert execute(PAGE) > 10
