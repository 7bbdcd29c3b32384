"""Board files for tests: any board that a maker could think of, and the pins as the datasheets have them."""

import json

from hypothesis import strategies as st

from engine_core.board import BUTTONS, Board
from engine_core.board_reading import load_board

# Raspberry Pi Pico W datasheet, pinout: GPIO -> number of its pin, written down from there and not computed.
_LEFT = {0: 1, 1: 2, 2: 4, 3: 5, 4: 6, 5: 7, 6: 9, 7: 10, 8: 11, 9: 12, 10: 14, 11: 15, 12: 16, 13: 17, 14: 19, 15: 20}
_RIGHT = {16: 21, 17: 22, 18: 24, 19: 25, 20: 26, 21: 27, 22: 29, 26: 31, 27: 32, 28: 34}
PINOUT = _LEFT | _RIGHT
GROUNDS = (3, 8, 13, 18, 23, 28, 33, 38)
VSYS, VBUS = 39, 40
# 74AHCT125 datasheet, pin description: what each pin is called.
SHIFTER = dict(enumerate(["1OE", "1A", "1Y", "2OE", "2A", "2Y", "GND", "3Y", "3A", "3OE", "4Y", "4A", "4OE", "VCC"], 1))
SHIPPED = ("pico_2_w", "pico_w_reference", "small")


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Any board without zones: 1 to 4 strips and any buttons, on any pins that a board file may name."""
    base = draw(st.sampled_from((0, 1, 2, 5, 6, 7, 9, 13, 17)))
    window = [pin for pin in PINOUT if base <= pin < base + 16]
    names = draw(st.lists(st.sampled_from(BUTTONS), unique=True, max_size=min(9, len(window) - 1)))
    pins = draw(st.permutations(window))[: len(names)]
    free = draw(st.permutations([pin for pin in PINOUT if pin not in pins]))
    titles = draw(
        st.lists(
            st.text("abcW é", min_size=1, max_size=24).map(str.strip).filter(bool), unique=True, min_size=1, max_size=4
        )
    )
    leds = [draw(st.integers(1, 300)) for _ in titles]
    strips = [
        {"name": title, "pin": pin, "leds": count, "order": draw(st.sampled_from(("GRB", "GRBW")))}
        for title, pin, count in zip(titles, free, leds, strict=False)
    ]
    budgets = (300, 340, 351, 3000) if sum(leds) <= 100 else (3000, 10000)
    data = {
        "version": 1,
        "name": draw(st.text("board_2", min_size=1, max_size=24)),
        "chip": draw(st.sampled_from(("pico", "pico_w", "pico_2", "pico_2_w"))),
        "shifter": draw(st.booleans()),
        "strips": strips,
        "buttons": [{"name": name, "pin": pin} for name, pin in zip(names, pins, strict=True)],
        "zones": {},
        "power": {"budget_ma": draw(st.sampled_from(budgets)), "channel_ma": 16, "idle_ma": 1},
    }
    return load_board(json.dumps(data))
