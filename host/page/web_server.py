"""The web server of the page: microdot, but it accepts only well-formed requests that come from its own pages.

Every response has headers that restrict what the browser may do with it.
"""

import asyncio
import contextlib
import re

from microdot import Microdot, Request, Response
from microdot.microdot import NoCaseDict
from microdot.websocket import WebSocket, WebSocketError

ADDRESS = "127.0.0.1"
HEAD_S = 10.0  # longest wait for a request; a browser may open a connection some time before it uses it
REQUEST = re.compile(rb"(GET|HEAD) (/[!-~]*) HTTP/1\.[01]\r\n")
HEADER = re.compile(rb"([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([^\0\r\n]*?)[ \t]*\r\n")
WANTED = ("host", "origin", "connection", "upgrade", "sec-websocket-key")  # other headers are ignored
PROTECTION = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
    " img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cache-Control": "no-store",
}
FRAMES = {0x81, 0x82, 0x88, 0x89, 0x8A}  # first byte of a WebSocket frame: text, binary, close, ping, pong; unsplit


class WebServer(Microdot):
    """Microdot that answers every complete request; a connection without one is closed, with no output."""

    async def handle_request(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Handle a connection, which has exactly one request."""
        with contextlib.suppress(OSError):  # it hung up
            try:
                head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), HEAD_S)
            except (EOFError, asyncio.LimitOverrunError, asyncio.TimeoutError):
                writer.close()
                return
            request = self._request(head, reader, writer)
            if request is None:
                response = Response("Bad request.", 400)
            elif not is_from_here(request.headers):
                response = Response("Only from this machine.", 403)
            else:
                response = await self.dispatch_request(request)
            if response is not Response.already_handled:
                response.headers.update(PROTECTION)
                await response.write(writer)
            writer.close()
            await writer.wait_closed()

    def _request(self, head: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> Request | None:
        """The request with this head; None for a malformed one and for one with a body, which no route takes."""
        first = REQUEST.match(head)
        if first is None:
            return None
        headers = NoCaseDict()
        at = first.end()
        while at < len(head) - 2:
            header = HEADER.match(head, at)
            if header is None:
                return None
            name, value = header[1].decode().lower(), header[2].decode("latin-1")
            if name == "transfer-encoding" or (name == "content-length" and value != "0") or name in headers:
                return None
            if name in WANTED:
                headers[name] = value
            at = header.end()
        path = first[2].decode().partition("?")[0]
        return Request(
            self, writer.get_extra_info("peername"), first[1].decode(), path, "1.1", headers, sock=(reader, writer)
        )


def is_from_here(headers: dict[str, str]) -> bool:
    """Whether the request comes from a page of this server.

    Any page in the browser can send requests to this address, and any host name may resolve to it.
    """
    host = headers.get("host", "")
    return (
        re.fullmatch(rf"({re.escape(ADDRESS)}|localhost)(:\d+)?", host) is not None
        and headers.get("origin", f"http://{host}") == f"http://{host}"
    )


class PageSocket(WebSocket):
    """The WebSocket of a page. It takes whole, masked messages as a browser sends them, and closes on anything else."""

    @classmethod
    def _parse_frame_header(cls, header: bytes) -> tuple[int, int, int, int]:
        if header[0] not in FRAMES or not header[1] & 0x80:  # a browser masks what it sends
            raise WebSocketError("no frame of a browser")
        parsed: tuple[int, int, int, int] = super()._parse_frame_header(header)  # type: ignore[misc]
        return parsed
