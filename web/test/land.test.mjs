// SPDX-License-Identifier: MIT
// A land in three dimensions, small: there is no graphics card here.
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

test("one stands in a land, walks and rises, and the address says where", async () => {
  const page = await browser.context.newPage();
  await page.setViewportSize({ width: 256, height: 144 });
  await page.goto(`${browser.address}land.html#seed=3&at=-232400,86150`);
  await waitForState(page, "state.pages > 0 && state.triangles > 1000");
  await page.addStyleTag({ content: ".bar { opacity: 0 }" });
  assert.ok((await countColours(page, process.env.LOAM_WEB_LAND)) > 25, "the view has many colours");
  assert.match(page.url(), /seed=3&at=-232400%2C86150/);

  const began = await state(page);
  await page.focus("#view");
  await page.keyboard.down("KeyW");
  await waitForState(page, "Math.hypot(state.x - value.x, state.z - value.z) > 1", began);
  await page.keyboard.up("KeyW");
  await page.keyboard.press("Digit3");
  await page.keyboard.down("Space");
  await waitForState(page, "state.state === 'flies' && state.y > value.y + 3", began);
  await page.keyboard.up("Space");
  await page.close();
});

test("a land that cannot be drawn says why", async () => {
  const page = await browser.context.newPage();
  await page.addInitScript(() => {
    const Plain = Worker;
    window.Worker = class extends Plain {
      postMessage(message, ...rest) {
        super.postMessage(message.kind === "open" ? { ...message, w: 0 } : message, ...rest);
      }
    };
  });
  await page.goto(`${browser.address}land.html`);
  await page.waitForFunction(() => document.getElementById("place").textContent.includes("16 to 4096 pixels"));
  await page.close();
});
