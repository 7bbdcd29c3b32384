# troopkeeper: /main.py of the board. Finishes an update that was cut short, then runs the device.
#
# `troop flash` puts every new file beside the old one as NAME.new and writes, when all of them are
# proved whole, the list of names in /update.txt. From then on the update counts as done: whoever comes
# next, `troop flash` itself or this file at power-on, does the renames that are left. Each can be done twice.
import os

ENOENT = 2  # done already, before the cut


def names() -> "list[str]":
    """What /update.txt lists: `NAME`: NAME.new becomes NAME; `-NAME`: NAME goes."""
    try:
        with open("/update.txt") as file:
            text: str = file.read()
    except OSError:
        return []
    return text.split()


def do(name: str) -> None:
    """Carry through one line of the list."""
    try:
        if name.startswith("-"):
            os.remove(name[1:])
        else:
            os.rename(name + ".new", name)
    except OSError as error:
        if error.errno != ENOENT:
            raise


def finish_update() -> None:
    """Carry through all that is left of an update."""
    listed = names()
    for name in listed:
        do(name)
    if listed:
        os.remove("/update.txt")


def light_one() -> None:
    """One red light where the reference board has its strips: the device cannot even begin."""
    from machine import Pin
    from neopixel import NeoPixel

    for pin in (2, 3):
        strip = NeoPixel(Pin(pin), 1)
        strip[0] = (40, 0, 0)
        strip.write()


if __name__ == "__main__":
    finish_update()
    try:
        from firmware.main import main

        main()
    except ImportError:  # what would say so in light is missing itself
        light_one()
        raise
