// SPDX-License-Identifier: MIT
// A world that is kept in the browser, as a file of its own file system: a log of records, the newest of a chunk
// counts. What was written since the last commit does not count when the file is opened again, so a page that is
// killed in the middle of saving goes on from the save before, whole.
//
//   file    "LOAMLOG1", then records
//   record  kind, size, checksum: 32 bits; x, y: 64 bits; then size bytes. Little-endian.
//
// Chunks are compressed tiles and plants; the first record says what world it is, as JSON; a commit carries what
// the game goes on from. A file that is mostly old chunks is written anew under the next number when it is opened.
import { unzlibSync, zlibSync } from "fflate";
import type { Keeper } from "./game.js";

const MAGIC = new TextEncoder().encode("LOAMLOG1");
const HEAD = 28;
const MAX_RECORD = 16 << 20;
const COMPRESSION = 1; // the quickest
const SPARE = 4 << 20; // bytes of old chunks that nobody minds
const SEARCH_WINDOW = 1 << 16; // bytes that are looked through at once, behind damage

enum Kind {
  About = 1,
  Chunk = 2,
  Commit = 3,
}

/// What a world is, besides its chunks. version: of the format of this file's records.
export interface About {
  seed: string;
  tiles: number; // version of the tile world
  ringLog2: number;
  limited: boolean;
  version: number;
}

const FORMAT = 1;

interface Place {
  offset: number;
  size: number;
}

/// What of a file system's file is needed here (FileSystemSyncAccessHandle).
export interface LogFile {
  read(into: Uint8Array, options: { at: number }): number;
  write(bytes: Uint8Array, options: { at: number }): number;
  truncate(size: number): void;
  getSize(): number;
  flush(): void;
  close(): void;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n >>> 0;
});

