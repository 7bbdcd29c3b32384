"""Chromium, and the fingers of somebody who plays on the page."""

import shutil

from playwright.sync_api import Page, expect

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = ["--no-sandbox", "--disable-quic", "--disable-background-networking", "--disable-component-update"]
LIMIT_MS = 60_000  # for the page to show something, on a busy machine

expect.set_options(timeout=LIMIT_MS)


def tap(page: Page, *keys: str) -> None:
    """Press keys one after the other, each long enough for a finger."""
    for key in keys:
        page.keyboard.press(key, delay=50)
        page.wait_for_timeout(70)


def chord(page: Page, held: str, key: str) -> None:
    """Hold one key, press another."""
    page.keyboard.down(held)
    page.wait_for_timeout(80)
    tap(page, key)
    page.keyboard.up(held)
    page.wait_for_timeout(80)


def shows(page: Page, *expected: str) -> None:
    """Wait until the sheet says so: one text a seat, such as "Ana 3 0 8"."""
    expect(page.locator("#seats tr")).to_have_text([text.replace(" ", "") for text in expected])


def lies_within(page: Page, inner: str, outer: str) -> bool:
    """Whether all of one element is inside another, to the pixel."""
    a, b = page.locator(inner).bounding_box(), page.locator(outer).bounding_box()
    assert a is not None
    assert b is not None
    across = b["x"] - 1 <= a["x"] and a["x"] + a["width"] <= b["x"] + b["width"] + 1
    return across and b["y"] - 1 <= a["y"] and a["y"] + a["height"] <= b["y"] + b["height"] + 1


def lit(page: Page, square: int, channel: int) -> None:
    """Wait until a square of the loop is lit with `channel` (0 red, 1 green, 2 blue) above the others."""
    page.wait_for_function(
        """([square, channel]) => {
            const hex = document.querySelectorAll("#loop .led")[square].dataset.colour || "000000";
            const rgb = [0, 2, 4].map((k) => parseInt(hex.slice(k, k + 2), 16));
            return rgb[channel] > 8 && rgb[channel] === Math.max(...rgb) && new Set(rgb).size > 1;
        }""",
        arg=[square, channel],
        timeout=LIMIT_MS,
    )
