import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

const FOLDER = resolve(__dirname, '../../data');

export interface LabelledMemory {
  /** Of an attack: how it works. */
  kind: string;
  isPlanted: boolean;
  /** By the hash of the text. Rules are mended on `development` alone. */
  half: 'development' | 'held-out';
  text: string;
}

interface Line {
  kind?: string;
  text: string;
  /** Of files that are no part of this repository. */
  planted?: boolean;
}

/** The attacks and the harmless memories of `bench/data`. */
export async function readLabelledMemories(): Promise<LabelledMemory[]> {
  const attacks = await readLines(resolve(FOLDER, 'planted-attacks.jsonl'));
  const harmless = await readLines(resolve(FOLDER, 'planted-harmless.jsonl'));
  return [
    ...attacks.map((line) => labelled(line, true)),
    ...harmless.map((line) => labelled({ ...line, kind: 'harmless' }, false)),
  ];
}

/** Lines `{kind, planted, text}` of another collection. */
export async function readCases(file: string): Promise<LabelledMemory[]> {
  return (await readLines(file)).map((line) => labelled(line, line.planted === true));
}

/** The texts of a file in the form that `bench facts` or `bench recall` reads. */
export async function readPlainTexts(file: string): Promise<string[]> {
  const parsed = JSON.parse(await readFile(file, 'utf8')) as
    { facts: { content: string }[] } | { memories: { content: string }[] }[];
  const rows = Array.isArray(parsed) ? parsed.flatMap(({ memories }) => memories) : parsed.facts;
  return rows.map(({ content }) => content);
}

async function readLines(file: string): Promise<Line[]> {
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Line);
}

function labelled({ kind = '', text }: Line, isPlanted: boolean): LabelledMemory {
  const digest = createHash('sha256').update(text).digest();
  return { kind, isPlanted, half: (digest[4] ?? 0) % 2 === 0 ? 'development' : 'held-out', text };
}
