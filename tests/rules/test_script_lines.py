"""Scripts line by line: every form is read and written back, and what cannot be is said in one sentence."""

import io
import sys
from pathlib import Path

import pytest

from engine_core.errors import TextError
from engine_core.games.base import DUE
from engine_core.moves import ADD, NEXT, NO_SEAT
from engine_core.scripts.expect import CODES
from engine_core.scripts.log import write_log
from engine_core.scripts.replay import Failed, Report, replay, replay_file, replay_files
from engine_core.scripts.script import LONGEST_LINE, MOST_LINES, read_lines, read_move, write_move
from engine_core.snapshots import Snapshots
from tests.kit.rules.scripted import holds, play, sit

CITY = "A A B B\n A B B C\nD D C C\ngrey A\nblack B C\nwhite D\n"
AFTER_US = "game after_us\nseats Ana Ben Cho\n"
PRIMATES = "game primates\nseats Ana Ben\n"
APE_TOWN = "game ape_town\nseats Ana Ben\nset map city.map\n"


def run(text: str) -> Report:
    """Play a script whose map, if it names one, is CITY."""
    return replay(text.split("\n"), lambda name: {"city.map": CITY}[name], "test")


FORMS = {
    "after_us": (
        "Ana +3",
        "Ben -1",
        "Cho rage +12",
        "Ana rage -1",
        "Ana cards +1",
        "Ana energy +999",
        "Ana flowers -9",
        "Ana remove ape",
        "Ana remove tamarin",
        "Ana remove tamarin flowers",
        "Ana remove tamarin energy",
        "Ana object phone 1",
        "Ana object moped 2",
        "Ana object computer",
        "Ana disc mandrill",
        "Ana copy Ben",
        "Ana copy Cho fruits",
        "Ana attract gorilla 1",
        "Ana attract chimpanzee 2 grains",
        "Ana attract mandrill 1 flowers",
        "shortage",
        "next",
        "over",
        "confirm",
    ),
    "primates": (
        "Ana +1",
        "Ana -2",
        "action group",
        "action rest",
        "environment",
        "next",
        "Ana final extant 0",
        "Ben final conditional 999",
        "Cho final food 7",
        "confirm",
        "over",
    ),
    "ape_town": (
        "Ana +6",
        "Ben money +1",
        "Ben money -1",
        "place A1 tarsier",
        "place C3 depot",
        "claim grey",
        "claim black 3",
        "claim white 0 5",
        "claim white 9 12",
        "next",
        "Ana final money 24",
        "confirm",
        "over",
    ),
}


@pytest.mark.parametrize(("game", "line"), [(game, line) for game, lines in FORMS.items() for line in lines])
def test_every_form_of_a_line_is_written_as_it_was_read(game: str, line: str) -> None:
    table = sit(game, 3, *(["resources on"] if game == "after_us" else []), map_text=CITY)
    kind, seat, a, b = read_move(line.split(), table.game)
    assert write_move(kind, seat, a, b, table.game) == line


@pytest.mark.parametrize(
    ("start", "known"),
    [
        (AFTER_US, "+N, -N, score, rage, cards, remove, object, disc, copy, attract."),
        (PRIMATES, "+N, -N, hearts, final."),
        (APE_TOWN, "+N, -N, score, money, final."),
    ],
    ids=["after_us", "primates", "ape_town"],
)
def test_what_may_follow_a_seat_is_said_game_by_game(start: str, known: str) -> None:
    with pytest.raises(TextError) as caught:
        run(start + "Ana fly")
    assert caught.value.message == "After a seat 'fly' means nothing here; there are " + known


def test_the_main_track_may_be_named() -> None:
    for game, track in (("after_us", "score"), ("primates", "hearts"), ("ape_town", "score")):
        table = sit(game, 2, map_text=CITY)
        assert read_move(["Ana", track, "+3"], table.game) == (ADD, 0, 0, 3)


def test_by_region_a_place_is_a_region() -> None:
    table = sit("ape_town", 2, "entry region", map_text=CITY)
    play(table, "place D tarsier")
    assert list(write_log(table.setup, table))[-1] == "place D tarsier"


