// SPDX-License-Identifier: MIT
// A module of Loam's (web/words.h): its calls, its memory, and the words that go both ways.
import { wasiImports } from "./wasi.js";

type Call = (...values: (number | bigint)[]) => number;
export type Imports = Record<string, (...values: any[]) => number>;

export const FAILED = -1;

export class LoamModule {
  private readonly exports: Record<string, Call>;
  readonly memory: WebAssembly.Memory;
  private readonly decoder = new TextDecoder();
  private readonly encoder = new TextEncoder();

  constructor(module: WebAssembly.Module, imports: Record<string, Imports> = {}) {
    const memory = () => instance.exports.memory as WebAssembly.Memory;
    const instance = new WebAssembly.Instance(module, {
      wasi_snapshot_preview1: wasiImports(memory, (text) => console.log(text)),
      ...imports,
    });
    this.exports = instance.exports as unknown as Record<string, Call>;
    this.memory = memory();
    this.exports._initialize!();
  }

  call(name: string, ...values: (number | bigint)[]): number {
    return this.exports[name]!(...values);
  }

  /// A call that may fail: then it throws what the module says.
  try(name: string, ...values: (number | bigint)[]): number {
    const result = this.call(name, ...values);
    if (result === FAILED) throw new Error(this.words());
    return result;
  }

  /// Valid until the module's memory grows: until the next call.
  bytes(address: number, size: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.memory.buffer as ArrayBuffer, address, size);
  }

  /// A picture in its memory, valid as long.
  image(address: number, w: number, h: number): ImageData {
    return new ImageData(new Uint8ClampedArray(this.memory.buffer as ArrayBuffer, address, 4 * w * h), w, h);
  }

  say(words: string): void {
    const encoded = this.encoder.encode(`${words}\0`);
    if (encoded.length > this.call("words_room")) throw new Error(`too long: ${words.slice(0, 40)}…`);
    this.bytes(this.call("words_at"), encoded.length).set(encoded);
  }

  words(): string {
    const room = this.bytes(this.call("words_at"), this.call("words_room"));
    return this.decoder.decode(room.subarray(0, room.indexOf(0)));
  }
}
