"""What a page and a terminal show: the games' words for what the lights say."""

import asyncio
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from engine_core.moves import ADD
from engine_core.setup import Setup
from firmware.state import state_of
from host.boards import board_text
from host.commands.play import begin
from host.files import FolderFiles
from host.page.device import Device
from host.page.notes import words as words_of
from host.page.picture import draw
from host.page.sheet import Sheet
from host.page.view import css, table
from tests.kit.host.pressed import APE_TOWN, live, pressed, wait


def test_after_us_in_words(tmp_path: Path) -> None:
    setup = Setup("after_us", ["Ana", "Ben"], [("resources", ["on"])])
    _, state = pressed(tmp_path, setup, "seat1", "seat1", "mode", "seat2", "next")
    assert state["phase"] == "Round 1, phase 2: Attracting New Apes"
    assert state["columns"] == ["points", "rage", "cards", "flowers", "fruits", "grains", "energy"]
    assert state["shown"] == "rage"
    assert [seat["values"][:3] for seat in state["seats"]] == [[2, 0, 8], [0, 1, 8]]


def test_a_refusal_is_said_until_the_next_press(tmp_path: Path) -> None:
    setup = Setup("after_us", ["Ana", "Ben"])
    _, state = pressed(tmp_path / "a", setup, "seat4")
    assert state["refused"]
    assert "2 seats" in state["message"]
    _, state = pressed(tmp_path / "b", setup, "seat4", "seat1")
    assert (state["refused"], state["message"]) == (False, "")


def test_a_game_that_is_begun_without_the_menu_asks_nothing_any_more(tmp_path: Path) -> None:
    _, state = pressed(tmp_path, Setup("after_us", ["Ana", "Ben"]))
    assert state["message"] == ""


def test_primates_says_what_is_due(tmp_path: Path) -> None:
    _, state = pressed(tmp_path, Setup("primates", ["Dian", "Mary"]))
    assert state["phase"] == "Round 1, Dian's turn"
    assert "draw and resolve the environment card" in state["due"]
    assert state["buttons"]["seat5"]["label"] == "card"
    assert state["buttons"]["next"]["does"][""] == "ends the turn"
    assert [seat["turn"] for seat in state["seats"]] == [True, False]


def test_primates_says_how_a_zero_is_entered(tmp_path: Path) -> None:
    """PR10: nothing entered is not zero."""
    setup = Setup("primates", ["Dian", "Mary"], [("one_press", ["on"])])
    last, mode = ["next"] * 20, ["seat1"]
    _, state = pressed(tmp_path, setup, *last, *mode)
    assert state["phase"].startswith("The last turn is played")
    assert state["buttons"]["seat1"]["does"]["undo"] == "-1"
    assert state["buttons"]["seat2"]["does"]["undo"] == "enters 0"


def held(device: Device, setup: Setup, hold: str, press: str, *before: str) -> Sheet:
    """What the device shows while `press` is pressed and `hold` still held."""
    live(device, setup, *before)
    device.hold(hold, "test", True)
    wait(device, 60)
    device.hold(press, "test", True)
    wait(device, 200)
    return device.state()


@pytest.mark.parametrize(
    ("setup", "button", "before", "words"),
    [
        (Setup("after_us", ["Ana", "Ben"]), "seat2", ["seat2"] * 3, "Ben: 3 points"),
        (Setup("after_us", ["Ana", "Ben"]), "seat1", ["mode", "seat1"], "Ana: 1 rage"),
        (Setup("after_us", ["Ana", "Ben"]), "seat3", [], "nobody has this button"),
        (Setup("primates", ["Dian", "Mary"]), "seat1", ["seat1"], "Dian: 1 heart"),
        (APE_TOWN, "seat1", ["mode"], "Ana: 6 money"),
        (APE_TOWN, "seat5", [], "region A: 2 spaces free"),
        (APE_TOWN, "seat6", [], "tarsier: 10 tiles left"),
    ],
)
def test_a_read_out_is_said_in_words_too(
    tmp_path: Path, setup: Setup, button: str, before: list[str], words: str
) -> None:
    device = Device(board_text("pico_w_reference"), FolderFiles(tmp_path))
    state = held(device, setup, "mode", button, *before)
    assert state["due"][-1] == words
    if int(button[4:]) <= len(setup.names):  # a device that says no more than its state
        assert table(state_of(device.app))["due"][-1] == words


