// SPDX-License-Identifier: MIT
// Runs a WebAssembly command that was built for WASI: node run-wasi.mjs program.wasm [arguments...]
// It offers only what a program needs that computes and prints, so it works with every Node that has
// WebAssembly, without experimental modules; there is no file system behind it.
import { randomFillSync } from "node:crypto";
import { readFileSync, writeSync } from "node:fs";

const OK = 0;
const BAD_DESCRIPTOR = 8;
const NOT_SEEKABLE = 70;
const CHARACTER_DEVICE = 2;

class Exit extends Error {
  constructor(code) {
    super(`exit ${code}`);
    this.code = code;
  }
}

let memory;
const view = () => new DataView(memory.buffer);
const bytes = (address, size) => new Uint8Array(memory.buffer, address, size);

const args = process.argv.slice(2);
const environment = Object.entries(process.env)
  .filter(([name]) => name.startsWith("LOAM_"))
  .map(([name, value]) => `${name}=${value}`);

function encodedSize(texts) {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text) + 1, 0);
}

function putSizes(texts, count, size) {
  view().setUint32(count, texts.length, true);
  view().setUint32(size, encodedSize(texts), true);
  return OK;
}

function putTexts(texts, pointers, buffer) {
  for (const text of texts) {
    const encoded = Buffer.from(`${text}\0`);
    view().setUint32(pointers, buffer, true);
    bytes(buffer, encoded.length).set(encoded);
    pointers += 4;
    buffer += encoded.length;
  }
  return OK;
}

function writeAll(fd, data) {
  for (let done = 0; done < data.length; ) {
    try {
      done += writeSync(fd, data, done);
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
    }
  }
}

const wasi = {
  args_sizes_get: (count, size) => putSizes(args, count, size),
  args_get: (pointers, buffer) => putTexts(args, pointers, buffer),
  environ_sizes_get: (count, size) => putSizes(environment, count, size),
  environ_get: (pointers, buffer) => putTexts(environment, pointers, buffer),

  clock_res_get(clock, result) {
    view().setBigUint64(result, 1n, true);
    return OK;
  },
  clock_time_get(clock, precision, result) {
    const wallClock = BigInt(Date.now()) * 1000000n;
    view().setBigUint64(result, clock === 0 ? wallClock : process.hrtime.bigint(), true);
    return OK;
  },
  random_get(address, size) {
    randomFillSync(bytes(address, size));
    return OK;
  },

  fd_write(fd, vectors, count, written) {
    if (fd !== 1 && fd !== 2) return BAD_DESCRIPTOR;
    let sum = 0;
    for (let i = 0; i < count; i++) {
      const address = view().getUint32(vectors + 8 * i, true);
      const size = view().getUint32(vectors + 8 * i + 4, true);
      writeAll(fd, bytes(address, size));
      sum += size;
    }
    view().setUint32(written, sum, true);
    return OK;
  },
  fd_read(fd, vectors, count, read) {
    if (fd !== 0) return BAD_DESCRIPTOR;
    view().setUint32(read, 0, true);
    return OK;
  },
  fd_fdstat_get(fd, result) {
    if (fd > 2) return BAD_DESCRIPTOR;
    bytes(result, 24).fill(0);
    view().setUint8(result, CHARACTER_DEVICE);
    view().setBigUint64(result + 8, 0xffffffffffffffffn, true);
    return OK;
  },
  fd_close: () => OK,
  fd_seek: () => NOT_SEEKABLE,
  // The first three descriptors are streams and there are no opened folders.
  fd_prestat_get: () => BAD_DESCRIPTOR,
  fd_prestat_dir_name: () => BAD_DESCRIPTOR,

  sched_yield: () => OK,
  proc_exit(code) {
    throw new Exit(code);
  },
};

function run(path) {
  const module = new WebAssembly.Module(readFileSync(path));
  const missing = WebAssembly.Module.imports(module).filter(
    ({ module, name }) => module !== "wasi_snapshot_preview1" || !(name in wasi),
  );
  if (missing.length > 0) {
    const names = missing.map(({ module, name }) => `${module}.${name}`).join(", ");
    throw new Error(`${path} imports what run-wasi.mjs does not offer: ${names}`);
  }
  const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: wasi });
  memory = instance.exports.memory;
  instance.exports._start();
}

if (args.length === 0) {
  console.error("usage: node run-wasi.mjs program.wasm [arguments...]");
  process.exit(2);
}
try {
  run(args[0]);
} catch (error) {
  if (!(error instanceof Exit)) console.error(error);
  process.exitCode = error instanceof Exit ? error.code : 1;
}
