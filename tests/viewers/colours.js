// SPDX-License-Identifier: MIT
// node colours.js PLAIN SHADED: two glTF files of the same blocks, one with ambient occlusion. Every colour of PLAIN's
// vertices must be in SHADED, which has darker ones, too, and none that is brighter than its brightest.
const fs = require("fs");

function colours(file) {
    const bytes = fs.readFileSync(file);
    const jsonSize = bytes.readUInt32LE(12);
    const json = JSON.parse(bytes.subarray(20, 20 + jsonSize).toString());
    const accessor = json.accessors[json.meshes[0].primitives[0].attributes.COLOR_0];
    const view = json.bufferViews[accessor.bufferView];
    const begin = 20 + jsonSize + 8 + (view.byteOffset || 0);
    const found = new Set();
    for (let i = 0; i < accessor.count; i++) {
        const at = begin + i * (view.byteStride || 4);
        found.add(bytes.readUInt8(at) * 65536 + bytes.readUInt8(at + 1) * 256 + bytes.readUInt8(at + 2));
    }
    return found;
}

const [plain, shaded] = process.argv.slice(2).map(colours);
const red = (set) => [...set].map((colour) => Math.floor(colour / 65536));
const kept = [...plain].every((colour) => shaded.has(colour));
const darker = Math.min(...red(shaded)) < Math.min(...red(plain));
const brighter = Math.max(...red(shaded)) > Math.max(...red(plain));
if (!kept || !darker || brighter || shaded.size <= plain.size) {
    console.error(`${plain.size} colours without shade, ${shaded.size} with it`);
    process.exit(1);
}
