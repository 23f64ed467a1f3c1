// SPDX-License-Identifier: MIT
// What the page of a land and its worker tell each other.

/// What is asked of the walker: percents and degrees.
export interface Moves {
  ahead: number;
  aside: number;
  lift: number;
  yaw: number;
  pitch: number;
  run: boolean;
  jump: boolean;
  kind: number; // of KINDS
}

export const KINDS = ["on foot", "on a horse", "gliding", "as a bird"] as const;
export const QUALITIES = ["low", "medium", "high"] as const;

export interface LandStatus {
  x: number;
  y: number;
  z: number;
  yaw: number;
  state: string;
  kind: string;
  biome: string;
  triangles: number;
  pages: number;
  renderer: "software" | "card";
}

export type ToLand =
  | { kind: "canvas"; canvas: OffscreenCanvas }
  | { kind: "open"; seed: string; at?: [x: number, z: number]; w: number; h: number; quality: number; view: number }
  | { kind: "size"; w: number; h: number }
  | { kind: "quality"; quality: number }
  | { kind: "moves"; moves: Moves }
  | { kind: "look"; hour: number; day: number; weather: number }
  | { kind: "pause"; paused: boolean };

export type FromLand =
  | { kind: "opened"; weathers: string[]; yaw: number }
  | { kind: "status"; status: LandStatus; complete: boolean; framesPerSecond: number; frameMs: number }
  | { kind: "failed"; text: string };
