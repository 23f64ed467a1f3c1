// SPDX-License-Identifier: MIT
// The game's module (web/game.h) with the words of a script.
import { wasiImports } from "./wasi.js";

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
  ringLog2: number;
  limited: boolean;
  keeper?: Keeper;
  state?: Uint8Array; // of a game that goes on
}

type Call = (...values: number[]) => number;

const FAILED = -1;
const BLOCKS = 1;
const WALLS = 2;

export class Game {
  private readonly exports: Record<string, Call>;
  private readonly memory: WebAssembly.Memory;
  private readonly decoder = new TextDecoder();
  private readonly encoder = new TextEncoder();
  private keeper: Keeper | undefined;

  constructor(module: WebAssembly.Module) {
    const memory = () => instance.exports.memory as WebAssembly.Memory;
    const instance = new WebAssembly.Instance(module, {
      wasi_snapshot_preview1: wasiImports(memory, (text) => console.log(text)),
      keeper: this.keeperImports(),
    });
    this.exports = instance.exports as unknown as Record<string, Call>;
    this.memory = memory();
    this.exports._initialize!();
  }

  open(opening: Opening): void {
    const state = opening.state ?? new Uint8Array(0);
    if (state.length > this.call("game_state_room")) throw new Error("the kept game is damaged");
    this.bytes(this.call("game_state"), state.length).set(state);
    this.keeper = opening.keeper;
    this.say(opening.seed);
    this.check(
      this.call("game_open", opening.ringLog2, +opening.limited, +(opening.keeper !== undefined), state.length),
    );
  }

  close(): void {
    this.call("game_close");
    this.keeper = undefined;
  }

  /// A line of docs/commands.md, without the number of its step.
  do(command: string): void {
    this.say(command);
    this.check(this.call("game_do"));
  }

  aim(x: number, y: number): void {
    this.check(this.call("game_aim", x, y));
  }

  step(count: number): void {
    this.check(this.call("game_step", count));
  }

  /// Returns how many steps were due and made.
  advance(nowMs: number): number {
    return this.check(this.call("game_advance", nowMs));
  }

  save(): void {
    this.check(this.call("game_save"));
  }

  /// The pixels are valid until the next call.
  draw(w: number, h: number, zoom: number): Uint8ClampedArray {
    this.check(this.call("game_draw", w, h, zoom));
    return new Uint8ClampedArray(this.memory.buffer, this.call("game_pixels"), 4 * w * h);
  }

  hash(): string {
    this.call("game_hash");
    return this.text();
  }

  status(): Status {
    this.call("game_status");
    return JSON.parse(this.text());
  }

  materials(): Material[] {
    this.call("game_materials");
    const rows: [number, string, string, number][] = JSON.parse(this.text());
    return rows.map(([id, name, colour, layers]) => ({
      id,
      name,
      colour,
      block: (layers & BLOCKS) !== 0,
      wall: (layers & WALLS) !== 0,
    }));
  }

  private call(name: string, ...values: number[]): number {
    return this.exports[name]!(...values);
  }

  private bytes(address: number, size: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, address, size);
  }

  private say(words: string): void {
    const encoded = this.encoder.encode(`${words}\0`);
    if (encoded.length > this.call("game_text_room")) throw new Error(`too long: ${words.slice(0, 40)}…`);
    this.bytes(this.call("game_text"), encoded.length).set(encoded);
  }

  private text(): string {
    const room = this.bytes(this.call("game_text"), this.call("game_text_room"));
    return this.decoder.decode(room.subarray(0, room.indexOf(0)));
  }

  private check(result: number): number {
    if (result === FAILED) throw new Error(this.text());
    return result;
  }

  /// Failures must not pass through the module as exceptions: it would be left in the middle of what it did.
  private keeperImports(): Record<string, (...values: any[]) => number> {
    const guarded = (work: () => number) => {
      try {
        return work();
      } catch (error) {
        console.error(error);
        return FAILED;
      }
    };
    const fill = (found: Uint8Array | undefined, into: number, room: number) => {
      if (found === undefined || found.length > room) return FAILED;
      this.bytes(into, found.length).set(found);
      return found.length;
    };
    return {
      load_tiles: (x: bigint, y: bigint, into: number, room: number) =>
        guarded(() => fill(this.keeper?.loadTiles(x, y), into, room)),
      load_plants: (x: bigint, y: bigint, into: number, room: number) =>
        guarded(() => fill(this.keeper?.loadPlants(x, y), into, room)),
      save_chunk: (x: bigint, y: bigint, tiles: number, tilesSize: number, plants: number, plantsSize: number) =>
        guarded(() => {
          this.keeper?.saveChunk(x, y, this.bytes(tiles, tilesSize), this.bytes(plants, plantsSize));
          return 0;
        }),
      commit: (state: number, size: number) =>
        guarded(() => {
          this.keeper?.commit(this.bytes(state, size).slice());
          return 0;
        }),
    };
  }
}
