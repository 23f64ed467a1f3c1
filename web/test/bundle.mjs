// SPDX-License-Identifier: MIT
// A script of the page, to be called by tests.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildSync } from "esbuild";
import { root } from "./browser.mjs";

export async function importScript(name) {
  const outfile = join(mkdtempSync(join(tmpdir(), "loam-web-")), `${name}.mjs`);
  buildSync({ entryPoints: [join(root, `web/page/${name}.ts`)], bundle: true, format: "esm", outfile, logLevel: "warning" });
  return import(pathToFileURL(outfile));
}
