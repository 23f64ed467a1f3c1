// SPDX-License-Identifier: MIT
// The page: what people press becomes commands for the worker, and what it tells becomes what they see.
import type { Material, Status } from "./game.js";
import type { ToPage, ToWorker, Wish } from "./messages.js";

const TOOLS = ["pickaxe", "hammer", "block", "wall", "bucket", "axe", "shears", "sapling"] as const;
const TOOL_KEYS = ["KeyZ", "KeyX", "KeyC", "KeyV", "KeyB", "KeyG", "KeyH", "KeyJ"];
const HOTBAR = ["stone", "dirt", "sand", "oak_wood", "torch", "water", "lava", "leaf", "ice"];
const MAX_BRUSH = 7;
const MAX_ZOOM = 8;
const MAX_PIXELS = 1280 * 720; // more are drawn at half the size and shown twice as large
const NOTICE_MS = 5000;
const SETTINGS = "loam-settings";

const KEYS: [keys: string, meaning: string][] = [
  ["A D, arrows", "walk"],
  ["Space, W", "jump, swim up"],
  ["S", "dive"],
  ["Left button", "use the tool"],
  ["Middle button, E", "choose what is under the cursor"],
  ["Right button", "dig with the pickaxe while it is held"],
  ["Z X C V B G H J", "pickaxe, hammer, block, wall, bucket, axe, shears, sapling"],
  ["1 to 9", "a material of the bar"],
  ["Tab", "all materials"],
  ["[ ]", "smaller or larger brush"],
  ["Wheel, + −", "zoom"],
  ["Ctrl Z, Ctrl Y", "undo, redo"],
  ["F", "full screen"],
  ["Escape", "this menu"],
];

/// What is held down walks, jumps and dives.
type Hold = "left" | "right" | "jump" | "dive";
const HOLD_KEYS: Record<string, Hold> = {
  KeyA: "left",
  ArrowLeft: "left",
  KeyD: "right",
  ArrowRight: "right",
  Space: "jump",
  KeyW: "jump",
  ArrowUp: "jump",
  KeyS: "dive",
  ArrowDown: "dive",
};

const element = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;
const canvas = element<HTMLCanvasElement>("view");
const worker = new Worker("worker.js", { type: "module" });
const tell = (message: ToWorker, transfer: Transferable[] = []) => worker.postMessage(message, transfer);
const command = (line: string) => tell({ kind: "do", command: line });

let materials: Material[] = [];
let status: Status | undefined;
let playing = false;
let hotbar: string[] = [...HOTBAR];
let zoom = 4; // pixels of the screen along a tile, at one pixel a point
let scale = 1; // pixels of the screen along one of the canvas
const held = new Set<Hold>();
let digging: string | undefined; // the tool that comes back when the right button is released

// ---- settings -----------------------------------------------------------------------------------

function loadSettings(): void {
  try {
    const kept = JSON.parse(localStorage.getItem(SETTINGS) ?? "{}");
    if (Number.isInteger(kept.zoom) && kept.zoom >= 1 && kept.zoom <= MAX_ZOOM) zoom = kept.zoom;
    if (Array.isArray(kept.hotbar) && kept.hotbar.length === HOTBAR.length) hotbar = kept.hotbar.map(String);
  } catch {
    // Settings that cannot be read are those of the beginning.
  }
}

function keepSettings(): void {
  try {
    localStorage.setItem(SETTINGS, JSON.stringify({ zoom, hotbar }));
  } catch {
    // They hold as long as the page does.
  }
}

// ---- seeing -------------------------------------------------------------------------------------

/// Draws every pixel of the screen while that are few, else every second one.
function fit(): void {
  const ratio = window.devicePixelRatio || 1;
  const w = Math.round(innerWidth * ratio);
  const h = Math.round(innerHeight * ratio);
  scale = 1;
  while ((w / scale) * (h / scale) > MAX_PIXELS && scale < zoom) scale++;
  tell({
    kind: "size",
    w: Math.max(16, Math.floor(w / scale)),
    h: Math.max(16, Math.floor(h / scale)),
    zoom: Math.max(1, Math.round((zoom * ratio) / scale)),
  });
}

function setZoom(wanted: number): void {
  zoom = Math.min(MAX_ZOOM, Math.max(1, wanted));
  element<HTMLInputElement>("zoom").value = String(zoom);
  keepSettings();
  fit();
}

