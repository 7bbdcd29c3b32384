// The page of the virtual device. It shows what the device sends, and sends which buttons are down.
// It has no rules: names, numbers, what is due and the colours of the strips all come from the device.

import { drawCity } from "/city.js";

const KEYS = { u: "undo", m: "mode", n: "next" };
const byId = (id) => document.getElementById(id);
const make = (tag, attributes = {}, text = "") => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.textContent = text;
  return element;
};

// ---- the strips --------------------------------------------------------------------------------

/** Place of square i of a loop in a grid of `wide` x `high`, clockwise from the bottom left; see host/page/loop.py. */
function square(i, wide, high) {
  const up = high - 1, across = wide - 1;
  const [col, row] = i < up ? [1, high - i] : i < up + across ? [1 + i - up, 1]
    : i < 2 * up + across ? [wide, 1 + i - up - across] : [wide - (i - 2 * up - across), high];
  const side = [row === 1 && "top", row === high && "bottom", col === 1 && "left", col === wide && "right"];
  return { col, row, side: side.filter(Boolean).join(" ") };
}

/** [width, height] of the smallest loop of at least `count` squares, about `ratio` times as wide as high. */
function sides(count, ratio) {
  const half = Math.ceil(count / 2) + 2;
  const wide = Math.max(3, Math.round((half * ratio) / (1 + ratio)));
  return [wide, Math.max(3, half - wide)];
}

let lights = []; // the LED elements of each strip

function drawStrips(strips, marks) {
  lights = [];
  byId("loop").replaceChildren();
  byId("bars").replaceChildren();
  byId("table").classList.toggle("flat", !strips.some((strip) => strip.loop));
  strips.forEach((strip, index) => {
    lights.push(strip.loop ? drawLoop(strip, marks) : drawBar(strip));
  });
}

function drawLoop(strip, marks) {
  const loop = byId("loop");
  const [wide, high] = sides(strip.leds, 1.5);
  const [tallWide, tallHigh] = sides(strip.leds, 0.72);
  const set = (name, value) => document.documentElement.style.setProperty(name, value);
  set("--wide", wide); set("--high", high); set("--tall-wide", tallWide); set("--tall-high", tallHigh);
  return Array.from({ length: strip.leds }, (_, i) => {
    const led = make("div", { class: "led" });
    const place = square(i, wide, high), tall = square(i, tallWide, tallHigh);
    for (const [name, value] of [["--col", place.col], ["--row", place.row], ["--tall-col", tall.col], ["--tall-row", tall.row]])
      led.style.setProperty(name, value);
    if (marks && i % marks === 0) {
      led.classList.add("mark");
      led.dataset.mark = String(i);
      led.dataset.side = place.side;
    }
    loop.append(led);
    return led;
  });
}

function drawBar(strip) {
  const bar = make("div", { class: "bar" });
  const leds = [];
  for (const zone of strip.zones) {
    const box = make("div", { class: "zone" }), row = make("div", { class: "lights" });
    box.style.setProperty("--leds", zone.leds);
    for (let i = 0; i < zone.leds; i++) {
      const led = make("div", { class: "led" });
      leds.push(led);
      row.append(led);
    }
    box.append(row, make("div", { class: "name" }, zone.name));
    bar.append(box);
  }
  byId("bars").append(bar);
  return leds;
}

/** Light strip `index`. hex: its colours, six hexadecimal digits per LED, in linear light. */
function showFrame(index, hex) {
  (lights[index] || []).forEach((led, i) => {
    const colour = hex.slice(6 * i, 6 * i + 6);
    if (led.dataset.colour === colour) return;
    led.dataset.colour = colour;
    const channels = [0, 2, 4].map((k) => parseInt(colour.slice(k, k + 2), 16) / 255);
    const peak = Math.max(...channels);
    if (peak === 0) { led.style.setProperty("--on", 0); return; }
    // As in host/page/view.py: the hue at full brightness, and separately the brightness as the eye perceives it.
    const shown = channels.map((c) => Math.round(255 * Math.pow(c / peak, 0.6)));
    led.style.setProperty("--light", `rgb(${shown.join(" ")})`);
    led.style.setProperty("--on", Math.min(1, 1.3 * Math.pow(peak, 0.4)).toFixed(2));
  });
}

// ---- the sheet ---------------------------------------------------------------------------------

let does = {}; // name of a button -> name of the held button ("" for none) -> what the first does then

