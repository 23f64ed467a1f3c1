// SPDX-License-Identifier: MIT
import { writeFileSync } from "node:fs";

/// How many colours a picture of the page has, at most 4096 of them told apart; the picture goes to path, if there is one.
export async function countColours(page, path) {
  const picture = await page.screenshot();
  if (path !== undefined) writeFileSync(path, picture);
  return page.evaluate(async (bytes) => {
    const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: "image/png" }));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    const colours = new Set();
    for (let i = 0; i < data.length; i += 4) colours.add(((data[i] >> 4) << 8) | (data[i + 1] & 0xf0) | (data[i + 2] >> 4));
    return colours.size;
  }, [...picture]);
}