function notice(text: string): void {
  const line = document.createElement("p");
  line.textContent = text;
  element("notices").append(line);
  setTimeout(() => line.remove(), NOTICE_MS);
}

const spoken = (name: string) => name.replaceAll("_", " ");
const named = (name: string) => materials.find((material) => material.name === name);

function swatch(material: Material): HTMLElement {
  const square = document.createElement("span");
  square.className = "swatch";
  square.style.background = material.colour;
  return square;
}

function button(text: string, press: () => void): HTMLButtonElement {
  const made = document.createElement("button");
  made.textContent = text;
  made.addEventListener("click", () => {
    press();
    if (playing) canvas.focus();
  });
  return made;
}

function showTools(): void {
  element("tools").replaceChildren(
    ...TOOLS.map((tool, i) => {
      const made = button(`${TOOL_KEYS[i]!.slice(3)}  ${tool}`, () => command(`tool ${tool}`));
      made.classList.toggle("chosen", status?.tool === i);
      return made;
    }),
  );
}

function count(material: Material): string {
  if (!status?.limited) return "";
  const has = status.inventory.filter(([id]) => id === material.id).reduce((sum, [, number]) => sum + number, 0);
  return String(has);
}

function showHotbar(): void {
  const buttons = hotbar.map((name, i) => {
    const material = named(name);
    const made = button("", () => chooseSlot(i));
    made.title = spoken(name);
    made.innerHTML = `<span class="key">${i + 1}</span>`;
    if (material !== undefined) {
      made.append(swatch(material));
      const number = document.createElement("span");
      number.className = "count";
      number.textContent = count(material);
      made.append(number);
      made.classList.toggle("chosen", status?.material === material.id);
    }
    return made;
  });
  element("hotbar").replaceChildren(...buttons);
}

function showPalette(): void {
  const wanted = element<HTMLInputElement>("search").value.toLowerCase().trim();
  const found = materials.filter((material) => spoken(material.name).includes(wanted));
  element("materials").replaceChildren(
    ...found.map((material) => {
      const made = button(` ${spoken(material.name)}`, () => {
        putIntoHotbar(material);
        show("palette", false);
      });
      made.prepend(swatch(material));
      made.title = spoken(material.name);
      return made;
    }),
  );
}

let lastShown = "";
function showStatus(now: Status, framesPerSecond: number, frameMs: number): void {
  status = now;
  const clock = `${String(Math.floor(now.minutes / 60)).padStart(2, "0")}:${String(now.minutes % 60).padStart(2, "0")}`;
  element("status").textContent =
    `${clock}, ${now.season}, ${now.weather} · ${Math.floor(now.x)}, ${Math.floor(now.y)} · ` +
    `${framesPerSecond.toFixed(0)} frames/s, ${frameMs.toFixed(1)} ms`;
  (element("health").firstElementChild as HTMLElement).style.width = `${now.health / 10}%`;
  element("health").hidden = !now.limited;
  // What is pressed must not be replaced while it is pressed, so only what has changed is shown anew.
  const shown = JSON.stringify([now.tool, now.material, now.limited, now.inventory, hotbar]);
  if (shown === lastShown) return;
  lastShown = shown;
  showTools();
  showHotbar();
}

// ---- tools and materials ------------------------------------------------------------------------

function choose(material: Material): void {
  command(`choose ${material.name}`);
  const placing = status?.tool === TOOLS.indexOf("wall") && material.wall ? "wall" : material.block ? "block" : "wall";
  if (status?.tool !== TOOLS.indexOf("sapling")) command(`tool ${placing}`);
}

function chooseSlot(slot: number): void {
  const material = named(hotbar[slot] ?? "");
  if (material !== undefined) choose(material);
}

function putIntoHotbar(material: Material): void {
  const now = hotbar.indexOf(materials.find(({ id }) => id === status?.material)?.name ?? "");
  if (!hotbar.includes(material.name)) hotbar[now >= 0 ? now : hotbar.length - 1] = material.name;
  keepSettings();
  choose(material);
}

function resizeBrush(by: number): void {
  if (status === undefined) return;
  const radius = Math.min(MAX_BRUSH, Math.max(0, status.radius + by));
  status.radius = radius;
  command(`brush ${status.square ? "square" : "circle"} ${radius}`);
}

// ---- moving -------------------------------------------------------------------------------------

