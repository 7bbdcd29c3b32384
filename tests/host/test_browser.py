"""The virtual device in a real Chromium: rounds are played with mouse, touch and keys, and read off the page."""

import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.kit.host.chromium import CHROMIUM, FLAGS, chord, lies_within, lit, shows, tap
from tests.kit.host.served import Served
from tests.kit.host.small_disk import fill, mounted

pytestmark = pytest.mark.runtime("chromium")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("there is no Chromium on this machine")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with Served(tmp_path, "--game", "after_us", "--seats", "Ana Ben Cho") as served:
        yield served


@pytest.fixture
def page(browser: Browser, served: Served) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1180, "height": 900})
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    page.goto(served.url)
    expect(page.locator("#seats tr").first).to_be_visible()
    yield page
    context.close()
    assert faults == []


def test_a_round_is_played_with_the_keys(page: Page) -> None:
    tap(page, *"1112222233")
    shows(page, "Ana 3 0 8", "Ben 5 0 8", "Cho 2 0 8")
    lit(page, 3, 0)
    chord(page, "u", "2")
    shows(page, "Ana 3 0 8", "Ben 4 0 8", "Cho 2 0 8")
    tap(page, "m")
    expect(page.locator("th.shown")).to_have_text("rage")
    tap(page, *"3333")
    chord(page, "n", "3")  # 4 rage for an ape: 3 points
    shows(page, "Ana 3 0 8", "Ben 4 0 8", "Cho 5 0 7")
    chord(page, "n", "1")
    expect(page.locator("#message.refused")).to_contain_text("rage")
    tap(page, "u")
    shows(page, "Ana 3 0 8", "Ben 4 0 8", "Cho 2 4 8")
    chord(page, "u", "n")
    shows(page, "Ana 3 0 8", "Ben 4 0 8", "Cho 5 0 7")
    for phase in ("phase 2", "phase 3", "Round 2"):
        tap(page, "n")
        expect(page.locator("#phase")).to_contain_text(phase)


def test_a_game_ends_with_a_winner(page: Page) -> None:
    for _ in range(16):
        chord(page, "n", "2")  # points +5
    shows(page, "Ana 0 0 8", "Ben 80 0 8", "Cho 0 0 8")
    tap(page, "n")
    expect(page.locator("#phase")).to_contain_text("Ben wins")
    expect(page.locator("tr.wins")).to_contain_text("Ben")


def test_the_mouse_presses_holds_and_latches(page: Page) -> None:
    page.locator("#button-seat1").click(delay=60)
    shows(page, "Ana 1 0 8", "Ben 0 0 8", "Cho 0 0 8")
    page.locator("#button-undo").click(modifiers=["Shift"])
    expect(page.locator("#held")).to_contain_text("UNDO")
    expect(page.locator("#button-undo")).to_have_attribute("aria-pressed", "true")
    page.locator("#button-seat1").click(delay=60)
    shows(page, "Ana 0 0 8", "Ben 0 0 8", "Cho 0 0 8")
    page.locator("#button-undo").click()
    expect(page.locator("#held")).to_have_text("")
    page.locator("#button-seat3").click(delay=60)
    shows(page, "Ana 0 0 8", "Ben 0 0 8", "Cho 1 0 8")


def test_a_press_that_leaves_the_button_is_still_let_go(page: Page) -> None:
    box = page.locator("#button-seat2").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 5, box["y"] + 5)
    page.mouse.down()
    expect(page.locator("#button-seat2")).to_have_attribute("aria-pressed", "true")
    page.mouse.move(5, 5)
    page.mouse.up()
    expect(page.locator("#button-seat2")).to_have_attribute("aria-pressed", "false")
    shows(page, "Ana 0 0 8", "Ben 1 0 8", "Cho 0 0 8")


def test_the_focused_button_works_with_space_and_enter(page: Page) -> None:
    page.locator("#button-seat1").focus()
    tap(page, "Space", "Enter")
    shows(page, "Ana 2 0 8", "Ben 0 0 8", "Cho 0 0 8")


