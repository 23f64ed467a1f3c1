// SPDX-License-Identifier: MIT
// The page of a sea: what people press becomes what is asked of the boat, or of who walks ashore.
import type { FromScene, Status } from "./scene_messages.js";
import { chosen, element, runScenePage } from "./scene_page.js";

const CHART_SIDE = 512; // pixels
const CHART_SCALE = 16; // m a pixel
const SAIL_STEP = 20; // percent
const POINTS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"] as const;

interface SailStatus extends Status {
  state: string;
  heading: number;
  knots: number;
  depth: number;
  wind: number; // m/s
  wind_to: number; // degrees
  anchored: boolean;
  aground: boolean;
  isle: string;
}

const anchor = element<HTMLInputElement>("anchor");
const sail = element<HTMLInputElement>("sail");
const chart = element("chart");
const chartView = element<HTMLCanvasElement>("chartview");
let charted: { x: number; z: number; scale: number } | undefined;

const point = (degrees: number) => POINTS[Math.round((((degrees % 360) + 360) % 360) / 45) % 8]!;

// ---- keys that do something at once -------------------------------------------------------------

const deed = (call: string, ...values: number[]) => page.tell({ kind: "do", call, values });

function setSail(by: number): void {
  sail.value = String(chosen("sail") + by);
  page.tellAsk();
}

function toggleAnchor(): void {
  anchor.checked = !anchor.checked;
  page.tellAsk();
}

function toggleChart(): void {
  chart.hidden = !chart.hidden;
  if (!chart.hidden) page.tell({ kind: "chart", side: CHART_SIDE, scale: CHART_SCALE });
}

const AT_ONCE: Record<string, () => void> = {
  KeyE: () => deed("board"),
  KeyB: () => deed("fetch"),
  KeyR: () => setSail(SAIL_STEP),
  KeyF: () => setSail(-SAIL_STEP),
  KeyX: toggleAnchor,
  KeyM: toggleChart,
};

// ---- the chart ----------------------------------------------------------------------------------

function showChart(message: FromScene & { kind: "chart" }): void {
  const context = chartView.getContext("2d")!;
  context.drawImage(message.image, 0, 0);
  message.image.close();
  context.strokeStyle = "#fff";
  context.lineWidth = 2;
  context.beginPath();
  context.arc(CHART_SIDE / 2, CHART_SIDE / 2, 6, 0, 2 * Math.PI);
  context.stroke();
  charted = message;
}

chartView.addEventListener("click", (event) => {
  if (charted === undefined) return;
  const ratio = CHART_SIDE / chartView.clientWidth;
  const x = charted.x + (event.offsetX * ratio - CHART_SIDE / 2) * charted.scale;
  const z = charted.z - (event.offsetY * ratio - CHART_SIDE / 2) * charted.scale;
  deed("travel", Math.round(x), Math.round(z));
  chart.hidden = true;
});

// ---- the page -----------------------------------------------------------------------------------

const page = runScenePage({
  world: "sail",
  noun: "The sea",
  usualSeed: "my sea",
  view: 8192,
  mapZoom: 4,
  mapWords: { world: "isles" },

  press(code) {
    AT_ONCE[code]?.();
    return code in AT_ONCE;
  },

  ask: (walk) => [...walk, chosen("sail"), +anchor.checked],

  look: () => [chosen("hour"), chosen("weather"), chosen("wind")],

  describe(status) {
    const { state, y, heading, knots, depth, wind, wind_to, anchored, aground, isle } = status as SailStatus;
    const held = aground ? "aground · " : anchored ? "at anchor · " : "";
    const how =
      state === "sails"
        ? `${knots.toFixed(1)} knots ${point(heading)} · ${held}${depth.toFixed(0)} m deep`
        : `${state} ${y.toFixed(0)} m above the sea`;
    const air = `wind ${wind.toFixed(0)} m/s from ${point(wind_to + 180)}`;
    return `${how} · ${air} · ${isle === "" ? "" : `${isle} · `}`;
  },

  heard(message) {
    if (message.kind === "chart") showChart(message);
  },
});

for (const id of ["sail", "anchor"]) element(id).addEventListener("input", page.tellAsk);
element("wind").addEventListener("input", page.tellLook);
element("board").addEventListener("click", AT_ONCE.KeyE!);
element("tochart").addEventListener("click", toggleChart);
