"""The commands that write and serve the page."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

from tests.helpers.command_line import Run, combin


def test_the_folder_and_its_size_are_told() -> None:
    with patch("combin.site.build.build_site", return_value=48_460_000) as build:
        assert combin("site", "-o", "public", "--language", "fr") == Run(0, "public: 48.5 MB\n", "")
    assert build.call_args.args[:2] == (Path("public"), "fr")


def test_a_folder_without_a_page_is_not_served(tmp_path: Path) -> None:
    problem = f'combin: {tmp_path}: has no page; "combin site -o FOLDER" writes one\n'
    assert combin("serve", str(tmp_path)) == Run(2, "", problem)
