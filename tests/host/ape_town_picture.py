"""Plays the beginning of a game of Ape Town on the page and takes the picture of docs/controls.md.

`python -m tests.host.ape_town_picture` writes docs/pictures/play_ape_town.png.
"""

import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from host.layers import ROOT
from tests.kit.host.chromium import CHROMIUM, FLAGS, tap
from tests.kit.host.served import Served

PICTURE = ROOT / "docs" / "pictures" / "play_ape_town.png"
TILES = [
    ("E3", "depot"),
    ("E6", "mandrill"),
    ("B7", "tarsier"),
    ("E4", "orangutan"),
    ("C6", "lemur"),
    ("C3", "chimpanzee"),
    ("C4", "depot"),
    ("C1", "orangutan"),
    ("F4", "lemur"),
    ("F7", "mandrill"),
    ("H2", "depot"),
    ("D6", "lemur"),
    ("C5", "orangutan"),
]


def choose(page: Page, space: str, tile: str) -> None:
    """Click a space and a kind of tile."""
    page.locator(f"#city [data-space={space}]").click()
    page.locator(f"#tiles [data-tile={tile}]").click()


def main() -> None:
    """Play and take the picture."""
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page(viewport={"width": 1120, "height": 850}, device_scale_factor=1.25)
        with Served(Path(home), "--game", "ape_town", "--seats", "Ana Ben Cho") as served:
            page.goto(served.url)
            for space, tile in TILES:
                choose(page, space, tile)
                tap(page, "n")
            choose(page, "C2", "mandrill")
            page.wait_for_timeout(200)
            page.screenshot(path=PICTURE)


if __name__ == "__main__":
    main()
