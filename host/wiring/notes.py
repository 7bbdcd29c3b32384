"""The notes in a wiring picture that explain how to read it."""

from host.wiring.canvas import Canvas, text_width
from host.wiring.layout import Layout
from host.wiring.parts import FEED_BOTH_ENDS, power_of

WIDTH = 400.0
SIZE = 16.0
STEP = 24.0


def draw_notes(canvas: Canvas, layout: Layout) -> None:
    """Write the notes where there is space: below the wires on the right, or below the Pico."""
    x, y = (40.0, layout.pico_bottom + 130)
    if not layout.busy_right:
        x = layout.power_lane + 10
        beside_bars = x + WIDTH < layout.plus_x - 130  # the text at the fuse needs space
        y = layout.minus_y + 60 if beside_bars else layout.bottom + 50
    for note in notes(layout):
        for i, line in enumerate(wrapped(note)):
            canvas.text((x if i else x - 16, y), line if i else f"· {line}", SIZE)
            y += STEP
        y += 6


def notes(layout: Layout) -> list[str]:
    """The notes that a reader needs to follow the picture."""
    power = power_of(layout.board)
    found = [
        "Everything is seen from above. A number in a circle is the number of a pin: count them on the part itself.",
        "Wires that cross with a little bridge do not touch. A dot joins wires.",
        "The 5V bar and the GND bar are a terminal block or two lever clamps.",
        "Build with the power off; join GND first.",
    ]
    if layout.board.buttons:
        found.append("A button joins its pin to GND while it is pressed. With four legs, take two that lie diagonally.")
    found.append("The arrows on a strip point away from its beginning: DIN is at the beginning.")
    if not layout.board.shifter:
        found.append("Without a level shifter keep each data wire under 20 cm.")
    if any(strip.leds > FEED_BOTH_ENDS for strip in layout.strips):
        found.append(f"Strips of more than {FEED_BOTH_ENDS} LEDs: join 5V and GND at their far end too.")
    if layout.has_supply:
        found.append("The USB cable may be plugged in at the same time: the diode keeps the two apart.")
    else:
        found.append("The USB cable feeds everything: plug it into a charger or a laptop.")
    found.append(f"Thick lines: wire of {power.wire_mm2} mm2 (AWG {power.wire_awg}) or more. Thin lines: any wire.")
    return found


def wrapped(text: str) -> list[str]:
    """`text` broken into lines at most WIDTH wide."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if text_width(longer, SIZE) > WIDTH and lines[-1]:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