def test_two_fingers_make_a_chord(browser: Browser, served: Served) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 780}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(served.url)
    shows(page, "Ana 0 0 8", "Ben 0 0 8", "Cho 0 0 8")
    at = {}
    for name in ("seat2", "undo"):
        box = page.locator(f"#button-{name}").bounding_box()
        assert box is not None
        at[name] = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    fingers = context.new_cdp_session(page)

    def touch(kind: str, *names: str) -> None:
        points = [{**at[name], "id": list(at).index(name)} for name in names]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        page.wait_for_timeout(90)

    for _ in range(2):
        touch("touchStart", "seat2")
        touch("touchEnd")
    shows(page, "Ana 0 0 8", "Ben 2 0 8", "Cho 0 0 8")
    touch("touchStart", "undo")
    touch("touchStart", "undo", "seat2")
    touch("touchEnd", "undo")
    touch("touchEnd")
    shows(page, "Ana 0 0 8", "Ben 1 0 8", "Cho 0 0 8")
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390, "the page must not scroll sideways on a phone"
    context.close()


@pytest.mark.parametrize("width", [360, 1180])
def test_six_seats_fit_into_the_loop(browser: Browser, tmp_path: Path, width: int) -> None:
    names = "Ana Ben Cho Dee Eli Fay"
    with Served(tmp_path, "--seats", names) as served:
        page = browser.new_page(viewport={"width": width, "height": 780})
        page.goto(served.url)
        expect(page.locator("#seats tr")).to_have_count(6)
        tap(page, "6")
        shows(page, *[f"{name} {int(name == 'Fay')} 0 8" for name in names.split()])
        for part in ("#phase", "#bars", "#seats tr:last-child"):
            assert lies_within(page, part, ".inside"), part
        assert lies_within(page, "#seats", "#sheet"), "the sheet must not need scrolling"
        page.close()


@pytest.mark.parametrize(("width", "height", "city"), [(1180, 900, "#city"), (390, 780, "#city-below")])
def test_ape_towns_city_shows_the_chosen_space_and_what_lies_where(
    browser: Browser, tmp_path: Path, width: int, height: int, city: str
) -> None:
    with Served(tmp_path, "--game", "ape_town", "--seats", "Ana Ben") as served:
        page = browser.new_page(viewport={"width": width, "height": height})
        page.goto(served.url)
        expect(page.locator(f"{city} .space")).to_have_count(71)
        expect(page.locator(f"{city} .ring")).to_have_count(0)
        tap(page, *"5666")
        expect(page.locator("#due")).to_contain_text("NEXT places a lemur (14 left) on A1, grey")
        expect(page.locator(f"{city} .ring")).to_have_count(1)
        tap(page, "n")
        expect(page.locator("#phase")).to_have_text("Ben's turn")
        expect(page.locator(f"{city} .tile title")).to_have_text(["A1: lemur of Ana"])
        expect(page.locator("#last")).to_have_text("last: place A1 lemur")
        expect(page.locator("#regions li").first).to_contain_text("A 1/7")
        page.locator(f"{city} [data-space=A4]").click()
        page.locator(f"{city.replace('city', 'tiles')} [data-tile=depot]").click()
        expect(page.locator("#due")).to_contain_text("NEXT places a depot (24 left) on A4, grey")
        tap(page, "n")
        expect(page.locator(f"{city} .tile title")).to_have_text(["A1: lemur of Ana", "A4: depot"])
        expect(page.locator(city)).to_be_visible()
        for part in ("#phase", "#bars", "#sheet", *(["#city"] if city == "#city" else [])):
            assert lies_within(page, part, ".inside"), part
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.close()