def test_a_comment_blank_lines_and_windows_line_ends() -> None:
    text = "# an evening\r\ngame after_us # us\r\n\r\nseats Ana Ben\r\n  Ana   +3# three\r\nexpect score Ana=3\r\n"
    assert run(text).table.game.total(0) == 3


def test_utf8_with_and_without_its_mark(tmp_path: Path) -> None:
    path = tmp_path / "zoe.troop"
    for mark in (b"", b"\xef\xbb\xbf"):
        path.write_bytes(mark + "game after_us\nseats Zoë\nZoë +3\n".encode())
        assert replay_file(str(path)).table.game.total(0) == 3


def test_a_burst_is_one_line_of_the_log() -> None:
    table = sit()
    for _ in range(3):
        table.play(ADD, 0, 0, 1, join=True)
    table.play(ADD, 0, 1, 1, join=True)
    table.play(NEXT, NO_SEAT)
    assert list(write_log(table.setup, table))[2:] == ["Ana +3", "Ana rage +1", "next"]


def test_what_was_undone_is_not_in_the_log() -> None:
    table = sit()
    play(table, "Ana +1", "Ben +2", "undo", "Cho +3", "undo")
    assert list(write_log(table.setup, table)) == ["game after_us", "seats Ana Ben Cho", "Ana +1"]


def test_a_report_shows_standings_moves_and_digest() -> None:
    report = run(AFTER_US + "Ana +3\nnext\n")
    assert report.text() == (
        "1. Ana             3  hand 3\n"
        "2. Ben             0\n"
        "2. Cho             0\n"
        "Not over: round 1, phase 2.\n"
        f"2 moves, digest {report.table.digest():08x}\n"
    )


HOLDS = [
    AFTER_US + "Ana +3\nexpect score Ana=3 Ben=0\nexpect phase 1\nexpect round 1\nexpect over no\nexpect due nothing",
    AFTER_US + "Ana -3\nexpect refused value",
    AFTER_US + "Zoe +3\nexpect refused unknown",
    AFTER_US + "Ana +x\nexpect refused value\nAna +1000\nexpect refused value\nAna 3\nexpect refused value",
    AFTER_US + "undo\n\n# nothing yet\nexpect refused nothing",
    AFTER_US + "undo x\nexpect refused value",
    AFTER_US + "reminder 3\nexpect refused unknown",
    AFTER_US + "environment\nexpect refused unknown\nconfirm\nexpect refused unknown",
    AFTER_US + "Ana object computer\nAna -2\nexpect source Ana hand=-2 object=5",
    AFTER_US + "Ana +80\nCho rage +4\nexpect due last_rage",
    AFTER_US + "shortage\nexpect refused phase\nnext\nshortage\nexpect due shortage",
    AFTER_US + "Ana +80\nBen +80\nnext\nexpect winners Ben Ana\nexpect over yes",
    AFTER_US + "over\nexpect winners none\nexpect over yes",
    PRIMATES + "expect turn Ana\nexpect reminder 10\nenvironment\nnext\nreminder 10\nexpect missing 1\nreminder 9\n"
    "expect missing -1",
    PRIMATES + "reminder 11\nexpect refused value",
    PRIMATES + "Ana +2\nexpect hearts Ana=2\nexpect due environment",
    APE_TOWN
    + "expect complete none\nplace A1 depot\nplace A2 depot\nplace A3 lemur\nexpect complete A\nexpect turn Ben",
    APE_TOWN + "place Z9 depot\nexpect refused unknown\nplace A1 banana\nexpect refused unknown",
    APE_TOWN + "expect money Ana=6 Ben=6",
]


@pytest.mark.parametrize("text", HOLDS, ids=lambda text: " / ".join(text.split("\n")[2:])[:60])
def test_what_holds(text: str) -> None:
    run(text)


