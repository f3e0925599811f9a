import { FakeBackendApi } from '../../../../test/support/fake-backend-api';
import { storedMemory } from '../../../../test/support/memories';
import { toDocument } from '../../document';
import { Documents } from './documents';
import { digestOf } from './memory-change';

const memory = storedMemory();
let api: FakeBackendApi;

beforeEach(async () => {
  api = new FakeBackendApi();
  await api.createNamespace('ns');
});

describe('what the backend was given', () => {
  const expected = new Map([[memory.id, digestOf(memory)]]);

  it('is waited for until it shows', async () => {
    api.lag = 4;
    const documents = new Documents(api, 10_000);
    await documents.write('ns', [toDocument(memory)], []);
    await documents.waitFor('ns', expected);
    expect(api.calls.filter((call) => call === 'get')).toHaveLength(4);
  });

  it('is not known to be there when it does not show in time', async () => {
    api.lag = 1_000_000;
    const documents = new Documents(api, 30);
    await documents.write('ns', [toDocument(memory)], []);
    await expect(documents.waitFor('ns', expected)).rejects.toMatchObject({ code: 'BackendUnavailable' });
  });

  it('does not show as long as an older version does', async () => {
    const documents = new Documents(api, 30);
    await documents.write('ns', [toDocument({ ...memory, content: 'older' })], []);
    expect(await documents.countMade('ns', expected)).toBe(0);
  });

  it('is gone when it is to be gone', async () => {
    const documents = new Documents(api, 30);
    const gone = new Map([[memory.id, null]]);
    await documents.write('ns', [toDocument(memory)], []);
    expect(await documents.countMade('ns', gone)).toBe(0);
    await documents.write('ns', [], [memory.id]);
    expect(await documents.countMade('ns', gone)).toBe(1);
  });

  it('is nothing where there is no namespace', async () => {
    expect(await new Documents(api).find('none', [memory.id])).toEqual(new Map());
  });
});
