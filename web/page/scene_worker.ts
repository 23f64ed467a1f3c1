// SPDX-License-Identifier: MIT
// The worker of a world in three dimensions: it has the module and the canvas. The worker's name says which world.
import { type Imports, LoamModule } from "./module.js";
import type { FromScene, ToScene, World } from "./scene_messages.js";
import { webglImports } from "./webgl.js";

const world = self.name as World;

const STATUS_MS = 250;
const GROW_MS = 8; // of a frame, for pages that come
const BEGIN_MS = 25; // while some are missing, or as long as drawing takes, if that is longer

let module: LoamModule | undefined;
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

const tell = (message: FromScene, transfer: Transferable[] = []) => postMessage(message, { transfer });
const compiled = WebAssembly.compileStreaming(fetch(`loam_${world}.wasm`));

/// Calls of the world's module.
const attempt = (call: string, ...values: number[]) => module!.try(`${world}_${call}`, ...values);
const read = (call: string): string => {
  attempt(call);
  return module!.words();
};

function begin(code: WebAssembly.Module): LoamModule {
  gl = canvas!.getContext("webgl2", { antialias: false, alpha: false, depth: false }) ?? undefined;
  if (gl === undefined) throw new Error("this browser has no WebGL 2");
  let made: LoamModule | undefined;
  const imports: Imports = webglImports(gl, () => made!.memory);
  made = new LoamModule(code, { gl: imports });
  return made;
}

async function open(wish: ToScene & { kind: "open" }): Promise<void> {
  playing = false;
  module ??= begin(await compiled);
  resizeCanvas(wish.w, wish.h);
  module.say(wish.seed);
  attempt("open", wish.w, wish.h, wish.quality, wish.view);
  if (wish.at === undefined) attempt("start", 0, 0);
  else attempt("go", ...wish.at, 0);
  const weathers = read("weathers").split(",");
  tell({ kind: "opened", weathers, yaw: JSON.parse(read("status")).yaw });
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
  tell({
    kind: "status",
    status: JSON.parse(read("status")),
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
    complete = attempt("frame", clockMs, budget) !== 0;
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
  if (playing) attempt("resize", w, h);
}

/// A map of so many pixels a side, scale metres each, with the viewer in its middle.
async function chart(side: number, scale: number): Promise<void> {
  const at = attempt("chart", side, scale);
  const { x, z } = JSON.parse(read("status"));
  const image = await createImageBitmap(module!.image(at, side, side));
  tell({ kind: "chart", image, x, z, scale }, [image]);
}

async function handle(message: ToScene): Promise<void> {
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
      attempt("set_quality", message.quality);
      return;
    case "look":
      attempt("look", ...message.values);
      return;
    case "ask":
      attempt("ask", ...message.values);
      return;
    case "do":
      attempt(message.call, ...message.values);
      return;
    case "chart":
      return chart(message.side, message.scale);
  }
}

let last: Promise<unknown> = Promise.resolve();
onmessage = ({ data }: MessageEvent<ToScene>) => {
  last = last.then(() => handle(data)).catch((error) => tell({ kind: "failed", text: String(error.message ?? error) }));
};
requestAnimationFrame(frame);
