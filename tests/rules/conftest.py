"""What tests of rule files write into."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules.files import Write


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Return what writes a file and returns its path."""

    def written(text: str | bytes, name: str = "mine.toml") -> Path:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return written
