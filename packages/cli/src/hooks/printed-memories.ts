import { readFileSync } from 'node:fs';
import path from 'node:path';
import { stateFolder } from '../state-folder.ts';
import { digest, replaceFile } from './small-files.ts';

const KEPT_MS = 24 * 3_600_000;
/** Of one session. The oldest ones are forgotten first, and may be printed again. */
const MOST_KEPT = 500;
const KEY_CHARACTERS = 16;

type Env = Record<string, string | undefined>;

/** Whose memories were printed, and in which conversation. */
export interface PrintedFor {
  sessionId: string;
  url: string;
  agent: string;
}

/**
 * The memories that hooks printed in a conversation already: digests only, in one small file for each, which lasts for
 * a day.
 */
export class PrintedMemories {
  private readonly file: string;

  constructor({ sessionId, url, agent }: PrintedFor, folder = printedFolder()) {
    this.file = path.join(folder, digest(JSON.stringify([sessionId, url, agent]), 32));
  }

  /** The contents that were not printed yet, in their order. */
  fresh<T extends { content: string }>(memories: readonly T[]): T[] {
    const printed = new Set(this.read());
    return memories.filter(({ content }) => !printed.has(keyOf(content)));
  }

  count(): number {
    return this.read().length;
  }

  add(contents: readonly string[]): void {
    this.write([...new Set([...this.read(), ...contents.map(keyOf)])].slice(-MOST_KEPT));
  }

  /** A conversation that begins, or was cleared or compacted, holds only what is printed now. */
  restart(contents: readonly string[]): void {
    this.write(contents.map(keyOf));
  }

  private read(): string[] {
    try {
      return readFileSync(this.file, 'utf8').split('\n').filter(Boolean);
    } catch {
      return [];
    }
  }

  private write(keys: readonly string[]): void {
    replaceFile(this.file, keys.join('\n'), KEPT_MS);
  }
}

/** The folder in the user's folder for state, which holds no settings and needs no backup. */
export function printedFolder(env: Env = process.env): string {
  return path.join(stateFolder(env), 'hook-sessions');
}

/** White space does not count: the profile and a recall write it differently. */
function keyOf(content: string): string {
  return digest(content.replace(/\s+/g, ' ').trim(), KEY_CHARACTERS);
}
