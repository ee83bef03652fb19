"""docs/counting.md holds what it says: its blocks are run in order, and its tables are checked by them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.helpers.readme import execute

PAGE = Path(__file__).parents[2] / "docs" / "counting.md"


@pytest.mark.slow
def test_every_block_of_the_page_holds() -> None:
    assert execute(PAGE) > 15


def test_every_table_of_the_page_is_checked() -> None:
    page = PAGE.read_text(encoding="utf-8")
    headings = re.findall(r"^\| ([^|]*?) \|.*\n\| -", page, re.MULTILINE)
    checked = re.findall(r'table\("([^"]*)"\)', page)
    assert set(headings) - set(checked) == {"question"}