function tellMoves(changed: Hold): void {
  if (changed === "left" || changed === "right") {
    const way = +held.has("right") - +held.has("left");
    command(`walk ${way < 0 ? "left" : way > 0 ? "right" : "stop"}`);
  } else {
    command(`${changed} ${held.has(changed) ? "on" : "off"}`);
  }
}

function hold(what: Hold, on: boolean): void {
  if (held.has(what) === on) return;
  if (on) held.add(what);
  else held.delete(what);
  tellMoves(what);
}

function releaseAll(): void {
  for (const what of [...held]) hold(what, false);
  command("use off");
}

// ---- panels -------------------------------------------------------------------------------------

const isShown = (id: string) => !element(id).hidden;

function show(id: "menu" | "palette", on: boolean): void {
  element(id).hidden = !on;
  if (on) releaseAll();
  if (id === "menu") {
    tell({ kind: "pause", paused: on });
    if (on) fillMenu();
  }
  if (id === "palette" && on) {
    showPalette();
    element("search").focus();
  }
  if (!on) canvas.focus();
}

function fillMenu(): void {
  if (status === undefined) return;
  element<HTMLSelectElement>("weather").value = status.weather;
  element<HTMLSelectElement>("season").value = status.season;
  element<HTMLInputElement>("time").value =
    `${String(Math.floor(status.minutes / 60)).padStart(2, "0")}:${String(status.minutes % 60).padStart(2, "0")}`;
  tell({ kind: "save" });
}

function showTitle(): void {
  playing = false;
  element("hud").hidden = true;
  element("menu").hidden = true;
  element("palette").hidden = true;
  element("title").hidden = false;
  tell({ kind: "list" });
}

function showWorlds(names: string[], why?: string): void {
  element("why").textContent = why === undefined ? "" : `Worlds cannot be kept here: ${why}. You can play all the same.`;
  element("worlds").replaceChildren(
    ...names.map((name) => {
      const row = document.createElement("li");
      const remove = button("Delete", () => {
        if (confirm(`Delete the world “${name}” for ever?`)) tell({ kind: "remove", name });
      });
      row.append(button(name, () => openWorld({ name })), remove);
      return row;
    }),
  );
}

function openWorld(wish: Wish): void {
  element("why").textContent = "The world grows …";
  tell({ kind: "open", wish });
}

// ---- what the worker tells ----------------------------------------------------------------------

function opened(all: Material[], kept: boolean): void {
  materials = all;
  playing = true;
  lastShown = "";
  element("title").hidden = true;
  element("hud").hidden = false;
  if (!kept) notice("This world is not kept.");
  fit();
  canvas.focus();
}

worker.onmessage = ({ data }: MessageEvent<ToPage>) => {
  switch (data.kind) {
    case "worlds":
      return showWorlds(data.names, data.why);
    case "opened":
      return opened(data.materials, data.kept);
    case "left":
      return showTitle();
    case "status":
      return showStatus(data.status, data.framesPerSecond, data.frameMs);
    case "notice":
      return notice(data.text);
    case "failed":
      element("why").textContent = data.text;
      if (playing) notice(data.text);
      return;
  }
};
worker.onerror = (event) => notice(`The game has stopped: ${event.message}`);

// ---- what people do -----------------------------------------------------------------------------

function isTyping(event: KeyboardEvent): boolean {
  return event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
}

/// Keys that do something once. Returns whether it was one.
function press(code: string, ctrl: boolean): boolean {
  const tool = TOOL_KEYS.indexOf(code);
  const digit = /^Digit([1-9])$/.exec(code);
  if (ctrl && code === "KeyZ") command("undo");
  else if (ctrl && code === "KeyY") command("redo");
  else if (ctrl) return false;
  else if (tool >= 0) command(`tool ${TOOLS[tool]}`);
  else if (digit !== null) chooseSlot(Number(digit[1]) - 1);
  else if (code === "BracketLeft") resizeBrush(-1);
  else if (code === "BracketRight") resizeBrush(1);
  else if (code === "Equal" || code === "NumpadAdd") setZoom(zoom + 1);
  else if (code === "Minus" || code === "NumpadSubtract") setZoom(zoom - 1);
  else if (code === "KeyE") command("pick");
  else if (code === "KeyF") toggleFullScreen();
  else return false;
  return true;
}

function toggleFullScreen(): void {
  const done = document.fullscreenElement === null ? document.documentElement.requestFullscreen() : document.exitFullscreen();
  done.catch((error) => notice(`No full screen: ${error.message}`));
}

