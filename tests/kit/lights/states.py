"""The states of each game that golden/ shows: a title, the set-up, and the presses that lead there."""

from typing import NamedTuple

from engine_core.controls import NEXT, TAP
from engine_core.lights.painter import Painter
from engine_core.lights.palette import PERIOD
from engine_core.menu import Menu
from engine_core.moves import NO_SEAT
from engine_core.settings import Settings
from tests.kit.lights.pictures import TWO_SECONDS, Device, film, read_board
from tests.kit.shared.lights import CITY

NINE = """\
A A A B B B C C C
 A A A B B B C C C
D D D E E E F F F
 D D D E E E F F F
G G G H H H I I I
 G G G H H H I I I
grey A E I
black B F G
white C D H
"""

THREE = "game after_us\nseats Ana Ben Cho\n"
SIX = "game after_us\nseats Ana Ben Cho Dee Eva Fay\n"
PRIMATES = "game primates\nseats Ana Ben Cho Dee\n"
PAIR = "game primates\nseats Dian Mary\nset hearts 0 1 2 4 6 8 11 14 17\n"
PAIR_US = "game after_us\nseats Ana Ben\n"
PAIR_SMALL = "game primates\nseats Dian Mary\n"
APE = "game ape_town\nseats Ana Ben Cho Dee\n"
# Seats 1 to 4 in turn. A: an orangutan of seat 1. B: no disks. C: lemurs of seat 3, five of six. D: of seat 2.
BARS = (
    "A1=orangutan D1=orangutan C1=lemur B1=depot A2=depot D2=depot C2=lemur B2=depot "
    "A3=depot D3=depot C3=depot D4=depot C4=depot D5=depot C5=lemur D6=depot N "
)
COMPLETE = "A1=orangutan A2=mandrill A3=lemur D1=tarsier A4=mandrill B1=depot A5=depot "
FILLED = (
    COMPLETE + "N N B2=depot B3=depot B4=depot N C1=depot C2=lemur C3=depot C4=depot C5=depot N 1 U1 N N N "
    "D2=depot N E1=depot E2=depot N "
)
NINE_FILLED = NINE.replace("A A A B B B C C C\n A A A", "A A B B B B C C C\n A A A")  # the first region has five
PLACING = "A1=orangutan B1=depot C1=lemur D1=depot D2=lemur D3=orangutan C2=lemur D4=depot 5 5 5 5 6*3"
PRIMATES_END = "1*4 2*8 3*6 4*9 " + "5 N " * 32 + "N1*2 N2 2*4 N3*2 N4 M N1 1*2"


class State(NamedTuple):
    """One picture."""

    title: str
    setup: str
    presses: str = ""
    map_text: str = ""
    slots: int = TWO_SECONDS
    board: str = "pico_w_reference"
    rhythm: bool = True


AFTER_US = (
    State("three seats begin", THREE),
    State("six seats begin: three seconds for all", SIX, slots=30),
    State("in the middle of a game, phase 2", SIX, "1*12 2*25 3*37 4*44 5*55 6*68 M 1*5 2*3 3*9 5*2 6*12 M M N"),
    State("two on a square take turns", THREE, "1*12 2*12 3*30"),
    State("rage: seat 2 may take a card, seat 3 twice", THREE, "M 1*3 2*4 3*8"),
    State("cards: the track begins at 5, all have 8", THREE, "M M 1 2*2 U3*3"),
    State("seat 1 has 85, a lap done, in phase 1; seats 1 and 2 have rage left", THREE, "1*85 2*79 M 1*4 2*4 3*2"),
    State("seat 3 has done two laps", THREE, "3*163"),
    State("a press is not stored yet", THREE, "1*7 2*3 1 white1"),
    State("the end of a phase is not stored yet", THREE, "1*7 2*3 N white0"),
    State("and then it is", THREE, "1*7 2*3 1 white1 stored"),
    State("a press is refused: no rage", THREE, "1*7 2*30 M N2"),
    State("the end of a phase is refused to nobody: all blink", THREE, "1*80 2*9 N N"),
    State("a press of a seat that is not there", THREE, "1*7 2*30 5"),
    State("read out: seat 1 has 47", THREE, "1*47 M1"),
    State("read out: seat 2 has 0", THREE, "1*47 M2"),
    State("read out: seat 1 has 138", THREE, "1*138 M1"),
    State("and then the score again", THREE, "1*47 M1 read_end"),
    State("a shortage: the last round", THREE, "1*7 N shortage"),
    State("seat 2 wins", THREE, "1*30 2*81 3*12 N"),
    State("seats 1 and 3 share the victory", THREE, "1*80 2*70 3*80 N"),
    State("stopped early: nobody wins", THREE, "1*30 2*41 over"),
    State("taken back: the game goes on", THREE, "1*80 2*9 N U"),
    State("resources: the fifth mode of seven", THREE + "set resources on\n", "M M M M 1*3 2*5 N2"),
    State("the menu's hold, half way", THREE, "1*7 2*30 hold50", slots=5),
    State("brightness 3 of 8, then the game again", THREE, "1*7 2*30 bright2", slots=12),
    State("without rhythms", SIX, "1*5 2*5 3*5 4*9 5*9", rhythm=False),
)

