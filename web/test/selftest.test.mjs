// SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import { test } from "node:test";
import { openBrowser } from "./browser.mjs";

test("a browser grows the same worlds as every other machine", async () => {
  const browser = await openBrowser();
  const page = await browser.context.newPage();
  await page.goto(`${browser.address}selftest.html`);
  await page.waitForSelector("#verdict[data-code]", { timeout: 600000 });
  assert.match(await page.textContent("#verdict"), /^The same worlds as everywhere: [1-9][0-9]* passed, 0 failed/);
  await browser.close();
});
