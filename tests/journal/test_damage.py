"""Damaged files end in the longest provably good prefix, a message, the file kept aside, and a device that plays on."""

import random

import pytest

from engine_core.moves import OBJECT
from engine_core.storage.record import SIZE, pack_record, seal
from engine_core.storage.record_reading import HEADER, header_size, pack_header, sequence_of
from tests.kit.journal.evening import NO_GAME, power_up, state_of
from tests.kit.journal.stored import PLAYING, Stored, found, plays_on
from tests.kit.shared.memory import MemoryFiles

RECORDS = 60
ROLLED = 45  # records in the game's file; the other 15 are in the tail


@pytest.fixture
def stored() -> Stored:
    return Stored(RECORDS, ROLLED)


def kept_aside(files: MemoryFiles) -> list[bytes]:
    return [content for name, content in files.files.items() if name.endswith(".bad")]


def check(stored: Stored, record: int, damaged: "list[bytes]") -> None:
    """Power-up finds the state after `record`, says so, has kept each damaged content aside, and plays on."""
    said: list[str] = []
    expected = stored.states[record]
    assert found(stored.files, said.append) == expected
    assert len(said) == len(damaged)
    for line, content in zip(said, damaged, strict=True):
        assert content in kept_aside(stored.files), line
        assert "kept as" in line
        assert f"after move {expected.count} " in line
    assert found(stored.files, said.append) == expected, "the second start finds the same"
    assert len(said) == len(damaged), "and says nothing any more"
    plays_on(stored.files)


def test_sound_files_come_back_whole_and_in_silence(stored: Stored) -> None:
    check(stored, RECORDS, [])


def test_starting_many_times_changes_nothing(stored: Stored) -> None:
    before = dict(stored.files.files)
    for _ in range(3):
        assert found(stored.files) == stored.states[RECORDS]
    assert stored.files.files == before


@pytest.mark.parametrize("left", range(SIZE))
@pytest.mark.parametrize("record", [0, 1, 20, ROLLED - 1])
def test_file_that_is_cut_off(stored: Stored, record: int, left: int) -> None:
    """Cut in the middle of a record, or (left = 0) between two: then only the tail does not fit any more."""
    stored.file = stored.file[: stored.end_of(record) + left]
    check(stored, record, [stored.file, stored.tail] if left else [stored.tail])


@pytest.mark.parametrize("left", range(SIZE))
def test_file_whose_end_is_torn_but_still_in_the_tail(left: int) -> None:
    """The write into the file was cut off: its records are all in the tail."""
    stored = Stored(RECORDS, ROLLED)
    tail = stored.tail
    stored.journal.game.append_tail()
    stored.tail = tail
    stored.file = stored.file[: stored.end_of(ROLLED + 7) + left]
    check(stored, RECORDS, [stored.file] if left else [])


