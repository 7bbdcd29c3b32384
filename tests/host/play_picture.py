"""Plays a three-seat game of After Us on the page and takes the README's picture in the middle of it.

`python -m tests.host.play_picture` writes docs/pictures/play.png, plays on to the end and says how it ended.
"""

import random
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from host.layers import ROOT
from tests.kit.host.chromium import CHROMIUM, FLAGS, chord, tap
from tests.kit.host.served import Served

PICTURE = ROOT / "docs" / "pictures" / "play.png"
MIDDLE = 6  # phases until the picture is taken

# The tokens blink, each seat in its own way; the picture is for a moment when all three can be seen. The lights
# are held there, for a picture takes longer than a blink.
HOLD_ALL_LIT = """() => {
    const lit = [...document.querySelectorAll("#seats td.total")].every((cell) => {
        const led = document.querySelectorAll("#loop .led")[Number(cell.textContent) % 80];
        return Number(led.style.getPropertyValue("--on")) > 0.3;
    });
    if (lit) for (const id of ["loop", "bars"]) {
        const lights = document.getElementById(id);
        lights.replaceWith(lights.cloneNode(true));
    }
    return lit;
}"""


def play_phase(page: Page, chance: random.Random) -> None:
    """Points and rage as a table gains them in one phase, with a slip that is taken back."""
    for seat in "123":
        for _ in range(chance.randint(0, 1)):
            chord(page, "n", seat)  # 5 points
        tap(page, *seat * chance.randint(0, 4))
    wrong = chance.choice("123")
    tap(page, wrong)
    chord(page, "u", wrong)
    tap(page, "m")
    for seat in "123":
        tap(page, *seat * chance.randint(0, 2))
    spender = chance.choice("123")
    chord(page, "n", spender)  # refused when there is too little rage
    tap(page, "m", "m")


def is_over(page: Page) -> bool:
    """Whether the heading says who won."""
    return any(word in page.locator("#phase").inner_text() for word in ("wins", "share the victory"))


def main() -> None:
    """Play and take the picture."""
    chance = random.Random(80)
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page(viewport={"width": 1120, "height": 850}, device_scale_factor=1.5)
        with Served(Path(home), "--game", "after_us", "--seats", "Ana Ben Cho") as served:
            page.goto(served.url)
            page.locator("#seats tr").first.wait_for()
            for phase in range(60):
                play_phase(page, chance)
                if phase == MIDDLE:
                    page.wait_for_timeout(700)
                    page.wait_for_function(HOLD_ALL_LIT)
                    page.screenshot(path=sys.argv[1] if len(sys.argv) > 1 else PICTURE)
                tap(page, "n")
                page.wait_for_timeout(200)
                if is_over(page):
                    break
            print(page.locator("#phase").inner_text(), page.locator("#seats tr").all_inner_texts())
        browser.close()


if __name__ == "__main__":
    main()
