// SPDX-License-Identifier: MIT
// The sea in three dimensions, small: there is no graphics card here.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openBrowser } from "./browser.mjs";
import { countColours } from "./picture.mjs";
import { state, waitForState } from "./scene.mjs";

let browser;
before(async () => (browser = await openBrowser()));
after(async () => {
  assert.deepEqual(browser.errors, []);
  await browser.close();
});

test("one sails off a harbour, drops anchor, flies off and travels by the chart", async () => {
  const page = await browser.context.newPage();
  await page.setViewportSize({ width: 256, height: 144 });
  await page.goto(`${browser.address}sail.html#seed=7`);
  await waitForState(page, "state.state === 'sails' && state.growing === 0 && state.triangles > 1000");
  await page.addStyleTag({ content: ".bar { opacity: 0 }" });
  assert.ok((await countColours(page, process.env.LOAM_WEB_SAIL)) > 25, "the view has many colours");
  assert.match(page.url(), /seed=7&at=/);

  const began = await state(page);
  await waitForState(page, "state.knots > 1 && Math.hypot(state.x - value.x, state.z - value.z) > 5", began);
  await page.focus("#view");
  await page.keyboard.down("KeyD");
  await waitForState(page, "Math.abs(state.heading - value.heading) > 20", began);
  await page.keyboard.up("KeyD");
  await page.keyboard.press("KeyX");
  await waitForState(page, "state.anchored || state.depth > 10");

  await page.keyboard.press("KeyM");
  const sailed = await state(page);
  await page.waitForFunction(() => {
    const chart = document.getElementById("chartview");
    return !document.getElementById("chart").hidden && chart.getContext("2d").getImageData(5, 5, 1, 1).data[3] === 255;
  });
  await page.click("#chartview", { position: { x: 10, y: 10 } });
  await waitForState(page, "Math.hypot(state.x - value.x, state.z - value.z) > 500", sailed);

  await page.keyboard.press("Digit4");
  await page.keyboard.down("Space");
  await waitForState(page, "state.state === 'flies' && state.y > 10");
  await page.keyboard.up("Space");
  await page.close();
});