PRIMATES_STATES = (
    State("four seats begin", PRIMATES),
    State("hearts; seat 1 has yet to draw the environment card", PRIMATES, "1*3 2*2 3*7 N4"),
    State("it is drawn", PRIMATES, "1*3 2*2 3*7 N4 5"),
    State("seat 2 is on turn", PRIMATES, "1*3 2*2 3*7 N4 5 N"),
    State("the end of the turn is not stored yet", PRIMATES, "1*3 2*2 3*7 N4 5 N white0"),
    State("the end of the turn is refused: no card drawn", PRIMATES, "1*3 2*2 N"),
    State("the last round", PAIR, "1*4 2*8 " + "5 N 5 N " * 9),
    State("a turn that needs its action", PRIMATES + "set actions on\n", "1 5 N"),
    State("its action is entered", PRIMATES + "set actions on\n", "1 5 N 2"),
    State("reminder 10 seen on seat 2's turn: one card missed", PAIR, "5 N 6"),
    State("reminder 9 seen on seat 2's turn: one card too many", PAIR, "5 N 6 6"),
    State("reminder 10 seen at the start: in step", PAIR, "6"),
    State("dice for a group movement", PRIMATES + "set seed 7\n", "M5", slots=1),
    State("dice for a solitary movement", PRIMATES + "set seed 7\n", "M6", slots=1),
    State("end scoring begins with extant", PAIR, "1*4 2*8 " + "5 N " * 20),
    State("seat 1 has extant, seat 2 not yet", PAIR, "1*4 2*8 " + "5 N " * 20 + "N1 1*3"),
    State("extant is complete, extinct comes", PAIR, "1*4 2*8 " + "5 N " * 20 + "N1 1*3 U2 M"),
    State("confirming too early goes to what is missing", PAIR, "1*4 2*8 " + "5 N " * 20 + "M N1 N2*2 M 1 N"),
    State("seat 2 wins", PAIR, "1*4 2*8 " + "5 N " * 20 + "N1 N2*2 M N1 N2 M 1 2 M M 1*4 2*2 N"),
    State("equal points: the hearts decide", PAIR, "1*8 " + "5 N " * 20 + "U1 N2 2*7 M U1 U2 M U1 U2 M M U1 U2 N"),
    State("read out in end scoring: extant of seat 1", PAIR, "5 N " * 20 + "N1 1*3 M1", slots=1),
)

