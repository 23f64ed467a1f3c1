// SPDX-License-Identifier: MIT
import { Exit, wasiImports } from "./wasi.js";

/// What it prints, and at the end its exit code.
export interface SelftestLine {
  text?: string;
  code?: number;
}

const tell = (line: SelftestLine) => postMessage(line);

async function run(): Promise<number> {
  const memory = () => instance.exports.memory as WebAssembly.Memory;
  const { instance } = await WebAssembly.instantiateStreaming(fetch("loam_selftest.wasm"), {
    wasi_snapshot_preview1: wasiImports(memory, (text) => tell({ text }), ["loam_selftest"]),
  });
  try {
    (instance.exports._start as () => void)();
    return 0;
  } catch (error) {
    if (error instanceof Exit) return error.code;
    tell({ text: String(error) });
    return -1;
  }
}

run().then((code) => tell({ code }), (error) => tell({ text: String(error), code: -1 }));
