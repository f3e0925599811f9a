import { storedMemory } from '../../../../test/support/memories';
import { FakeBackendApi } from '../../../../test/support/fake-backend-api';
import { findMemories } from './documents';

describe('memories by their ids', () => {
  const [uuid, odd] = [storedMemory(), storedMemory({ id: 'file 1#3' })];

  it('are those that there are, whatever the form of their ids', async () => {
    const api = FakeBackendApi.of([uuid, odd]);
    const found = await findMemories(api, 'ns', [odd.id, 'gone', uuid.id, odd.id]);
    expect(new Set(found)).toEqual(new Set([uuid, odd]));
    expect(found).toHaveLength(2);
    expect(api.gets).toEqual([[odd.id, 'gone', uuid.id]]);
    expect(await findMemories(api, 'ns', [odd.id])).toEqual([odd]);
  });

  it('are not asked for by what no id can be', async () => {
    const api = FakeBackendApi.of([uuid]);
    const ids = ['', 'a\0b', '\ud800', 'ä'.repeat(129)];
    expect(await findMemories(api, 'ns', ids)).toEqual([]);
    expect(await findMemories(api, 'ns', [''])).toEqual([]);
    expect(api.gets).toEqual([]);
  });

  it('are none but those asked for, even if the server gives more', async () => {
    const api = FakeBackendApi.of([uuid]);
    const documents = api.documents('ns');
    api.getDocuments = async () => [...documents.values(), ...documents.values()];
    expect(await findMemories(api, 'ns', ['other'])).toEqual([]);
    expect(await findMemories(api, 'ns', [uuid.id])).toEqual([uuid]);
  });

  it('are none in a namespace that does not exist', async () => {
    expect(await findMemories(FakeBackendApi.of([]), 'nowhere', [uuid.id])).toEqual([]);
    expect(await findMemories(FakeBackendApi.of([]), 'nowhere', [uuid.id])).toEqual([]);
  });
});
