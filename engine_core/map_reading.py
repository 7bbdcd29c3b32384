"""Reads and checks a map file: the city as hexagons drawn in text, then one line per colour (a public format).

    A A A B B C
     A A B B C C
    D D E E C C
    grey A E
    black B D
    white C

Every capital letter is a space of that region. Neighbours are two columns left and right, and one column
left and right in the rows above and below. `#` starts a comment; empty lines may stand before and after the rows.
"""

from .city import COLOURS
from .compat import const
from .errors import TextError
from .words import words_in

MAX_SPACES = const(80)  # as many as there are tiles (AT1)
MAX_COLUMNS = const(250)  # a column fits one byte
MAX_TEXT = const(8000)  # characters; a full city with generous comments has about 2000
_ENDS = " \t\r"  # ignored at the end of a line
MAX_FAULTS = const(50)  # a file that is no map must not fill the board's memory with messages


class MapText:
    """The content of a map text, with all its faults in reading order.

    By space, in reading order: `letters` (str), `rows` (from 0), `columns` (as drawn, from 0; `left` is the leftmost).
    colours: index in COLOURS by letter. faults: a list of TextError, at most MAX_FAULTS; empty for a good map.
    """

    def __init__(self, text: str) -> None:
        self.faults: "list[TextError]" = []
        self.letters = ""
        self.rows: "list[int]" = []
        self.columns: "list[int]" = []
        self.left = 0
        self.colours: "dict[str, int]" = {}
        self._row_lines: "list[int]" = []  # line of each row
        self._colour_lines: "dict[str, int]" = {}
        self._gap = 0  # number of the first empty line after the rows so far; 0: none
        self._told = ""  # letters whose missing colour needs no further message
        self._count = 0  # spaces, those past MAX_SPACES included
        if len(text) > MAX_TEXT:
            self._fault("this is no map of a city: it has %d characters, a map has at most %d" % (len(text), MAX_TEXT))
            return
        self._read(text)
        self._check_whole()
        self.faults.sort(key=lambda fault: (fault.line, fault.column, fault.message))

    def at_space(self, message: str, space: int) -> TextError:
        """A TextError that points at `space`."""
        return TextError(message, self._row_lines[self.rows[space]], self.columns[space] + 1)

    def _fault(self, message: str, line: int = 0, column: int = 0) -> None:
        if len(self.faults) < MAX_FAULTS:
            self.faults.append(TextError(message, line, column))

    def _read(self, text: str) -> None:
        """Read line by line, without a list of lines: that of a text full of line ends would not fit into memory."""
        start = 1 if text.startswith("\ufeff") else 0
        number = 0
        while start <= len(text) and len(self.faults) < MAX_FAULTS:
            end = text.find("\n", start)
            if end < 0:
                end = len(text)
            number += 1
            self._read_line(text[start:end], number)
            start = end + 1

    def _read_line(self, line: str, number: int) -> None:
        content = line.split("#", 1)[0].rstrip(_ENDS)
        if len(content) > MAX_COLUMNS:
            self._fault("this line is too long: begin the rows further left", number, MAX_COLUMNS + 1)
            content = content[:MAX_COLUMNS].rstrip(_ENDS)
        if not content:
            if "#" not in line and self._row_lines and not self._gap:
                self._gap = number
        elif _is_row(content):
            self._read_row(content, number)
        else:
            self._read_colour(content, number)

    # -- rows ------------------------------------------------------------------------------------
    def _read_row(self, content: str, line: int) -> None:
        if self._colour_lines:
            self._fault("the rows of the city come before the lines of the colours", line, 1)
            return
        if self._gap:
            self._fault("take this empty line out: the rows of a city follow each other", self._gap, 1)
            self._gap = 0
        if self._count <= MAX_SPACES:
            self._row_lines.append(line)
        parity = self._row_parity(content, line)
        for column in range(len(content)):
            letter = content[column]
            if letter == " ":
                continue
            if not _is_letter(letter):
                self._fault(_odd_character(letter), line, column + 1)
            elif column & 1 != parity:
                self._fault("%s stands too close: the spaces of a row are two columns apart" % letter, line, column + 1)
            else:
                self._add_space(letter, line, column)

    def _row_parity(self, content: str, line: int) -> int:
        """Whether this row's spaces are in even (0) or odd (1) columns; a fault if those of the row above are too."""
        start = 0
        while start < len(content) - 1 and not _is_letter(content[start]):
            start += 1
        parity = start & 1
        known = self._count <= MAX_SPACES and self.columns and self.rows[-1] == len(self._row_lines) - 2
        if known and parity == self.columns[-1] & 1:
            self._fault("move this row one column: its spaces stand straight below those above", line, start + 1)
        return parity

    def _add_space(self, letter: str, line: int, column: int) -> None:
        self._count += 1
        if self._count > MAX_SPACES:
            if self._count == MAX_SPACES + 1:
                self._fault("the city has more spaces than there are tiles (%d)" % MAX_SPACES, line, column + 1)
            return
        self.left = min(self.left, column) if self.letters else column
        self.letters += letter
        self.rows.append(len(self._row_lines) - 1)
        self.columns.append(column)

    # -- colours ---------------------------------------------------------------------------------
    def _read_colour(self, content: str, line: int) -> None:
        words = _words(content)
        start, word = words[0]
        if word not in COLOURS:
            message = "no colour %s: the line of a colour begins with grey, black or white" % _quote(word)
            self._fault(message, line, start + 1)
            self._told += content  # no further message that its regions have no colour
            return
        if word in self._colour_lines:
            message = "%s has its line already: line %d" % (word, self._colour_lines[word])
            self._fault(message, line, start + 1)
            return
        self._colour_lines[word] = line
        if len(words) == 1:
            self._fault("write the letters of the regions that are %s, or take the line out" % word, line, start + 1)
        for i in range(1, len(words)):
            self._add_colour(words[i][1], COLOURS.index(word), line, words[i][0] + 1)

    def _add_colour(self, word: str, colour: int, line: int, column: int) -> None:
        if len(word) != 1 or not _is_letter(word):
            message = "%s is no region: write single capital letters with blanks between them" % _quote(word)
            self._fault(message, line, column)
        elif word not in self.letters:
            # Letters beyond MAX_SPACES are not kept, and there is a fault for that already.
            if self._count <= MAX_SPACES:
                self._fault("the city has no space of a region %s" % word, line, column)
        elif word in self.colours:
            self._fault("region %s is %s already" % (word, COLOURS[self.colours[word]]), line, column)
        else:
            self.colours[word] = colour

    def _check_whole(self) -> None:
        if not self._count and not self.faults:
            self._fault("this is no map of a city: it has no spaces (capital letters in rows)", 1, 1)
        for i in range(len(self.letters)):
            letter = self.letters[i]
            if letter not in self.colours and letter not in self._told:
                self._told += letter
                message = "region %s has no colour: add it to the line of grey, black or white" % letter
                self._fault(message, self._row_lines[self.rows[i]], self.columns[i] + 1)


def _is_letter(character: str) -> bool:
    return "A" <= character <= "Z"


def _is_row(content: str) -> bool:
    """Whether a line is a row of the city, not a colour: its first word is one character, or all capital letters.

    A character that is not printable ASCII ends a word here; it is reported as a fault of its own.
    """
    word = ""
    for character in content:
        if "!" <= character <= "~":
            word += character
        elif word:
            break
    for character in word:
        if not _is_letter(character):
            return len(word) == 1
    return True


def _odd_character(character: str) -> str:
    if character == "\t":
        return "a tab has no fixed width: use blanks"
    return "%s is no space of a city: write a capital letter A to Z, or a blank for no space" % _quote(character)


def _quote(word: str) -> str:
    """`word` for a message: at most 20 characters of it, without control characters."""
    return repr(word[:20])


def _words(content: str) -> "list[tuple[int, str]]":
    """The words of a line as (column, word); columns count from 0."""
    found = []
    end = 0
    for word in words_in(content):
        start = content.index(word, end)
        end = start + len(word)
        found.append((start, word))
    return found
