"""The USB cable of the emulated board, and the behaviour of the laptop at its other end."""

from collections.abc import Callable
from typing import Any

from rp2040py.peripherals.usb import (
    EP0_IN_BUFFER_CONTROL,
    SIE_RESUME,
    SIE_STATUS,
    SIE_SUSPENDED,
    SOF_RD,
    USB_BUF_CTRL_AVAILABLE,
)

FIFO = 256  # most bytes queued for the board
FLUSH_NS = 10e6  # longest time between two packets to the board
TYPING_NS = 1e6  # the same while there are bytes to send
FRAME_NS = 1e6  # length of a USB frame; a laptop that is awake counts them
ENDPOINT = 8  # bytes of the two buffer control registers of an endpoint (in, out)


class Cable:
    """The cable. heard: called with the bytes that the board sends. plugged: whether there is a laptop.

    gone: called when a board that was connected restarts. connected: the laptop has recognised the board since its
    power-on or restart. sleeps: the laptop sleeps.
    """

    def __init__(
        self,
        device: Any,
        heard: Callable[[bytes], None],
        plugged: bool = True,
        gone: Callable[[], None] = lambda: None,
    ) -> None:
        self.connected = False
        self._cdc = device.cdc
        self._gone = gone
        self._typed = bytearray()
        self._wanting: int | None = None  # size of the packet that the board has requested and not got
        usb = device.mcu.usb_ctrl
        self._cdc.on_serial_data = lambda data: heard(bytes(data))
        self._cdc.on_device_connected = self._on_connected
        if not plugged:
            usb.on_usb_enabled = None
        # The emulator answers each read at once, with an empty packet if there are no bytes, and the firmware
        # then reads again and again. A real host lets the board wait until there are bytes.
        self._answer = usb.on_endpoint_read
        usb.on_endpoint_read = self._on_read
        self._reset = usb.on_reset
        usb.on_reset = self._on_reset
        self._pump = device.simulator.clock.create_alarm(self._on_pump)
        self._usb = usb
        self._clock = device.simulator.clock
        self._reads = self.sleeps = False
        self._unread: tuple[int, int] | None = None  # (offset, value) of a buffer control that offers an unread packet
        self._take = usb.dpram_updated
        usb.dpram_updated = self._on_offered
        self._register, self._set = usb.read_uint32, usb.write_uint32
        usb.read_uint32, usb.write_uint32 = self._on_register, self._on_set
        self._frame = 0
        self.read(True)

    def type(self, data: bytes) -> None:
        """Send bytes to the board as a terminal would. They wait while the board is still starting."""
        self._typed += data
        if self.connected:
            self._pump.schedule(TYPING_NS)

    @property
    def typing(self) -> bool:
        """Whether there are bytes that the board has not read yet."""
        return bool(self._typed)

    def read(self, reads: bool) -> None:
        """Set whether the program on the laptop reads what the board sends; at first it does."""
        self._reads = reads
        if reads and self._unread is not None:
            offered, self._unread = self._unread, None
            self._take(*offered)

    def hold(self, holds: bool) -> None:
        """Set whether a program has the port open, and reads; at first one has."""
        self._cdc.set_control_lines(dtr=holds, rts=holds)
        self.read(holds)

    def sleep(self, sleeps: bool) -> None:
        """Put the laptop to sleep, or wake it up. While it sleeps it reads nothing and counts no frames."""
        self._frame = self._count()
        self.sleeps = sleeps
        self._usb._sie_status |= SIE_SUSPENDED if sleeps else SIE_RESUME
        self._usb._sie_status_updated()
        self.read(not sleeps)

    def _count(self) -> int:
        return self._frame if self.sleeps else int(self._clock.nanos / FRAME_NS) & 0x7FF

    def _on_register(self, offset: int) -> int:
        """Answer a read of a register. The frame number is made here, because the emulator does not count frames."""
        if offset == SOF_RD and self.connected:
            return self._count()
        return int(self._register(offset))

    def _on_set(self, offset: int, value: int) -> None:
        """Handle a write to a register. The board clears the suspend bit by writing it, which the emulator ignores: it
        would report the suspend again and again."""
        if offset == SIE_STATUS:
            self._usb._sie_status &= ~(self._usb.raw_write_value & SIE_SUSPENDED)
        self._set(offset, value)

    def _on_offered(self, place: int, value: int) -> None:
        """Handle a buffer that the board offers. If the program does not read, a packet to it stays in its buffer."""
        if not self._reads and value & USB_BUF_CTRL_AVAILABLE and place == self._in_control():
            self._unread = place, value
        else:
            self._take(place, value)

    def _in_control(self) -> int:
        """Offset of the buffer control of the endpoint on which the board sends."""
        return EP0_IN_BUFFER_CONTROL + ENDPOINT * int(self._cdc._in_endpoint)

    def _on_connected(self) -> None:
        self.connected = True
        self._pump.schedule(TYPING_NS)

    def _on_reset(self) -> None:
        """Handle a restart of the board: forget its requests, and the bytes that it had not read."""
        self._wanting = self._unread = None
        self._pump.cancel()
        self._reset()
        if self.connected:
            self.connected = False
            self._typed.clear()
            self._gone()

    def _on_read(self, endpoint: int, size: int) -> None:
        if endpoint == self._cdc._out_endpoint and (self.sleeps or not self._typed):
            self._wanting = size
        else:
            self._feed()
            self._answer(endpoint, size)

    def _feed(self) -> None:
        while self._typed and self._cdc.tx_fifo.item_count < FIFO:
            self._cdc.send_serial_byte(self._typed.pop(0))

    def _on_pump(self) -> None:
        """Send a packet, even an empty one: it makes the firmware flush its output."""
        if self._wanting is not None and not self.sleeps:
            size, self._wanting = self._wanting, None
            self._feed()
            self._answer(self._cdc._out_endpoint, size)
        self._pump.schedule(TYPING_NS if self._typed else FLUSH_NS)
