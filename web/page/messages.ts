// SPDX-License-Identifier: MIT
// What the page and the worker, which has the game, tell each other.
import type { Material, Status } from "./game.js";

/// A world to open. Without a name it is not kept.
export interface Wish {
  name?: string;
  seed?: string; // of a new one
  limited?: boolean;
  ringLog2?: number;
  paused?: boolean; // it stands still until it is told to go on
}

export type ToWorker =
  | { kind: "canvas"; canvas: OffscreenCanvas }
  | { kind: "list" }
  | { kind: "open"; wish: Wish }
  | { kind: "remove"; name: string }
  | { kind: "leave" } // the game, which is kept first
  | { kind: "save" }
  | { kind: "do"; command: string }
  | { kind: "aim"; x: number; y: number } // pixels of the canvas
  | { kind: "size"; w: number; h: number; zoom: number }
  | { kind: "pause"; paused: boolean }
  | { kind: "hash" } // of the game as it is
  | { kind: "run"; commands: string; steps: number; seed: string; ringLog2: number }; // at once; answered by its hash

export type ToPage =
  | { kind: "worlds"; names: string[]; why?: string } // why: worlds cannot be kept
  | { kind: "opened"; materials: Material[]; kept: boolean }
  | { kind: "left" }
  | { kind: "saved" }
  | { kind: "status"; status: Status; frameMs: number; framesPerSecond: number }
  | { kind: "hash"; hash: string }
  | { kind: "notice"; text: string }
  | { kind: "failed"; text: string }; // the last wish
