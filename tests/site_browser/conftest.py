"""The page built and served once, and a Chromium that looks at it; nothing else may be asked for."""

from __future__ import annotations

import os
import subprocess
import tarfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from combin.site.build import address, build_site, server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

AXE = "4.14.1"
"""The release of axe-core, which looks for what keeps people out."""

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
HARD_START = 60_000
"""Milliseconds that Python may take to start on a busy machine."""

ANSWER = 30_000
"""Milliseconds that an answer may take where both cores run other tests."""


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("page") / "site"
    build_site(folder)
    return folder


@pytest.fixture(scope="session")
def home(site: Path) -> Iterator[str]:
    with server(site) as at:
        thread = threading.Thread(target=at.serve_forever, daemon=True)
        thread.start()
        yield address(at)
        at.shutdown()
        thread.join()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=os.environ["CHROMIUM"], args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def asked_for() -> list[str]:
    """Every address that any page has asked for."""
    return []


@pytest.fixture(scope="session")
def context(browser: Browser, home: str, asked_for: list[str]) -> Iterator[BrowserContext]:
    made = browser.new_context(base_url=home, viewport={"width": 1300, "height": 1000}, accept_downloads=True)
    made.set_default_timeout(ANSWER)
    made.on("request", lambda request: asked_for.append(request.url))
    yield made
    made.close()


@pytest.fixture(scope="session")
def started(context: BrowserContext) -> Page:
    """The page with Python running, shared by the tests, which each open a game of their own."""
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto("/")
    page.locator("html[data-python=ready]").wait_for(timeout=HARD_START)
    assert not errors
    return page


@pytest.fixture
def page(started: Page) -> Page:
    """The shared page with a shipped game on its workbench, as it ships."""
    opened(started, "crown-melbourne")
    return started


def opened(page: Page, game: str) -> None:
    """Open a game that ships, on the workbench."""
    page.goto(f"/#game={game}")
    page.locator("#toml").wait_for()
    page.wait_for_selector("#workbench:not([aria-busy]) [data-wager], #error .notice")


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("axe")
    command = ["npm", "pack", f"axe-core@{AXE}", "--silent"]
    if subprocess.run(command, cwd=folder, check=False, capture_output=True).returncode:
        pytest.skip("axe-core cannot be fetched")
    with tarfile.open(folder / f"axe-core-{AXE}.tgz") as archive:
        script = archive.extractfile("package/axe.min.js")
        assert script is not None
        return script.read().decode()
