"""`troop board wokwi`: writes a project for the Wokwi simulator, with the real program and the wiring of the board.

Format: docs.wokwi.com, "diagram.json File Format", "wokwi.toml", and the pages of the parts used.
"""

import binascii
import json
import shutil
from hashlib import sha256
from pathlib import Path
from typing import Any

from engine_core.board import Board, Button
from engine_core.lights.palette import COLOURS, DEFAULT
from host.boards import read_board
from host.build import Files, board_files
from host.errors import UserError
from host.files import writing
from host.layers import ROOT
from host.link.uf2 import check_fits
from host.wiring.pins import GND_AT_SUPPLY, PICO, is_left, pico_pin, pico_row
from host.wiring.wires import LEFT_LINE, RIGHT_LINE, wires
from host.wiring.wokwi_loader import END, FILE, PACK

PARTS = {
    "pico": "wokwi-pi-pico",
    "pico_w": "board-pi-pico-w",
    "pico_2": "board-pi-pico-2",
    "pico_2_w": "board-pi-pico-2w",
}
MICROPYTHON = "micropython-20260406-v1.28.0"  # a version that Wokwi has for all four boards
ORDER = "GRB"  # colour order of all strips in the simulator
SERIAL_PORT = 4000
CHUNK = 900  # bytes of a file on one line of the pack
ROW, PIXEL = 60, 9  # distance between buttons or strips; width of the smallest LEDs
NAMES = ("diagram.json", "wokwi.toml", "main.py", PACK, "README.md")
IMAGE = "micropython.uf2"

State = dict[str, Any]


def run(name: str, directory: Path, image: Path | None) -> None:
    """`troop board wokwi`: write the project for board `name` into `directory`."""
    board, _ = read_board(name)
    _check_directory(directory)
    if image is not None:
        if not image.is_file():
            raise UserError(f"There is no file {image}: name a MicroPython image (.uf2), or leave --image out.")
        check_fits(image, board.chip)
    files = project_files(name)
    with writing(directory):
        directory.mkdir(parents=True, exist_ok=True)
        for path, content in files.items():
            (directory / path).write_bytes(content)
        if image is not None:
            shutil.copyfile(image, directory / IMAGE)
    print(f"Wokwi project for board {name} in {directory}: {', '.join(files)}. How to start it: README.md there.")


def _check_directory(directory: Path) -> None:
    if directory.exists() and not directory.is_dir():
        raise UserError(f"{directory} is a file: name a folder for the project.")
    there = {path.name for path in directory.glob("*")} - {*NAMES, IMAGE}
    if there:
        raise UserError(f"{directory} holds other files: name an empty or a new folder.")


def project_files(name: str) -> Files:
    """The files of the project for board `name`. UserError for a bad board file."""
    board, text = read_board(name)
    files = board_files(name)
    del files["main.py"]  # the loader replaces it
    files["board.json"] = simulated(text).encode()
    contents = (
        json.dumps(diagram(board), indent=2) + "\n",
        f'[wokwi]\nversion = 1\nfirmware = "{IMAGE}"\nelf = "{IMAGE}"\nrfc2217ServerPort = {SERIAL_PORT}\n',
        (ROOT / "host" / "wiring" / "wokwi_loader.py").read_text("utf-8"),
        pack(files),
        README.format(part=PARTS[board.chip], port=SERIAL_PORT, image=IMAGE, pack=PACK, name=board.name),
    )
    return {path: content.encode() for path, content in zip(NAMES, contents, strict=True)}


def simulated(text: str) -> str:
    """The text of a board file, with the colour order of the simulator's strips."""
    data = json.loads(text)
    for strip in data["strips"]:
        strip["order"] = ORDER
    return json.dumps(data)


def pack(files: Files) -> str:
    """All files as one text: a first line with a hash of the content, then each file in base64."""
    lines = []
    for path, content in files.items():
        lines.append(FILE + path)
        for i in range(0, len(content), CHUNK):
            lines.append(binascii.b2a_base64(content[i : i + CHUNK], newline=False).decode())
    mark = sha256("\n".join(lines).encode()).hexdigest()[:16]
    return "\n".join([f"# troopkeeper, {len(files)} files, {mark}", *lines, END, ""])