def test_buttons_say_what_they_do_while_another_is_held(page: Page) -> None:
    seat, undo = page.locator("#button-seat1 .does"), page.locator("#button-undo .does")
    expect(seat).to_have_text("+1 point")
    page.keyboard.down("n")
    expect(seat).to_have_text("+5")
    expect(undo).to_have_text("forward again")
    page.keyboard.up("n")
    expect(seat).to_have_text("+1 point")
    page.wait_for_timeout(80)
    page.keyboard.down("m")
    page.wait_for_timeout(80)
    page.keyboard.down("1")
    expect(page.locator("#due")).to_have_text("Ana: 0 points")
    page.keyboard.up("1")
    page.keyboard.up("m")
    expect(page.locator("#due")).to_have_text("")


def test_a_board_without_a_long_strip_has_a_page_too(browser: Browser, tmp_path: Path) -> None:
    with Served(tmp_path, "--board", "small", "--seats", "Ana Ben") as served:
        page = browser.new_page(viewport={"width": 1180, "height": 780})
        page.goto(served.url)
        shows(page, "Ana 0 0 8", "Ben 0 0 8")
        tap(page, "1")
        shows(page, "Ana 1 0 8", "Ben 0 0 8")
        sheet, buttons = page.locator("#seats").bounding_box(), page.locator(".buttons").bounding_box()
        assert sheet is not None
        assert buttons is not None
        assert sheet["y"] + sheet["height"] < buttons["y"]
        assert page.locator("#bars .led").count() == 30
        page.close()


def test_a_new_game_from_the_menu(page: Page) -> None:
    page.keyboard.down("u")
    page.keyboard.down("m")
    expect(page.locator("#phase")).to_have_text("Which game?")
    page.keyboard.up("u")
    page.keyboard.up("m")
    page.wait_for_timeout(80)  # else NEXT would belong to what was held
    expect(page.locator("#choices li.chosen")).to_have_text("After Us")
    tap(page, "n", "2", "n", "n", "n", "n")
    expect(page.locator("#seats tr")).to_have_count(2)
    expect(page.locator("#phase")).to_contain_text("Round 1")


def test_the_game_is_there_again_after_a_restart(browser: Browser, tmp_path: Path) -> None:
    with Served(tmp_path, "--game", "after_us", "--seats", "Ana Ben") as first:
        page = browser.new_page()
        page.goto(first.url)
        shows(page, "Ana 0 0 8", "Ben 0 0 8")
        tap(page, *"1112")
        shows(page, "Ana 3 0 8", "Ben 1 0 8")
        assert first.stop() == (0, "")
    expect(page.locator("#link")).to_contain_text("start 'troop play' again")
    with Served(tmp_path) as second:
        page.goto(second.url)
        shows(page, "Ana 3 0 8", "Ben 1 0 8")
        tap(page, "u")
        shows(page, "Ana 3 0 8", "Ben 0 0 8")
    page.close()


def test_two_pages_show_one_table(browser: Browser, page: Page, served: Served) -> None:
    other = browser.new_page()
    other.goto(served.url)
    tap(page, "1")
    shows(other, "Ana 1 0 8", "Ben 0 0 8", "Cho 0 0 8")
    other.keyboard.down("2")  # and a page that is closed holds nothing down
    other.wait_for_timeout(100)
    other.close()
    tap(page, "3")
    shows(page, "Ana 1 0 8", "Ben 1 0 8", "Cho 1 0 8")


def test_pages_of_other_sites_are_refused(served: Served) -> None:
    import http.client

    port = int(served.url.rstrip("/").rpartition(":")[2])
    for headers in ({"Host": "evil.example"}, {"Origin": "http://evil.example"}):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        connection.request("GET", "/device", headers=headers)
        assert connection.getresponse().status == 403
        connection.close()


