// SPDX-License-Identifier: MIT
// The page of a land: what people press becomes what is asked of the walker.
import { type FromLand, KINDS, type LandStatus, type Moves, QUALITIES, type ToLand } from "./land_messages.js";

const VIEW = 4096; // m
const MAX_PIXELS = [400 * 225, 1280 * 720, 1920 * 1080]; // by quality
const TURN = 0.25; // degrees a pixel
const MAX_PITCH = 89;
const NOTICE_MS = 8000;

const element = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;
const canvas = element<HTMLCanvasElement>("view");
const worker = new Worker("land_worker.js", { type: "module" });
const tell = (message: ToLand, transfer: Transferable[] = []) => worker.postMessage(message, transfer);

const moves: Moves = { ahead: 0, aside: 0, lift: 0, yaw: 0, pitch: 0, run: false, jump: false, kind: 0 };
const held = new Set<string>();

/// Where one is asked to be. Without a place a good one is looked for.
interface Where {
  seed: string;
  at?: [x: number, z: number];
  look?: [yaw: number, pitch: number];
}

let where = readAddress();

function twoNumbers(text: string | null, most: number): [number, number] | undefined {
  const values = (text ?? "").split(",").map(Number);
  const sound = text !== null && values.length === 2 && values.every((value) => Math.abs(value) <= most);
  return sound ? (values as [number, number]) : undefined;
}

/// "#seed=moss&at=1200,-300&look=210,-1", with the words that `loam land view --place` has.
function readAddress(): Where {
  const words = new URLSearchParams(location.hash.slice(1));
  return {
    seed: words.get("seed") ?? "my land",
    at: twoNumbers(words.get("at"), 2 ** 49),
    look: twoNumbers(words.get("look"), 360),
  };
}

const quality = () => Number(element<HTMLSelectElement>("quality").value);

/// Pixels of the picture: as many as the quality may have, in the window's shape.
function size(): { w: number; h: number } {
  const ratio = window.devicePixelRatio || 1;
  const [w, h] = [innerWidth * ratio, innerHeight * ratio];
  const less = Math.min(1, Math.sqrt(MAX_PIXELS[quality()]! / (w * h)));
  return { w: Math.max(16, Math.round(w * less)), h: Math.max(16, Math.round(h * less)) };
}

function open(): void {
  element("place").textContent = "The land grows …";
  element<HTMLInputElement>("seed").value = where.seed;
  tell({ kind: "open", seed: where.seed, at: where.at, ...size(), quality: quality(), view: VIEW });
}

// ---- what the worker tells ----------------------------------------------------------------------

function showStatus(status: LandStatus, complete: boolean, framesPerSecond: number, frameMs: number): void {
  const biome = status.biome === "" ? "" : `${status.biome.replaceAll("_", " ")} · `;
  element("place").textContent =
    `${Math.round(status.x)}, ${Math.round(status.z)} · ${status.y.toFixed(0)} m above the sea · ${biome}` +
    `${complete ? "" : "it grows · "}${framesPerSecond.toFixed(0)} frames/s, ${frameMs.toFixed(0)} ms`;
  element("place").dataset.state = JSON.stringify({ ...status, complete });
  const words = new URLSearchParams({ seed: where.seed, at: `${Math.round(status.x)},${Math.round(status.z)}` });
  history.replaceState(null, "", `#${words}&look=${Math.round(moves.yaw)},${Math.round(moves.pitch)}`);
  element<HTMLAnchorElement>("onmap").href = `map.html#${words}&zoom=5`;
}

function notice(text: string): void {
  const line = document.createElement("p");
  line.textContent = text;
  element("notices").append(line);
  setTimeout(() => line.remove(), NOTICE_MS);
}