# -- diagram ---------------------------------------------------------------------------------------
def diagram(board: Board) -> State:
    """The content of diagram.json: Pico, strips and buttons, and every wire by the names of its pins."""
    parts = [{"type": PARTS[board.chip], "id": "pico", "top": 0, "left": 0, "attrs": {"env": MICROPYTHON}}]
    connections: list[list[Any]] = []
    for i, strip in enumerate(board.strips):
        attrs = {"pixels": str(strip.leds), "pixelSize": "2020"}
        place = {"top": -120 - ROW * i, "left": 44 - strip.leds * PIXEL // 2}
        parts.append({"type": "wokwi-led-strip", "id": f"strip{i}", **place, "attrs": attrs})
        connections.append([f"pico:GP{strip.pin}", f"strip{i}:DIN", "green", ["h0"]])
        connections.append(["pico:VBUS", f"strip{i}:VDD", "red", ["h0"]])
        connections.append([f"pico:{ground(GND_AT_SUPPLY)}", f"strip{i}:VSS", "black", ["h0"]])
    for left in (True, False):
        here = [button for button in board.buttons if is_left(pico_pin(button.pin)) == left]
        here.sort(key=lambda button: pico_row(pico_pin(button.pin)))
        for i, button in enumerate(here):
            parts.append(_button_part(button, -220 if left else 240, ROW * i))
            connections += _button_connections(board, button, left)
    return {"version": 1, "author": "troopkeeper", "editor": "wokwi", "parts": parts, "connections": connections}


def _button_part(button: Button, left: int, top: int) -> State:
    """A button with its name, its seat's colour, and the same key as in `troop play`."""
    seat = button.name.removeprefix("seat")
    is_seat = button.name.startswith("seat")
    colour = f"#{COLOURS[DEFAULT[int(seat) - 1]]:06x}" if is_seat else "#b0b0b0"
    attrs = {"label": button.name, "key": seat if is_seat else seat[0], "color": colour}
    return {"type": "wokwi-pushbutton", "id": button.name, "left": left, "top": top, "attrs": attrs}


def _button_connections(board: Board, button: Button, left: bool) -> list[list[Any]]:
    line = LEFT_LINE if left else RIGHT_LINE
    pin = next(int(wire.start.pin) for wire in wires(board) if wire.end == line and wire.start.part == "pico")
    side = "r" if left else "l"
    return [
        [f"pico:GP{button.pin}", f"{button.name}:1.{side}", "blue", ["h0"]],
        [f"pico:{ground(pin)}", f"{button.name}:2.{side}", "black", ["h0"]],
    ]


def ground(pin: int) -> str:
    """Wokwi's name of a GND pin of the Pico: GND.1 to GND.8, counted by pin number."""
    grounds = [number for number, name in enumerate(PICO, 1) if name in ("GND", "AGND")]
    return f"GND.{grounds.index(pin) + 1}"


README = """\
# {name} in the Wokwi simulator

`diagram.json` is the wiring, `{pack}` holds the program that a real board gets, `main.py` unpacks and runs it.
Keys as in `troop play`: 1 to 6 the seats, u UNDO, m MODE, n NEXT. Ctrl-click holds a button down.
The simulator's strips are GRB, whatever the board file says of the real ones.

## On wokwi.com
1. Start a new MicroPython project for the Pico of this board (`{part}`).
2. Replace its `diagram.json` and `main.py` by these two files.
3. Take "Upload file(s)" from the menu beside the file tabs, and choose `{pack}`.
4. Start the simulation. The lights come on after some seconds of unpacking.

## In VS Code
1. Put an official MicroPython image (1.25 or newer, micropython.org/download) for this board here as `{image}`
   (`troop board wokwi --image FILE` does it).
2. Open this folder, start the simulator, and leave its tab in sight.
3. In a terminal in this folder:
   `mpremote connect port:rfc2217://localhost:{port} fs cp main.py {pack} : + reset`
"""
