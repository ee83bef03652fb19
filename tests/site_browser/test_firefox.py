"""The page in Firefox, where one is installed: an edit changes a figure, tabs answer, the way back keeps."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.browser


@pytest.mark.skipif("FIREFOX" not in os.environ, reason="no Firefox")
def test_firefox_does_the_same(home: str) -> None:
    command = ["node", str(Path(__file__).with_name("firefox.mjs")), home]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=900)
    assert done.returncode == 0, done.stderr[-2000:]
    seen = {"exact": "402/5525", "decision": "play", "meter": "$159,810.53", "back": "play", "rules": True}
    assert json.loads(done.stdout) == {"errors": [], **seen}
