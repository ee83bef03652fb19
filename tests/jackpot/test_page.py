"""docs/meter.md holds what it says: its blocks are run in order, and its tables are checked by them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.readme import execute

PAGE = Path(__file__).parents[2] / "docs" / "meter.md"


@pytest.mark.slow
def test_every_block_of_the_page_holds() -> None:
    assert execute(PAGE) > 10
