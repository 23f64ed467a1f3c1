// SPDX-License-Identifier: MIT
// node validate.js FOLDER FILE VERTICES TRIANGLES: fails on errors, on warnings, and on other counts.
const fs = require("fs");
const path = require("path");
const [folder, file, vertices, triangles] = process.argv.slice(2);
const validator = require(path.resolve(folder, "node_modules", "gltf-validator"));

validator.validateBytes(new Uint8Array(fs.readFileSync(file))).then((report) => {
    const { numErrors, numWarnings, messages } = report.issues;
    const { totalVertexCount, totalTriangleCount } = report.info;
    for (const message of messages.filter((one) => one.severity < 2)) {
        console.error(`${message.code}: ${message.message} (${message.pointer})`);
    }
    const counted = totalVertexCount === Number(vertices) && totalTriangleCount === Number(triangles);
    if (!counted) {
        console.error(`${totalVertexCount} vertices, ${totalTriangleCount} triangles; told ${vertices}, ${triangles}`);
    }
    process.exit(numErrors + numWarnings === 0 && counted ? 0 : 1);
});
