"""What comes over real cables, on both runtimes."""

# What comes over real cables; never the byte 3, which is Ctrl-C.
PIECES = (
    bytes([i for i in range(256) if i != 3]),
    b"\x7e\x00\x78\xf0\x7e",  # a modem manager's probes
    b"AT\r\nATE1 E0\r\nAT+GCAP\r\n+++",
    b"\x1b[24;80R\x1b]11;rgb:0000/0000/0000\x1b\\\x1b[?62;c",  # a terminal's answers
    b"\xff\xff\xff\xff\xff",
    b"\xc3",  # pieces of UTF-8, and what is none
    b"\xe2\x82",
    b"\xf0\x9f\x8e",
    b"\xed\xa0\x80\xc0\xaf\xfe",
    b"\x00" * 64,
    b"?" * 10,
    b"a line that somebody has pasted\r\n" * 100,
)
