// SPDX-License-Identifier: MIT
// One of the workers that draw pieces of a world's map. Each has a world of its own; pieces fit all the same.
import { LoamModule } from "./module.js";

export const SIDE = 256; // pixels along a piece

/// The kinds of worlds, in the module's order.
export const WORLDS = ["land", "isles"] as const;
export type World = (typeof WORLDS)[number];

/// Places are whole metres.
export type MapQuestion =
  | { kind: "open"; world: World; seed: string }
  | { kind: "piece"; key: string; x: number; z: number; scale: number; layer: string; roads: boolean }
  | { kind: "features"; x: number; z: number; w: number; h: number; scale: number }
  | { kind: "place"; x: number; z: number };

/// x and z of a feature are metres from the place that was asked for.
export interface Feature {
  kind: string;
  name: string;
  x: number;
  z: number;
  radius: number;
}

export interface Place {
  height: number;
  water: number | null;
  cover: string; // a biome, the type of an island or "sea"
}

export type MapAnswer =
  | { kind: "opened"; seed: string; layers: string[] } // the seed as a number
  | { kind: "piece"; key: string; image: ImageBitmap }
  | { kind: "features"; x: number; z: number; scale: number; features: Feature[] }
  | { kind: "place"; x: number; z: number; place: Place }
  | { kind: "failed"; text: string; key?: string };

const CACHE_BYTES = 96 << 20;

const tell = (answer: MapAnswer, transfer: Transferable[] = []) => postMessage(answer, { transfer });

async function drawPiece(module: LoamModule, question: MapQuestion & { kind: "piece" }): Promise<void> {
  module.say(question.layer);
  module.try("atlas_draw", BigInt(question.x), BigInt(question.z), SIDE, question.scale, +question.roads);
  const image = await createImageBitmap(module.image(module.call("atlas_pixels"), SIDE, SIDE));
  tell({ kind: "piece", key: question.key, image }, [image]);
}

function listFeatures(module: LoamModule, { x, z, w, h, scale }: MapQuestion & { kind: "features" }): void {
  module.try("atlas_features", BigInt(x), BigInt(z), w, h, scale);
  const rows: [string, string, number, number, number][] = JSON.parse(module.words());
  const features = rows.map(([kind, name, fromX, fromZ, radius]) => ({ kind, name, x: fromX, z: fromZ, radius }));
  tell({ kind: "features", x, z, scale, features });
}

function tellOpened(module: LoamModule): void {
  module.call("atlas_seed");
  const seed = module.words();
  module.call("atlas_layers");
  tell({ kind: "opened", seed, layers: module.words().split(",") });
}

async function answer(module: LoamModule, question: MapQuestion): Promise<void> {
  switch (question.kind) {
    case "open":
      module.say(question.seed);
      module.try("atlas_open", WORLDS.indexOf(question.world), CACHE_BYTES);
      return tellOpened(module);
    case "piece":
      return drawPiece(module, question);
    case "features":
      return listFeatures(module, question);
    case "place":
      module.try("atlas_place", BigInt(question.x), BigInt(question.z));
      return tell({ kind: "place", x: question.x, z: question.z, place: JSON.parse(module.words()) });
  }
}

const module = WebAssembly.compileStreaming(fetch("loam_atlas.wasm")).then((compiled) => new LoamModule(compiled));
let last: Promise<unknown> = module;

onmessage = ({ data }: MessageEvent<MapQuestion>) => {
  last = last
    .then(async () => answer(await module, data))
    .catch((error) => tell({ kind: "failed", text: String(error.message ?? error), key: data.kind === "piece" ? data.key : undefined }));
};
