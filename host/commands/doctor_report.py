"""Makes the report of `troop doctor` about a board: a list of facts, and what is wrong with each."""

from dataclasses import dataclass, field

from engine_core.errors import BoardError
from engine_core.settings import SETTINGS_FILE
from engine_core.settings_reading import apply_settings, read_settings
from engine_core.setup import read_number
from firmware import VERSION, errorlog
from firmware.state_types import State
from host.build import MPY_VERSION
from host.commands.log import load_games
from host.errors import UserError
from host.link.compare import Built, compare
from host.link.data import ReadFiles, read_folder
from host.link.facts import UNKNOWN, Facts, code_for, read_facts
from host.link.from_board import lines_of, understand
from host.link.link import OLDEST, BoardFault, Link
from host.link.ports import IMAGE_HELP
from host.page.view import title
from host.printable import one_line

LITTLE_MEMORY = 24 * 1024  # free bytes while the table runs; less is a problem
LITTLE_FLASH = 64 * 1024  # free bytes; less is a problem: a game takes about 10 KB, ten of them are kept
MOST_ERRORS = 8  # entries of the error log that are shown
RECENT_STARTS = 10  # errors of the last so many starts are problems; older ones are only shown


@dataclass
class Report:
    """facts: (name, value, whether it is a problem). problems: what is wrong and what to do, one or two sentences."""

    facts: list[tuple[str, str, bool]] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def add(self, name: str, value: str, *problems: str) -> None:
        """Add a fact, and what is wrong with it."""
        self.facts.append((name, value, bool(problems)))
        self.problems += problems


def examine(link: Link, live: State | None, fault: str = "") -> Report:
    """The report about the board at the end of `link`, whose table has been interrupted. live, fault: see _listen."""
    report = Report()
    files = read_folder(link)
    built, why = _compare(link)
    facts = _facts(link, built, files)
    _add_versions(report, facts, built)
    _add_files(report, built, why)
    _add_table(report, live, fault)
    _add_start(report, facts, live, files)
    _add_room(report, facts, live)
    _add_buttons(report, facts, live, built, files)
    _add_settings(report, files, built)
    _add_current(report, live, built)
    _add_games(report, files)
    return report


# -- reading the board -----------------------------------------------------------------------------
def _compare(link: Link) -> tuple[Built | None, str]:
    """The comparison of its files with this version; None and the reason when they cannot be compared."""
    try:
        return compare(link), ""
    except BoardFault:
        raise
    except UserError as error:
        return None, str(error)


def _facts(link: Link, built: Built | None, files: ReadFiles) -> Facts:
    pins = list(_button_pins(built, files).values())
    return understand(lambda said: read_facts(said, pins), link.run(code_for(pins)))


def _button_pins(built: Built | None, files: ReadFiles) -> dict[str, int]:
    """Name of a button -> its pin, from the board file and the settings."""
    if built is None:
        return {}
    pins = {button.name: button.pin for button in built.board.buttons}
    try:
        changed = read_settings(files.text(SETTINGS_FILE) or "{}").buttons
    except BoardError:
        changed = {}
    return {name: changed.get(name, pin) for name, pin in pins.items()}


# -- the facts, one after the other ----------------------------------------------------------------
def _add_versions(report: Report, facts: Facts, built: Built | None) -> None:
    name, version, machine = facts.python, facts.full_version, facts.machine
    problems = []
    if name != "micropython":
        problems.append(f"{name} runs on the board, not MicroPython: {IMAGE_HELP}.")
    elif facts.version < OLDEST or facts.mpy != MPY_VERSION:
        problems.append(f"MicroPython {version} is too old, {OLDEST[0]}.{OLDEST[1]} is needed: {IMAGE_HELP}.")
    if built is not None and "RP2" in machine and ("RP2350" in machine) != built.board.chip.startswith("pico_2"):
        problems.append(f"The board file is for a {built.board.chip}: run 'troop flash' with the right --board.")
    report.add("board", machine)
    report.add("MicroPython", version, *problems)
    on_board = facts.ours
    note = "" if on_board == VERSION else f" (this is troop {VERSION})"
    wrong = [] if on_board in (VERSION, UNKNOWN) else [f"The board has firmware {on_board}: run 'troop flash'."]
    report.add("troopkeeper", on_board + note, *wrong)


def _add_files(report: Report, built: Built | None, why: str) -> None:
    if built is None:
        report.add("files", "cannot be compared", why)
        return
    report.add("board file", f"{built.board.name}, for {built.board.chip}")
    problems = []
    if built.unfinished:
        problems.append("An update was cut short: unplug the board and plug it in again, or run 'troop flash'.")
    if built.differences:
        shown = ", ".join(f"{each.path} ({each.what})" for each in built.differences[:5])
        more = f" and {len(built.differences) - 5} more" if len(built.differences) > 5 else ""
        problems.append(f"Not the files of this version: {shown}{more}. Run 'troop flash'.")
    wrong = len(built.differences)
    report.add("files", f"{built.count}, {wrong or 'none'} of them different from this version", *problems)


