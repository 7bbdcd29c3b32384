"""Serves the page of a virtual or emulated device, on this machine only."""

import asyncio
import contextlib
import errno
import json
import webbrowser
from collections.abc import Callable
from typing import Any, Protocol

from microdot import Microdot, Request, Response
from microdot.websocket import WebSocket, WebSocketError

from host.errors import UserError
from host.layers import ROOT
from host.page.sheet import Layout, Panel, Sheet
from host.page.web_server import ADDRESS, PageSocket, WebServer

STATIC = ROOT / "host" / "page" / "static"
PAUSE_S = 0.02  # between two messages to a page: at most 50 frames a second
FILES = {
    "/": ("index.html", "text/html; charset=utf-8"),
    "/page.css": ("page.css", "text/css; charset=utf-8"),
    "/city.js": ("city.js", "text/javascript; charset=utf-8"),
    "/page.js": ("page.js", "text/javascript; charset=utf-8"),
}


class Device(Protocol):
    """What the page shows: host/page/device.py or host/emulated/device.py, each with further optional methods."""

    frames: dict[int, str]

    def panel(self) -> Panel: ...
    def strips(self) -> Layout: ...
    def state(self) -> Sheet: ...
    def changed(self) -> asyncio.Event: ...
    def hold(self, button: str, holder: object, down: bool) -> None: ...
    def let_go(self, holder: object) -> None: ...
    async def run(self) -> None: ...


def make_app(device: Device) -> Microdot:
    """The web server with its routes: the static files and the WebSocket /device."""
    app = WebServer()

    async def file(request: Request) -> Response:
        name, kind = FILES[request.path]
        return Response((STATIC / name).read_bytes(), headers={"Content-Type": kind})

    async def page(request: Request) -> Response:
        socket = PageSocket(request)
        await socket.handshake()
        sender = asyncio.create_task(send_changes(device, socket))
        try:
            while True:
                take(device, socket, await socket.receive())
        except (WebSocketError, OSError, EOFError, UnicodeDecodeError):
            pass  # the page was closed, or the client is no browser
        finally:
            device.let_go(socket)
            sender.cancel()
            with contextlib.suppress(asyncio.CancelledError, OSError):
                await sender
        return Response.already_handled

    for path in FILES:
        app.get(path)(file)
    app.get("/device")(page)
    return app


def take(device: Device, holder: object, message: "str | bytes") -> None:
    """Handle a message of a page: {"button": NAME, "down": true or false}, {"choose": NAME} or {"plug": "pull"}.

    Any other message is ignored. holder: identifies the page, see Inputs.
    """
    try:
        said = json.loads(message)
        name, down, plug, choice = said.get("button"), said.get("down"), said.get("plug"), said.get("choose")
    except (ValueError, AttributeError, RecursionError):
        return
    if isinstance(name, str) and isinstance(down, bool):
        device.hold(name, holder, down)
    elif isinstance(choice, str) and hasattr(device, "choose"):
        device.choose(choice)
    elif plug == "pull" and hasattr(device, "pull_plug"):
        device.pull_plug()


async def send_changes(device: Device, socket: WebSocket) -> None:
    """Send a page the panel, then the layout of the strips, the state and the frames whenever they change."""
    await socket.send(json.dumps({"panel": device.panel()}))
    sent: dict[str, object] = {}
    frames: dict[int, str] = {}
    while True:
        changed = device.changed()
        now = {"strips": device.strips(), "state": device.state()}
        if now["strips"] != sent.get("strips"):
            frames = {}  # the page draws the strips again, dark
        message: dict[str, object] = {kind: value for kind, value in now.items() if value != sent.get(kind)}
        new = {i: frame for i, frame in device.frames.items() if frames.get(i) != frame}
        if new:
            message["frames"] = new
        if message:
            await socket.send(json.dumps(message))
        sent.update(now)
        frames.update(new)
        await asyncio.sleep(PAUSE_S)
        await changed.wait()


def _report(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Report uncaught exceptions, but not the cancelled connections when the device is switched off.

    Python 3.11 reports those as errors, for each page and each spare connection of a browser.
    """
    if not isinstance(context.get("exception"), asyncio.CancelledError):
        loop.default_exception_handler(context)


async def serve(
    device: Device,
    port: int,
    browser: bool,
    begin: Callable[[], None] = lambda: None,
    tell: Callable[[str], None] = lambda url: None,
) -> None:
    """Serve the page on `port` (0: any free one) until cancelled. UserError when the port is taken.

    begin: called before serving begins, once the port is open. tell: called with the address of the page.
    """
    asyncio.get_running_loop().set_exception_handler(_report)
    app: Any = make_app(device)  # the type stubs lack the result of start_server
    try:
        server = await app.start_server(ADDRESS, port, start_serving=False)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise UserError(f"Port {port} is in use: say another with --port, or --port 0 for any free one.") from None
        raise UserError(f"Port {port} cannot be used ({error.strerror}): say another with --port.") from None
    begin()
    await server.start_serving()
    url = f"http://{ADDRESS}:{server.sockets[0].getsockname()[1]}/"
    tell(url)
    print(f"The device is on: {url}  (Ctrl-C turns it off)", flush=True)
    if browser and not webbrowser.open(url):
        print("No browser could be opened: open that address in one.", flush=True)
    await asyncio.gather(device.run(), server.serve_forever())