# -- what another site can do ----------------------------------------------------------------------
@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Callable[[str], str]]:
    """Makes a page of another site (another port is another one); gives its address."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    handler = partial(SimpleHTTPRequestHandler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()

        def put(html: str) -> str:
            (folder / "index.html").write_text(html)
            return f"http://127.0.0.1:{server.server_port}/"

        yield put
        server.shutdown()


def test_another_site_cannot_frame_the_page(browser: Browser, served: Served, elsewhere: Callable[[str], str]) -> None:
    page = browser.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.goto(elsewhere(f'<iframe src="{served.url}"></iframe><object data="{served.url}"></object>'))
    for _ in range(100):
        if sum("frame-ancestors" in line for line in said) >= 2:
            break
        page.wait_for_timeout(50)
    assert sum("frame-ancestors" in line for line in said) >= 2, said
    assert page.frame_locator("iframe").locator("#seats").count() == 0
    page.close()


def test_another_site_reads_nothing_and_gets_no_socket(
    browser: Browser, served: Served, elsewhere: Callable[[str], str]
) -> None:
    page = browser.new_page()
    page.goto(elsewhere("<p>another site</p>"))
    tried = page.evaluate(
        """async (url) => {
            const load = (tag, attributes) => new Promise((done) => {
                const element = Object.assign(document.createElement(tag), attributes);
                element.onload = () => done(tag + " loaded");
                element.onerror = () => done(tag + " refused");
                document.body.append(element);
            });
            const socket = new Promise((done) => {
                const opened = new WebSocket(url.replace("http", "ws") + "device");
                opened.onopen = () => done("socket open");
                opened.onerror = () => done("socket refused");
            });
            const read = fetch(url).then(() => "read", () => "not read");
            const other = window.open(url);
            const module = await load("script", { type: "module", src: url + "page.js" });
            const script = await load("script", { src: url + "page.js" });
            const style = await load("link", { rel: "stylesheet", href: url + "page.css" });
            for (let i = 0; i < 100 && !other?.closed; i++) await new Promise((done) => setTimeout(done, 50));
            return [module, script, style, await socket, await read, other === null || other.closed];
        }""",
        served.url,
    )
    assert tried == ["script refused", "script refused", "link refused", "socket refused", "not read", True]
    page.context.close()


def test_the_page_runs_no_code_that_is_written_into_it(browser: Browser, served: Served) -> None:
    """As it would be if a name on the page could hold code."""
    page = browser.new_page()
    page.goto(served.url)
    ran = page.evaluate(
        """async () => {
            const refused = new Promise((done) =>
                addEventListener("securitypolicyviolation", (event) => done(event.violatedDirective)));
            const script = document.createElement("script");
            script.textContent = "window.ran = true";
            document.body.append(script);
            return [await refused, window.ran === true];
        }"""
    )
    assert ran == ["script-src-elem", False]
    page.close()


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    yield from mounted(tmp_path / "disk")


def test_the_word_about_storage_stays_until_it_works_again(browser: Browser, disk: Path) -> None:
    with Served(disk, "--game", "after_us", "--seats", "Ana Ben Cho") as served:
        page = browser.new_context(viewport={"width": 1180, "height": 900}).new_page()
        page.goto(served.url)
        shows(page, "Ana 0 0 8", "Ben 0 0 8", "Cho 0 0 8")
        storage = page.locator("#storage")
        expect(storage).to_be_hidden()
        fill(disk)
        for presses in range(1, 41):  # one of them needs a new block of the disk
            tap(page, "1")
            shows(page, f"Ana {presses} 0 8", "Ben 0 0 8", "Cho 0 0 8")
            if storage.is_visible():
                break
        expect(storage).to_contain_text("it is full: make room")
        tap(page, "2", "3", "2")
        shows(page, f"Ana {presses} 0 8", "Ben 2 0 8", "Cho 1 0 8")
        expect(storage).to_contain_text("it is full: make room")
        expect(page.locator("#message")).to_have_text("")
        (disk / "filler").unlink()
        expect(storage).to_be_hidden()
        expect(page.locator("#message")).to_contain_text("everything is stored")
        page.context.close()
