"""What a page and a terminal say of Ape Town: the cursor, what was paid, regions, clicks and buttons."""

from pathlib import Path

from engine_core.setup import Setup
from host.maps import SAMPLE, map_text
from tests.kit.host.pressed import APE_TOWN, CITY, pressed, wait


def test_ape_town_says_where_the_cursor_is(tmp_path: Path) -> None:
    setup = Setup("ape_town", ["Ana", "Ben"], map_text=map_text(SAMPLE))
    _, state = pressed(tmp_path, setup, "seat5", "seat6", "seat6")
    assert state["due"] == ["NEXT places a mandrill (10 left) on A1, grey"]
    _, state = pressed(tmp_path / "orangutan", setup, "seat5", "seat6", "seat6", "seat6", "seat6")
    assert state["due"] == ["NEXT places an orangutan (12 left) on A1, grey"]


MANDRILL = ["seat5", "seat6", "seat6", "next"]


ORANGUTAN = ["seat5", "seat6", "seat6", "next"]  # the cursor is still on the mandrill


def test_ape_town_says_what_a_completed_region_pays(tmp_path: Path) -> None:
    """AT11."""
    _, state = pressed(tmp_path / "paid", APE_TOWN, *MANDRILL, *ORANGUTAN)
    assert (state["phase"], state["due"]) == (
        "Region A is complete",
        ["its dominance pays Ben 3: NEXT goes on"],
    )
    assert state["buttons"]["next"]["does"][""] == "goes on"
    assert "" not in state["buttons"]["seat1"]["does"]
    _, state = pressed(tmp_path / "two", APE_TOWN, *["seat5", "seat6", "seat6", "seat6", "next"], *["seat5", "next"])
    assert state["due"] == ["nobody dominates it: NEXT goes on"]


def test_ape_town_says_what_the_last_region_paid_before_it_says_that_the_game_ends(tmp_path: Path) -> None:
    """AT11, AT12: what has happened, and only then what is to be done."""
    last = [*MANDRILL, *ORANGUTAN, "next", "seat5", "next", "seat5", "next"]
    _, state = pressed(tmp_path / "paid", APE_TOWN, *last)
    assert state["phase"] == "Region B is complete"
    assert len(state["due"]) == 1
    assert state["due"][0].endswith("NEXT goes on")
    _, state = pressed(tmp_path / "shown", APE_TOWN, *last, "next")
    assert state["phase"] == "The last turn is played; end scoring is open."
    assert state["due"] == ["count the money; NEXT confirms the end"]
    _, state = pressed(tmp_path / "end", APE_TOWN, *last, "next", "next")
    assert state["phase"] == "Ben wins: most points."
    assert state["due"] == []


def test_ape_town_says_how_full_the_regions_are_and_who_leads(tmp_path: Path) -> None:
    _, state = pressed(tmp_path, APE_TOWN, "seat5", "seat6", "seat6", "seat6", "seat6", "next")
    regions = [(region["letter"], region["filled"], region["size"], region["leader"]) for region in state["regions"]]
    assert regions == [("A", 1, 2, "Ana"), ("B", 0, 2, "")]
    assert state["last"] == "place A1 orangutan"
    assert [(space["name"], space["tile"], space["owner"]) for space in state["city"]] == [
        ("A1", "orangutan", "Ana"),
        ("A2", "", ""),
        ("B1", "", ""),
        ("B2", "", ""),
    ]
    assert not any(space["chosen"] for space in state["city"])
    _, state = pressed(tmp_path / "placing", APE_TOWN, "seat5", "seat5")
    assert [space["name"] for space in state["city"] if space["chosen"]] == ["B1"]


def test_a_click_chooses_what_can_be_placed_and_else_changes_nothing(tmp_path: Path) -> None:
    device, state = pressed(tmp_path / "ape", APE_TOWN, *MANDRILL)
    before = state["due"]
    for name in ("A1", "Z9", "", "A", "gibbon", "a2"):  # taken, and no such thing
        device.choose(name)
        wait(device, 100)
        assert device.state()["due"] == before
    for name, words in (("B2", "a mandrill (9 left) on B2, black"), ("lemur", "a lemur (14 left) on B2, black")):
        device.choose(name)
        wait(device, 100)
        assert device.state()["due"] == [f"NEXT places {words}"]
    other, state = pressed(tmp_path / "au", Setup("after_us", ["Ana", "Ben"]))
    other.choose("B2")
    wait(other, 100)
    assert other.state() == state
    ended, state = pressed(tmp_path / "paid", APE_TOWN, *MANDRILL, *ORANGUTAN)
    ended.choose("B1")
    wait(ended, 100)
    assert ended.state() == state, "what a completion pays is shown first"


def test_ape_towns_buttons_name_only_what_this_table_enters(tmp_path: Path) -> None:
    for entry, claims, space, passed in (
        ("space", "off", "next space", None),
        ("region", "on", None, "passed +1"),
    ):
        options = [("entry", [entry]), ("claims", [claims])]
        setup = Setup("ape_town", ["Ana", "Ben"], options, CITY)
        _, state = pressed(tmp_path / f"{entry} points", setup)
        assert state["buttons"]["seat5"]["does"][""] == "place a tile"
        _, state = pressed(tmp_path / f"{entry} place", setup, "seat5")
        does = state["buttons"]["seat1"]["does"]
        assert (does.get(""), does.get("undo")) == (space, passed)
        assert state["buttons"]["seat2"]["does"].keys() == {"mode"}, "it is not Ben's turn"