worker.onmessage = ({ data }: MessageEvent<FromLand>) => {
  switch (data.kind) {
    case "opened":
      fill("weather", data.weathers, 1);
      [moves.yaw, moves.pitch] = where.look ?? [data.yaw, 0];
      tell({ kind: "moves", moves });
      tellLook();
      return canvas.focus();
    case "status":
      return showStatus(data.status, data.complete, data.framesPerSecond, data.frameMs);
    case "failed":
      element("place").textContent = data.text;
      return notice(data.text);
  }
};
worker.onerror = (event) => notice(`The land has stopped: ${event.message}`);

// ---- what people do -----------------------------------------------------------------------------

const KEYS: Record<string, string> = {
  KeyW: "ahead",
  ArrowUp: "ahead",
  KeyS: "back",
  ArrowDown: "back",
  KeyA: "left",
  ArrowLeft: "left",
  KeyD: "right",
  ArrowRight: "right",
  Space: "up",
  KeyC: "down",
  ShiftLeft: "run",
  ShiftRight: "run",
};

function tellMoves(): void {
  const is = (what: string) => +held.has(what);
  moves.ahead = 100 * (is("ahead") - is("back"));
  moves.aside = 100 * (is("right") - is("left"));
  moves.lift = 100 * (is("up") - is("down"));
  moves.jump = held.has("up");
  moves.run = held.has("run");
  tell({ kind: "moves", moves });
}

function key(event: KeyboardEvent, down: boolean): void {
  if (event.target instanceof HTMLInputElement || event.ctrlKey) return;
  const what = KEYS[event.code];
  const digit = /^Digit([1-4])$/.exec(event.code);
  if (digit !== null && down) setKind(Number(digit[1]) - 1);
  if (what === undefined) return;
  if (down) held.add(what);
  else held.delete(what);
  tellMoves();
  event.preventDefault();
}

function setKind(kind: number): void {
  moves.kind = kind;
  element<HTMLSelectElement>("kind").value = String(kind);
  tellMoves();
}

function turn(event: PointerEvent): void {
  if (!canvas.hasPointerCapture(event.pointerId)) return;
  moves.yaw = (moves.yaw + event.movementX * TURN + 360) % 360;
  moves.pitch = Math.max(-MAX_PITCH, Math.min(MAX_PITCH, moves.pitch - event.movementY * TURN));
  tellMoves();
}

function tellLook(): void {
  tell({
    kind: "look",
    hour: Number(element<HTMLInputElement>("hour").value),
    day: Number(element<HTMLSelectElement>("day").value),
    weather: Number(element<HTMLSelectElement>("weather").value),
  });
}

function fill(id: string, names: readonly string[], chosen: number): void {
  const options = names.map((name, i) => new Option(name, String(i), i === chosen, i === chosen));
  element<HTMLSelectElement>(id).replaceChildren(...options);
}

function listen(): void {
  window.addEventListener("keydown", (event) => key(event, true));
  window.addEventListener("keyup", (event) => key(event, false));
  window.addEventListener("blur", () => {
    held.clear();
    tellMoves();
  });
  window.addEventListener("resize", () => tell({ kind: "size", ...size() }));
  window.addEventListener("hashchange", () => {
    where = readAddress();
    open();
  });
  document.addEventListener("visibilitychange", () => tell({ kind: "pause", paused: document.hidden }));
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    canvas.focus();
  });
  canvas.addEventListener("pointermove", turn);
}

function listenToBar(): void {
  for (const id of ["hour", "day", "weather"]) element(id).addEventListener("input", tellLook);
  element("kind").addEventListener("change", () => setKind(Number(element<HTMLSelectElement>("kind").value)));
  element("quality").addEventListener("change", () => {
    tell({ kind: "quality", quality: quality() });
    tell({ kind: "size", ...size() });
  });
  element<HTMLFormElement>("bar").addEventListener("submit", (event) => {
    event.preventDefault();
    where = { seed: element<HTMLInputElement>("seed").value };
    open();
  });
}

fill("kind", KINDS, 0);
fill("quality", QUALITIES, 0);
listen();
listenToBar();
const offscreen = canvas.transferControlToOffscreen();
tell({ kind: "canvas", canvas: offscreen }, [offscreen]);
open();
