import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The beginning of the SHA-256 of a text, in hexadecimal digits. */
export function digest(text: string, characters: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, characters);
}

/** Writes a file of this user's, whole or not at all. A new one removes files of its folder that are older than `keptMs`. */
export function replaceFile(file: string, text: string, keptMs: number): void {
  const folder = path.dirname(file);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const isNew = !existsSync(file);
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, text, { mode: 0o600 });
  renameSync(unfinished, file);
  if (isNew) removeOld(folder, keptMs);
}

function removeOld(folder: string, keptMs: number): void {
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > keptMs) rmSync(file, { force: true });
  }
}