function showState(state) {
  byId("game").textContent = state.game;
  document.title = state.game ? `${state.game} - troopkeeper` : "troopkeeper";
  byId("phase").textContent = state.phase;
  byId("phase").classList.toggle("won", state.seats.some((seat) => seat.wins) && !state.menu);
  showLines("due", state.due);
  showLines("info", state.info);
  const storage = byId("storage");
  // Set only when it changes: a screen reader would read it again.
  if (storage.textContent !== state.storage) storage.textContent = state.storage;
  byId("speed").textContent = state.speed || "";
  const message = byId("message");
  message.textContent = state.message;
  message.classList.toggle("refused", state.refused);
  byId("last").textContent = state.last && !state.message ? `last: ${state.last}` : "";
  for (const name of state.ignored) letGo("latch " + name); // the device ignores a button that is held too long
  showMenu(state.menu);
  showSheet(state);
  showCity(state);
  for (const [name, button] of Object.entries(buttons)) {
    const { label, colour } = state.buttons[name];
    does[name] = state.buttons[name].does;
    button.querySelector(".label").textContent = label;
    button.classList.toggle("idle", label === "free");
    button.style.setProperty("--seat", colour || "#8d969f");
  }
  showHeld();
}

/** Show `lines` as paragraphs. Unchanged lines are not set again: a screen reader would read them again. */
function showLines(id, lines) {
  const box = byId(id);
  if ([...box.children].map((line) => line.textContent).join("\n") === lines.join("\n")) return;
  box.replaceChildren(...lines.map((line) => make("p", {}, line)));
}

function showSheet(state) {
  const ended = state.seats.some((seat) => seat.place);
  const sheet = byId("sheet");
  sheet.style.setProperty("--rows", Math.max(2, state.seats.length));
  sheet.classList.toggle("wide", state.columns.length > 4);
  byId("columns").replaceChildren(make("th", { scope: "col", class: "who" }, ended ? "standings" : "seat"),
    ...state.columns.map((name) => make("th", { scope: "col", class: name === state.shown ? "shown" : "" }, name)));
  byId("seats").replaceChildren(...state.seats.map((seat) => {
    const row = make("tr", { class: (seat.turn ? "turn " : "") + (seat.wins ? "wins" : "") });
    row.style.setProperty("--seat", seat.colour);
    const who = make("div", { class: "line" });
    if (seat.place) who.append(make("span", { class: "place" }, `${seat.place}.`));
    who.append(make("span", { class: "dot", role: "img", "aria-label": seat.colour_name }),
      make("span", { class: "name" }, seat.name));
    if (seat.mark) who.append(make("span", { class: "mark" }, seat.mark));
    const cell = make("th", { scope: "row", class: "who" });
    cell.append(who);
    row.append(cell, ...seat.values.map((value, i) => make("td", { class: i === 0 ? "total" : "" }, value)));
    return row;
  }));
  byId("regions").replaceChildren(...state.regions.map((region) => {
    const item = make("li", region.filled === region.size ? { class: "full" } : {});
    item.style.setProperty("--seat", region.colour || "transparent");
    item.append(make("span", { class: "dot" }), make("b", {}, region.letter), ` ${region.filled}/${region.size}`);
    item.title = region.leader ? `${region.leader} leads` : "nobody leads";
    if (region.leader) item.append(make("span", { class: "hidden" }, ` ${region.leader} leads`));
    return item;
  }));
}

function showCity(state) {
  const has = state.city.length > 0;
  const ended = state.seats.some((seat) => seat.place); // the standings need the space then
  byId("middle").classList.toggle("with-city", has && !ended);
  byId("map").hidden = !has;
  byId("map").classList.toggle("always", ended);
  for (const id of ["city", "city-below"]) {
    byId(id).toggleAttribute("hidden", !has || (ended && id === "city"));
    drawCity(byId(id), state.city, choose);
  }
  for (const id of ["tiles", "tiles-below"]) showTiles(byId(id), state.tiles);
}

/** Show the kinds of tiles and how many are left; a click chooses one. */
function showTiles(box, tiles) {
  if (box.children.length !== tiles.length)
    box.replaceChildren(...tiles.map(({ name }) => {
      const tile = make("button", { type: "button", "data-tile": name });
      tile.append(make("b", {}, name[0].toUpperCase()), make("span"));
      tile.addEventListener("click", () => choose(name));
      return tile;
    }));
  tiles.forEach(({ name, left, chosen }, i) => {
    box.children[i].lastChild.textContent = `${name} ${left}`;
    box.children[i].disabled = left === 0;
    box.children[i].setAttribute("aria-pressed", chosen);
  });
}

function choose(name) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ choose: name }));
}

function showMenu(menu) {
  byId("middle").hidden = Boolean(menu);
  byId("menu").hidden = !menu;
  document.body.classList.toggle("choosing", Boolean(menu));
  if (!menu) return;
  byId("choices").replaceChildren(...menu.labels.map((label, i) =>
    make("li", i === menu.choice ? { class: "chosen", "aria-current": "true" } : {}, label)));
  byId("hint").textContent = `page ${menu.page + 1} of ${menu.pages}`;
}

// ---- the buttons -------------------------------------------------------------------------------

const buttons = {};            // name -> element
const holds = new Map();       // source of a press ("key 1", "pointer 7", "latch seat1") -> name of the button
let socket = null;