APE_TOWN = (
    State("four seats begin", APE, map_text=NINE),
    State("choosing: the first press shows the cursor", APE, "5", NINE),
    State("region C, its second space, a lemur", APE, "5*3 1 6*3", NINE),
    State("it is placed: seat 2 is on turn", APE, "5*3 1 6*3 N", NINE),
    State("but not stored yet", APE, "5*3 1 6*3 N white0", NINE),
    State("seat 1 is not on turn", APE, "5 N 5 1", NINE),
    State("taken spaces are faint, in the colour of the disk on them", APE, "5 6*3 N 5 N 5 6*2 N 5", NINE),
    State("by region", APE + "set entry region\n", "5*2 N 5 6*3 N 5 6", NINE),
    State("with claims: three passed over, two money taken", APE + "set claims on\n", "5 U1*3 N 5 U2*3 N2*2", NINE),
    State("money", APE, "M 1*3 U2*2 3*5 U4*4", NINE),
    State("a money bar that is full", APE, "M 1*14", NINE),
    State("seat 1 has done a lap", APE, "1*85 2*40", NINE),
    State("A led by seat 1, B by nobody; one space left in C, led by seat 3; D complete, seat 2's", APE, BARS, NINE),
    State("five tiles are placed: turn a section up", APE, "A1=depot B1=depot C1=depot D1=depot E1=depot", NINE),
    State("A is complete: seat 1 has dominance for 6", APE, COMPLETE, CITY),
    State("then D pays seat 3 one", APE, COMPLETE + "N", CITY),
    State("then the game goes on", APE, COMPLETE + "N N", CITY),
    State("while it is shown nothing else is played", APE, COMPLETE + "2", CITY),
    State("taken back: A is not complete", APE, COMPLETE + "U", CITY),
    State("a completion that gives nobody dominance", APE, "C1=depot C2=depot C3=depot C4=depot C5=depot", CITY),
    State("the last region is complete: money is counted", APE, FILLED, CITY),
    State("points in end scoring", APE, FILLED + "M", CITY),
    State("seat 3 wins", APE, FILLED + "1*2 N3 N", CITY),
    State("stopped early: nobody wins", APE, BARS + "over", NINE),
)

SMALL = (
    State("After Us: seat 1 has 7, seat 2 has 47, two laps of twenty", PAIR_US, "1*7 2*47", board="small"),
    State("After Us: rage, which has no zone of its own", PAIR_US, "1*7 2*47 M 1*3 2*5", board="small"),
    State("After Us: cards, the third of two lamps", PAIR_US, "1*7 2*47 M M 2", board="small"),
    State("After Us: last rage", PAIR_US, "1*80 M 1*4", board="small"),
    State("After Us: read out: seat 2 has 47", PAIR_US, "2*47 M2", slots=1, board="small"),
    State("Primates: seat 1 is on turn", PAIR_SMALL, "1*3 2*7", board="small"),
    State("Primates: NEXT was the environment card", PAIR_SMALL, "1*3 2*7 N", board="small"),
    State("Primates: the next NEXT ends the turn", PAIR_SMALL, "1*3 2*7 N N", board="small"),
    State("Primates: end scoring, extant of seat 1 is entered", PAIR_SMALL, "N N N N " * 10 + "1*3", board="small"),
    State("Primates: five rounds left", PAIR_SMALL, "1*3 2*7 " + "N N N N " * 5, board="small"),
)

MENU = (
    ("which game", "", False),
    ("the third", "3", False),
    ("how many seats", "N", False),
    ("five seats", "N 5", False),
    ("colours: seat 2 takes the next one", "N 5 N 2", False),
    ("an option", "N N N", False),
    ("ready", "N N N N", False),
    ("a game is unfinished: keep it?", "N N N N", True),
    ("or drop it", "N N N N 2", True),
)
SMALL_MENU = (
    ("which game", "", False),
    ("three seats", "N 3", False),
    ("the colour of seat 3, which has no button", "N 3 N N", False),
    ("a game is unfinished: keep it?", "N 3 N N N N", True),
)


def show(state: State) -> str:
    """The title, the presses and the film of one state."""
    settings = Settings()
    settings.rhythm = state.rhythm
    device = Device(state.setup, state.map_text, read_board(state.board), settings)
    device.press(state.presses)
    return f"== {state.title}\n{device.film(state.slots)}"


def show_menu(board_name: str, title: str, presses: str, unfinished: bool) -> str:
    """The title and the film of one page of the menu, with what it says in words."""
    board = read_board(board_name)
    menu = Menu(board, Settings(), unfinished)
    for word in presses.split():
        menu.act(NEXT if word == "N" else TAP, NO_SEAT if word == "N" else int(word) - 1)
    painter = Painter(board, Settings())
    painter.open_menu(menu)
    labels = ", ".join(menu.label(i) for i in range(menu.choices))
    return f"== {title} ({menu.title()} {labels})\n" + film(painter, board, 0, PERIOD)
