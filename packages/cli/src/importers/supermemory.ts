// supermemory: the pages of its lists, of documents (`{memories: […], pagination}`), which may hold their `memoryEntries`,
// and of memories. https://supermemory.ai/docs/list-memories/overview and
// https://supermemory.ai/docs/api-reference/manage-documents/list-documents, read in November 2026.
import { isRecord } from '../json.ts';
import {
  dateOf,
  type Entry,
  type ImportSource,
  listOf,
  recordsOf,
  skipped,
  textOf,
  typeNamed,
} from './entry.ts';
import { jsonItems } from './json-items.ts';
import { itemsOf } from './split-text.ts';

const LISTS = ['memories', 'documents', 'memoryEntries', 'results', 'items'];

export async function* readSupermemory({ files }: ImportSource): AsyncGenerator<Entry> {
  for (const file of files) {
    let place = 0;
    for await (const element of jsonItems(file.read(), LISTS)) {
      place += 1;
      const where = `${file.name}[${place}]`;
      if (isRecord(element)) yield* entriesOf(element, where);
      else yield skipped(where, 'it is no object of supermemory');
    }
  }
}

function entriesOf(element: Record<string, unknown>, place: string): Entry[] {
  const id = textOf(element.customId) || textOf(element.id);
  if (id === '') return [skipped(place, 'it has no `id`, so that a second import would store it again')];
  if ('memory' in element) return memoryOf(element, textOf(element.id) || id, element);
  const memories = recordsOf(element.memoryEntries);
  if (memories.length > 0) {
    return memories.flatMap((each) =>
      memoryOf(each, textOf(each.id) || `${id}/${textOf(each.memory)}`, element),
    );
  }
  const content = textOf(element.content) || textOf(element.summary);
  if (content === '') {
    const status = textOf(element.status) || 'unknown';
    return [skipped(id, `the document has neither content nor a summary (status ${status})`)];
  }
  return itemsOf({
    ref: id,
    content,
    title: textOf(element.title) || null,
    type: typeOf(element) ?? 'context',
    tags: tagsOf(element),
    createdAt: dateOf(element.createdAt),
    updatedAt: dateOf(element.updatedAt),
  });
}

function memoryOf(memory: Record<string, unknown>, ref: string, owner: Record<string, unknown>): Entry[] {
  const content = textOf(memory.memory);
  if (content === '') return [skipped(ref, 'it is empty')];
  if (memory.isForgotten === true) return [skipped(ref, 'it was forgotten')];
  if (memory.isLatest === false) return [skipped(ref, 'a later version replaced it')];
  return itemsOf({
    ref,
    content,
    type: typeOf(memory) ?? 'fact',
    tags: [...tagsOf(owner), ...(memory === owner ? [] : tagsOf(memory))],
    createdAt: dateOf(memory.createdAt) ?? dateOf(owner.createdAt),
    updatedAt: dateOf(memory.updatedAt),
  });
}

function typeOf({ metadata }: Record<string, unknown>) {
  return isRecord(metadata) ? (typeNamed(metadata.type) ?? typeNamed(metadata.category)) : null;
}

function tagsOf({ containerTags, metadata }: Record<string, unknown>): unknown[] {
  const category = isRecord(metadata) ? metadata.category : null;
  return [...listOf(containerTags), category];
}
