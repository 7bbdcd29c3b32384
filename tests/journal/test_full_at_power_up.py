"""Flash is full when the device starts: nothing that was acknowledged is lost, whatever begins then."""

from binascii import crc32

from tests.kit.journal.evening import kept_states, power_up, state_of
from tests.kit.journal.full import DAN, Board, all_is_stored


def test_full_at_power_up_removes_no_game_that_may_be_in_play() -> None:
    """A game of a newer version is put away with its newest moves: that may need room."""
    board = Board()
    board.play(60)
    board.pass_ms(4000)
    board.play(12)
    newer = bytearray(board.files.read("00001.playing"))
    newer[5] = 99  # the version in the header
    tail = board.files.read("tail")
    newer[12:16] = crc32(newer[:12]).to_bytes(4, "little")
    board.files.write("00001.playing", newer)
    board.fill()
    device = power_up(board.files)
    assert device.table is None
    assert "newer version" in device.said[0]
    assert board.files.read("00001.playing") == newer
    board.journal, board.said = device.journal, device.said
    board.begin(DAN)
    assert "it is full" in board.journal.trouble
    board.play(20)
    board.make_room()
    all_is_stored(board)
    assert board.files.read("00001.game") == newer + tail


def test_sound_part_of_a_damaged_tail_waits_for_room_when_a_game_begins() -> None:
    """It is to be added to its game's file at power-up, which is full, and then the next game begins."""
    board = Board()
    board.play(60)
    board.pass_ms(4000)
    board.play(11)
    before = state_of(board.table)
    board.play(1)
    tail = bytearray(board.files.read("tail"))
    tail[-1] ^= 1
    board.files.write("tail", tail)
    board.fill()
    device = power_up(board.files)
    assert state_of(device.table) == before
    board.journal, board.said = device.journal, device.said
    board.begin(DAN)
    board.play(20)
    board.make_room()
    all_is_stored(board)
    assert before in kept_states(board.files, board.journal)
