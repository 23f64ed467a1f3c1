// SPDX-License-Identifier: MIT
// The worker: it has the game and the canvas, so that nothing that the page does makes a frame late.
import { Game } from "./game.js";
import type { ToPage, ToWorker, Wish } from "./messages.js";
import { createWorld, listWorlds, openWorld, removeWorld } from "./worlds.js";
import type { WorldLog } from "./world_log.js";

const RING_LOG2 = 4;
const STATUS_MS = 200;

let game: Game;
let playing = false;
let paused = false;
let clockMs = 0; // the game's own time, which stands still while it is paused
let lastMs = 0;
let log: WorldLog | undefined;
let context: OffscreenCanvasRenderingContext2D | undefined;
let size = { w: 640, h: 360, zoom: 4 };
let lastStatus = 0;
let frames = 0;
let busyMs = 0;

const tell = (message: ToPage) => postMessage(message);
const words = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function tellWorlds(): Promise<void> {
  try {
    tell({ kind: "worlds", names: await listWorlds() });
  } catch (error) {
    tell({ kind: "worlds", names: [], why: words(error) });
  }
}

function newWorld(wish: Wish) {
  return {
    seed: wish.seed ?? "1",
    tiles: game.version(),
    ringLog2: wish.ringLog2 ?? RING_LOG2,
    limited: wish.limited ?? false,
  };
}

async function logOf(wish: Wish): Promise<WorldLog | undefined> {
  if (wish.name === undefined) return undefined;
  return wish.seed === undefined
    ? openWorld(wish.name)
    : createWorld(wish.name, newWorld(wish));
}

async function open(wish: Wish): Promise<void> {
  leave();
  log = await logOf(wish);
  try {
    game.open({ ...(log?.about ?? newWorld(wish)), keeper: log, state: log?.state });
    if (log?.state === undefined) game.save(); // a world that was made is there, whatever happens next
  } catch (error) {
    log?.close();
    log = undefined;
    throw error;
  }
  playing = true;
  paused = wish.paused ?? false;
  clockMs = 0;
  tell({ kind: "opened", materials: game.materials(), kept: log !== undefined });
  if (log !== undefined && log.damaged > 0) {
    tell({ kind: "notice", text: `damaged places in this world's file: ${log.damaged}; chunks there are older ones, or new` });
  }
}

/// What was not kept is lost here, so whoever calls has saved.
function leave(): void {
  if (playing) game.close();
  log?.close();
  log = undefined;
  playing = false;
}

/// A game of its own, without a picture: what the same commands give anywhere.
function run(seed: string, ringLog2: number, commands: string, steps: number): void {
  leave();
  game.open({ seed, ringLog2, limited: false });
  const lines = commands.split("\n").filter((line) => /^\s*\d/.test(line));
  let done = 0;
  for (const line of lines) {
    const [, step, command] = /^\s*(\d+)\s+(.*)$/.exec(line)!;
    game.step(Math.min(Number(step), steps) - done);
    done = Math.min(Number(step), steps);
    if (done < steps) game.do(command!);
  }
  game.step(steps - done);
  tell({ kind: "hash", hash: game.hash() });
  game.close();
}

function tellStatus(now: number): void {
  const seconds = (now - lastStatus) / 1000;
  if (seconds * 1000 < STATUS_MS) return;
  tell({
    kind: "status",
    status: game.status(),
    frameMs: busyMs / Math.max(frames, 1),
    framesPerSecond: frames / seconds,
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
  if (!playing || context === undefined) return;
  try {
    if (!paused) game.advance(clockMs);
  } catch (error) {
    tell({ kind: "notice", text: words(error) });
  }
  context.putImageData(game.draw(size.w, size.h, size.zoom), 0, 0);
  frames++;
  busyMs += performance.now() - began;
  tellStatus(began);
}

function resize(wanted: { w: number; h: number; zoom: number }): void {
  size = wanted;
  if (context === undefined) return;
  context.canvas.width = size.w;
  context.canvas.height = size.h;
}

async function handle(message: ToWorker): Promise<void> {
  switch (message.kind) {
    case "canvas":
      context = message.canvas.getContext("2d", { alpha: false })!;
      resize(size);
      return;
    case "list":
      return tellWorlds();
    case "open":
      return open(message.wish);
    case "remove":
      await removeWorld(message.name);
      return tellWorlds();
    case "leave":
      if (playing) game.save();
      leave();
      return tell({ kind: "left" });
    case "save":
      if (playing) game.save();
      return tell({ kind: "saved" });
    case "size":
      return resize(message);
    case "pause":
      paused = message.paused;
      return;
    case "hash":
      return tell({ kind: "hash", hash: game.hash() });
    case "run":
      return run(message.seed, message.ringLog2, message.commands, message.steps);
    case "do":
      if (playing) game.do(message.command);
      return;
    case "aim":
      if (playing) game.aim(message.x, message.y);
      return;
  }
}

/// A command that cannot be done is said to the player; a wish that fails ends on the title.
function complain(message: ToWorker, error: unknown): void {
  const isWish = message.kind !== "do" && message.kind !== "aim";
  tell({ kind: isWish ? "failed" : "notice", text: words(error) });
}

// Messages wait for each other: opening a world takes its time.
let last = WebAssembly.compileStreaming(fetch("loam_game.wasm")).then((module) => {
  game = new Game(module);
});
last.catch((error) => tell({ kind: "failed", text: words(error) }));

onmessage = ({ data }: MessageEvent<ToWorker>) => {
  last = last.then(() => handle(data)).catch((error) => complain(data, error));
};
requestAnimationFrame(frame);
