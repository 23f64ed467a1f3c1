// SPDX-License-Identifier: MIT
// The map of a land or of a sea with islands: pieces that workers draw, nearest to the middle first, over coarser ones that are there
// already; names beside them.
import { type Feature, type MapAnswer, type MapQuestion, SIDE, type World, WORLDS } from "./map_worker.js";

/// 2^zoom m a pixel at most, and as it begins; what "Copy place" gives.
const KINDS: Record<World, { maxZoom: number; zoom: number; place: (seed: string, x: number, z: number) => string }> = {
  land: { maxZoom: 13, zoom: 11, place: (seed, x, z) => `seed=${seed} at=${x},${z}` },
  isles: { maxZoom: 8, zoom: 4, place: (seed, x, z) => `--seed ${seed} --at ${x},${z}` },
};
const MAX_PIECES = 400;
const MAX_PLACE = 2 ** 49; // m
const WAIT_MS = 250; // names are asked for when the map has stood still for so long
const NOTICE_MS = 5000;

interface View {
  world: World;
  seed: string;
  x: number; // m, the middle
  z: number;
  zoom: number; // 2^zoom m a pixel
  layer: string;
}

const element = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;
const canvas = element<HTMLCanvasElement>("map");
const context = canvas.getContext("2d", { alpha: false })!;

const view: View = readAddress();
const pieces = new Map<string, ImageBitmap>(); // the least recently seen first
const failed = new Set<string>(); // pieces that are not asked for again in this land
let features: { x: number; z: number; scale: number; list: Feature[] } | undefined;
let pointed: { x: number; z: number } | undefined; // a place that was clicked
let pointedText = "";
let seedNumber = "";
let namesTimer = 0;
let drawn = false; // in this frame

// ---- the address --------------------------------------------------------------------------------

/// A whole number of metres within the land, 0 for anything else.
function metres(text: string | undefined): number {
  const value = Math.round(Number(text));
  return Math.abs(value) <= MAX_PLACE ? value : 0;
}

/// "#world=land&seed=moss&at=1200,-300&zoom=5&layer=map"; what is missing or wrong is as usual.
function readAddress(): View {
  const words = new URLSearchParams(location.hash.slice(1));
  const [x, z] = (words.get("at") ?? "0,0").split(",");
  const world = WORLDS.find((name) => name === words.get("world")) ?? "land";
  const usual = KINDS[world];
  const zoom = Math.round(Number(words.get("zoom") ?? usual.zoom));
  return {
    world,
    seed: words.get("seed") ?? "my land",
    x: metres(x),
    z: metres(z),
    zoom: zoom >= 0 && zoom <= usual.maxZoom ? zoom : usual.zoom,
    layer: words.get("layer") ?? "map",
  };
}

function writeAddress(): void {
  const { world, seed, x, z, zoom, layer } = view;
  const words = new URLSearchParams({ world, seed, at: `${x},${z}`, zoom: String(zoom), layer });
  history.replaceState(null, "", `#${words}`);
}

// ---- workers ------------------------------------------------------------------------------------

interface Hand {
  worker: Worker;
  busy: string | undefined; // the key of the piece that it draws
}

const hands: Hand[] = [];
const guide = startWorker(heardGuide); // names and places, so that pieces do not wait for them
const ask = (worker: Worker, question: MapQuestion) => worker.postMessage(question);

function startWorker(heard: (answer: MapAnswer) => void): Worker {
  const worker = new Worker("map_worker.js", { type: "module" });
  worker.onmessage = ({ data }: MessageEvent<MapAnswer>) => heard(data);
  worker.onerror = (event) => notice(`The map has stopped: ${event.message}`);
  return worker;
}

function startHands(): void {
  const count = Math.max(1, Math.min(4, (navigator.hardwareConcurrency || 2) - 1));
  for (let i = 0; i < count; i++) {
    const hand: Hand = { worker: startWorker((answer) => heardPiece(hand, answer)), busy: undefined };
    hands.push(hand);
  }
}

