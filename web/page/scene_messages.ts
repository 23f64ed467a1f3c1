// SPDX-License-Identifier: MIT
// What the page of a world in three dimensions and its worker tell each other.

export const QUALITIES = ["low", "medium", "high"] as const;

/// The modules that draw such a world: web/land.h and web/sail.h. Calls of one begin with its name.
export type World = "land" | "sail";

/// What every world says of itself; a kind of world adds more.
export interface Status {
  x: number;
  y: number;
  z: number;
  yaw: number;
  triangles: number;
  renderer: "software" | "card";
}

/// What is asked, and how it looks, are the numbers that the module's calls <world>_ask and <world>_look take.
export type ToScene =
  | { kind: "canvas"; canvas: OffscreenCanvas }
  | { kind: "open"; seed: string; at?: [x: number, z: number]; w: number; h: number; quality: number; view: number }
  | { kind: "size"; w: number; h: number }
  | { kind: "quality"; quality: number }
  | { kind: "ask"; values: number[] }
  | { kind: "look"; values: number[] }
  | { kind: "do"; call: string; values: number[] } // a call of this world alone
  | { kind: "chart"; side: number; scale: number } // a map around the viewer, for those that have one
  | { kind: "pause"; paused: boolean };

export type FromScene =
  | { kind: "opened"; weathers: string[]; yaw: number }
  | { kind: "status"; status: Status; complete: boolean; framesPerSecond: number; frameMs: number }
  | { kind: "chart"; image: ImageBitmap; x: number; z: number; scale: number }
  | { kind: "failed"; text: string };
