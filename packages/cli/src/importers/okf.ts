// The Open Knowledge Format (OKF), version 0.2, of June 2026: a folder of Markdown files with YAML front matter, one
// concept in a file. The specification: okf/SPEC.md of GoogleCloudPlatform/knowledge-catalog, read in November 2026.
// Version 0.1, whose `timestamp` is now `generated.at`, is read, too.
import { isRecord } from '../json.ts';
import {
  dateOf,
  type Entry,
  type ImportFile,
  type ImportSource,
  listOf,
  skipped,
  textOf,
  typeNamed,
} from './entry.ts';
import { entriesOfTexts, frontMatter } from './front-matter.ts';
import { itemsOf } from './split-text.ts';

/** Listings and logs, which are no concepts at any level of the folder. */
const RESERVED = /(?:^|\/)(?:index|log)\.md$/;

/** Whether a file of the folder is a concept. */
export function isConcept(name: string): boolean {
  return /\.md$/.test(name) && !RESERVED.test(name);
}

export function readOkf(source: ImportSource): AsyncGenerator<Entry> {
  return entriesOfTexts(source, conceptOf);
}

function conceptOf(text: string, file: ImportFile): Entry[] {
  const { fields, body, problem } = frontMatter(text.replace(/^\uFEFF/, ''));
  const kind = textOf(fields.type);
  if (problem !== null) return [skipped(file.name, problem)];
  if (kind === '') return [skipped(file.name, 'its front matter has no `type`, so it is no concept of OKF')];
  const description = textOf(fields.description);
  const content = [description, body.trim()].filter((part) => part !== '').join('\n\n');
  if (content === '') return [skipped(file.name, 'it has no text')];
  const generated = isRecord(fields.generated) ? fields.generated : {};
  const changed = dateOf(generated.at) ?? dateOf(fields.timestamp) ?? file.modifiedAt;
  return itemsOf({
    ref: file.name.replace(/\.md$/, ''),
    content,
    title: textOf(fields.title) || null,
    type: typeNamed(kind) ?? 'context',
    tags: [kind, ...listOf(fields.tags)],
    createdAt: changed,
    updatedAt: changed,
    expired: expiryOf(fields, changed),
  });
}

/** A deprecated concept is kept for history; a stale one ended on its day. */
function expiryOf(fields: Record<string, unknown>, changed: Date): { at: Date; by: string } | null {
  if (fields.status === 'deprecated') return { at: changed, by: 'okf: deprecated' };
  const stale = dateOf(fields.stale_after);
  return stale === null || stale > new Date() ? null : { at: stale, by: 'okf: stale' };
}
