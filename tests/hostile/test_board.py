"""A board that lies: to every command one line, the right exit code, in bounded time and memory."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from host.commands.log import _copy_damaged
from host.commands.monitor import MOST_TALK
from host.link.cable import LONGEST_LINE, MOST
from host.link.data import ReadFiles
from host.link.from_board import MOST_BYTES, file_name
from host.page.view import table
from tests.kit.host.command import Done, troop
from tests.kit.hostile.board import Board, built, game, plain
from tests.kit.hostile.fuzz import COMMANDS, ESCAPES, soak
from tests.kit.hostile.patience import short

SCRIPT = "game after_us\nseats Ana Ben\nAna +3\n"
EVIL = ESCAPES.decode("utf-8", "replace")


@pytest.fixture(autouse=True)
def quick() -> Iterator[None]:
    with short():
        yield


@pytest.fixture
def board() -> Iterator[Board]:
    with Board() as board:
        yield board


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "x.troop").write_text(SCRIPT)
    return tmp_path


def run(name: str, board: Board, folder: Path, *more: str) -> Done:
    """`troop NAME` with a board; however it ends, it ends as it should."""
    words = {
        "log": ["--out", str(folder / "out")],
        "monitor": ["--once"],
        "selftest": ["--no-guide", "--only", "wire", "--only", "after_us_ends_by_phase"],
        "flash": ["--yes"],
        "replay": [str(folder / "x.troop")],
    }.get(name, [])
    ended = troop(name, *words, *more, "--port", board.port)
    assert ended.wrong() == "", (name, ended)
    return ended


def said_state(**changes: Any) -> bytes:
    return json.dumps({**json.loads(game()[1]), **changes}).encode() + b"\r\n"


@pytest.mark.parametrize("name", COMMANDS)
def test_with_a_board_that_is_well_each_command_ends_well(name: str, board: Board, folder: Path) -> None:
    ended = run(name, board, folder)
    assert ended.returncode == (1 if name == "selftest" else 0), ended
    if name == "selftest":  # which finds that the board's games end otherwise than here
        assert "2 tests passed" in ended.stdout


def test_a_board_that_lacks_a_file_gets_it(board: Board, folder: Path) -> None:
    board.missing = "lib/engine_core/scripts/log.mpy"
    assert "Done." in run("flash", board, folder).stdout


# -- text ------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("faulty", [False, True])
def test_no_escape_sequence_of_a_board_reaches_the_terminal(
    name: str, faulty: bool, board: Board, folder: Path
) -> None:
    board.identity += EVIL.replace("\r", "").replace("\x04", "")
    board.facts = {"python": f"micro{EVIL}python 1.26.1", "machine": EVIL, "version": EVIL}
    board.state = EVIL.encode() + b"\r\n" + said_state(message=EVIL, seats=[EVIL, "Ben"], outcome=EVIL)
    board.lines = f"{EVIL}\n"
    board.files |= {"errors.txt": f"boot 40, 3 s: {EVIL}\n".encode(), "settings.json": f'{{"{EVIL}": 1}}'.encode()}
    board.files |= {f"00003{EVIL}.bad": b"x", f"00004{EVIL}.game": b"y", f"{EVIL}.game": b"z"}
    if faulty:
        board.raises = {"test_one": EVIL, "play(": EVIL, "hexdigest": EVIL, 'print("python"': f"x\n{EVIL}"}
    ended = run(name, board, folder)
    assert r"\x1b" in ended.stdout + ended.stderr or name == "flash", ended


# -- shape -----------------------------------------------------------------------------------------
DEEP = "[" * 30_000
STATES = {
    "nothing in it": b"{}\r\n",
    "game and message alone": b'{"game": "after_us", "message": ""}\r\n',
    "no game that is known": said_state(game="chess"),
    "a number for a list": said_state(seats=3),
    "null for a list": said_state(tracks=None),
    "one value too few": said_state(totals=[1]),
    "a colour that is none": said_state(colours=["red", "\x1b[2J"]),
    "a turn of nobody": said_state(turn=9),
    "a phase too many": said_state(phase=4),
    "due what is never due": said_state(due=["x"]),
    "a mode that is none": said_state(mode="x"),
    "half a menu": said_state(menu={"title": "x"}),
    "a menu without colours": said_state(menu={"title": "x", "labels": [], "buttons": [""] * 6, "choice": 0, "page": 0,
                                               "pages": 1, "seats": 3, "colours": []}),
    "nested": f'{{"game": null, "message": {DEEP}\r\n'.encode(),
    "a long number": f'{{"game": null, "message": "", "current_ma": {"9" * 5000}}}\r\n'.encode(),
    "no number": b'{"game": null, "message": "", "current_ma": NaN}\r\n',
    "text for a number": said_state(current_ma="5"),
    "a start in words": said_state(restarts="many"),
}  # fmt: skip


@pytest.mark.parametrize("state", STATES.values(), ids=STATES.keys())
@pytest.mark.parametrize("name", ["monitor", "doctor"])
def test_a_state_that_is_none_is_one_line(name: str, state: bytes, board: Board, folder: Path) -> None:
    board.state = state
    with short(quiet=1):  # some of these never become an answer
        ended = run(name, board, folder)
    assert ended.returncode == 1
    words = "not valid|answer" if name == "monitor" else "not valid|did not"
    assert any(word in ended.stdout + ended.stderr for word in words.split("|")), ended


FACTS = {
    "nothing": {"python": ""},
    "no version": {"python": "micropython"},
    "a version in words": {"python": "micropython one.two"},
    "half the memory": {"memory": "90000"},
    "memory in words": {"memory": "much more"},
    "a long number": {"flash": f"{'9' * 5000} 1"},
    "digits of others": {"mpy": "\u0666"},
    "pins of nobody": {"low": "99"},
    "no reason": {"reason": "-"},
}


@pytest.mark.parametrize("facts", FACTS.values(), ids=FACTS.keys())
def test_facts_that_are_none_are_one_line(facts: dict[str, str], board: Board, folder: Path) -> None:
    board.facts = facts
    ended = run("doctor", board, folder)
    assert ended.returncode == 2
    assert "said something that is no answer" in ended.stderr


FOLDERS = {
    "no name": b"\n",
    "a name that is no hexadecimal": b"tail\n.\n",
    "no base64": b"7461696c\n***\n.\n",
    "base64 cut short": b"7461696c\nAAA\n.\n",
    "cut short": b"7461696c\nAAAA\n",
    "empty lines without an end": b"7461696c\n" + b"\n" * 1000,
    "NUL": b"7461696c\n\x00\n.\n",
    "a file twice": b"7461696c\n.\n7461696c\n.\n",
    "more files than there can be": b"".join(b"%08x\n.\n" % number for number in range(0x20202020, 0x20202020 + 2000)),
    "a name longer than there can be": b"61" * 300 + b"\n.\n",
}


@pytest.mark.parametrize("said", FOLDERS.values(), ids=FOLDERS.keys())
@pytest.mark.parametrize("name", ["log", "doctor"])
def test_a_folder_that_is_none_is_one_line(name: str, said: bytes, board: Board, folder: Path) -> None:
    board.answer = lambda printed, fault: plain(said if b"746169" in printed or b"\n.\n" in printed else printed, fault)
    ended = run(name, board, folder)
    assert ended.returncode == 2
    assert "said something that is no answer" in ended.stderr


def test_names_and_numbers_in_a_folder_that_nobody_would_give(board: Board, folder: Path) -> None:
    evil = (
        "9" * 240 + ".game",
        "1\n2.game",
        "1\x00.bad",
        "\udcff.bad",
        "2/../../x.bad",
        "tail\n",
        "²1.game",
        "1.game.bad",
    )
    board.files |= dict.fromkeys(evil, b"x")
    for name in ("log", "doctor"):
        assert run(name, board, folder).returncode in (1, 2)


# -- limits ----------------------------------------------------------------------------------------
FLOODS = {
    "zeros": (b"\x00" * 65536, LONGEST_LINE),
    "a line without an end": (b"a" * 65536, LONGEST_LINE),
    "lines without an end": (b"temperature 21.5\r\n" * 3000, MOST),
    "empty lines": (b"\n" * 65536, MOST),
    "states that are none": (b'{"game": 1, "message": 2}\r\n' * 2000, MOST),
    "a file without an end": (b"7461696c\n" + b"QUFB" * 15 + b"\n", MOST_BYTES * 3 // 2),
}


@pytest.mark.parametrize("said", FLOODS.values(), ids=FLOODS.keys())
@pytest.mark.parametrize("name", COMMANDS)
def test_who_talks_without_an_end_is_not_listened_to_for_ever(
    name: str, said: tuple[bytes, int], board: Board, folder: Path
) -> None:
    piece, room = said

    def flood(printed: bytes, fault: bytes) -> bytes:
        first = b"7461696c\n" if piece.startswith(b"7461696c") else b""
        return first + piece[len(first) :] * ((2 * room + 4_000_000) // len(piece))

    board.answer = flood
    board.state = piece * (2 * MOST_TALK // len(piece) + 40)
    ended = run(name, board, folder)
    assert ended.returncode in (1, 2)
    assert board.sent < 2 * room + 8_000_000  # what it could still get into buffers on the way; never all of it


def test_an_old_table_and_a_new_one_are_shown(board: Board, folder: Path) -> None:
    """Fields that only other versions have do no harm, and those that old ones lack are not missed."""
    state = json.loads(game()[1])
    for key in ("places", "entered", "reading", "standings", "ignored", "brightness", "restarts"):
        del state[key]
    board.state = json.dumps({**state, "new": {"x": [1]}}).encode() + b"\r\n"
    assert run("monitor", board, folder).returncode == 0


# -- paths -----------------------------------------------------------------------------------------
PATHS = (
    "1/../../../evil.bad", "1/../evil.bad", "1\\..\\evil.bad", "2/x.bad", "3\x00x.bad", "4\nx.bad", "5:x.bad",
    "6\u202ex.bad", f"7{'x' * 240}.bad", "8 x.bad", "9..bad", "9...bad", "10$HOME.bad", "11\udcff.bad", "00012.bad",
    "9\x1b[2J.bad",
)  # fmt: skip


def test_names_from_a_board_are_never_paths(tmp_path: Path) -> None:
    out = tmp_path / "deep" / "out"
    (out / "1").mkdir(parents=True)
    _copy_damaged(ReadFiles({name: name.encode("utf-8", "replace") for name in PATHS}), out)
    written = {path for path in tmp_path.rglob("*") if path.is_file()}
    assert {path.parent for path in written} == {out}
    assert sorted(path.read_bytes() for path in written) == sorted(name.encode("utf-8", "replace") for name in PATHS)
    assert (out / "00012.bad").is_file()


def test_names_that_become_one_do_not_overwrite_each_other(tmp_path: Path) -> None:
    names = ("1 a.bad", "1/a.bad", "1\\a.bad", "1:a.bad", "1\x1ba.bad")
    _copy_damaged(ReadFiles({name: name.encode() for name in names}), tmp_path)
    assert len(list(tmp_path.iterdir())) == len(names)


def test_a_file_that_cannot_be_written_does_not_keep_the_others_back(tmp_path: Path, monkeypatch: Any) -> None:
    from host.errors import UserError
    from host.files import FolderFiles

    def write(self: FolderFiles, name: str, data: bytes, before: Any = FolderFiles.write) -> None:
        if name.startswith("00001"):
            raise OSError(28, "No space left on device")
        before(self, name, data)

    monkeypatch.setattr(FolderFiles, "write", write)
    with pytest.raises(UserError, match="No space left"):
        _copy_damaged(ReadFiles({f"0000{i}.bad": b"x" for i in range(1, 4)}), tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["00002.bad", "00003.bad"]


@pytest.mark.parametrize(
    "name", ["CON", "nul", "Com1", "LPT9.x", "..", ".", "", "a/b", "c:d", ".hidden", "x" * 300, "é"]
)
def test_a_file_name_can_be_written_everywhere(name: str) -> None:
    plain_name = file_name(name, ".bad")
    stem = plain_name.removesuffix(".bad")
    assert plain_name.endswith(".bad")
    assert 0 < len(plain_name) < 100
    assert not set(plain_name) & set('/\\:*?"<>|\x00')
    assert not plain_name.startswith(".")
    assert stem.split(".")[0].lower() not in ("con", "nul", "com1", "lpt9")


# -- at random -------------------------------------------------------------------------------------
@pytest.mark.timeout(600)
def test_answers_at_random_end_in_one_line(tmp_path: Path) -> None:
    tally = soak(200, tmp_path)
    assert tally.good(), tally.faults
    assert all(tally.codes), tally.codes


def test_a_state_that_comes_through_can_be_shown() -> None:
    import random

    from host.link.table_state import read_state
    from tests.kit.hostile.fuzz import odd_state

    shown = 0
    for seed in range(3000):
        try:
            state = read_state(odd_state(random.Random(seed)))
        except ValueError:
            continue
        if state is not None:
            table(state)
            shown += 1
    assert shown > 100


def test_the_board_of_these_tests_has_all_our_files() -> None:
    assert {"main.py", "board.json", "lib/engine_core/words.mpy"} <= set(built())