function heardPiece(hand: Hand, answer: MapAnswer): void {
  if (answer.kind === "failed") {
    notice(answer.text);
    if (answer.key !== undefined) failed.add(answer.key);
  }
  if (answer.kind === "piece") {
    if (answer.key.startsWith(worldKey())) remember(answer.key, answer.image);
    else answer.image.close();
  }
  if (answer.kind === "piece" || answer.kind === "failed") hand.busy = undefined;
  redraw();
}

function heardGuide(answer: MapAnswer): void {
  switch (answer.kind) {
    case "opened":
      seedNumber = answer.seed;
      return fillLayers(answer.layers);
    case "features":
      features = { x: answer.x, z: answer.z, scale: answer.scale, list: answer.features };
      return redraw();
    case "place": {
      const { height, water, cover } = answer.place;
      const depth = water === null ? "" : `, below ${(water - height).toFixed(1)} m of water`;
      pointedText = `${cover.replaceAll("_", " ")}, ground at ${height.toFixed(1)} m${depth}`;
      return redraw();
    }
    case "failed":
      return notice(answer.text);
  }
}

function remember(key: string, image: ImageBitmap): void {
  pieces.set(key, image);
  for (const old of pieces.keys()) {
    if (pieces.size <= MAX_PIECES) break;
    pieces.get(old)!.close();
    pieces.delete(old);
  }
}

// ---- pieces -------------------------------------------------------------------------------------

interface Piece {
  key: string;
  left: number; // pixels of the canvas
  top: number;
  column: number;
  row: number;
}

const roads = () => element<HTMLInputElement>("roads").checked;
const worldKey = () => `${view.world}/${view.seed}/${view.layer}/${roads()}/`;
const pieceKey = (zoom: number, column: number, row: number) => `${worldKey()}${zoom}/${column}/${row}`;

/// The pieces in sight, nearest to the middle first. Columns go east, rows south.
function piecesInSight(): Piece[] {
  const scale = 2 ** view.zoom;
  const left = view.x / scale - canvas.width / 2;
  const top = -view.z / scale - canvas.height / 2;
  const found: Piece[] = [];
  for (let row = Math.floor(top / SIDE); row * SIDE < top + canvas.height; row++) {
    for (let column = Math.floor(left / SIDE); column * SIDE < left + canvas.width; column++) {
      const key = pieceKey(view.zoom, column, row);
      found.push({ key, column, row, left: Math.round(column * SIDE - left), top: Math.round(row * SIDE - top) });
    }
  }
  const far = (piece: Piece) =>
    Math.hypot(piece.left + SIDE / 2 - canvas.width / 2, piece.top + SIDE / 2 - canvas.height / 2);
  return found.sort((a, b) => far(a) - far(b));
}

/// The piece, or the part of the finest coarser one that covers it, or what finer ones there are.
function drawPiece(piece: Piece): void {
  for (let up = 0; view.zoom + up <= KINDS[view.world].maxZoom; up++) {
    const part = SIDE / 2 ** up;
    const [column, row] = [piece.column, piece.row].map((place) => Math.floor(place / 2 ** up)) as [number, number];
    const key = pieceKey(view.zoom + up, column, row);
    const image = pieces.get(key);
    if (image === undefined) continue;
    pieces.delete(key); // it was seen: it goes last
    pieces.set(key, image);
    const [x, y] = [piece.column * part - column * SIDE, piece.row * part - row * SIDE];
    context.drawImage(image, x, y, part, part, piece.left, piece.top, SIDE, SIDE);
    return;
  }
  context.fillRect(piece.left, piece.top, SIDE, SIDE);
  for (const [dx, dy] of [[0, 0], [1, 0], [0, 1], [1, 1]] as const) {
    const image = pieces.get(pieceKey(view.zoom - 1, 2 * piece.column + dx, 2 * piece.row + dy));
    if (image !== undefined) {
      context.drawImage(image, piece.left + (dx * SIDE) / 2, piece.top + (dy * SIDE) / 2, SIDE / 2, SIDE / 2);
    }
  }
}

