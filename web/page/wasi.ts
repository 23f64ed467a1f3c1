// SPDX-License-Identifier: MIT
// What a program that was built for WASI needs from a page: a clock, randomness, and somewhere to print. There is
// no file system behind it.

const OK = 0;
const BAD_DESCRIPTOR = 8;
const NOT_SEEKABLE = 70;
const CHARACTER_DEVICE = 2;
const NANOSECONDS = 1e6; // of a millisecond

/// Thrown by a program that ends.
export class Exit extends Error {
  constructor(readonly code: number) {
    super(`exit ${code}`);
  }
}

/// The imports of a program. `memory` is asked for when it is needed, as it may grow; `print` gets what is
/// written, in pieces.
export function wasiImports(
  memory: () => WebAssembly.Memory,
  print: (text: string) => void,
  args: string[] = [],
): Record<string, (...values: any[]) => number> {
  const view = () => new DataView(memory().buffer);
  const bytes = (address: number, size: number) => new Uint8Array(memory().buffer, address, size);
  const encoded = args.map((text) => new TextEncoder().encode(`${text}\0`));
  const decoder = new TextDecoder();

  return {
    args_sizes_get(count: number, size: number) {
      view().setUint32(count, encoded.length, true);
      view().setUint32(size, encoded.reduce((sum, text) => sum + text.length, 0), true);
      return OK;
    },
    args_get(pointers: number, buffer: number) {
      for (const text of encoded) {
        view().setUint32(pointers, buffer, true);
        bytes(buffer, text.length).set(text);
        pointers += 4;
        buffer += text.length;
      }
      return OK;
    },
    environ_sizes_get(count: number, size: number) {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return OK;
    },
    environ_get: () => OK,
    clock_res_get(_clock: number, result: number) {
      view().setBigUint64(result, 1000n, true);
      return OK;
    },
    clock_time_get(clock: number, _precision: bigint, result: number) {
      const now = clock === 0 ? Date.now() : performance.now();
      view().setBigUint64(result, BigInt(Math.round(now * NANOSECONDS)), true);
      return OK;
    },
    random_get(address: number, size: number) {
      crypto.getRandomValues(bytes(address, size));
      return OK;
    },
    fd_write(fd: number, vectors: number, count: number, written: number) {
      if (fd !== 1 && fd !== 2) return BAD_DESCRIPTOR;
      let sum = 0;
      for (let i = 0; i < count; i++) {
        const address = view().getUint32(vectors + 8 * i, true);
        const size = view().getUint32(vectors + 8 * i + 4, true);
        print(decoder.decode(bytes(address, size), { stream: true }));
        sum += size;
      }
      view().setUint32(written, sum, true);
      return OK;
    },
    fd_read(_fd: number, _vectors: number, _count: number, read: number) {
      view().setUint32(read, 0, true);
      return OK;
    },
    fd_fdstat_get(fd: number, result: number) {
      if (fd > 2) return BAD_DESCRIPTOR;
      bytes(result, 24).fill(0);
      view().setUint8(result, CHARACTER_DEVICE);
      view().setBigUint64(result + 8, 0xffffffffffffffffn, true);
      return OK;
    },
    fd_close: () => OK,
    fd_seek: () => NOT_SEEKABLE,
    fd_prestat_get: () => BAD_DESCRIPTOR,
    fd_prestat_dir_name: () => BAD_DESCRIPTOR,
    sched_yield: () => OK,
    proc_exit(code: number) {
      throw new Exit(code);
    },
  };
}
