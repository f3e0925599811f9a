import { openBackend, type OpenBackend } from '../../../test/support/open-backend';
import { newTestBackend } from '../../../test/support/backend';
import { namespaceVersionOf, settled } from '../../../test/support/feed';
import { actAt, aMemory, anEdit, NO_FILTER, START } from '../../../test/support/memories';
import type { PrismaService } from '../../database/prisma.service';
import type { MemoryEdit } from '../memory-edit';
import type { MemoryFilter } from '../memory-filter';
import type { EmbeddedBackend } from '../../../test/support/backend';
import type { NeighbourMode } from '../../retrieval/search-query';
import { FoundMemoriesRepository } from './found-memories.repository';

const at = (ms: number) => new Date(START + ms);

let opened: OpenBackend;
let database: PrismaService;
let backend: EmbeddedBackend;
let namespace: string;
let namespaces = 0;

beforeAll(async () => {
  opened = await openBackend();
  ({ database, backend } = opened);
});

afterAll(() => opened.close());

async function newNamespace(): Promise<string> {
  const name = `space_${namespaces++}`;
  await backend.createNamespace(name, at(0));
  return name;
}

beforeEach(async () => {
  namespace = await newNamespace();
});

describe('searching', () => {
  const found = async (
    query: string,
    { on = backend, neighbours = 'auto' }: { on?: typeof backend; neighbours?: NeighbourMode } = {},
  ): Promise<string[]> => {
    const request = { query, limit: 100, minScore: 0, explain: true, at: at(0), filter: NO_FILTER };
    return (await on.search(namespace, { ...request, neighbours })).results.map(
      ({ memory }) => memory.content,
    );
  };

  it('finds neighbours in the same session, in storage order also within one batch', async () => {
    const contents = ['one', 'two', 'green tea', 'four', 'five', 'six'];
    const memories = contents.map((content) => aMemory({ content }));
    // A batch is stored in its order, whatever the ids.
    await backend.store(namespace, memories, { dedupe: false });
    await backend.store(namespace, [aMemory({ content: 'apart', sessionId: 'sess_2' })], { dedupe: false });
    expect(await found('tea')).toEqual(['green tea']);
    const results = await found('tea', { neighbours: 'on' });
    expect(results[0]).toBe('green tea');
    expect(results.slice(1, 3).sort()).toEqual(['four', 'two']);
    expect(results.slice(3).sort()).toEqual(['five', 'one']);
  });

  it('keeps the place of an edited memory', async () => {
    const memories = ['one', 'two', 'three', 'four'].map((content) => aMemory({ content }));
    await backend.store(namespace, memories, { dedupe: false });
    await found('tea');
    await backend.edit(namespace, memories[0]!.id, anEdit({ content: 'green tea' }), actAt(1));
    const results = await found('tea', { neighbours: 'on' });
    expect(results).toEqual(['green tea', 'two', 'three']);
  });

  it('takes the pieces of a file for neighbours, and not those of another file or the session', async () => {
    const piece = (content: string, sourceRef: string) => aMemory({ content, source: 'upload', sourceRef });
    const stored = [piece('red', 'f1#1'), piece('blue', 'f2#1'), piece('green tea', 'f1#2'), aMemory()];
    await backend.store(namespace, [...stored, piece('cat', 'f1#3')], { dedupe: false });
    expect((await found('green')).sort()).toEqual(['cat', 'green tea', 'red']);
    expect(await found('green', { neighbours: 'off' })).toEqual(['green tea']);
  });

  it('takes memories of one thread for neighbours, across sessions and after edits', async () => {
    const threaded = (content: string, sessionId: string) =>
      aMemory({ content, sessionId, thread: 'chat-1' });
    const stored = [threaded('red', 's1'), aMemory({ content: 'blue' }), threaded('cup', 's2')];
    await backend.store(namespace, [...stored, threaded('green tea', 's3')], { dedupe: false });
    expect((await found('green')).sort()).toEqual(['cup', 'green tea', 'red']);
    await backend.edit(namespace, stored[0]!.id, anEdit({ content: 'black' }), actAt(1));
    expect((await found('green')).sort()).toEqual(['black', 'cup', 'green tea']);
    expect(await found('green', { neighbours: 'off' })).toEqual(['green tea']);
  });

  it.each<[string, Partial<MemoryFilter>, () => Partial<MemoryEdit>]>([
    ['type', { types: ['fact'] }, () => ({ type: 'preference' })],
    ['tags', { tags: ['old'] }, () => ({ tags: ['new'] })],
    ['source', { sources: ['user'] }, () => ({ source: 'elsewhere' })],
  ])('leaves out a memory whose %s was changed between finding and reading it', async (_, fields, edit) => {
    const memory = aMemory({ content: 'green tea', type: 'fact', tags: ['old'], source: 'user' });
    await backend.store(namespace, [memory], { dedupe: false });
    const filter = { ...NO_FILTER, ...fields };
    const request = { query: 'tea', limit: 10, minScore: 0, explain: false, at: at(0), filter };
    const { find } = FoundMemoriesRepository.prototype;
    const reading = jest.spyOn(FoundMemoriesRepository.prototype, 'find');
    reading.mockImplementationOnce(async function (this: FoundMemoriesRepository, ...asked) {
      await backend.edit(namespace, memory.id, anEdit(edit()), actAt(1));
      return find.apply(this, asked);
    });
    expect((await backend.search(namespace, request)).results).toEqual([]);
    expect(reading).toHaveBeenCalledTimes(1);
    reading.mockRestore();
    expect((await found('tea')).length).toBe(1);
  });

  it('reads memories in the language that was set when their namespace was made', async () => {
    const german = newTestBackend(database, { ...opened.store.env, RECALL_LANGUAGE: 'german' }).backend;
    namespace = `space_${namespaces++}`;
    await german.createNamespace(namespace, at(0));
    await german.store(namespace, [aMemory({ content: 'Er kauft alte Häuser' })], { dedupe: false });
    await backend.createNamespace(namespace, at(1));
    for (const each of [german, backend])
      expect(await found('Haus', { on: each })).toEqual(['Er kauft alte Häuser']);
    namespace = await newNamespace();
    await german.store(namespace, [aMemory({ content: 'Er kauft alte Häuser' })], { dedupe: false });
    expect(await found('Haus', { on: german })).toEqual([]);
  });
});

describe('findAll with the version of the namespace', () => {
  it('reads nothing again while nothing is written, and then what was written', async () => {
    const [one, other] = [aMemory({ content: 'one' }), aMemory({ content: 'other' })];
    await backend.store(namespace, [one, other], { dedupe: false });
    // Until then, what was read may be older than what others write.
    await settled(database);
    const read = async () => {
      const version = await namespaceVersionOf(database, namespace);
      const memories = await backend.findAll(namespace, [one.id, other.id], version);
      return memories.map(({ content }) => content).sort();
    };
    const reading = jest.spyOn(FoundMemoriesRepository.prototype, 'find');
    expect(await read()).toEqual(['one', 'other']);
    expect(await read()).toEqual(['one', 'other']);
    expect(reading.mock.calls.filter(([wanted]) => wanted.length > 0)).toHaveLength(1);
    await backend.edit(namespace, one.id, anEdit({ content: 'changed' }), actAt(1));
    expect(await read()).toEqual(['changed', 'other']);
    await backend.delete(namespace, other.id, actAt(2));
    expect(await read()).toEqual(['changed']);
    reading.mockRestore();
  });
});