function askForPieces(wanted: Piece[]): void {
  const scale = 2 ** view.zoom;
  const underWay = new Set(hands.map(({ busy }) => busy));
  const missing = wanted.filter(({ key }) => !pieces.has(key) && !underWay.has(key) && !failed.has(key));
  for (const hand of hands) {
    if (hand.busy !== undefined) continue;
    const piece = missing.shift();
    if (piece === undefined) return;
    hand.busy = piece.key;
    ask(hand.worker, {
      kind: "piece",
      key: piece.key,
      x: (piece.column + 0.5) * SIDE * scale,
      z: -(piece.row + 0.5) * SIDE * scale,
      scale,
      layer: view.layer,
      roads: roads(),
    });
  }
}

// ---- names --------------------------------------------------------------------------------------

const LETTERS: Record<string, { size: number; colour: string; style?: string }> = {
  ocean: { size: 24, colour: "#173a63", style: "italic" },
  sea: { size: 20, colour: "#173a63", style: "italic" },
  bay: { size: 14, colour: "#173a63", style: "italic" },
  lake: { size: 13, colour: "#173a63", style: "italic" },
  river: { size: 12, colour: "#1d4f80", style: "italic" },
  continent: { size: 26, colour: "#3b2c1a" },
  island: { size: 16, colour: "#3b2c1a" },
  range: { size: 15, colour: "#5a3d22" },
  peak: { size: 12, colour: "#222" },
};

/// Names from the most important on, where there is room for them.
function drawNames(): void {
  if (!element<HTMLInputElement>("names").checked || features?.scale !== 2 ** view.zoom) return;
  const taken: [number, number, number, number][] = [];
  const rank = (kind: string) => LETTERS[kind]?.size ?? 13;
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (const feature of [...features.list].sort((a, b) => rank(b.kind) - rank(a.kind))) {
    const letters = LETTERS[feature.kind] ?? { size: 13, colour: "#2c4a26" };
    const x = canvas.width / 2 + (features.x + feature.x - view.x) / features.scale;
    const y = canvas.height / 2 - (features.z + feature.z - view.z) / features.scale;
    context.font = `${letters.style ?? ""} ${letters.size}px Georgia, serif`;
    const half = context.measureText(feature.name).width / 2 + 4;
    const place: [number, number, number, number] = [x - half, y - letters.size, x + half, y + letters.size];
    if (taken.some(([l, t, r, b]) => place[0] < r && place[2] > l && place[1] < b && place[3] > t)) continue;
    taken.push(place);
    context.lineWidth = 3;
    context.strokeStyle = "#ffffffb0";
    context.strokeText(feature.name, x, y);
    context.fillStyle = letters.colour;
    context.fillText(feature.name, x, y);
  }
}

function askForNames(): void {
  clearTimeout(namesTimer);
  namesTimer = window.setTimeout(() => {
    ask(guide, { kind: "features", x: view.x, z: view.z, w: canvas.width, h: canvas.height, scale: 2 ** view.zoom });
  }, WAIT_MS);
}

// ---- drawing ------------------------------------------------------------------------------------

function draw(): void {
  drawn = false;
  context.fillStyle = "#3a5f85";
  const wanted = piecesInSight();
  for (const piece of wanted) drawPiece(piece);
  drawNames();
  drawPointed();
  askForPieces(wanted);
  const missing = wanted.filter(({ key }) => !pieces.has(key)).length;
  canvas.dataset.missing = String(missing);
  element("growing").textContent = missing > 0 ? `It grows: ${missing} to come` : "";
}

function redraw(): void {
  if (!drawn) requestAnimationFrame(draw);
  drawn = true;
}