function keyDown(event: KeyboardEvent): void {
  if (!playing) return;
  if (event.code === "Escape") {
    if (isShown("palette")) show("palette", false);
    else show("menu", !isShown("menu"));
    return event.preventDefault();
  }
  if (event.code === "Tab" && !isShown("menu")) {
    show("palette", !isShown("palette"));
    return event.preventDefault();
  }
  if (isShown("menu") || isShown("palette") || isTyping(event)) return;
  const what = HOLD_KEYS[event.code];
  if (what !== undefined && !event.ctrlKey) hold(what, true);
  else if (event.repeat || !press(event.code, event.ctrlKey)) return;
  event.preventDefault();
}

function keyUp(event: KeyboardEvent): void {
  const what = HOLD_KEYS[event.code];
  if (what !== undefined) hold(what, false);
}

function aim(event: PointerEvent): void {
  const ratio = (window.devicePixelRatio || 1) / scale;
  tell({ kind: "aim", x: Math.floor(event.clientX * ratio), y: Math.floor(event.clientY * ratio) });
}

function pointerDown(event: PointerEvent): void {
  if (!playing) return;
  canvas.focus();
  canvas.setPointerCapture(event.pointerId);
  aim(event);
  if (event.button === 1) return command("pick");
  if (event.button === 2) {
    digging = TOOLS[status?.tool ?? 0];
    command("tool pickaxe");
  }
  command("use on");
}

function pointerUp(): void {
  if (!playing) return;
  command("use off");
  if (digging !== undefined) command(`tool ${digging}`);
  digging = undefined;
}

function listen(): void {
  window.addEventListener("keydown", keyDown);
  window.addEventListener("keyup", keyUp);
  window.addEventListener("blur", () => playing && releaseAll());
  window.addEventListener("resize", fit);
  canvas.addEventListener("pointermove", aim);
  canvas.addEventListener("pointerdown", pointerDown);
  canvas.addEventListener("pointerup", pointerUp);
  canvas.addEventListener("pointercancel", pointerUp);
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  canvas.addEventListener("wheel", (event) => playing && setZoom(zoom - Math.sign(event.deltaY)), { passive: true });
  document.addEventListener("visibilitychange", () => {
    if (!playing) return;
    tell({ kind: "save" });
    tell({ kind: "pause", paused: document.hidden || isShown("menu") });
  });
  for (const pad of document.querySelectorAll<HTMLElement>("[data-hold]")) {
    const what = pad.dataset.hold as Hold;
    pad.addEventListener("pointerdown", () => hold(what, true));
    pad.addEventListener("pointerup", () => hold(what, false));
    pad.addEventListener("pointercancel", () => hold(what, false));
  }
}

function listenToPanels(): void {
  element("search").addEventListener("input", showPalette);
  element("continue").addEventListener("click", () => show("menu", false));
  element("leave").addEventListener("click", () => tell({ kind: "leave" }));
  element<HTMLSelectElement>("weather").addEventListener("change", (event) =>
    command(`weather ${(event.target as HTMLSelectElement).value}`),
  );
  element<HTMLSelectElement>("season").addEventListener("change", (event) =>
    command(`season ${(event.target as HTMLSelectElement).value}`),
  );
  element<HTMLInputElement>("time").addEventListener("change", (event) => {
    const wanted = (event.target as HTMLInputElement).value;
    if (wanted !== "") command(`time ${wanted}`);
  });
  element<HTMLInputElement>("zoom").addEventListener("input", (event) =>
    setZoom(Number((event.target as HTMLInputElement).value)),
  );
  element<HTMLFormElement>("new").addEventListener("submit", (event) => {
    event.preventDefault();
    const seed = element<HTMLInputElement>("seed").value.trim();
    openWorld({
      name: element<HTMLInputElement>("name").value.trim(),
      seed: seed === "" ? String(crypto.getRandomValues(new Uint32Array(1))[0]) : seed,
      limited: element<HTMLInputElement>("limited").checked,
    });
  });
  for (const [keys, meaning] of KEYS) {
    const row = element<HTMLTableElement>("keys").insertRow();
    row.insertCell().textContent = keys;
    row.insertCell().textContent = meaning;
  }
}

loadSettings();
listen();
listenToPanels();
setZoom(zoom);
const offscreen = canvas.transferControlToOffscreen();
tell({ kind: "canvas", canvas: offscreen }, [offscreen]);
tell({ kind: "list" });