FAILS = [
    ("expect score Ana=4 Ben=0 Cho=1", "expected score Ana=4 Cho=1, found Ana=3 Cho=0"),
    ("expect rage Ana=1", "expected rage Ana=1, found Ana=0"),
    ("expect source Ana hand=1 object=0", "expected source Ana hand=1, found hand=3"),
    ("expect source Ana object=2 hand=1", "expected source Ana object=2 hand=1, found object=0 hand=3"),
    ("expect phase 2", "expected phase 2, found 1"),
    ("expect round 2", "expected round 2, found 1"),
    ("expect turn Ana", "expected turn Ana, found none"),
    ("expect reminder 5", "expected reminder 5, found 0"),
    ("expect missing 5", "expected missing 5, found 0"),
    ("expect due last_rage", "expected due last_rage, found nothing"),
    ("expect complete A", "expected complete A, found none"),
    ("expect over yes", "expected over yes, found no"),
    ("expect winners Ana", "expected winners Ana, but the game is not decided yet"),
    ("expect refused phase", "expected refused phase, but the line before was accepted"),
    ("Ana remove ape\nexpect refused phase", "expected refused phase, found rage: Ana has 0 rage; a card costs 4."),
    ("Ana remove ape\nexpect refused rage\nexpect refused rage", "expected refused rage, but the line before was"),
    ("Ana +1000", "refused value"),
    ("undo 5", "refused nothing: Only 1 of the steps can be taken back."),
    ("over\nexpect winners Ana", "expected winners Ana, found none"),
    ("next\nshortage\nexpect due nothing", "expected due nothing, found shortage"),
]


@pytest.mark.parametrize(("lines", "reason"), FAILS, ids=[lines for lines, _ in FAILS])
def test_what_does_not_hold(lines: str, reason: str) -> None:
    with pytest.raises(Failed) as caught:
        run(AFTER_US + "Ana +3\n" + lines)
    assert caught.value.reason.startswith(reason)
    assert caught.value.line == 4 + lines.count("\n")


@pytest.mark.parametrize("after", ["", "\n", "\n\n# and then\nAna +1", "\nexpect score Ana=3", "\nundo"])
def test_a_refusal_that_is_not_expected_fails_at_its_own_line(after: str) -> None:
    with pytest.raises(Failed) as caught:
        run(AFTER_US + "Ana +3\nAna remove ape" + after)
    assert (caught.value.line, caught.value.reason) == (4, "refused rage: Ana has 0 rage; a card costs 4.")


