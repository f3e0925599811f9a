import { parse } from 'yaml';
import { isRecord } from '../json.ts';
import { type Entry, type ImportFile, type ImportSource, skipped } from './entry.ts';

const MAX_FILE_BYTES = 10 * 1024 * 1024;
const UNREADABLE = 'it is longer than 10 MiB or not UTF-8';
const FRONT_MATTER = /^---[ \t]*\r?\n([\s\S]*?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;

export interface FrontMatter {
  fields: Record<string, unknown>;
  body: string;
  /** Why the YAML could not be read; null if it could, or if there is none. */
  problem: string | null;
}

/** The YAML at the start of a text, and what follows it. */
export function frontMatter(text: string): FrontMatter {
  const found = FRONT_MATTER.exec(text);
  if (found === null) return { fields: {}, body: text, problem: null };
  const body = text.slice(found[0].length);
  try {
    const fields: unknown = parse(found[1] ?? '', { logLevel: 'error' });
    return { fields: isRecord(fields) ? fields : {}, body, problem: null };
  } catch (error) {
    const [line = ''] = (error as Error).message.split('\n');
    return { fields: {}, body, problem: `it is not YAML: ${line}` };
  }
}

/** The entries that an importer reads from the text of each file. */
export async function* entriesOfTexts(
  { files }: ImportSource,
  read: (text: string, file: ImportFile) => Iterable<Entry>,
): AsyncGenerator<Entry> {
  for (const file of files) {
    const text = await textIn(file);
    if (text === null) yield skipped(file.name, UNREADABLE);
    else yield* read(text, file);
  }
}

/** The whole text of a file; null if it is too long or not UTF-8. */
async function textIn(file: ImportFile): Promise<string | null> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of file.read()) {
    bytes += part.length;
    if (bytes > MAX_FILE_BYTES) return null;
    parts.push(Buffer.from(part));
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(parts));
  } catch {
    return null;
  }
}