def test_pr14_dice_are_said_in_words_too(tmp_path: Path) -> None:
    setup = Setup("primates", ["Dian", "Mary"], [("seed", ["7"])])
    group, alone = [
        held(Device(board_text("pico_w_reference"), FolderFiles(tmp_path / button)), setup, "mode", button)["due"][-1]
        for button in ("seat5", "seat6")
    ]
    assert re.fullmatch(r"dice for a group movement: [1-6], [1-6], [1-6]", group)
    numbers = re.fullmatch(r"dice for a solitary movement: (\d) \+ (\d) = (\d+)", alone)
    assert numbers
    assert int(numbers[1]) + int(numbers[2]) == int(numbers[3])


def test_the_last_step_is_said_a_burst_as_one(tmp_path: Path) -> None:
    setup = Setup("after_us", ["Ana", "Ben"])
    assert pressed(tmp_path / "none", setup)[1]["last"] == ""
    assert pressed(tmp_path / "next", setup, "next")[1]["last"] == "the phase ended"
    assert pressed(tmp_path / "burst", setup, "seat2", "seat2", "seat2")[1]["last"] == "Ben +3"
    assert pressed(tmp_path / "undo", setup, "seat1", "seat2", "undo")[1]["last"] == "Ana +1"


def test_buttons_say_what_they_do_now_also_while_another_is_held(tmp_path: Path) -> None:
    _, state = pressed(tmp_path / "points", Setup("after_us", ["Ana", "Ben"]))
    does = {name: button["does"] for name, button in state["buttons"].items()}
    assert does["seat1"] == {"": "+1 point", "undo": "-1", "mode": "reads out", "next": "+5"}
    assert (does["mode"][""], does["next"][""]) == ("to rage", "ends phase 1")
    assert does["seat3"] == {}
    _, state = pressed(tmp_path / "rage", Setup("after_us", ["Ana", "Ben"]), "mode")
    assert state["buttons"]["seat1"]["does"]["next"] == "4 rage: ape"
    _, state = pressed(tmp_path / "over", Setup("after_us", ["Ana", "Ben"]), "mode", "next", "next")
    assert "next" not in state["buttons"]["seat1"]["does"], "no assembly lies there in phase 3"


def test_next_is_the_card_first_where_no_button_is_left_for_it(tmp_path: Path) -> None:
    data = json.loads(board_text("pico_w_reference"))
    data["buttons"] = [button for button in data["buttons"] if button["name"] not in ("seat5", "seat6")]
    device = Device(json.dumps(data), FolderFiles(tmp_path))
    said = []
    live(device, PRIMATES)
    for _ in range(3):
        said.append(device.state()["buttons"]["next"]["does"][""])
        device.hold("next", "test", True)
        wait(device, 60)
        device.hold("next", "test", False)
        wait(device, 200)
    assert said == ["card is drawn", "ends the turn", "card is drawn"]


def test_menu_pages_name_only_what_their_buttons_do(tmp_path: Path) -> None:
    pages = [pressed(tmp_path / str(i), None, *["next"] * i)[1]["buttons"] for i in range(5)]
    assert [page["mode"]["does"].get("", "") for page in pages] == ["next choice", "next choice", "", "next choice", ""]
    assert [page["next"]["does"][""] for page in pages] == ["goes on"] * 4 + ["starts"]
    assert pages[2]["seat1"]["does"] == {"": "next colour", "undo": "colour before"}
    assert pages[2]["seat1"]["colour"] == pages[4]["seat1"]["colour"] == css(0xDC0000)
    assert "" not in pages[0]["undo"]["does"], "without a game there is nothing to go back to"
    _, drop = pressed(tmp_path / "drop", None, *["next"] * 5, "seat1")
    assert drop["seats"], "a game has begun"


