// SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { loam, openBrowser, root } from "./browser.mjs";
import { countColours } from "./picture.mjs";

const SCENE = join(root, "scenes/lava_meets_lake.txt");
const STEPS = 300;

let browser;
before(async () => (browser = await openBrowser()));
after(async () => {
  assert.deepEqual(browser.errors, []);
  await browser.close();
});

/// A page whose worker can be asked and listened to: messages of a kind, the newest of each.
async function openPage() {
  const page = await browser.context.newPage();
  await page.addInitScript(() => {
    const heard = {};
    window.heard = heard;
    const Plain = Worker;
    window.Worker = class extends Plain {
      constructor(...args) {
        super(...args);
        window.gameWorker = this;
        this.addEventListener("message", ({ data }) => (heard[data.kind] = data));
      }
    };
  });
  await page.goto(browser.address);
  await page.waitForFunction(() => window.heard.worlds !== undefined);
  return page;
}

const status = (page) => page.evaluate(() => window.heard.status?.status);

async function makeWorld(page, name, seed, limited) {
  await page.fill("#name", name);
  await page.fill("#seed", seed);
  await page.setChecked("#limited", limited);
  await page.click("text=Make and play");
  await page.waitForFunction(() => window.heard.status !== undefined);
}

/// Until a condition of the status holds; the message of a failure has the last one.
async function waitForStatus(page, holds, argument) {
  try {
    await page.waitForFunction(holds, argument, { timeout: 60000 });
  } catch (error) {
    throw new Error(`${error.message}: ${JSON.stringify(await status(page))}`);
  }
}

test("the same commands give the same world as the native program", async () => {
  // A page's game begins with a morning and a brush, so the native one is told of them.
  const commands = `0 time 08:00\n0 brush circle 3\n0 place -371 150\n${readFileSync(SCENE, "utf8")}`;
  const file = join(mkdtempSync(join(tmpdir(), "loam-web-")), "commands.txt");
  writeFileSync(file, commands);
  const native = loam("tiles", "sim", "--seed", "1", "--ring", "8", "--steps", String(STEPS), "--commands", file);
  const page = await openPage();
  const hash = await page.evaluate(([lines, steps]) => {
    window.gameWorker.postMessage({ kind: "run", seed: "1", ringLog2: 3, commands: lines, steps });
    return new Promise((done) => {
      window.gameWorker.addEventListener("message", ({ data }) => data.kind === "hash" && done(data.hash));
    });
  }, [commands, STEPS]);
  assert.equal(hash, native.hash);
  await page.close();
});

/// Asks the worker something, and waits for its answer.
const ask = (page, message, kind) =>
  page.evaluate(([question, answer]) => {
    window.gameWorker.postMessage(question);
    return new Promise((done, failed) => {
      window.gameWorker.addEventListener("message", ({ data }) => {
        if (data.kind === answer) done(data);
        if (data.kind === "failed") failed(new Error(data.text));
      });
    });
  }, [message, kind]);

const dug = ({ inventory }) => inventory.reduce((sum, [, number]) => sum + number, 0);

test("a world is made, walked and dug in, and goes on where it was after the page was left", async () => {
  const page = await openPage();
  await makeWorld(page, "Test", "moss", true);
  assert.ok((await countColours(page, process.env.LOAM_WEB_PICTURE)) > 40, "the view has many colours");

  const began = await status(page);
  await page.keyboard.down("KeyD");
  await waitForStatus(page, (x) => window.heard.status.status.x > x + 10, began.x);
  await page.keyboard.up("KeyD");
  await page.mouse.move(320, 215); // below the feet
  await page.mouse.down();
  await waitForStatus(page, (had) => window.heard.status.status.inventory.reduce((sum, [, n]) => sum + n, 0) > had,
    dug(began));
  await page.mouse.up();

  await page.keyboard.press("Escape");
  await page.waitForFunction(() => window.heard.saved !== undefined);
  const { hash } = await ask(page, { kind: "hash" }, "hash");
  await page.click("text=Save and leave");
  await page.waitForSelector("#title:visible");
  const left = await status(page);

  await page.reload();
  await page.waitForFunction(() => window.heard.worlds?.names.includes("Test"));
  await ask(page, { kind: "open", wish: { name: "Test", paused: true } }, "opened");
  assert.equal((await ask(page, { kind: "hash" }, "hash")).hash, hash, "to the bit");
  await ask(page, { kind: "leave" }, "left");
  await page.click("#worlds >> text=Test");
  await waitForStatus(page, (step) => window.heard.status?.status.step > step, left.step);
  await page.close();
});

test("a world that is open elsewhere, or has a name that is taken, is refused in words", async () => {
  const [page, other] = [await openPage(), await openPage()];
  await makeWorld(page, "Twice", "1", false);
  await other.reload();
  await other.click("#worlds >> text=Twice");
  await other.waitForFunction(() => document.getElementById("why").textContent.includes("open in another tab"));
  await other.fill("#name", "Twice");
  await other.click("text=Make and play");
  await other.waitForFunction(() => document.getElementById("why").textContent.includes("already"));
  await page.close();
  other.once("dialog", (dialog) => dialog.accept());
  await other.click("#worlds li:has-text('Twice') >> text=Delete");
  await other.waitForFunction(() => !window.heard.worlds.names.includes("Twice"));
  await other.close();
});

test("tools, materials, weather and zoom", async () => {
  const page = await openPage();
  await makeWorld(page, "Tools", "1", false);
  await page.keyboard.press("KeyX");
  await waitForStatus(page, () => window.heard.status.status.tool === 1);
  await page.keyboard.press("Digit6"); // water
  await waitForStatus(page, () => window.heard.status.status.tool === 2);
  await page.keyboard.press("BracketRight");
  await waitForStatus(page, () => window.heard.status.status.radius === 4);
  await page.keyboard.press("Tab");
  await page.fill("#search", "gold");
  await page.click("#materials >> text=gold ore");
  const gold = await page.evaluate(() => window.heard.opened.materials.find(({ name }) => name === "gold_ore").id);
  await waitForStatus(page, (id) => window.heard.status.status.material === id, gold);
  await page.keyboard.press("Escape");
  await page.selectOption("#weather", "storm");
  await page.selectOption("#season", "winter");
  await page.fill("#time", "21:30");
  await page.click("#continue");
  await waitForStatus(page, () => {
    const { weather, season, minutes } = window.heard.status.status;
    return weather === "storm" && season === "winter" && minutes >= 21 * 60 + 30;
  });
  await page.keyboard.press("Minus");
  await page.keyboard.press("Minus");
  await page.mouse.wheel(0, 100);
  await page.waitForFunction(() => document.getElementById("zoom").value === "1");
  assert.ok((await countColours(page, process.env.LOAM_WEB_STORM)) > 40);
  await page.close();
});
