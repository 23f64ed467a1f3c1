// SPDX-License-Identifier: MIT
// The page in a real browser: a server of its files, and Chromium without a window.
import { spawnSync } from "node:child_process";
import { createReadStream, existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const root = fileURLToPath(new URL("../..", import.meta.url));
const page = join(root, "build/web");
const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };

function serve() {
  const server = createServer((request, response) => {
    const path = new URL(request.url, "http://localhost").pathname.replace(/\/$/, "/index.html");
    const file = join(page, path);
    if (!file.startsWith(page) || !existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
  });
  return new Promise((done) => server.listen(0, "127.0.0.1", () => done(server)));
}

/// Everything that a test needs of a browser, and its end. What pages throw is gathered in `errors`.
export async function openBrowser() {
  const server = await serve();
  const profile = mkdtempSync(join(tmpdir(), "loam-web-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.LOAM_CHROMIUM ?? "/usr/bin/chromium",
    headless: true,
    viewport: { width: 640, height: 360 },
    args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-quic", "--no-first-run", "--disable-background-networking",
      "--disable-component-update", "--disable-sync", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
  });
  context.setDefaultTimeout(300000); // machines that are busy take their time
  const errors = [];
  context.on("weberror", (event) => errors.push(String(event.error())));
  return {
    context,
    errors,
    address: `http://127.0.0.1:${server.address().port}/`,
    async close() {
      await context.close();
      server.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/// What the tool of this build prints as JSON.
export function loam(...args) {
  const run = spawnSync(join(root, "build/loam"), [...args, "--json"], { encoding: "utf8" });
  if (run.status !== 0) throw new Error(`loam ${args.join(" ")}: ${run.stderr}`);
  return JSON.parse(run.stdout);
}
