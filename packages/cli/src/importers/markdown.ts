// Markdown: one file or a folder. One memory for each section; YAML front matter as Obsidian, Jekyll and Hugo write it
// (https://jekyllrb.com/docs/front-matter/, https://help.obsidian.md/properties, read in November 2026).
import {
  dateOf,
  type Entry,
  type ImportFile,
  type ImportSource,
  skipped,
  textOf,
  typeNamed,
} from './entry.ts';
import { entriesOfTexts, frontMatter } from './front-matter.ts';
import { sectionsOf } from './sections.ts';
import { itemsOf } from './split-text.ts';

export function readMarkdown(source: ImportSource): AsyncGenerator<Entry> {
  return entriesOfTexts(source, entriesOf);
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

function firstDate(fields: Record<string, unknown>, names: readonly string[]): Date | null {
  return names.reduce<Date | null>((date, name) => date ?? dateOf(fields[name]), null);
}

/** A list, or words separated by commas or spaces; Obsidian allows a `#` before each. */
function tagsOf(value: unknown): unknown[] {
  const tags: unknown[] = Array.isArray(value) ? value : textOf(value).split(/[\s,]+/);
  return tags.map((tag) => (typeof tag === 'string' ? tag.replace(/^#/, '') : tag));
}
