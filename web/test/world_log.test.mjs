// SPDX-License-Identifier: MIT
// Worlds that are kept, without a browser: whatever happens to the file, what was committed is there or it is
// said that it is not.
import assert from "node:assert/strict";
import { test } from "node:test";
import { importScript } from "./bundle.mjs";

const { WorldLog } = await importScript("world_log");
const ABOUT = { seed: "moss", tiles: 2, ringLog2: 4, limited: true };

/// A file in memory. It has room for so many bytes.
class MemoryFile {
  bytes = new Uint8Array(0);
  room = Infinity;

  read(into, { at }) {
    const part = this.bytes.subarray(at, at + into.length);
    into.set(part);
    return part.length;
  }
  write(bytes, { at }) {
    const fits = Math.max(0, Math.min(bytes.length, this.room - at));
    if (at + fits > this.bytes.length) this.truncate(at + fits);
    this.bytes.set(bytes.subarray(0, fits), at);
    return fits;
  }
  truncate(size) {
    const next = new Uint8Array(size);
    next.set(this.bytes.subarray(0, size));
    this.bytes = next;
  }
  getSize() {
    return this.bytes.length;
  }
  flush() {}
  close() {}
  copy() {
    const copy = new MemoryFile();
    copy.bytes = this.bytes.slice();
    return copy;
  }
}

const filled = (size, value) => new Uint8Array(size).fill(value);
const tiles = (value) => Uint8Array.from({ length: 65536 }, (_, i) => (i * 7 + value) & 255);

/// Two saves: in the first, chunks (1, -2) and (3, 4); in the second the first of them is another.
function makeTwice() {
  const file = new MemoryFile();
  const log = WorldLog.create(file, ABOUT);
  log.saveChunk(1n, -2n, tiles(1), filled(10, 9));
  log.saveChunk(3n, 4n, tiles(2), new Uint8Array(0));
  log.commit(filled(100, 1));
  const first = file.getSize();
  log.saveChunk(1n, -2n, tiles(3), filled(5, 8));
  log.commit(filled(100, 2));
  return { file, first };
}

function checkSecond(log) {
  assert.deepEqual(log.state, filled(100, 2));
  assert.deepEqual(log.loadTiles(1n, -2n), tiles(3));
  assert.deepEqual(log.loadPlants(1n, -2n), filled(5, 8));
  assert.deepEqual(log.loadTiles(3n, 4n), tiles(2));
  assert.deepEqual(log.loadPlants(3n, 4n), new Uint8Array(0));
  assert.equal(log.loadTiles(0n, 0n), undefined);
}

function checkFirst(log) {
  assert.deepEqual(log.state, filled(100, 1));
  assert.deepEqual(log.loadTiles(1n, -2n), tiles(1));
  assert.deepEqual(log.loadPlants(1n, -2n), filled(10, 9));
}

test("what was committed is there again", () => {
  const { file } = makeTwice();
  const log = WorldLog.open(file);
  assert.deepEqual(log.about, { ...ABOUT, version: 1 });
  checkSecond(log);
});

test("a file that ends anywhere goes on from the last whole save", () => {
  const { file, first } = makeTwice();
  for (let size = first; size < file.getSize(); size += 13) {
    const cut = file.copy();
    cut.truncate(size);
    checkFirst(WorldLog.open(cut));
    assert.equal(cut.getSize(), first, "what does not count is cut off");
  }
});

test("a flipped bit costs what it is in, and no save that came later", () => {
  const { file, first } = makeTwice();
  const commitSize = 28 + 100;
  for (let at = first; at < file.getSize(); at += 11) {
    const damaged = file.copy();
    damaged.bytes[at] ^= 1 << at % 8;
    const log = WorldLog.open(damaged);
    const isCommit = at >= file.getSize() - commitSize;
    assert.deepEqual(log.state, filled(100, isCommit ? 1 : 2));
    assert.equal(log.damaged, isCommit ? 0 : 1, "what is behind the last save is no damage");
    assert.deepEqual(log.loadTiles(1n, -2n), tiles(1));
    assert.deepEqual(log.loadTiles(3n, 4n), tiles(2));
  }
  for (let at = 0; at < 60; at++) {
    const damaged = file.copy();
    damaged.bytes[at] ^= 4;
    assert.throws(() => WorldLog.open(damaged), /no world|damaged/);
  }
});

test("a damaged chunk that was saved once grows again", () => {
  const { file, first } = makeTwice();
  const commitSize = 28 + 100;
  const chunk = 28 + WorldLog.open(file.copy()).chunks.get("3,4").size;
  for (let at = first - commitSize - chunk; at < first - commitSize; at += 5) {
    const damaged = file.copy();
    damaged.bytes.fill(255, at, at + 3);
    const log = WorldLog.open(damaged);
    assert.equal(log.damaged, 1);
    assert.equal(log.loadTiles(3n, 4n), undefined);
    assert.deepEqual(log.loadTiles(1n, -2n), tiles(3));
    assert.deepEqual(log.state, filled(100, 2));
  }
});

test("a save that finds no room is said, and the one before stays", () => {
  const { file } = makeTwice();
  const log = WorldLog.open(file);
  file.room = file.getSize() + 200;
  assert.throws(() => log.saveChunk(9n, 9n, tiles(7), new Uint8Array(0)), /no room/);
  checkSecond(WorldLog.open(file.copy()));
  file.room = Infinity; // somebody has made some
  log.saveChunk(9n, 9n, tiles(7), new Uint8Array(0));
  log.commit(filled(100, 3));
  assert.deepEqual(WorldLog.open(file).loadTiles(9n, 9n), tiles(7));
});

test("a file that is mostly old is written anew, and has the same in it", () => {
  const { file } = makeTwice();
  const log = WorldLog.open(file);
  assert.ok(!log.isWasteful());
  const noise = new Uint8Array(65536);
  for (let i = 0; i < 90; i++) {
    crypto.getRandomValues(noise);
    log.saveChunk(5n, 5n, noise, new Uint8Array(0));
  }
  log.commit(filled(100, 2));
  assert.ok(log.isWasteful());
  const smaller = new MemoryFile();
  checkSecond(log.copyTo(smaller));
  assert.ok(smaller.getSize() < file.getSize() / 10);
  checkSecond(WorldLog.open(smaller));
});