function drawPointed(): void {
  if (pointed === undefined) return;
  const scale = 2 ** view.zoom;
  const x = canvas.width / 2 + (pointed.x - view.x) / scale;
  const y = canvas.height / 2 - (pointed.z - view.z) / scale;
  context.beginPath();
  context.arc(x, y, 6, 0, 2 * Math.PI);
  context.strokeStyle = "#fff";
  context.lineWidth = 4;
  context.stroke();
  context.strokeStyle = "#b3261e";
  context.lineWidth = 2;
  context.stroke();
  element("place").textContent = `${pointed.x}, ${pointed.z} m · ${pointedText}`;
}

function showScale(): void {
  const least = 80 * 2 ** view.zoom;
  const power = 10 ** Math.floor(Math.log10(least));
  const length = power * ([1, 2, 5, 10].find((digit) => digit * power >= least) ?? 10);
  element("scalebar").querySelector("span")!.textContent = length >= 1000 ? `${length / 1000} km` : `${length} m`;
  (element("scalebar").querySelector("div") as HTMLElement).style.width = `${length / 2 ** view.zoom}px`;
}

/// After the view has changed.
function changed(): void {
  writeAddress();
  showWalk();
  showScale();
  askForNames();
  redraw();
}

function notice(text: string): void {
  const line = document.createElement("p");
  line.textContent = text;
  element("notices").append(line);
  setTimeout(() => line.remove(), NOTICE_MS);
}

// ---- what people do -----------------------------------------------------------------------------

const within = (place: number) => Math.max(-MAX_PLACE, Math.min(MAX_PLACE, Math.round(place)));

function move(dx: number, dy: number): void {
  view.x = within(view.x + dx * 2 ** view.zoom);
  view.z = within(view.z - dy * 2 ** view.zoom);
  changed();
}

/// What lies under a pixel stays there.
function zoomBy(by: number, px = canvas.width / 2, py = canvas.height / 2): void {
  const zoom = Math.max(0, Math.min(KINDS[view.world].maxZoom, view.zoom + by));
  const [dx, dy] = [px - canvas.width / 2, py - canvas.height / 2];
  view.x = within(view.x + dx * (2 ** view.zoom - 2 ** zoom));
  view.z = within(view.z - dy * (2 ** view.zoom - 2 ** zoom));
  view.zoom = zoom;
  changed();
}

function openWorld(seed: string): void {
  view.seed = seed;
  failed.clear();
  features = undefined;
  pointed = undefined;
  element("place").textContent = "";
  element<HTMLInputElement>("seed").value = seed;
  element<HTMLSelectElement>("world").value = view.world;
  element("walk").hidden = view.world !== "land";
  element("roads").parentElement!.hidden = view.world !== "land";
  const { world } = view;
  for (const { worker } of hands) ask(worker, { kind: "open", world, seed });
  ask(guide, { kind: "open", world, seed });
  changed();
}

function pointAt(px: number, py: number): void {
  const scale = 2 ** view.zoom;
  pointed = {
    x: within(view.x + (px - canvas.width / 2) * scale),
    z: within(view.z - (py - canvas.height / 2) * scale),
  };
  pointedText = "…";
  ask(guide, { kind: "place", ...pointed });
  showWalk();
  redraw();
}

function showWalk(): void {
  const at = pointed ?? view;
  const words = new URLSearchParams({ seed: view.seed, at: `${at.x},${at.z}` });
  element<HTMLAnchorElement>("walk").href = `land.html#${words}`;
}

/// As `loam land explore --place` takes it, or `loam isles map`.
function placeText(): string {
  const at = pointed ?? view;
  return KINDS[view.world].place(seedNumber, at.x, at.z);
}

function fillLayers(layers: string[]): void {
  const select = element<HTMLSelectElement>("layer");
  select.replaceChildren(...layers.map((layer) => new Option(layer, layer, false, layer === view.layer)));
  if (!layers.includes(view.layer)) view.layer = layers[0]!;
  redraw();
}

const held = new Map<number, { x: number; y: number }>(); // pointers on the map
let moved = 0; // pixels since the first of them came

