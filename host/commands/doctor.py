"""`troop doctor`: prints one page of facts about a board, and for each problem what to do."""

from rich.table import Table
from rich.text import Text

from firmware.state_types import State
from host.commands.doctor_report import Report, examine
from host.commands.monitor import Wire
from host.errors import CheckFailed
from host.link.link import visit
from host.link.ports import Waiting, choose_port
from host.printable import console, printable

ALARM = "bold red"


def run(port: str) -> None:
    """`troop doctor`. CheckFailed when there is a problem."""
    shown = console()
    port = choose_port(port)
    with shown.status("Listening to the table, then looking at the board"):
        live, why = _listen(port)
        if live is not None and not live.get("stored", True):
            raise CheckFailed(
                f"{live.get('storage') or 'Moves wait to be stored.'} The board was not stopped: it would lose them."
                " Write down what 'troop monitor' shows, unplug the board, plug it in again, and run this again."
            )
        with visit(port) as link:
            report = examine(link, live, why)
    shown.print(page(report))
    if report.problems:
        count = len(report.problems)
        raise CheckFailed(f"{count} problem{'s' if count > 1 else ''}: see above. The board has been started again.")
    print("Nothing is wrong. The board goes on with its game.")


def listen(port: str) -> State | None:
    """The state of the running table; None when none runs there."""
    return _listen(port)[0]


def _listen(port: str) -> tuple[State | None, str]:
    """The state as of `listen`; and why an answer was no valid state, in a few words, or ""."""
    wire = Wire(port)
    wait = Waiting(port)
    try:
        while wire.state is None and not wire.fault and not wire.silent():
            wire.listen()
            wait.look()
    except OSError:
        pass  # the link that is opened next reports the error better
    finally:
        wire.close()
    return wire.state, wire.fault


def page(report: Report) -> Table:
    """The report for a terminal."""
    table = Table(show_header=False, box=None, pad_edge=False)
    for name, value, wrong in report.facts:
        table.add_row(Text("!" if wrong else "", style=ALARM), Text(name, style="bold"), Text(printable(value)))
    for i, problem in enumerate(report.problems, 1):
        table.add_row(Text("!", style=ALARM), Text(f"problem {i}", style=ALARM), Text(printable(problem)))
    return table