def _add_table(report: Report, live: State | None, fault: str) -> None:
    if fault:
        report.add(
            "table",
            f"sent a state that is not valid ({fault})",
            "The table sends a state that this version cannot read: run 'troop flash'.",
        )
        return
    if live is None:
        report.add(
            "table",
            "did not answer",
            "The table was not running: its lights and its first messages ('troop monitor' while it starts) tell why."
            " 'troop flash' repairs all files.",
        )
        return
    game = f"{title(live['game'])}, {live['moves']} moves" if live["game"] else "no game yet"
    said = f"; it says: {live['message']}" if live["message"] else ""
    wrong = [] if live["stored"] else ["Moves wait to be stored: see the flash below, and the errors."]
    wrong = [live["storage"]] if live.get("storage") else wrong
    report.add("table", f"runs for {_duration(live.get('uptime_s', 0))}: {game}{said}", *wrong)


def _add_start(report: Report, facts: Facts, live: State | None, files: ReadFiles) -> None:
    reason = facts.reason
    words = {0: "power on", 1: "the watchdog: it hung", 2: "restarted on purpose, by a laptop or after an error"}
    wrong = (
        ["The table hung and the watchdog restarted it: send the errors below as a bug report."] if reason & 1 else []
    )
    report.add("last start", words[1 if reason & 1 else reason & 2], *wrong)
    boot = _number(files.text(errorlog.BOOTS) or "")
    row = int(live.get("restarts", 0)) if live else 0
    wrong = [f"It has started {row + 1} times in a row without running for a minute: see the errors."] if row else []
    counted = f"{boot} counted" if boot else "none counted yet: a start counts once no button was pressed for a second"
    report.add("starts", counted + (f", {row} in a row before this one" if row else ""), *wrong)
    lines = [one_line(line) for line in lines_of((files.text(errorlog.NAME) or "").strip())]
    recent = [line for line in lines if _boot_of(line) > boot - RECENT_STARTS]
    problems = ["There are recent errors: do what they say, or send them in a bug report."] if recent else []
    report.add("errors", "none" if not lines else "\n".join(lines[-MOST_ERRORS:]), *problems)


def _add_room(report: Report, facts: Facts, live: State | None) -> None:
    free, whole = facts.memory
    running = int(live["free_memory"]) if live and "free_memory" in live else None
    small = running is not None and running < LITTLE_MEMORY
    value = (
        f"{whole // 1024} KB, {free // 1024} KB of it free"
        if running is None
        else (f"{whole // 1024} KB, {running // 1024} KB of it free while the table runs")
    )
    wrong = (
        ["Little memory is free while the table runs: restart the board; report it if it comes back."] if small else []
    )
    report.add("memory", value, *wrong)
    free, whole = facts.flash
    wrong = ["Little flash is free: remove files of your own, or read the old games and remove them."]
    report.add("flash", f"{whole // 1024} KB, {free // 1024} KB of it free", *(wrong if free < LITTLE_FLASH else []))


def _add_buttons(report: Report, facts: Facts, live: State | None, built: Built | None, files: ReadFiles) -> None:
    names = {pin: name for name, pin in _button_pins(built, files).items()}
    down = [f"{names[pin]} (GP{pin})" for pin in facts.low]
    ignored = list(live.get("ignored", [])) if live else []
    problems = []
    if down:
        problems.append(f"Held down or shorted to ground: {', '.join(down)}. Let go, or look at the wires.")
    if ignored:
        problems.append(f"Stuck or chattering, and ignored by the table: {', '.join(ignored)}. Clean or replace them.")
    if built is None:
        report.add("buttons", "not known without a board file", *problems)
        return
    report.add("buttons", f"{len(names)}, {len(set(down) | set(ignored)) or 'none'} stuck", *problems)


def _add_settings(report: Report, files: ReadFiles, built: Built | None) -> None:
    text = files.text(SETTINGS_FILE)
    if text is None:
        report.add("settings", "none stored: the defaults")
        return
    try:
        settings = read_settings(text)
        if built is not None:
            apply_settings(settings, built.board)
    except BoardError as error:
        report.add(
            "settings", "cannot be used; the last good copy is used", f"{error} 'troop selftest' writes new ones."
        )
        return
    changed = [f"{name} {order}" for name, order in sorted(settings.orders.items())]
    changed += [f"{name} on GP{pin}" for name, pin in sorted(settings.buttons.items())]
    report.add("settings", "valid" + (f"; different from the board file: {', '.join(changed)}" if changed else ""))


def _add_current(report: Report, live: State | None, built: Built | None) -> None:
    if built is None:
        return
    budget = built.board.power.budget_ma
    now = f"about {live['current_ma']} mA now, " if live else ""
    report.add("current", f"{now}never above {budget} mA for all strips, as the board file has it")


def _add_games(report: Report, files: ReadFiles) -> None:
    said: list[str] = []
    games, unreadable = load_games(files, said.append)
    aside = [name for name in files.names() if name.endswith(".bad")]
    problems = []
    if said or unreadable:
        problems.append(" ".join(said) + " 'troop log --out DIR' saves what there is.")
    if aside:
        problems.append(
            f"Kept aside as damaged: {', '.join(aside)}. 'troop log --out DIR' copies them for a bug report."
        )
    playing = [str(game) for game in games if game.playing]
    report.add("games", f"{len(games)} stored{'; ' + playing[-1] if playing else ''}", *problems)


def _duration(seconds: int) -> str:
    hours, minutes = seconds // 3600, seconds // 60 % 60
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {seconds % 60} s" if minutes else f"{seconds} s"


def _number(text: str) -> int:
    return max(0, read_number(text.strip(" \n")))


def _boot_of(line: str) -> int:
    """The number of the start in an entry of the error log; 0 when it has none."""
    words = line.replace(",", " ").split()
    return _number(words[1]) if len(words) > 1 and words[0] == "boot" else 0
