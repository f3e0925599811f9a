// The official memory server of MCP: its file `memory.jsonl`, one entity or relation in a line, or what its tool
// `read_graph` returns (`{entities, relations}`).
// https://github.com/modelcontextprotocol/servers/tree/main/src/memory (README and index.ts), read in November 2026.
import { isRecord } from '../json.ts';
import { type Entry, type ImportSource, listOf, oneLine, shortHash, skipped, textOf } from './entry.ts';
import { jsonItems } from './json-items.ts';
import { itemsOf } from './split-text.ts';

export async function* readServerMemory({ files }: ImportSource): AsyncGenerator<Entry> {
  for (const file of files) {
    let place = 0;
    for await (const element of jsonItems(file.read(), ['entities', 'relations'])) {
      place += 1;
      yield* entriesOf(element, `${file.name}[${place}]`);
    }
  }
}

function entriesOf(element: unknown, place: string): Entry[] {
  if (!isRecord(element)) return [skipped(place, 'it is no object of the memory server')];
  if ('observations' in element || element.type === 'entity') return observationsOf(element, place);
  if ('relationType' in element || element.type === 'relation') return relationOf(element, place);
  return [skipped(place, 'it is neither an entity nor a relation')];
}

/** A memory for each observation, because they are found and change one by one. */
function observationsOf(entity: Record<string, unknown>, place: string): Entry[] {
  const name = textOf(entity.name);
  if (name === '') return [skipped(place, 'the entity has no name')];
  const observations = listOf(entity.observations).map(textOf);
  const said = observations.filter((text) => text !== '');
  if (said.length === 0) return [skipped(name, 'the entity has no observations')];
  return said.flatMap((text) =>
    itemsOf({
      ref: `${name}#${shortHash(text)}`,
      content: `${readable(name)}: ${text}`,
      title: readable(name),
      tags: [entity.entityType, readable(name)],
    }),
  );
}

function relationOf(relation: Record<string, unknown>, place: string): Entry[] {
  const [from, kind, to] = [relation.from, relation.relationType, relation.to].map(textOf);
  if (!from || !kind || !to) return [skipped(place, 'the relation lacks `from`, `to` or `relationType`')];
  return itemsOf({
    ref: JSON.stringify([from, kind, to]),
    content: `${readable(from)} ${readable(kind)} ${readable(to)}.`,
    type: 'relationship',
    tags: [kind, readable(from), readable(to)],
  });
}

/** The server asks for names such as `John_Smith` and `works_at`. */
function readable(name: string): string {
  return oneLine(name.replaceAll('_', ' ')) || name;
}
