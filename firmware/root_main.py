# troopkeeper: /main.py of the board. Finishes an update that was cut short, then runs the device.
#
# `troop flash` writes every new file beside the old one as NAME.new. When the hashes of all of them are
# checked, it writes the list of names to /update.txt. From then on the update must be completed: `troop flash`
# itself or this file at power-on does the renames that are left. A rename may be repeated without harm.
#
# Where all new files have no room beside the old ones, `troop flash` writes them into one file, /update.pack. Then the
# pack is the update that must be completed. It begins with the program that unpacks it (firmware/unpack.py): every
# start compiles this file anew, so it is kept short. Unpacking may be repeated, too.
import os

PACK = "/update.pack"
ENOENT = 2  # this line of the list was done already, before the interruption


def names() -> "list[str]":
    """The lines of /update.txt: `NAME` renames NAME.new to NAME; `-NAME` removes NAME. Empty without an update."""
    try:
        with open("/update.txt") as file:
            text: str = file.read()
    except OSError:
        return []
    return text.split()


def do(name: str) -> None:
    """Do one line of the list. Raises OSError, unless it was done already."""
    try:
        if name.startswith("-"):
            os.remove(name[1:])
        else:
            os.rename(name + ".new", name)
    except OSError as error:
        if error.errno != ENOENT:
            raise


def finish_update() -> None:
    """Do all that is left of an update."""
    listed = names()
    for name in listed:
        do(name)
    if listed:
        os.remove("/update.txt")


def finish_pack() -> None:
    """Do all that is left of an update in a pack."""
    try:
        os.stat(PACK)
    except OSError:
        return
    with open(PACK, "rb") as pack:
        code = {}  # type: ignore[var-annotated]
        exec(pack.read(int(pack.readline())).decode(), code)
        code["unpack"](pack, do)
    os.remove(PACK)


def light_one() -> None:
    """Light one red LED on each strip of the reference board: the firmware cannot be imported."""
    from machine import Pin
    from neopixel import NeoPixel

    for pin in (2, 3):
        strip = NeoPixel(Pin(pin), 1)
        strip[0] = (40, 0, 0)
        strip.write()


if __name__ == "__main__":
    there = os.listdir("/")  # one look: to ask for a file that is missing takes several milliseconds
    if "update.txt" in there or PACK[1:] in there:
        finish_update()
        finish_pack()  # whose file may be there only now
    try:
        from firmware.main import main

        main()
    except ImportError:  # firmware/rescue.py, which blinks the patterns, may be missing itself
        light_one()
        raise
