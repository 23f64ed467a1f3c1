// SPDX-License-Identifier: MIT
// The page of a land: what people press becomes what is asked of the walker.
import type { Status } from "./scene_messages.js";
import { chosen, element, fill, runScenePage } from "./scene_page.js";

const KINDS = ["on foot", "on a horse", "gliding", "as a bird"] as const;

interface LandStatus extends Status {
  state: string;
  kind: string;
  biome: string;
  pages: number;
}

fill("kind", KINDS, 0);

const page = runScenePage({
  world: "land",
  noun: "The land",
  usualSeed: "my land",
  view: 4096,
  mapZoom: 5,
  mapWords: {},
  keys: {
    KeyW: "ahead",
    ArrowUp: "ahead",
    KeyS: "back",
    ArrowDown: "back",
    KeyA: "left",
    ArrowLeft: "left",
    KeyD: "right",
    ArrowRight: "right",
    Space: "up",
    KeyC: "down",
    ShiftLeft: "run",
    ShiftRight: "run",
  },

  press(code) {
    const digit = /^Digit([1-4])$/.exec(code);
    if (digit === null) return false;
    element<HTMLSelectElement>("kind").value = String(Number(digit[1]) - 1);
    page.tellAsk();
    return true;
  },

  ask(is, yaw, pitch) {
    const percents = [is("ahead") - is("back"), is("right") - is("left"), is("up") - is("down")].map((to) => 100 * to);
    return [...percents, yaw, pitch, is("run"), is("up"), chosen("kind")];
  },

  look: () => [chosen("hour"), chosen("day"), chosen("weather")],

  describe(status) {
    const { y, biome } = status as LandStatus;
    return `${y.toFixed(0)} m above the sea · ${biome === "" ? "" : `${biome.replaceAll("_", " ")} · `}`;
  },
});
