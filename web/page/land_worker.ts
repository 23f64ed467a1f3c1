// SPDX-License-Identifier: MIT
// The worker of a land: it has the module and the canvas.
import type { FromLand, ToLand } from "./land_messages.js";
import { type Imports, LoamModule } from "./module.js";
import { webglImports } from "./webgl.js";

const STATUS_MS = 250;
const GROW_MS = 8; // of a frame, for pages that come
const BEGIN_MS = 25; // while some are missing, or as long as drawing takes, if that is longer

let land: LoamModule | undefined;
let gl: WebGL2RenderingContext | undefined;
let canvas: OffscreenCanvas | undefined;
let playing = false;
let paused = false;
let complete = false;
let clockMs = 0;
let lastMs = 0;
let lastStatus = 0;
let frames = 0;
let busyMs = 0;
let drawMs = 0; // of the last frame, what was not growing

const tell = (message: FromLand) => postMessage(message);
const compiled = WebAssembly.compileStreaming(fetch("loam_land.wasm"));

function begin(module: WebAssembly.Module): LoamModule {
  gl = canvas!.getContext("webgl2", { antialias: false, alpha: false, depth: false }) ?? undefined;
  if (gl === undefined) throw new Error("this browser has no WebGL 2");
  let made: LoamModule | undefined;
  const imports: Imports = webglImports(gl, () => made!.memory);
  made = new LoamModule(module, { gl: imports });
  return made;
}

async function open(wish: ToLand & { kind: "open" }): Promise<void> {
  playing = false;
  land ??= begin(await compiled);
  resizeCanvas(wish.w, wish.h);
  land.say(wish.seed);
  land.try("land_open", wish.w, wish.h, wish.quality, wish.view);
  if (wish.at === undefined) land.try("land_start", 0, 0);
  else land.try("land_go", ...wish.at, 0);
  land.call("land_weathers");
  const weathers = land.words().split(",");
  land.call("land_status");
  tell({ kind: "opened", weathers, yaw: JSON.parse(land.words()).yaw });
  playing = true;
  paused = false;
  complete = false;
  clockMs = 0;
}

function resizeCanvas(w: number, h: number): void {
  canvas!.width = w;
  canvas!.height = h;
}

function tellStatus(now: number): void {
  const ms = now - lastStatus;
  if (ms < STATUS_MS) return;
  land!.call("land_status");
  tell({
    kind: "status",
    status: JSON.parse(land!.words()),
    complete,
    framesPerSecond: (1000 * frames) / ms,
    frameMs: busyMs / Math.max(frames, 1),
  });
  lastStatus = now;
  frames = 0;
  busyMs = 0;
}

function frame(): void {
  requestAnimationFrame(frame);
  const began = performance.now();
  clockMs += paused ? 0 : began - lastMs;
  lastMs = began;
  if (!playing || paused) return;
  const budget = complete ? GROW_MS : Math.max(BEGIN_MS, drawMs);
  try {
    complete = land!.try("land_frame", clockMs, budget) !== 0;
  } catch (error) {
    playing = false;
    tell({ kind: "failed", text: String((error as Error).message) });
    return;
  }
  const took = performance.now() - began;
  drawMs = Math.max(0, took - budget);
  frames++;
  busyMs += took;
  tellStatus(began);
}

function resize(w: number, h: number): void {
  if (canvas === undefined) return;
  resizeCanvas(w, h);
  if (playing) land!.try("land_resize", w, h);
}

async function handle(message: ToLand): Promise<void> {
  switch (message.kind) {
    case "canvas":
      canvas = message.canvas;
      return;
    case "open":
      return open(message);
    case "size":
      return resize(message.w, message.h);
    case "pause":
      paused = message.paused;
      return;
  }
  if (!playing) return;
  switch (message.kind) {
    case "quality":
      land!.try("land_set_quality", message.quality);
      return;
    case "look":
      land!.try("land_look", message.hour, message.day, message.weather);
      return;
    case "moves": {
      const { ahead, aside, lift, yaw, pitch, run, jump, kind } = message.moves;
      land!.call("land_ask", ahead, aside, lift, yaw, pitch, +run, +jump, kind);
      return;
    }
  }
}

let last: Promise<unknown> = Promise.resolve();
onmessage = ({ data }: MessageEvent<ToLand>) => {
  last = last.then(() => handle(data)).catch((error) => tell({ kind: "failed", text: String(error.message ?? error) }));
};
requestAnimationFrame(frame);
