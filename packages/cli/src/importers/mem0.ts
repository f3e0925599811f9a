// mem0: what `get_all` returns, of the platform (`{count, next, previous, results: […]}`), of its first version (a list)
// and of the open-source library (`{results: […]}`).
// https://docs.mem0.ai/api-reference/memory/get-memories and /v1-get-memories, read in November 2026.
import { isRecord } from '../json.ts';
import { dateOf, type Entry, type ImportSource, listOf, skipped, textOf, typeNamed } from './entry.ts';
import { jsonItems } from './json-items.ts';
import { itemsOf } from './split-text.ts';

const OWNERS = ['user', 'agent', 'app', 'run'] as const;

export async function* readMem0({ files }: ImportSource): AsyncGenerator<Entry> {
  for (const file of files) {
    let place = 0;
    for await (const element of jsonItems(file.read(), ['results', 'memories'])) {
      place += 1;
      yield* entriesOf(element, `${file.name}[${place}]`);
    }
  }
}

function entriesOf(element: unknown, place: string): Entry[] {
  if (!isRecord(element)) return [skipped(place, 'it is no memory object')];
  const id = typeof element.id === 'number' ? String(element.id) : textOf(element.id);
  const content = textOf(element.memory) || textOf(element.text);
  if (content === '') {
    const isStructured = !('memory' in element);
    return [
      skipped(id || place, isStructured ? 'it has no `memory` field: export with get_all' : 'it is empty'),
    ];
  }
  if (id === '') return [skipped(place, 'it has no `id`, so that a second import would store it again')];
  const metadata = isRecord(element.metadata) ? element.metadata : {};
  return itemsOf({
    ref: id,
    content,
    type: typeNamed(metadata.type) ?? typeNamed(metadata.category) ?? 'fact',
    tags: [...listOf(element.categories), metadata.category, ...ownersOf(element)],
    createdAt: dateOf(element.created_at),
    updatedAt: dateOf(element.updated_at),
    expired: expiryOf(element.expiration_date),
  });
}

/** The owners of a memory: one file may hold the memories of several users. */
function ownersOf(element: Record<string, unknown>): string[] {
  return OWNERS.flatMap((owner) => {
    const id = textOf(element[`${owner}_id`]);
    return id === '' ? [] : [`${owner}:${id}`];
  });
}

function expiryOf(value: unknown): { at: Date; by: string } | null {
  const at = dateOf(value);
  return at === null || at > new Date() ? null : { at, by: 'mem0: expiration date' };
}
