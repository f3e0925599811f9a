// Claude Code: the memory files in its folder (`~/.claude`), which are `CLAUDE.md` and `projects/*/memory/*.md`. A memory
// file has front matter with `name`, `description` and `type` (in newer versions `metadata.type`); `MEMORY.md` is an index.
// https://code.claude.com/docs/en/memory, and memory folders in public repositories, read in November 2026.
import type { MemoryType } from '../options.ts';
import { isRecord } from '../json.ts';
import { type Entry, type ImportFile, type ImportSource, skipped, textOf, typeNamed } from './entry.ts';
import { entriesOfTexts, frontMatter } from './front-matter.ts';
import { sectionsOf } from './sections.ts';
import { itemsOf } from './split-text.ts';

const MEMORY_FILE = /(?:^|\/)(?:projects\/([^/]+)\/)?memory\/[^/]+\.md$/;
const INSTRUCTIONS = /(?:^|\/)CLAUDE(?:\.local)?\.md$/;
/** `- [Title](file.md) — what it says`: a line of the index, whose file is read itself. */
const INDEX_LINE = /^[ \t]*[-*][ \t]+\[[^\][]{1,200}\]\([^()]{1,300}\.md\)/;
const TYPES: Readonly<Record<string, MemoryType>> = {
  feedback: 'instruction',
  project: 'context',
  user: 'fact',
  reference: 'fact',
};

/** Whether a file of the folder holds memories. */
export function isClaudeCodeMemory(name: string): boolean {
  return MEMORY_FILE.test(name) || INSTRUCTIONS.test(name);
}

export function readClaudeCode(source: ImportSource): AsyncGenerator<Entry> {
  return entriesOfTexts(source, entriesOf);
}

function* entriesOf(text: string, file: ImportFile): Generator<Entry> {
  const { fields, body, problem } = frontMatter(text.replace(/^\uFEFF/, ''));
  if (problem !== null) yield skipped(`${file.name} (front matter)`, problem);
  const name = textOf(fields.name);
  const said = body
    .split(/\r?\n/)
    .filter((line) => !INDEX_LINE.test(line))
    .join('\n');
  const parts = name === '' ? sectionsOf(said) : [{ heading: name, slug: '', text: said.trim() }];
  const found = parts.filter((part) => part.text !== '');
  if (found.length === 0) yield skipped(file.name, 'it has no text, or only links to other files');
  const project = MEMORY_FILE.exec(file.name)?.[1];
  for (const { heading, slug, text: content } of found) {
    yield* itemsOf({
      ref: slug === '' ? file.name : `${file.name}#${slug}`,
      content: withDescription(content, textOf(fields.description)),
      title: heading,
      type: typeOf(fields, file.name),
      tags: project === undefined ? [] : [`project:${project}`],
      createdAt: file.modifiedAt,
      updatedAt: file.modifiedAt,
    });
  }
}

function typeOf(fields: Record<string, unknown>, name: string): MemoryType {
  const metadata = isRecord(fields.metadata) ? fields.metadata : {};
  const type = textOf(fields.type) || textOf(metadata.type);
  return TYPES[type] ?? typeNamed(type) ?? (INSTRUCTIONS.test(name) ? 'instruction' : 'fact');
}

/** The description has the words by which the memory is looked for. */
function withDescription(content: string, description: string): string {
  return description === '' || content.includes(description) ? content : `${description}\n\n${content}`;
}