@pytest.mark.parametrize("cut", range(0, 15 * SIZE, 5))
def test_tail_that_is_cut_off(stored: Stored, cut: int) -> None:
    stored.tail = stored.tail[:cut]
    check(stored, ROLLED + cut // SIZE, [stored.tail] if cut % SIZE else [])


@pytest.mark.parametrize("seed", range(60))
def test_bit_that_flips_in_the_file(stored: Stored, seed: int) -> None:
    rng = random.Random(seed)
    place = rng.randrange(stored.header_size(), len(stored.file))
    data = bytearray(stored.file)
    data[place] ^= 1 << rng.randrange(8)
    stored.file = bytes(data)
    check(stored, (place - stored.header_size()) // SIZE, [stored.file, stored.tail])


@pytest.mark.parametrize("seed", range(30))
def test_bit_that_flips_in_the_tail(stored: Stored, seed: int) -> None:
    rng = random.Random(seed)
    data = bytearray(stored.tail)
    place = rng.randrange(len(data))
    data[place] ^= 1 << rng.randrange(8)
    stored.tail = bytes(data)
    check(stored, ROLLED + place // SIZE, [stored.tail])


def test_first_fault_of_the_tail_is_the_one_that_is_said(stored: Stored) -> None:
    data = bytearray(stored.tail)
    data[2 * SIZE + 5] ^= 1
    stored.tail = bytes(data) + stored.tail[:SIZE]
    said: list[str] = []
    assert found(stored.files, said.append) == stored.states[ROLLED + 2]
    assert len(said) == 1
    assert "checksum wrong" in said[0]


@pytest.mark.parametrize("place", range(0, 60, 7))
def test_header_that_is_damaged_leaves_no_game(stored: Stored, place: int) -> None:
    data = bytearray(stored.file)
    data[place % stored.header_size()] ^= 0x10
    stored.file = bytes(data)
    said: list[str] = []
    assert found(stored.files, said.append) == NO_GAME
    assert "its header is damaged" in said[0]
    assert stored.files.files["00001.bad"] == bytes(data) + stored.tail, "the next game overwrites the tail"
    plays_on(stored.files)


@pytest.mark.parametrize(
    "content",
    [b"", b"\0", b"\0" * 5000, b"\xff" * 5000, b"\x89PNG\r\n\x1a\n" + b"junk" * 400, "game after_us\nseats ä".encode()],
    ids=["empty", "zero", "zeros", "erased", "picture", "text"],
)
def test_foreign_content_in_place_of_the_game(stored: Stored, content: bytes) -> None:
    stored.file = content
    said: list[str] = []
    assert found(stored.files, said.append) == NO_GAME
    assert said
    assert content + stored.tail in kept_aside(stored.files), "the next game overwrites the tail"
    plays_on(stored.files)


@pytest.mark.parametrize(
    "content", [b"\0", b"\0" * 5000, b"\xff" * 300, b"hello, this is a text"], ids=["zero", "zeros", "erased", "text"]
)
def test_foreign_content_in_place_of_the_tail(stored: Stored, content: bytes) -> None:
    stored.tail = content
    check(stored, ROLLED, [content])


def test_empty_tail(stored: Stored) -> None:
    stored.tail = b""
    check(stored, ROLLED, [])


def test_missing_tail(stored: Stored) -> None:
    del stored.files.files["tail"]
    check(stored, ROLLED, [])


def test_records_of_another_game_in_the_file(stored: Stored) -> None:
    other = Stored(10, 10, seed=2)
    other.journal.begin(other.table)  # the same moves as game 2
    second = other.files.files["00002.playing"]
    stored.file = stored.file[: stored.end_of(20)] + second[header_size(second) :]
    check(stored, 20, [stored.file, stored.tail])


def test_tail_of_a_game_that_is_not_here(stored: Stored) -> None:
    other = Stored(30, 0, seed=2)
    foreign = bytearray(other.tail)
    for start in range(0, len(foreign), SIZE):
        seal(foreign, start, sequence_of(foreign, start), 77)
    stored.tail = bytes(foreign)
    check(stored, ROLLED, [stored.tail])


def test_tail_that_the_game_before_has_left_is_no_damage(stored: Stored) -> None:
    """A power cut between the new game's file and its first move."""
    left = stored.tail
    stored.journal.begin(stored.table)
    stored.tail = left
    assert found(stored.files, pytest.fail) == stored.states[RECORDS]
    plays_on(stored.files)


@pytest.mark.parametrize("first", [1, 10, ROLLED])
def test_duplicated_records_are_passed_over(stored: Stored, first: int) -> None:
    stored.file += stored.file[stored.end_of(first - 1) :]
    check(stored, RECORDS, [])


def test_duplicated_tail(stored: Stored) -> None:
    stored.tail += stored.tail
    check(stored, RECORDS, [])


def test_whole_file_twice_in_one(stored: Stored) -> None:
    stored.file += stored.file
    check(stored, RECORDS, [stored.file])


def test_records_in_the_wrong_order(stored: Stored) -> None:
    a, b, c = stored.end_of(10), stored.end_of(11), stored.end_of(12)
    stored.file = stored.file[:a] + stored.file[b:c] + stored.file[a:b] + stored.file[c:]
    check(stored, 10, [stored.file, stored.tail])


def test_zeros_after_the_last_record(stored: Stored) -> None:
    """What some file systems leave after a crash. The tail goes on all the same."""
    stored.file += b"\0" * 100
    check(stored, RECORDS, [stored.file])


def test_several_places_damaged_at_once(stored: Stored) -> None:
    file, tail = bytearray(stored.file), bytearray(stored.tail)
    for record in (13, 25, 40):
        file[stored.end_of(record) + 5] ^= 1
    tail[20] ^= 1
    stored.file, stored.tail = bytes(file), bytes(tail)
    check(stored, 13, [stored.file, stored.tail])


# -- two stories -------------------------------------------------------------------------------------


def two_files(short: int, long: int) -> "tuple[Stored, bytes, bytes]":
    """Storage with two files of game 1, of so many records each; the tail fits to neither."""
    stored = Stored(long, long)
    longer = stored.file
    shorter = longer[: stored.end_of(short)]
    return stored, shorter, longer


@pytest.mark.parametrize("names", [(PLAYING, "00001-2.playing"), ("00001-2.playing", PLAYING), (PLAYING, "1.playing")])
def test_two_journals_with_equal_numbers_the_longer_valid_one_goes_on(names: "tuple[str, str]") -> None:
    stored, shorter, longer = two_files(30, 50)
    stored.files.files = {names[0]: shorter, names[1]: longer}
    said: list[str] = []
    assert found(stored.files, said.append) == stored.states[50]
    assert len(said) == 1
    assert "a longer file of the same game" in said[0]
    assert kept_aside(stored.files) == [shorter]
    plays_on(stored.files)


def test_the_longer_one_counts_by_what_is_valid() -> None:
    stored, shorter, longer = two_files(30, 50)
    damaged = bytearray(longer)
    damaged[stored.end_of(20) + 3] ^= 8
    stored.files.files = {PLAYING: shorter, "00001-2.playing": bytes(damaged)}
    assert found(stored.files) == stored.states[30]
    assert kept_aside(stored.files) == [bytes(damaged)]


def test_tail_with_another_story_that_is_longer_goes_on_from_where_it_differs() -> None:
    """An old copy of the file was played on, then the newer tail came back."""
    stored, other = Stored(60, 45, seed=1), Stored(60, 50, seed=2)
    tail = stored.tail  # records 46 to 60
    stored.file = stored.file + other.file[other.end_of(45) : other.end_of(50)]  # 46 to 50, another story
    damaged = stored.file
    stored.tail = tail
    check(stored, 60, [damaged])


def test_tail_with_another_story_that_is_shorter_is_kept_aside() -> None:
    stored, other = Stored(60, 60, seed=1), Stored(60, 45, seed=2)
    stored.tail = other.tail[: 5 * SIZE]
    check(stored, 60, [stored.tail])


# -- what is sound but cannot be played ----------------------------------------------------------------


def test_game_of_a_newer_format_is_kept_untouched(stored: Stored) -> None:
    head = bytearray(SIZE)
    pack_record(head, 0, 1, 1, HEADER, 2, 0, 0, 0)
    newer = bytes(head) + b"whatever comes then"
    stored.file = newer
    said: list[str] = []
    assert found(stored.files, said.append) == NO_GAME
    assert "newer version" in said[0]
    assert stored.files.files["00001.game"] == newer + stored.tail, "the next game overwrites the tail"
    plays_on(stored.files)


def test_tail_of_another_game_is_not_added_to_one_that_cannot_be_played(stored: Stored) -> None:
    stored.file = damaged = b"no header"
    stored.files.rename(PLAYING, "00002.playing")
    assert found(stored.files) == NO_GAME
    assert stored.files.files["00002.bad"] == damaged


@pytest.mark.parametrize("text", ["", "game chess\nseats Ana\n", "game after_us\nseats Ana Ana\n", "\0\0\0", "hello\n"])
def test_set_up_that_cannot_be(stored: Stored, text: str) -> None:
    stored.file = pack_header(1, text, "")
    said: list[str] = []
    assert found(stored.files, said.append) == NO_GAME
    assert "kept as" in said[0]
    plays_on(stored.files)


def test_move_that_the_rules_refuse_now_ends_the_game_before_it(stored: Stored) -> None:
    """Stored by a firmware that knew the rules differently."""
    strange = bytearray(SIZE)
    pack_record(strange, 0, ROLLED + 1, 1, OBJECT, 200, 99, 99, 0)
    stored.file += bytes(strange)
    stored.tail = b""
    said: list[str] = []
    assert found(stored.files, said.append) == stored.states[ROLLED]
    assert "a move is refused" in said[0]
    plays_on(stored.files)


@pytest.mark.parametrize("kind", [0, 29, 30, 31, 32, 239, 240, 255])
def test_sound_record_of_any_kind_never_stops_the_device(stored: Stored, kind: int) -> None:
    strange = bytearray(SIZE)
    pack_record(strange, 0, ROLLED + 1, 1, kind, 255, -32768, 32767, 255)
    stored.file += bytes(strange)
    stored.tail = b""
    assert found(stored.files).count <= stored.states[ROLLED].count
    plays_on(stored.files)


def test_damage_leaves_undo_as_it_was(stored: Stored) -> None:
    stored.file = stored.file[: stored.end_of(30) + 4]
    device = power_up(stored.files)
    assert device.table is not None
    while device.table.can_undo():
        device.table.undo()
    assert state_of(device.table) == stored.states[0]


def test_at_most_three_damaged_files_are_kept(stored: Stored) -> None:
    for _ in range(8):
        name = next(name for name in stored.files.names() if name.endswith(".playing"))
        stored.files.files[name] += b"x"
        assert found(stored.files) == stored.states[RECORDS]
    assert len(kept_aside(stored.files)) == 3