function hold(by, name) {
  const before = isDown(name);
  holds.set(by, name);
  if (!before) send(name, true);
  showHeld();
}
function letGo(by) {
  const name = holds.get(by);
  if (name === undefined) return;
  holds.delete(by);
  if (!isDown(name)) send(name, false);
  showHeld();
}
function letAllGo() { for (const by of [...holds.keys()]) letGo(by); }
function isDown(name) { return [...holds.values()].includes(name); }
function send(name, down) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ button: name, down }));
}
function showHeld() {
  for (const [name, button] of Object.entries(buttons)) {
    button.setAttribute("aria-pressed", isDown(name));
    button.classList.toggle("latched", holds.has("latch " + name));
    button.querySelector(".does").textContent = doesNow(name);
  }
  const latched = [...holds.keys()].filter((by) => by.startsWith("latch ")).map((by) => holds.get(by).toUpperCase());
  byId("held").textContent = latched.length ? `held down: ${latched.join(", ")}: press again to let go` : "";
}

/** What a button does now. That depends on whether UNDO, MODE or NEXT is held. */
function doesNow(name) {
  const held = ["undo", "mode", "next"].filter((other) => other !== name && isDown(other));
  if (held.length > 1) return "";
  return does[name]?.[held[0] || ""] || "";
}

function drawButtons(names) {
  for (const row of ["seat-buttons", "tool-buttons"]) byId(row).replaceChildren();
  for (const name of names) {
    const seat = name.startsWith("seat");
    const button = make("button", { type: "button", id: "button-" + name, "aria-pressed": "false" });
    button.append(make("kbd", { class: "key", "aria-hidden": "true" }, keyOf(name)), make("span", { class: "label" }, name),
      make("span", { class: "does" }));
    buttons[name] = button;
    byId(seat ? "seat-buttons" : "tool-buttons").append(button);
    listen(button, name);
  }
}
byId("plug").addEventListener("click", () => {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ plug: "pull" }));
});
function keyOf(name) { return name.startsWith("seat") ? name.slice(4) : name[0].toUpperCase(); }

function listen(button, name) {
  button.addEventListener("pointerdown", (event) => {
    if (holds.has("latch " + name)) return letGo("latch " + name);
    if (event.shiftKey || event.button === 2) return hold("latch " + name, name);
    if (event.button !== 0) return undefined;
    button.setPointerCapture(event.pointerId);
    return hold("pointer " + event.pointerId, name);
  });
  for (const kind of ["pointerup", "pointercancel", "lostpointercapture"])
    button.addEventListener(kind, (event) => letGo("pointer " + event.pointerId));
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  // Space and Enter press the focused button. A click without a pointer comes from assistive technology.
  button.addEventListener("keydown", (event) => {
    if (event.key !== " " && event.key !== "Enter") return;
    event.preventDefault();
    if (!event.repeat) hold("focus " + event.key, name);
  });
  button.addEventListener("keyup", (event) => letGo("focus " + event.key));
  button.addEventListener("blur", () => { letGo("focus  "); letGo("focus Enter"); });
  button.addEventListener("click", (event) => {
    if (event.detail !== 0 || event.pointerType) return;
    hold("click " + name, name);
    setTimeout(() => letGo("click " + name), 60);
  });
}

function buttonOfKey(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return undefined;
  const name = /^Digit[1-6]$|^Numpad[1-6]$/.test(event.code) ? "seat" + event.code.slice(-1) : KEYS[event.key.toLowerCase()];
  return name in buttons ? name : undefined;
}
addEventListener("keydown", (event) => {
  const name = buttonOfKey(event);
  if (name && !event.repeat) hold("key " + event.code, name);
});
addEventListener("keyup", (event) => letGo("key " + event.code));
addEventListener("blur", letAllGo);
document.addEventListener("visibilitychange", () => { if (document.hidden) letAllGo(); });

// ---- the connection to the device --------------------------------------------------------------

let command = "troop play"; // the command that serves this page

const RECEIVE = {
  panel(panel) {
    command = panel.command || command;
    byId("plug").hidden = !panel.plug;
    drawButtons(panel.buttons);
    byId("gestures").replaceChildren(...panel.gestures.map((line) => make("li", {}, line)));
  },
  strips(layout) { drawStrips(layout.strips, layout.marks); },
  state: showState,
  frames(frames) { for (const [index, hex] of Object.entries(frames)) showFrame(index, hex); },
};

function connect() {
  const link = byId("link");
  socket = new WebSocket(`ws://${location.host}/device`);
  socket.onopen = () => { link.textContent = "connected"; link.classList.remove("lost"); };
  socket.onmessage = (event) => {
    for (const [kind, value] of Object.entries(JSON.parse(event.data))) RECEIVE[kind]?.(value);
  };
  socket.onclose = () => {
    letAllGo();
    link.textContent = `the device does not answer: start '${command}' again`;
    link.classList.add("lost");
    setTimeout(connect, 1000);
  };
}
connect();
