"""What the Wi-Fi of the emulated board reaches: real firmware joins a network and opens connections."""

import contextlib
import socket
from collections.abc import Iterator

import pytest

from tests.kit.board.bench import Bench
from tests.kit.board.rig import image

pytestmark = [pytest.mark.runtime("pico"), pytest.mark.timeout(1800)]

# Joins, then tries each address and says what came of it.
PROGRAM = """
import network, socket, time
wlan = network.WLAN(network.WLAN.IF_STA)
wlan.active(True)
wlan.connect("any", "password")
while not wlan.isconnected():
    time.sleep_ms(10)
print("joined", wlan.ifconfig()[0])
for address in {addresses!r}:
    s = socket.socket()
    s.settimeout(5)
    try:
        s.connect(address)
        s.send(b"hello from the board")
        print("to", address, "answered", s.recv(20))
    except OSError as error:
        print("to", address, "refused", error.errno)
    s.close()
u = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
u.settimeout(1)
u.sendto(b"a datagram", {datagram!r})
try:
    print("datagram answered", u.recv(20))
except OSError:
    print("no datagram")
print("at the end")
"""
REFUSED = (104, 103, 111)  # reset, aborted, refused


class Machine:
    """Listens on this machine as its other programs do, on TCP and UDP. heard: what came."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []
        self.tcp = socket.create_server(("0.0.0.0", 0))
        self.udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.udp.bind(("0.0.0.0", 0))
        self.port, self.udp_port = self.tcp.getsockname()[1], self.udp.getsockname()[1]
        self._open: list[socket.socket] = []
        for each in (self.tcp, self.udp):
            each.setblocking(False)

    def look(self) -> None:
        """Take in what is there, and answer."""
        with contextlib.suppress(BlockingIOError):
            self._open.append(self.tcp.accept()[0])
            self._open[-1].setblocking(False)
        for connection in self._open:
            with contextlib.suppress(BlockingIOError, ConnectionError):
                if data := connection.recv(100):
                    self.heard.append(data)
                    connection.send(b"hello board")
        with contextlib.suppress(BlockingIOError):
            self.heard.append(self.udp.recv(100))

    def close(self) -> None:
        for each in (self.tcp, self.udp, *self._open):
            each.close()


@pytest.fixture
def machine() -> Iterator[Machine]:
    machine = Machine()
    yield machine
    machine.close()


def own_address() -> str:
    """This machine's address on its network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # nothing is sent
        return str(probe.getsockname()[0])
    pytest.skip("this machine has no network")


def said(machine: Machine, loopback: bool) -> str:
    """What the board prints: it tries this machine as the gateway, and by the address that it has on its network."""
    addresses = [("10.0.0.1", machine.port), (own_address(), machine.port)]
    program = PROGRAM.format(addresses=addresses, datagram=(own_address(), machine.udp_port))
    bench = Bench(image(), files={"main.py": program.encode()}, loopback=loopback)

    def done() -> bool:
        machine.look()
        return "at the end" in bench.text()

    bench.run_until(done, limit_ms=60_000)
    machine.look()
    return bench.text()


def test_by_itself_it_reaches_nothing(machine: Machine) -> None:
    text = said(machine, loopback=False)
    assert "joined 10.0.0.2" in text
    assert text.count("refused") == 2, text
    assert any(f"refused {code}" in text for code in REFUSED), text
    assert "no datagram" in text
    assert machine.heard == []


def test_with_loopback_it_reaches_this_machine_as_the_gateway_and_nothing_else(machine: Machine) -> None:
    text = said(machine, loopback=True)
    assert f"to ('10.0.0.1', {machine.port}) answered b'hello board'" in text, text
    assert f"to ('{own_address()}', {machine.port}) refused" in text, text
    assert "no datagram" in text
    assert machine.heard == [b"hello from the board"]