UNREADABLE = [
    ("", "The game is missing: begin with a line such as 'game after_us'.", 1),
    ("Ana +3", "The game is missing", 1),
    ("Ana\xa0+3", "The game is missing", 1),
    ("game after_us\nAna +3", "The seats are missing", 2),
    ("game chess\nseats Ana\n\nAna +3", "There is no game 'chess': it is one of", 1),
    ("game primates\nseats Ana\nnext", "primates is for 2 to 4 seats, not 1", 2),
    (AFTER_US + "set colour red\nAna +3", "after_us has no option 'colour'; it has objects,", 3),
    (AFTER_US + "Ana +3\nset resources on", "'set' belongs before the first move", 4),
    (AFTER_US + "Zoe +3", "There is no seat and no move 'Zoe' here; the seats are Ana, Ben, Cho.", 3),
    (AFTER_US + "Zoe +3\nAna +1", "There is no seat and no move 'Zoe' here", 3),
    (AFTER_US + "Ana fly", "After a seat 'fly' means nothing here; there are +N, -N, score, rage, cards,", 3),
    (AFTER_US + "Ana flowers +1", "After a seat 'flowers' means nothing here", 3),
    (AFTER_US + "Ana final food 3", "After a seat 'final' means nothing here", 3),
    (AFTER_US + "Ana +", "'+' is no number: an amount is written +N or -N", 3),
    (AFTER_US + "Ana +3 +4", "The line must end with one amount", 3),
    (AFTER_US + "Ana rage", "The line must end with one amount", 3),
    (AFTER_US + "Ana", "After a seat comes what it gets or does", 3),
    (AFTER_US + "Ana attract gorilla", "The line should read 'SEAT attract TYPE LEVEL [FOOD]'.", 3),
    (AFTER_US + "Ana attract gorilla one", "'one' is no number: LEVEL is a whole number from 1 to 2.", 3),
    (AFTER_US + "Ana remove", "The line should read 'SEAT remove CARD [RESOURCE]'.", 3),
    (AFTER_US + "Ana copy", "The line should read 'SEAT copy SEAT [RESOURCE]'.", 3),
    (AFTER_US + "Ana remove bonobo", "There is no CARD 'bonobo': it is one of ape, tamarin.", 3),
    (AFTER_US + "next phase", "'next' stands alone", 3),
    (AFTER_US + "undo 1 2", "'undo' takes one number", 3),
    (AFTER_US + "redo two", "'two' is no number", 3),
    (AFTER_US + "reminder", "'reminder' takes one number", 3),
    (AFTER_US + "reminder 3", "after_us has no reminder cards", 3),
    (AFTER_US + "environment", "There is no seat and no move 'environment' here", 3),
    (AFTER_US + "expect", "'expect' means nothing here; after expect comes one of score, rage", 3),
    (AFTER_US + "expect luck Ana=3", "'expect luck' means nothing here", 3),
    (AFTER_US + "expect score", "'expect score' needs seats and numbers", 3),
    (AFTER_US + "expect score Ana", "'Ana' should be a name and a number", 3),
    (AFTER_US + "expect score Ana=", "'' should be a whole number", 3),
    (AFTER_US + "expect score Zoe=3", "There is no seat 'Zoe'; there are Ana, Ben, Cho.", 3),
    (AFTER_US + "expect source Ana", "'expect source Ana' needs sources and numbers", 3),
    (AFTER_US + "expect source Ana luck=1", "There is no source 'luck'; there are hand, object, disc, removal", 3),
    (AFTER_US + "expect phase", "'expect phase' needs what is expected", 3),
    (AFTER_US + "expect phase 1 2", "'expect phase' takes one number", 3),
    (AFTER_US + "expect phase one", "'one' should be a whole number", 3),
    (AFTER_US + "expect due rain", "'rain' is never due", 3),
    (AFTER_US + "expect over maybe", "'expect over' takes yes or no", 3),
    (AFTER_US + "expect turn Zoe", "There is no seat 'Zoe'", 3),
    (AFTER_US + "expect winners Zoe", "There is no seat 'Zoe'", 3),
    (AFTER_US + "Ana -1\nexpect refused because", "'expect refused' takes one of over, unknown", 4),
    (APE_TOWN.replace("city", "no") + "next", "The map 'no.map' cannot be opened: it is looked for beside", 3),
    ("game ape_town\nseats Ana Ben\nnext", "Ape Town needs its city", 3),
]


@pytest.mark.parametrize(("text", "message", "line"), UNREADABLE, ids=[text for text, _, _ in UNREADABLE])
def test_what_cannot_be_read(text: str, message: str, line: int) -> None:
    def read_map(name: str) -> str:
        raise OSError(2)

    with pytest.raises(TextError) as caught:
        replay(text.split("\n"), read_map)
    assert caught.value.message.startswith(message)
    assert caught.value.line == line
    assert "\n" not in caught.value.message


def test_every_code_and_everything_due_can_be_expected() -> None:
    for code in CODES:
        with pytest.raises(Failed, match="but the line before was accepted"):
            run(AFTER_US + "Ana +1\nexpect refused " + code)
    for name in DUE:
        with pytest.raises(Failed, match="found nothing"):
            run(AFTER_US + "expect due " + name)


BYTES = [
    (b"game after_us\nseats Ana\nAna +3\n\xff\xfe\n", 4, "not UTF-8"),
    ("game after_us\nseats Zoë\n".encode("latin-1"), 2, "not UTF-8"),
    ("game after_us\nseats Ana\n".encode("utf-16"), 1, "not UTF-8"),
    ("game after_us\nseats Zoë".encode()[:-1], 2, "not UTF-8"),
    (b"game after_us\nseats Ana\nAna +3\nAna ra", 4, "'ra' means nothing here"),
    (b"game after_us\nseats Ana\nAna +", 3, "is no number"),
    (b"game after_us\nseats Ana\n" + b"x" * 5_000_000, 3, "longer than"),
    (b"game after_us\nseats Ana\n" + b"#\n" * 2_000_000, MOST_LINES + 1, "at most"),
    (b"game after_us\nseats Ana\n" + b"next\n" * 1_000_000, 8195, "The log of this table is full"),
    (b"\x00" * 100, 1, "control character U+0000"),
]


