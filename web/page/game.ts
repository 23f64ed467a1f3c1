// SPDX-License-Identifier: MIT
// The game's module (web/game.h) with the words of a script.
import { FAILED, type Imports, LoamModule } from "./module.js";

/// Where chunks are kept. Places are those of chunks.
export interface Keeper {
  loadTiles(x: bigint, y: bigint): Uint8Array | undefined;
  loadPlants(x: bigint, y: bigint): Uint8Array | undefined;
  saveChunk(x: bigint, y: bigint, tiles: Uint8Array, plants: Uint8Array): void;
  commit(state: Uint8Array): void;
}

export interface Material {
  id: number;
  name: string;
  colour: string;
  block: boolean;
  wall: boolean;
}

export interface Status {
  step: number;
  x: number;
  y: number;
  health: number;
  tool: number;
  material: number;
  radius: number;
  square: boolean;
  limited: boolean;
  minutes: number;
  weather: string;
  season: string;
  inventory: [material: number, count: number][];
}

export interface Opening {
  seed: string;
  tiles?: number; // version of the tile world; the newest
  ringLog2: number;
  limited: boolean;
  keeper?: Keeper;
  state?: Uint8Array; // of a game that goes on
}

const NONE = -2; // KEEPER_NONE
const BLOCKS = 1;
const WALLS = 2;

export class Game {
  private readonly module: LoamModule;
  private keeper: Keeper | undefined;

  constructor(module: WebAssembly.Module) {
    this.module = new LoamModule(module, { keeper: this.keeperImports() });
  }

  open(opening: Opening): void {
    const state = opening.state ?? new Uint8Array(0);
    if (state.length > this.module.call("game_state_room")) throw new Error("the kept game is damaged");
    this.module.bytes(this.module.call("game_state"), state.length).set(state);
    this.keeper = opening.keeper;
    this.module.say(opening.seed);
    const kept = opening.keeper !== undefined;
    this.module.try("game_open", opening.tiles ?? this.version(), opening.ringLog2, +opening.limited, +kept, state.length);
  }

  /// Of the tile worlds that are new: what a kept one goes on with.
  version(): number {
    return this.module.call("game_version");
  }

  close(): void {
    this.module.call("game_close");
    this.keeper = undefined;
  }

  /// A line of docs/commands.md, without the number of its step.
  do(command: string): void {
    this.module.say(command);
    this.module.try("game_do");
  }

  aim(x: number, y: number): void {
    this.module.try("game_aim", x, y);
  }

  step(count: number): void {
    this.module.try("game_step", count);
  }

  /// Returns how many steps were due and made.
  advance(nowMs: number): number {
    return this.module.try("game_advance", nowMs);
  }

  save(): void {
    this.module.try("game_save");
  }

  /// The pixels are valid until the next call.
  draw(w: number, h: number, zoom: number): ImageData {
    this.module.try("game_draw", w, h, zoom);
    return this.module.image(this.module.call("game_pixels"), w, h);
  }

  hash(): string {
    this.module.call("game_hash");
    return this.module.words();
  }

  status(): Status {
    this.module.call("game_status");
    return JSON.parse(this.module.words());
  }

  materials(): Material[] {
    this.module.call("game_materials");
    const rows: [number, string, string, number][] = JSON.parse(this.module.words());
    return rows.map(([id, name, colour, layers]) => ({
      id,
      name,
      colour,
      block: (layers & BLOCKS) !== 0,
      wall: (layers & WALLS) !== 0,
    }));
  }

  /// Failures must not pass through the module as exceptions: it would be left in the middle of what it did.
  private keeperImports(): Imports {
    const guarded = (work: () => number) => {
      try {
        return work();
      } catch (error) {
        console.error(error);
        return FAILED;
      }
    };
    const fill = (found: Uint8Array | undefined, into: number, room: number) => {
      if (found === undefined) return NONE;
      const fits = found.subarray(0, room);
      this.module.bytes(into, fits.length).set(fits);
      return found.length;
    };
    return {
      load_tiles: (x: bigint, y: bigint, into: number, room: number) =>
        guarded(() => fill(this.keeper?.loadTiles(x, y), into, room)),
      load_plants: (x: bigint, y: bigint, into: number, room: number) =>
        guarded(() => fill(this.keeper?.loadPlants(x, y), into, room)),
      save_chunk: (x: bigint, y: bigint, tiles: number, tilesSize: number, plants: number, plantsSize: number) =>
        guarded(() => {
          this.keeper?.saveChunk(x, y, this.module.bytes(tiles, tilesSize), this.module.bytes(plants, plantsSize));
          return 0;
        }),
      commit: (state: number, size: number) =>
        guarded(() => {
          this.keeper?.commit(this.module.bytes(state, size).slice());
          return 0;
        }),
    };
  }
}
