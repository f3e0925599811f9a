// Markdown: one file or a folder. One memory for each section; YAML front matter as Obsidian, Jekyll and Hugo write it
// (https://jekyllrb.com/docs/front-matter/, https://help.obsidian.md/properties, read in November 2026).
import { parse } from 'yaml';
import {
  dateOf,
  type Entry,
  type ImportFile,
  type ImportSource,
  isRecord,
  skipped,
  textOf,
  typeNamed,
} from './entry.ts';
import { sectionsOf } from './sections.ts';
import { itemsOf } from './split-text.ts';

const MAX_FILE_BYTES = 10 * 1024 * 1024;
const FRONT_MATTER = /^---[ \t]*\r?\n([\s\S]*?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;

export async function* readMarkdown({ files }: ImportSource): AsyncGenerator<Entry> {
  for (const file of files) {
    const text = await textIn(file);
    if (text === null) yield skipped(file.name, 'it is longer than 10 MiB or not UTF-8');
    else yield* entriesOf(text, file);
  }
}

function* entriesOf(text: string, file: ImportFile): Generator<Entry> {
  const { fields, body, problem } = frontMatter(text.replace(/^\uFEFF/, ''));
  if (problem !== null) yield skipped(`${file.name} (front matter)`, problem);
  const sections = sectionsOf(body);
  if (sections.length === 0) yield skipped(file.name, 'it has no text');
  const title = textOf(fields.title);
  const createdAt = firstDate(fields, ['created', 'created_at', 'date']) ?? file.modifiedAt;
  const changed = firstDate(fields, ['updated', 'updated_at', 'modified', 'lastmod']) ?? file.modifiedAt;
  for (const { heading, slug, text: content } of sections) {
    yield* itemsOf({
      ref: slug === '' ? file.name : `${file.name}#${slug}`,
      content,
      title: titleOf(title, heading),
      type: typeNamed(fields.type) ?? 'fact',
      tags: tagsOf(fields.tags ?? fields.tag),
      createdAt: createdAt < changed ? createdAt : changed,
      updatedAt: changed,
    });
  }
}

function titleOf(title: string, heading: string | null): string | null {
  if (title === '' || heading === null) return heading ?? (title || null);
  return heading === title || heading.startsWith(`${title} › `) ? heading : `${title} › ${heading}`;
}

interface FrontMatter {
  fields: Record<string, unknown>;
  body: string;
  problem: string | null;
}

function frontMatter(text: string): FrontMatter {
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

function firstDate(fields: Record<string, unknown>, names: readonly string[]): Date | null {
  return names.reduce<Date | null>((date, name) => date ?? dateOf(fields[name]), null);
}

/** A list, or words separated by commas or spaces; Obsidian allows a `#` before each. */
function tagsOf(value: unknown): unknown[] {
  const tags: unknown[] = Array.isArray(value) ? value : textOf(value).split(/[\s,]+/);
  return tags.map((tag) => (typeof tag === 'string' ? tag.replace(/^#/, '') : tag));
}

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