function pointerMove(event: PointerEvent): void {
  const before = held.get(event.pointerId);
  if (before === undefined) return;
  const others = [...held].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
  const now = { x: event.clientX, y: event.clientY };
  moved += Math.hypot(now.x - before.x, now.y - before.y);
  held.set(event.pointerId, now);
  if (others.length === 0) move(before.x - now.x, before.y - now.y);
  else pinch(others[0]!, before, now);
}

/// Two fingers: each time that they are twice as far apart, or half as far, the map is.
let pinched = 0;
function pinch(other: { x: number; y: number }, before: { x: number; y: number }, now: { x: number; y: number }): void {
  const apart = (place: { x: number; y: number }) => Math.max(1, Math.hypot(place.x - other.x, place.y - other.y));
  pinched += Math.log2(apart(now) / apart(before));
  if (Math.abs(pinched) < 0.7) return;
  zoomBy(pinched > 0 ? -1 : 1, (now.x + other.x) / 2, (now.y + other.y) / 2);
  pinched = 0;
}

function pointerUp(event: PointerEvent): void {
  if (!held.delete(event.pointerId)) return;
  pinched = 0;
  if (held.size === 0 && moved < 4 && event.type === "pointerup") pointAt(event.clientX, event.clientY);
  if (held.size === 0) moved = 0;
}

const KEYS: Record<string, () => void> = {
  ArrowLeft: () => move(-100, 0),
  ArrowRight: () => move(100, 0),
  ArrowUp: () => move(0, -100),
  ArrowDown: () => move(0, 100),
  Equal: () => zoomBy(-1),
  NumpadAdd: () => zoomBy(-1),
  Minus: () => zoomBy(1),
  NumpadSubtract: () => zoomBy(1),
};

let wheeled = 0; // touch pads send many small turns
function wheel(event: WheelEvent): void {
  event.preventDefault();
  wheeled += event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY / 100 : event.deltaY / 3;
  if (Math.abs(wheeled) < 0.99) return;
  zoomBy(Math.sign(wheeled), event.clientX, event.clientY);
  wheeled = 0;
}

function fit(): void {
  canvas.width = innerWidth;
  canvas.height = innerHeight;
  changed();
}

function listen(): void {
  window.addEventListener("resize", fit);
  window.addEventListener("hashchange", () => {
    Object.assign(view, readAddress());
    openWorld(view.seed);
  });
  canvas.addEventListener("keydown", (event) => KEYS[event.code]?.());
  canvas.addEventListener("wheel", wheel, { passive: false });
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    canvas.focus();
    held.set(event.pointerId, { x: event.clientX, y: event.clientY });
  });
  canvas.addEventListener("pointermove", pointerMove);
  canvas.addEventListener("pointerup", pointerUp);
  canvas.addEventListener("pointercancel", pointerUp);
}

function listenToBar(): void {
  element<HTMLFormElement>("land").addEventListener("submit", (event) => {
    event.preventDefault();
    openWorld(element<HTMLInputElement>("seed").value);
  });
  element<HTMLSelectElement>("world").addEventListener("change", (event) => {
    const world = (event.target as HTMLSelectElement).value as World;
    Object.assign(view, { world, x: 0, z: 0, zoom: KINDS[world].zoom, layer: "map" });
    openWorld(view.seed);
  });
  element("another").addEventListener("click", () => openWorld(String(crypto.getRandomValues(new Uint32Array(1))[0])));
  element<HTMLSelectElement>("layer").addEventListener("change", (event) => {
    view.layer = (event.target as HTMLSelectElement).value;
    changed();
  });
  for (const id of ["names", "roads"]) element(id).addEventListener("change", redraw);
  element("in").addEventListener("click", () => zoomBy(-1));
  element("out").addEventListener("click", () => zoomBy(1));
  element("copy").addEventListener("click", () => {
    navigator.clipboard.writeText(placeText()).then(
      () => notice(`Copied: ${placeText()}`),
      () => notice(placeText()),
    );
  });
}

startHands();
listen();
listenToBar();
openWorld(view.seed);
fit();