def test_the_end_shows_places_and_where_the_points_came_from(tmp_path: Path) -> None:
    """C4."""
    _, state = pressed(tmp_path, PRIMATES, "seat2", *PLAYED, *EVERY_VALUE, "next")
    assert state["columns"] == ["points", "hearts", "extant", "extinct", "bonus", "conditional", "food"]
    assert [(seat["place"], seat["name"], seat["mark"]) for seat in state["seats"]] == [
        (1, "Mary", "wins"),
        (2, "Dian", ""),
    ]
    assert state["seats"][0]["values"][:2] == [6, 1]


PRIMATES = Setup("primates", ["Dian", "Mary"])
PLAYED = ["seat5", "next"] * 20  # ten rounds for two
EVERY_VALUE = ["seat1", "seat2", "mode"] * 5


def test_primates_says_which_reminder_is_due_and_answers_one_that_is_seen(tmp_path: Path) -> None:
    """PR4, PR5."""
    _, state = pressed(tmp_path / "due", PRIMATES)
    assert "the reminder card on top must show 10" in state["due"][1]
    for presses, answer in (
        (["seat6"], "reminder card 10 on top: the deck is in step"),
        (["seat6", "seat6"], "reminder card 9 on top: 2 environment cards drawn too many"),
        (["seat5", "seat6"], "reminder card 10 on top: 1 environment card missed, draw and resolve"),
    ):
        _, state = pressed(tmp_path / "-".join(presses), PRIMATES, *presses)
        assert answer in state["due"][-1]


@pytest.mark.parametrize("presses", [[], PLAYED])
def test_primates_says_that_its_hearts_are_a_guess_until_the_printed_ones_are_entered(
    tmp_path: Path, presses: list[str]
) -> None:
    """PR9."""
    _, state = pressed(tmp_path / "guess", PRIMATES, *presses)
    assert "first (0) and last (17) heart values are known: set 'hearts' in the settings" in " ".join(state["info"])
    printed = Setup("primates", ["Dian", "Mary"], [("hearts", ["0", "5", "17"])])
    _, state = pressed(tmp_path / "printed", printed, *presses)
    assert state["info"] == []


def test_printed_hearts_in_the_settings_are_in_every_game_that_is_begun(tmp_path: Path) -> None:
    """PR9."""
    files = FolderFiles(tmp_path)
    files.write("settings.json", b'{"hearts": [0, 5, 17]}')
    device = Device(board_text("pico_w_reference"), files)
    begin(device, files, Setup("primates", ["Dian", "Mary"]))
    assert device.app.table is not None
    device.app.play(1, 0, 0, 1)  # ADD
    assert device.app.table.game.total(0) == 5


def test_primates_says_which_button_is_which_action(tmp_path: Path) -> None:
    _, state = pressed(tmp_path, Setup("primates", ["Dian", "Mary"], [("actions", ["on"])]))
    assert "the action: seat 1 group, seat 2 solitary, seat 3 rest" in " ".join(state["due"])


def test_end_scoring_shows_what_is_entered_in_the_category_and_nothing_once_it_is_confirmed(tmp_path: Path) -> None:
    """PR10."""
    _, state = pressed(tmp_path / "open", PRIMATES, *PLAYED, "seat1", "seat1")
    assert (state["columns"], state["shown"]) == (["points", "hearts", "extant"], "extant")
    assert [seat["values"] for seat in state["seats"]] == [[2, 0, 2], [0, 0, "-"]]
    _, state = pressed(tmp_path / "done", PRIMATES, *PLAYED, *EVERY_VALUE[:-1], "next")
    assert state["phase"].startswith("Dian and Mary share the victory: equal points")
    assert state["due"] == []


