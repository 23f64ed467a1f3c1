// SPDX-License-Identifier: MIT
// What pages of worlds in three dimensions share: the canvas and its worker, keys that are held, looking around, the
// address, notices.
import { type FromScene, QUALITIES, type Status, type ToScene, type World } from "./scene_messages.js";

const MAX_PIXELS = [400 * 225, 1280 * 720, 1920 * 1080]; // by quality
const TURN = 0.25; // degrees a pixel
const MAX_PITCH = 89;
const NOTICE_MS = 8000;

export const element = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;

/// Who goes there, in the order of the modules.
const KINDS = ["on foot", "on a horse", "gliding", "as a bird"] as const;

/// What is held while a key is.
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

/// Where one is asked to be. Without a place a good one is looked for.
interface Where {
  seed: string;
  at?: [x: number, z: number];
  look?: [yaw: number, pitch: number];
}

/// What a kind of world adds.
export interface SceneKind {
  world: World;
  noun: string; // "The land" ...
  usualSeed: string;
  view: number; // m
  mapZoom: number; // the map's that the link leads to
  mapWords: Record<string, string>; // that it is told beside seed and place
  press?(code: string): boolean; // keys that do something at once
  ask(walk: number[]): number[]; // what is asked of who walks: as land_ask has it
  look(): number[];
  describe(status: Status): string;
  heard?(message: FromScene): void; // what else the worker tells
}

export interface ScenePage {
  tell(message: ToScene): void;
  tellAsk(): void;
  tellLook(): void;
}

function fill(id: string, names: readonly string[], chosen: number): void {
  const options = names.map((name, i) => new Option(name, String(i), i === chosen, i === chosen));
  element<HTMLSelectElement>(id).replaceChildren(...options);
}

export const chosen = (id: string) => Number(element<HTMLSelectElement | HTMLInputElement>(id).value);

function twoNumbers(text: string | null, most: number): [number, number] | undefined {
  const values = (text ?? "").split(",").map(Number);
  const sound = text !== null && values.length === 2 && values.every((value) => Math.abs(value) <= most);
  return sound ? (values as [number, number]) : undefined;
}

/// "#seed=moss&at=1200,-300&look=210,-1", with the words that `--place` has.
function readAddress(usualSeed: string): Where {
  const words = new URLSearchParams(location.hash.slice(1));
  return {
    seed: words.get("seed") ?? usualSeed,
    at: twoNumbers(words.get("at"), 2 ** 49),
    look: twoNumbers(words.get("look"), 360),
  };
}

/// Pixels of the picture: as many as the quality may have, in the window's shape.
function size(): { w: number; h: number } {
  const ratio = window.devicePixelRatio || 1;
  const [w, h] = [innerWidth * ratio, innerHeight * ratio];
  const less = Math.min(1, Math.sqrt(MAX_PIXELS[chosen("quality")]! / (w * h)));
  return { w: Math.max(16, Math.round(w * less)), h: Math.max(16, Math.round(h * less)) };
}

function notice(text: string): void {
  const line = document.createElement("p");
  line.textContent = text;
  element("notices").append(line);
  setTimeout(() => line.remove(), NOTICE_MS);
}

export function runScenePage(kind: SceneKind): ScenePage {
  const canvas = element<HTMLCanvasElement>("view");
  const worker = new Worker("scene_worker.js", { type: "module", name: kind.world });
  const held = new Set<string>();
  let where = readAddress(kind.usualSeed);
  let [yaw, pitch] = where.look ?? [0, 0];

  const tell = (message: ToScene, transfer: Transferable[] = []) => worker.postMessage(message, transfer);
  const tellAsk = () => tell({ kind: "ask", values: kind.ask(walk()) });
  const tellLook = () => tell({ kind: "look", values: kind.look() });

  function walk(): number[] {
    const is = (what: string) => +held.has(what);
    const percents = [is("ahead") - is("back"), is("right") - is("left"), is("up") - is("down")].map((to) => 100 * to);
    return [...percents, yaw, pitch, is("run"), is("up"), chosen("kind")];
  }

  function open(): void {
    element("place").textContent = `${kind.noun} grows …`;
    element<HTMLInputElement>("seed").value = where.seed;
    tell({ kind: "open", seed: where.seed, at: where.at, ...size(), quality: chosen("quality"), view: kind.view });
  }

  // ---- what the worker tells

  function showStatus({ status, complete, framesPerSecond, frameMs }: FromScene & { kind: "status" }): void {
    element("place").textContent =
      `${Math.round(status.x)}, ${Math.round(status.z)} · ${kind.describe(status)}` +
      `${complete ? "" : "it grows · "}${framesPerSecond.toFixed(0)} frames/s, ${frameMs.toFixed(0)} ms`;
    element("place").dataset.state = JSON.stringify({ ...status, complete });
    const words = new URLSearchParams({ seed: where.seed, at: `${Math.round(status.x)},${Math.round(status.z)}` });
    history.replaceState(null, "", `#${words}&look=${Math.round(yaw)},${Math.round(pitch)}`);
    const map = new URLSearchParams({ ...kind.mapWords, zoom: String(kind.mapZoom) });
    element<HTMLAnchorElement>("onmap").href = `map.html#${words}&${map}`;
  }

  worker.onmessage = ({ data }: MessageEvent<FromScene>) => {
    switch (data.kind) {
      case "opened":
        fill("weather", data.weathers, 1);
        [yaw, pitch] = where.look ?? [data.yaw, 0];
        tellAsk();
        tellLook();
        canvas.focus();
        break;
      case "status":
        showStatus(data);
        break;
      case "failed":
        element("place").textContent = data.text;
        notice(data.text);
        break;
    }
    kind.heard?.(data);
  };
  worker.onerror = (event) => notice(`${kind.noun} has stopped: ${event.message}`);

  // ---- what people do

  function key(event: KeyboardEvent, down: boolean): void {
    if (event.target instanceof HTMLInputElement || event.ctrlKey) return;
    const digit = /^Digit([1-4])$/.exec(event.code);
    if (digit !== null && down) setKind(Number(digit[1]) - 1);
    if (down && !event.repeat && kind.press?.(event.code)) return;
    const what = KEYS[event.code];
    if (what === undefined) return;
    if (down) held.add(what);
    else held.delete(what);
    tellAsk();
    event.preventDefault();
  }

  function setKind(which: number): void {
    element<HTMLSelectElement>("kind").value = String(which);
    tellAsk();
  }

  function turn(event: PointerEvent): void {
    if (!canvas.hasPointerCapture(event.pointerId)) return;
    yaw = (yaw + event.movementX * TURN + 360) % 360;
    pitch = Math.max(-MAX_PITCH, Math.min(MAX_PITCH, pitch - event.movementY * TURN));
    tellAsk();
  }

  function listen(): void {
    window.addEventListener("keydown", (event) => key(event, true));
    window.addEventListener("keyup", (event) => key(event, false));
    window.addEventListener("blur", () => {
      held.clear();
      tellAsk();
    });
    window.addEventListener("resize", () => tell({ kind: "size", ...size() }));
    window.addEventListener("hashchange", () => {
      where = readAddress(kind.usualSeed);
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
    for (const id of ["hour", "day", "weather"]) element(id)?.addEventListener("input", tellLook);
    element("kind").addEventListener("change", tellAsk);
    element("quality").addEventListener("change", () => {
      tell({ kind: "quality", quality: chosen("quality") });
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
  return { tell, tellAsk, tellLook };
}
