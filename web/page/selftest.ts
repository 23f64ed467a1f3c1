// SPDX-License-Identifier: MIT
// The selftest in a browser: the same program as everywhere, in a worker.
import type { SelftestLine } from "./selftest_worker.js";

const verdict = document.getElementById("verdict")!;
const log = document.getElementById("log")!;
const worker = new Worker("selftest_worker.js", { type: "module" });
let output = "";

worker.onmessage = ({ data }: MessageEvent<SelftestLine>) => {
  output += data.text ?? "";
  log.textContent = output;
  if (data.code === undefined) return;
  const last = output.trim().split("\n").at(-1) ?? "";
  verdict.textContent = data.code === 0 ? `The same worlds as everywhere: ${last}.` : `Not the same: ${last}`;
  verdict.dataset.code = String(data.code);
};
worker.onerror = (event) => {
  verdict.textContent = `It could not be run: ${event.message}`;
  verdict.dataset.code = "-1";
};
