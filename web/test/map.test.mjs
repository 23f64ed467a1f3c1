// SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { loam, openBrowser } from "./browser.mjs";

const AT = [600000, 800000];
const SCALE = 4096;
const SIDE = 256;

let browser;
before(async () => (browser = await openBrowser()));
after(async () => {
  assert.deepEqual(browser.errors, []);
  await browser.close();
});

async function openMap(words) {
  const page = await browser.context.newPage();
  await page.goto(`${browser.address}map.html#${words}`);
  await page.waitForFunction(() => document.getElementById("map").dataset.missing === "0", undefined, { timeout: 120000 });
  return page;
}

/// How many pixels of a piece differ from the native program's, and how many colours it has.
async function comparePiece(world, seed, [x, z], scale, native) {
  const file = join(mkdtempSync(join(tmpdir(), "loam-web-")), "map.png");
  loam(world, "map", "--seed", seed, "--at", `${x},${z}`, "--scale", String(scale), "--size", `${SIDE}x${SIDE}`, ...native, "-o", file);
  const page = await browser.context.newPage();
  await page.goto(`${browser.address}map.html`);
  const figures = await page.evaluate(async ([png, world, seed, x, z, scale, side]) => {
    const worker = new Worker("map_worker.js", { type: "module" });
    worker.postMessage({ kind: "open", world, seed });
    worker.postMessage({ kind: "piece", key: "", x, z, scale, layer: "map", roads: false });
    const drawn = await new Promise((done, failed) => {
      worker.onmessage = ({ data }) => (data.kind === "piece" ? done(data.image) : data.kind === "failed" && failed(data.text));
    });
    const wanted = await createImageBitmap(new Blob([new Uint8Array(png)], { type: "image/png" }));
    const pixels = [drawn, wanted].map((image) => {
      const context = new OffscreenCanvas(side, side).getContext("2d");
      context.drawImage(image, 0, 0);
      return new Uint32Array(context.getImageData(0, 0, side, side).data.buffer);
    });
    worker.terminate();
    return { different: pixels[0].filter((pixel, i) => pixel !== pixels[1][i]).length, colours: new Set(pixels[0]).size };
  }, [[...readFileSync(file)], world, seed, x, z, scale, SIDE]);
  await page.close();
  return figures;
}

test("a piece of a land's map is the native program's, pixel by pixel", async () => {
  const { different, colours } = await comparePiece("land", "my land", AT, SCALE, ["--no-bar"]);
  assert.ok(colours > 1000, `${colours} colours: it is a map`);
  assert.equal(different, 0);
});

test("a piece of the sea's map is the native program's, pixel by pixel", async () => {
  const { different, colours } = await comparePiece("isles", "7", [2989, -5300], 4, []);
  assert.ok(colours > 1000, `${colours} colours: it is a map`);
  assert.equal(different, 0);
});

test("the map is moved, zoomed, named and asked, and its address says where", async () => {
  const page = await openMap(`seed=my+land&at=${AT}&zoom=13`);
  const place = () => page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get("at").split(",").map(Number));
  await page.mouse.move(320, 200);
  await page.mouse.down();
  await page.mouse.move(300, 230, { steps: 3 });
  await page.mouse.up();
  assert.deepEqual(await place(), [AT[0] + 20 * 8192, AT[1] + 30 * 8192]);

  await page.mouse.move(320, 180); // the middle of the view stays
  await page.mouse.wheel(0, -100);
  await page.waitForFunction(() => location.hash.includes("zoom=12"));
  assert.deepEqual(await place(), [AT[0] + 20 * 8192, AT[1] + 30 * 8192]);

  await page.mouse.click(320, 180);
  await page.waitForFunction(() => /ground at -?[0-9.]+ m/.test(document.getElementById("place").textContent));
  await page.selectOption("#layer", "height");
  await page.waitForFunction(() => location.hash.includes("layer=height"));
  await page.close();
});

test("an address that says nonsense gives a map all the same", async () => {
  const page = await openMap("seed=x&at=1e99,abc&zoom=-4&layer=nothing");
  assert.equal(await page.inputValue("#layer"), "map");
  await page.close();
});

test("islands are named and asked, and a land is a choice away", async () => {
  const page = await openMap("world=isles&seed=7&at=2989,-5300&zoom=3");
  assert.equal(await page.isVisible("#walk"), false);
  await page.mouse.click(320, 180);
  await page.waitForFunction(() => /ground at -?[0-9.]+ m/.test(document.getElementById("place").textContent));
  await page.mouse.move(320, 180);
  for (let i = 0; i < 7; i++) await page.mouse.wheel(0, 100);
  await page.waitForFunction(() => location.hash.includes("zoom=8"));
  await page.selectOption("#world", "land");
  await page.waitForFunction(() => location.hash.startsWith("#world=land"));
  assert.equal(await page.isVisible("#walk"), true);
  await page.close();
});
