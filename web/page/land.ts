// SPDX-License-Identifier: MIT
// The page of a land: what people press becomes what is asked of the walker.
import type { Status } from "./scene_messages.js";
import { chosen, runScenePage } from "./scene_page.js";

interface LandStatus extends Status {
  state: string;
  kind: string;
  biome: string;
  pages: number;
}

runScenePage({
  world: "land",
  noun: "The land",
  usualSeed: "my land",
  view: 4096,
  mapZoom: 5,
  mapWords: {},

  ask: (walk) => walk,

  look: () => [chosen("hour"), chosen("day"), chosen("weather")],

  describe(status) {
    const { y, biome } = status as LandStatus;
    return `${y.toFixed(0)} m above the sea · ${biome === "" ? "" : `${biome.replaceAll("_", " ")} · `}`;
  },
});
