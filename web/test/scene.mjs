// SPDX-License-Identifier: MIT
// What a page of a world in three dimensions says of itself.

export const state = (page) => page.evaluate(() => JSON.parse(document.getElementById("place").dataset.state));

/// Waits until words hold of the state and a value.
export async function waitForState(page, holds, argument) {
  await page.waitForFunction(
    ([text, value]) => {
      const { state } = document.getElementById("place").dataset;
      return state !== undefined && new Function("state", "value", `return ${text}`)(JSON.parse(state), value);
    },
    [holds, argument],
    { timeout: 300000 },
  );
}
