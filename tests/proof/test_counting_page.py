"""docs/counting.md holds what it says: its blocks are run in order, and its tables are checked by them."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "counting.md"


def test_every_block_of_the_page_holds() -> None:
    page = PAGE.read_text(encoding="utf-8")
    blocks = list(re.finditer(r"```python\n(.*?)```", page, re.DOTALL))
    assert len(blocks) > 15
    names: dict[str, object] = {"page": page}
    for block in blocks:
        line = page[: block.start(1)].count("\n")
        # Blank lines in front make a failure name the line of the page.
        exec(compile("\n" * line + block[1], str(PAGE), "exec"), names)  # noqa: S102


def test_every_table_of_the_page_is_checked() -> None:
    page = PAGE.read_text(encoding="utf-8")
    headings = re.findall(r"^\| ([^|]*?) \|.*\n\| -", page, re.MULTILINE)
    checked = re.findall(r'table\("([^"]*)"\)', page)
    assert set(headings) - set(checked) == {"question"}