@pytest.mark.parametrize(("data", "line", "message"), BYTES, ids=[message for _, _, message in BYTES])
def test_bytes_that_are_no_script(tmp_path: Path, data: bytes, line: int, message: str) -> None:
    path = tmp_path / "x.troop"
    path.write_bytes(data)
    said: list[str] = []
    code = replay_files([str(path)], said.append)
    assert code == (1 if "full" in message else 2)
    assert len(said) == 1
    assert said[0].startswith(f"{path}:{line}: ")
    assert message in said[0]


def test_lines_are_read_one_at_a_time() -> None:
    class Endless(io.RawIOBase):
        def readable(self) -> bool:
            return True

        def readline(self, size: int | None = -1, /) -> bytes:
            assert size == LONGEST_LINE + 1
            return b"Ana +1\n"

    lines = read_lines(Endless())  # type: ignore[arg-type]
    assert [next(lines) for _ in range(3)] == ["Ana +1\n"] * 3


def test_files_are_played_until_one_fails(tmp_path: Path) -> None:
    good, bad, unreadable = tmp_path / "good.troop", tmp_path / "bad.troop", tmp_path / "unreadable.troop"
    good.write_text(AFTER_US + "Ana +3\n")
    bad.write_text(AFTER_US + "Ana +3\nexpect score Ana=4\n")
    unreadable.write_text(AFTER_US + "Zoe +3\n")
    said: list[str] = []
    assert replay_files([str(good), str(good)], said.append) == 0
    assert [line.split("\n")[0] for line in said] == [str(good), str(good)]
    said.clear()
    assert replay_files([str(good), str(bad), str(good)], said.append) == 1
    assert said[1:] == [f"{bad}:4: expected score Ana=4, found Ana=3"]
    assert replay_files([str(unreadable)], said.append) == 2
    assert replay_files([str(tmp_path / "none.troop")], said.append) == 2
    assert said[-1] == f"{tmp_path / 'none.troop'}: there is no such file, or it cannot be opened."
    assert replay_files([str(tmp_path)], said.append) == 2  # a folder


def test_a_map_lies_beside_the_script(tmp_path: Path) -> None:
    (tmp_path / "city.map").write_text(CITY)
    path = tmp_path / "x.troop"
    path.write_text(APE_TOWN + "place A1 depot\n")
    table = replay_file(str(path)).table
    assert table.setup.map_text == CITY
    holds(table, "turn Ben")
    path.write_text(APE_TOWN.replace("city.map", str(tmp_path / "city.map")) + "place A1 depot\n")
    replay_file(str(path))
    (tmp_path / "city.map").write_bytes(b"A A\xff\n")
    said: list[str] = []
    assert replay_files([str(path)], said.append) == 2
    assert "line 1: This line is not UTF-8 text" in said[0]


@pytest.mark.skipif(sys.platform == "win32", reason="there a name with a colon is no file of this folder")
def test_a_map_with_a_drive_is_not_looked_for_beside_the_script(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "scripts"
    folder.mkdir()
    (folder / "x.troop").write_text(APE_TOWN.replace("city.map", "c:city.map") + "place A1 depot\n")
    (tmp_path / "c:city.map").write_text(CITY)
    monkeypatch.chdir(tmp_path)
    assert replay_file(str(folder / "x.troop")).table.setup.map_text == CITY


def test_a_script_for_which_the_memory_ends_is_said_to_be_too_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever the memory ends: also where the table refuses a move because of it, as it does on a board."""

    real = Snapshots.keep

    def keep(states: Snapshots, number: int) -> None:
        if number:
            raise MemoryError
        real(states, number)

    script = tmp_path / "long.troop"
    script.write_text(AFTER_US + "Ana +1\n" * 40)
    said: list[str] = []
    assert replay_files([str(script)], said.append) == 0
    monkeypatch.setattr(Snapshots, "keep", keep)
    assert replay_files([str(script)], said.append) == 1
    assert said[1:] == [f"{script}: this script is too long for the memory here: play it on CPython."]
