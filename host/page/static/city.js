// Draws Ape Town's city as hexagons, with its tiles and disks and the chosen space.

const LARGEST = 1.6; // largest scale, so that a small city does not fill the page
const SVG = "http://www.w3.org/2000/svg";
const RADIUS = 20, COLUMN = (RADIUS * Math.sqrt(3)) / 2, ROW = RADIUS * 1.5;
// For each side of a space: the offset of the neighbour as [columns, rows], and the two corners of that side.
const SIDES = [[[2, 0], 0, 1], [[1, 1], 1, 2], [[-1, 1], 2, 3], [[-2, 0], 3, 4], [[-1, -1], 4, 5], [[1, -1], 5, 0]];

const shape = (tag, attributes, text = "") => {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.textContent = text;
  return element;
};

/** Corner k of the hexagon around (x, y), clockwise; 0 is at the upper right. */
const corner = (x, y, k) => {
  const angle = (Math.PI / 180) * (60 * k - 30);
  return [x + RADIUS * Math.cos(angle), y + RADIUS * Math.sin(angle)].map((number) => number.toFixed(1));
};

/** Draw `spaces` (host/page/notes.py) into `svg`. A click on a free space calls `choose` with its name. */
export function drawCity(svg, spaces, choose) {
  const key = JSON.stringify(spaces);
  if (svg.dataset.key === key) return;
  svg.dataset.key = key;
  svg.replaceChildren();
  if (!spaces.length) return;
  const right = Math.max(...spaces.map((space) => space.column)) + 2, low = Math.max(...spaces.map((space) => space.row)) + 1;
  svg.setAttribute("viewBox", `-2 -2 ${right * COLUMN + 4} ${(low - 1) * ROW + 2 * RADIUS + 4}`);
  svg.style.maxWidth = `${LARGEST * right * COLUMN}px`;
  const regions = new Map(spaces.map((space) => [`${space.column} ${space.row}`, space.name[0]]));
  const borders = [];
  for (const space of spaces) {
    const x = (space.column + 1) * COLUMN, y = space.row * ROW + RADIUS;
    const points = [0, 1, 2, 3, 4, 5].map((k) => corner(x, y, k).join(",")).join(" ");
    const hexagon = shape("polygon", { points, class: `space ${space.colour}${space.chosen ? " chosen" : ""}`, "data-space": space.name });
    if (!space.tile) hexagon.addEventListener("click", () => choose(space.name));
    svg.append(hexagon);
    if (space.tile) drawTile(svg, space, x, y);
    else svg.append(shape("text", { x, y, class: `name ${space.colour}` }, space.name));
    for (const [[across, down], from, to] of SIDES)
      if (regions.get(`${space.column + across} ${space.row + down}`) !== space.name[0])
        borders.push(`M${corner(x, y, from)}L${corner(x, y, to)}`);
  }
  svg.append(shape("path", { d: borders.join(""), class: "border" }));
  const chosen = svg.querySelector(".chosen");
  if (chosen) svg.append(shape("polygon", { points: chosen.getAttribute("points"), class: "ring" }));
}

function drawTile(svg, space, x, y) {
  const tile = shape("g", { class: "tile" }), disk = shape("circle", { cx: x, cy: y, r: RADIUS * 0.62 });
  if (space.disk) Object.assign(disk.style, { stroke: space.disk, strokeWidth: 4 });
  tile.append(shape("title", {}, `${space.name}: ${space.tile}${space.owner ? ` of ${space.owner}` : ""}`),
    disk, shape("text", { x, y }, space.tile[0].toUpperCase()));
  svg.append(tile);
}
