"""Limits what the emulated board's Wi-Fi can connect to: by default nothing.

The program on the board may be of any origin, and the emulator's own radio would open connections from this machine to
any address for it.
"""

import asyncio
from collections.abc import Callable
from typing import Any

from rp2040py.external.cyw43 import Cyw43439, net
from rp2040py.external.cyw43.nat import GATEWAY_IP, ArpResponder, DhcpServer, TcpReflector

GATEWAY = ".".join(map(str, GATEWAY_IP))  # address of this machine on the emulated network
LOOPBACK = "127.0.0.1"


class LocalRadio(Cyw43439):
    """The radio of a Pico W on a network with only the board and, if `loopback`, this machine."""

    loopback = False

    def attach(self, rp2040: Any) -> None:
        super().attach(rp2040)
        bus: Any = self.bus  # Any: its type allows only rp2040py's own network
        bus.nat_bridge = LocalNetwork(rp2040, bus.queue_rx_ethernet_frame, self.loopback)


class LoopbackRadio(LocalRadio):
    """A LocalRadio whose network includes this machine."""

    loopback = True


class LocalNetwork:
    """Replaces rp2040py's NatBridge. It gives the board its address (DHCP) and refuses all TCP connections; with
    `loopback`, all but those to ports of the gateway, which lead to 127.0.0.1 of this machine.

    UDP is dropped, so names cannot be resolved.
    """

    def __init__(self, rp2040: Any, answer: Callable[[bytes], None], loopback: bool) -> None:
        self._answer = answer
        self._arp, self._dhcp = ArpResponder(), DhcpServer()
        self._tcp = TcpReflector(rp2040, answer, connect_fn=_connect if loopback else _refuse)

    def reset(self) -> None:
        """The board has left the network."""
        self._tcp.reset()

    def handle_outbound_ethernet_frame(self, frame: bytes) -> None:
        """Handle an Ethernet frame from the board: answer ARP and DHCP, and pass on TCP."""
        eth = net.parse_ethernet(frame)
        if eth is None:
            return
        reply = self._arp.maybe_handle(eth) or self._dhcp.maybe_handle(eth)
        ip = net.parse_ipv4(eth.payload) if eth.ethertype == net.ETHERTYPE_IPV4 else None
        if reply is not None:
            self._answer(reply)
        elif ip is not None:
            self._tcp.maybe_handle(eth, ip)


async def _refuse(address: str, port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    raise ConnectionRefusedError


async def _connect(address: str, port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    if address != GATEWAY:
        raise ConnectionRefusedError
    return await asyncio.open_connection(LOOPBACK, port)
