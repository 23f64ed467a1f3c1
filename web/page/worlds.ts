// SPDX-License-Identifier: MIT
// The worlds that this browser keeps: a folder each in its own file system, with files that are numbered; the
// newest one that can be opened counts.
import { type About, type LogFile, WorldLog } from "./world_log.js";

const FOLDER = "loam-worlds";

async function worldsFolder(): Promise<FileSystemDirectoryHandle> {
  if (navigator.storage?.getDirectory === undefined) throw new Error("this browser keeps no files for pages");
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle(FOLDER, { create: true });
}

async function open(folder: FileSystemDirectoryHandle, number: number, create: boolean): Promise<LogFile> {
  const file = await folder.getFileHandle(`${number}.log`, { create });
  try {
    return await (file as any).createSyncAccessHandle();
  } catch (error) {
    if ((error as DOMException).name === "NoModificationAllowedError") {
      throw new Error("this world is open in another tab");
    }
    throw error;
  }
}

async function names(folder: FileSystemDirectoryHandle): Promise<string[]> {
  const found: string[] = [];
  for await (const name of (folder as any).keys()) found.push(name);
  return found;
}

async function numbersOf(folder: FileSystemDirectoryHandle): Promise<number[]> {
  const numbers = (await names(folder)).map((name) => Number(name.replace(".log", "")));
  return numbers.filter(Number.isInteger).sort((a, b) => b - a);
}

/// Their names, sorted.
export async function listWorlds(): Promise<string[]> {
  const found = await names(await worldsFolder());
  return found.map(decodeURIComponent).sort();
}

export async function removeWorld(name: string): Promise<void> {
  const folder = await worldsFolder();
  await folder.removeEntry(encodeURIComponent(name), { recursive: true });
}

export async function createWorld(name: string, about: Omit<About, "version">): Promise<WorldLog> {
  if ((await listWorlds()).includes(name)) throw new Error(`there is a world of that name already: ${name}`);
  const folder = await (await worldsFolder()).getDirectoryHandle(encodeURIComponent(name), { create: true });
  return WorldLog.create(await open(folder, 1, true), about);
}

/// Opens the newest file that is whole. One that is mostly old chunks is written anew; older ones go.
export async function openWorld(name: string): Promise<WorldLog> {
  const folder = await (await worldsFolder()).getDirectoryHandle(encodeURIComponent(name));
  const numbers = await numbersOf(folder);
  let why: unknown = new Error(`there is nothing in the world ${name}`);
  for (const number of numbers) {
    const file = await open(folder, number, false);
    try {
      const log = WorldLog.open(file);
      if (log.state === undefined && number !== numbers.at(-1)) throw new Error("a copy that was not finished");
      return await tidied(folder, number, log);
    } catch (error) {
      file.close();
      why = error;
    }
  }
  throw why;
}

/// Nothing if there is no room for a copy: then the world goes on as it is.
async function copied(folder: FileSystemDirectoryHandle, number: number, log: WorldLog): Promise<WorldLog | undefined> {
  const file = await open(folder, number, true);
  try {
    return log.copyTo(file);
  } catch {
    file.close();
    await folder.removeEntry(`${number}.log`);
    return undefined;
  }
}

async function tidied(folder: FileSystemDirectoryHandle, number: number, log: WorldLog): Promise<WorldLog> {
  let newest = number;
  const copy = log.isWasteful() ? await copied(folder, number + 1, log) : undefined;
  if (copy !== undefined) {
    log.close();
    log = copy;
    newest = number + 1;
  }
  for (const old of await numbersOf(folder)) {
    if (old < newest) await folder.removeEntry(`${old}.log`);
  }
  return log;
}