@pytest.mark.parametrize("presses", [["seat6"], PLAYED, [*PLAYED, "next"], [*PLAYED, "mode", "mode", "mode", "seat4"]])
@pytest.mark.parametrize("names", [["Dian", "Mary"], ["Ana", "Ben", "Cho", "Dee"]])
def test_a_terminal_shows_every_word(tmp_path: Path, presses: list[str], names: list[str]) -> None:
    device, state = pressed(tmp_path, Setup("primates", names, [("actions", ["off"])]), *presses * (len(names) // 2))
    buttons = [button.name for button in device.board.buttons]
    picture = draw(state, device.strips(), device.frames, [], buttons).plain
    for word in " ".join([state["phase"], *state["due"], *state["info"], state["message"], *names]).split():
        assert word in picture
    for seat in state["seats"]:
        line = next(line for line in picture.splitlines() if seat["name"] in line and "●" in line)
        after = line.partition(seat["name"])[2].replace("◂", "").split()
        assert after[: len(seat["values"])] == [str(value) for value in seat["values"]]


def test_the_menu_in_words(tmp_path: Path) -> None:
    _, state = pressed(tmp_path, None, "next")
    assert state["phase"] == "How many seats?"
    assert state["menu"] is not None
    assert state["menu"]["labels"][0] == "1"
    assert state["buttons"]["seat3"]["label"] == "3"


def test_a_device_without_a_city_of_its_own_can_still_play_ape_town(tmp_path: Path) -> None:
    device, state = pressed(tmp_path, None, "seat3", *["next"] * 9)
    assert device.app.table is not None
    assert state["game"] == "Ape Town"


def test_the_device_stores_everything_before_it_stops(tmp_path: Path) -> None:
    async def run(step: Callable[[Device], None]) -> Device:
        device = Device(board_text("pico_w_reference"), FolderFiles(tmp_path))
        task = asyncio.create_task(device.run())
        await asyncio.sleep(0)  # it runs
        step(device)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        return device

    def play(device: Device) -> None:
        device.begin(Setup("after_us", ["Ana", "Ben"]))
        device.app.play(1, 0, 0, 7)  # ADD, not stored yet when the device stops

    asyncio.run(run(play))
    kept = asyncio.run(run(lambda device: None)).app.table
    assert kept is not None
    assert kept.game.total(0) == 7


def test_the_last_step_says_what_a_track_that_ends_has_counted(tmp_path: Path) -> None:
    """AU5, PR8: what goes past the end of a track is lost."""
    device = Device(board_text("pico_w_reference"), FolderFiles(tmp_path))
    for setup, track, gains, words in (
        (Setup("after_us", ["Ana", "Ben"]), 1, (14,), "Ana rage +14: 12 counted, the track ends there"),
        (Setup("after_us", ["Ana", "Ben"]), 1, (11, 1, 1), "Ana rage +1: 0 counted, the track ends there"),
        (Setup("after_us", ["Ana", "Ben"]), 1, (12,), "Ana rage +12"),
        (Setup("after_us", ["Ana", "Ben"]), 0, (12,), "Ana +12"),
        (Setup("primates", ["Ana", "Ben"]), 0, (16, 2), "Ana +2: 1 counted, the track ends there"),
    ):
        device.begin(setup)
        for gain in gains:
            device.app.play(ADD, 0, track, gain)
        assert words_of(device.app)["last"] == words
    device.begin(Setup("after_us", ["Ana", "Ben"]))
    for _ in range(100):  # checkpoints on the way
        device.app.play(ADD, 1, 0, 1)
    for _ in range(14):  # a burst
        device.app.play(ADD, 0, 1, 1, join=True)
    assert words_of(device.app)["last"] == "Ana rage +14: 12 counted, the track ends there"


def test_primates_asks_for_the_action_before_the_card(tmp_path: Path) -> None:
    """PR2."""
    _, state = pressed(tmp_path, Setup("primates", ["Dian", "Mary"], [("actions", ["on"])]))
    assert state["due"][-2].startswith("the action: ")
    assert state["due"][-1] == "draw and resolve the environment card"