function crc32(...parts: Uint8Array[]): number {
  let crc = 0xffffffff;
  for (const part of parts) {
    for (const byte of part) crc = crcTable[(crc ^ byte) & 255]! ^ (crc >>> 8);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

const keyOf = (x: bigint, y: bigint) => `${x},${y}`;

export class WorldLog implements Keeper {
  private readonly chunks = new Map<string, Place>();
  private end = 0; // where the next record goes
  private lastLoaded: { key: string; tiles: Uint8Array; plants: Uint8Array } | undefined;
  about!: About;
  state: Uint8Array | undefined; // of the last commit
  damaged = 0; // places in the file that were passed over

  private constructor(private readonly file: LogFile) {}

  /// A new file for a new world.
  static create(file: LogFile, about: Omit<About, "version">): WorldLog {
    const log = new WorldLog(file);
    file.truncate(0);
    log.writeAt(MAGIC, 0);
    log.end = MAGIC.length;
    log.about = { ...about, version: FORMAT };
    log.append(Kind.About, 0n, 0n, new TextEncoder().encode(JSON.stringify(log.about)));
    file.flush();
    return log;
  }

  /// Opens a file; what is behind its last commit is cut off. A damaged record before it is passed over: its chunk
  /// is as it was saved before, or grows again.
  static open(file: LogFile): WorldLog {
    const log = new WorldLog(file);
    log.scan();
    return log;
  }

  loadTiles(x: bigint, y: bigint): Uint8Array | undefined {
    return this.load(x, y)?.tiles;
  }

  loadPlants(x: bigint, y: bigint): Uint8Array | undefined {
    return this.load(x, y)?.plants;
  }

  saveChunk(x: bigint, y: bigint, tiles: Uint8Array, plants: Uint8Array): void {
    const both = new Uint8Array(4 + tiles.length + plants.length);
    new DataView(both.buffer).setUint32(0, tiles.length, true);
    both.set(tiles, 4);
    both.set(plants, 4 + tiles.length);
    const key = keyOf(x, y);
    this.chunks.set(key, this.append(Kind.Chunk, x, y, zlibSync(both, { level: COMPRESSION })));
    if (this.lastLoaded?.key === key) this.lastLoaded = undefined;
  }

  commit(state: Uint8Array): void {
    this.append(Kind.Commit, 0n, 0n, state);
    this.file.flush();
    this.state = state;
  }

  /// Whether most of the file is old: then copyTo makes a smaller one.
  isWasteful(): boolean {
    let live = 0;
    for (const place of this.chunks.values()) live += HEAD + place.size;
    return this.end > 2 * live + SPARE;
  }

  /// Writes what counts into another file.
  copyTo(file: LogFile): WorldLog {
    const copy = WorldLog.create(file, this.about);
    for (const [key, place] of this.chunks) {
      const [x, y] = key.split(",").map(BigInt) as [bigint, bigint];
      copy.chunks.set(key, copy.append(Kind.Chunk, x, y, this.payload(place)));
    }
    if (this.state !== undefined) copy.commit(this.state);
    return copy;
  }

  close(): void {
    this.file.close();
  }

  private writeAt(bytes: Uint8Array, at: number): void {
    if (this.file.write(bytes, { at }) !== bytes.length) throw new Error("the browser has no room for this world");
  }

  private payload(place: Place): Uint8Array {
    const bytes = new Uint8Array(place.size);
    if (this.file.read(bytes, { at: place.offset }) !== place.size) throw new Error("the kept world is cut off");
    return bytes;
  }

  private append(kind: Kind, x: bigint, y: bigint, payload: Uint8Array): Place {
    const record = new Uint8Array(HEAD + payload.length);
    const view = new DataView(record.buffer);
    view.setUint32(0, kind, true);
    view.setUint32(4, payload.length, true);
    view.setBigInt64(12, x, true);
    view.setBigInt64(20, y, true);
    record.set(payload, HEAD);
    view.setUint32(8, crc32(record.subarray(0, 8), record.subarray(12)), true);
    this.writeAt(record, this.end);
    const place = { offset: this.end + HEAD, size: payload.length };
    this.end += record.length;
    return place;
  }

  private load(x: bigint, y: bigint) {
    const key = keyOf(x, y);
    if (this.lastLoaded?.key === key) return this.lastLoaded;
    const place = this.chunks.get(key);
    if (place === undefined) return undefined;
    const both = unzlibSync(this.payload(place));
    const size = new DataView(both.buffer, both.byteOffset).getUint32(0, true);
    this.lastLoaded = { key, tiles: both.subarray(4, 4 + size), plants: both.subarray(4 + size) };
    return this.lastLoaded;
  }

  private scan(): void {
    const magic = new Uint8Array(MAGIC.length);
    this.file.read(magic, { at: 0 });
    if (magic.some((byte, i) => byte !== MAGIC[i])) throw new Error("this is no world of Loam's");
    const fresh = new Map<string, Place>();
    let passed = 0;
    let at = MAGIC.length;
    this.end = at;
    while (at < this.file.getSize()) {
      const record = this.readRecord(at);
      if (record === undefined) {
        at = this.findRecord(at + 1);
        passed++;
        continue;
      }
      at = record.place.offset + record.place.size;
      if (record.kind === Kind.Chunk) {
        fresh.set(keyOf(record.x, record.y), record.place);
        continue;
      }
      if (record.kind === Kind.About) this.about = JSON.parse(new TextDecoder().decode(record.payload));
      if (record.kind === Kind.Commit) {
        for (const [key, place] of fresh) this.chunks.set(key, place);
        fresh.clear();
        this.state = record.payload;
        this.damaged = passed;
      }
      this.end = at;
    }
    if (this.about?.version !== FORMAT) throw new Error("the kept world is damaged, or of another version");
    this.file.truncate(this.end);
  }

  /// Where the next whole record begins, from at on; the file's size if there is none.
  private findRecord(at: number): number {
    const size = this.file.getSize();
    const window = new Uint8Array(SEARCH_WINDOW);
    for (; at < size; at += window.length - 3) {
      const count = this.file.read(window, { at });
      for (let i = 0; i + 3 < count; i++) {
        const isKind = window[i]! >= Kind.About && window[i]! <= Kind.Commit;
        const mayBegin = isKind && window[i + 1] === 0 && window[i + 2] === 0 && window[i + 3] === 0;
        if (mayBegin && this.readRecord(at + i) !== undefined) return at + i;
      }
    }
    return size;
  }

  private readRecord(at: number) {
    const head = new Uint8Array(HEAD);
    if (this.file.read(head, { at }) !== HEAD) return undefined;
    const view = new DataView(head.buffer);
    const size = view.getUint32(4, true);
    if (size > MAX_RECORD || at + HEAD + size > this.file.getSize()) return undefined;
    const place = { offset: at + HEAD, size };
    const payload = this.payload(place);
    if (crc32(head.subarray(0, 8), head.subarray(12), payload) !== view.getUint32(8, true)) return undefined;
    return { kind: view.getUint32(0, true), x: view.getBigInt64(12, true), y: view.getBigInt64(20, true), place, payload };
  }
}
