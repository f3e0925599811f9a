import { NO_FILTER, START } from '../../../../test/support/memories';
import { asApi, FakeDocuments, storedMemory } from '../../../../test/support/remote-documents';
import { wholePage } from '../../memory-backend';
import type { LaterChange } from './past-memory';
import { RemoteReading } from './remote-reading';

function readingOf(api: FakeDocuments): RemoteReading {
  return new RemoteReading(asApi(api), { later: async () => new Map<string, LaterChange[]>() });
}

describe('memories by their ids', () => {
  const [uuid, odd] = [storedMemory(), storedMemory({ id: 'file 1#3' })];

  it('are those that there are, whatever the form of their ids', async () => {
    const api = new FakeDocuments().put(uuid, odd);
    const found = await readingOf(api).findAll('ns', [odd.id, 'gone', uuid.id, odd.id]);
    expect(new Set(found)).toEqual(new Set([uuid, odd]));
    expect(found).toHaveLength(2);
    expect(api.gets).toEqual([[odd.id, 'gone', uuid.id]]);
    expect(await readingOf(api).find('ns', odd.id)).toEqual(odd);
  });

  it('are not asked for by what no id can be', async () => {
    const api = new FakeDocuments().put(uuid);
    const ids = ['', 'a\0b', '\ud800', 'ä'.repeat(129)];
    expect(await readingOf(api).findAll('ns', ids)).toEqual([]);
    expect(await readingOf(api).find('ns', '')).toBeNull();
    expect(api.gets).toEqual([]);
  });

  it('are none but those asked for, even if the server gives more', async () => {
    const api = new FakeDocuments().put(uuid);
    const { documents } = api;
    api.getDocuments = async () => [...documents.values(), ...documents.values()];
    expect(await readingOf(api).find('ns', 'other')).toBeNull();
    expect(await readingOf(api).findAll('ns', [uuid.id])).toEqual([uuid]);
  });

  it('are none in a namespace that does not exist', async () => {
    expect(await readingOf(new FakeDocuments()).find('nowhere', uuid.id)).toBeNull();
    expect(await readingOf(new FakeDocuments()).findAll('nowhere', [uuid.id])).toEqual([]);
  });
});

describe('the number of memories', () => {
  const three = [storedMemory(), storedMemory(), storedMemory()];

  it('is what the server says', async () => {
    const api = new FakeDocuments().put(...three);
    api.itemCount = 7;
    expect(await readingOf(api).countMemories(['ns'])).toEqual(new Map([['ns', 7]]));
    expect(api.walks).toBe(0);
  });

  it('is counted where the server says nothing, and is 0 where there is no namespace', async () => {
    const api = new FakeDocuments('ns', 2).put(...three);
    const counts = await readingOf(api).countMemories(['ns', 'nowhere', 'ns']);
    expect(counts).toEqual(
      new Map([
        ['ns', 3],
        ['nowhere', 0],
      ]),
    );
    expect(api.walks).toBe(2);
  });

  it('is asked for once in a listing', async () => {
    const api = new FakeDocuments().put(...three);
    const asked = jest.spyOn(api, 'listNamespaces');
    const reading = readingOf(api);
    const listing = {};
    for (const each of [listing, listing, undefined]) await reading.countMemories(['ns'], each);
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it('of no namespaces asks for nothing', async () => {
    const api = new FakeDocuments();
    api.listNamespaces = () => Promise.reject(new Error('asked'));
    expect(await readingOf(api).countMemories([])).toEqual(new Map());
  });
});

it('reads everything through one object', async () => {
  const memory = storedMemory();
  const reading = readingOf(new FakeDocuments().put(memory));
  const period = { start: new Date(START), end: new Date(START) };
  const streamed = [];
  for await (const slice of reading.stream('ns', NO_FILTER)) streamed.push(...slice);
  expect([
    (await reading.recent('ns', NO_FILTER, 1)).memories,
    await reading.asOf('ns', new Date(START), NO_FILTER, 1),
    await reading.changedSince('ns', new Date(START - 1), NO_FILTER, 1),
    (await reading.touched('ns', period, null, 1)).memories,
    (await wholePage(await reading.readPage('ns', NO_FILTER, null, 1))).memories,
    streamed,
  ]).toEqual(Array.from({ length: 6 }, () => [memory]));
});
