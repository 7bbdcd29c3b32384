"""Text to the user: control sequences come out as escapes, and everything that people write stays as it is."""

import ast
import io
import sys

import pytest
from rich.table import Table
from rich.text import Text

from host.layers import ROOT
from host.printable import PrintableStream, console, guarded, one_line, printable, printable_in


def test_what_shows_nothing_or_is_obeyed_is_an_escape() -> None:
    assert printable("\x1b]0;title\x07\x1b[2J\x9b31m") == r"\x1b]0;title\x07\x1b[2J\x9b31m"
    assert printable("Ana\u202eneB\u200b \u2066x\u2069 \ufeff") == r"Ana\u202eneB\u200b \u2066x\u2069 \ufeff"
    assert printable("a\ud800b\U000e0041\r\x7f\x00") == r"a\ud800b\U000e0041\r\x7f\x00"
    assert printable("one\ntwo\tthree") == "one\ntwo\\tthree"
    assert one_line("one\ntwo\tthree") == r"one\ntwo\tthree"
    assert one_line("x" * 300 + "y" * 300) == "x" * 247 + " ... " + "y" * 247
    assert printable_in({"\x1b": ["\x9b", 3, None, {"a": "\u202e"}]}) == {r"\x1b": [r"\x9b", 3, None, {"a": r"\u202e"}]}


def test_what_people_write_stays_as_it_is() -> None:
    for text in ("Zoë Łuę Ólafur", "Бен Αλέξης", "陳 さくら 민준", "أنا שרה", "😀 ★ ● ▸ ·", "e\u0301", "C:\\x1b", ""):
        assert printable(text) == text


def test_what_is_printed_in_a_command_goes_through_the_door(capsys: pytest.CaptureFixture[str]) -> None:
    before = sys.stdout
    with guarded():
        print("\x1b[2Jout", "\u202e")
        print("\x9berr", file=sys.stderr)
        sys.stdout.writelines(["\x07"])
    assert sys.stdout is before
    assert capsys.readouterr() == ("\\x1b[2Jout \\u202e\n\\x07", "\\x9berr\n")


def test_an_encoding_that_lacks_a_letter_shows_its_number() -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    before, sys.stdout = sys.stdout, stream
    try:
        with guarded():
            print("Zoë")
    finally:
        sys.stdout = before
    stream.flush()
    assert stream.buffer.getvalue() == b"Zo\\xeb\n"


def test_a_console_keeps_its_own_styles_and_nobody_elses() -> None:
    file = io.StringIO()
    shown = console(PrintableStream(file), force_terminal=True, color_system="standard", width=60)  # type: ignore[arg-type]
    table = Table("\x1b[2J[red]name[/]", box=None)
    table.add_row(Text("\x1b]0;x", style="red"))  # measured before it is an escape, so cut short
    table.add_row("[link=x]\x9b:smile:[/]")
    shown.print(table)
    said = file.getvalue()
    assert "\x1b[31m" in said
    assert said.replace("\x1b[0m", "").replace("\x1b[31m", "").replace("\x1b[1m", "").isprintable() is False
    for escape in (r"\x1b[2J[red]name[/]", r"\x1b]0", r"[link=x]\x9b:smile:[/]"):
        assert escape in said, said
    assert "\x9b" not in said
    assert "\x1b]" not in said


def test_no_module_makes_a_console_or_uses_the_unprotected_streams() -> None:
    """A new command cannot forget to make its output printable."""
    found = []
    for path in sorted((ROOT / "host").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
            behind = name in ("__stdout__", "__stderr__") or ast.unparse(node) in (
                "sys.stdout.buffer",
                "sys.stderr.buffer",
            )
            if behind or (
                isinstance(node, ast.Call) and ast.unparse(node.func) in ("Console", "os.write", "rich.print")
            ):
                found.append(path.name)
    # Besides printable.py itself: modules that write to a file of a game, and to the port of an emulated board.
    assert set(found) <= {"printable.py", "files.py", "pty_port.py"}, found
