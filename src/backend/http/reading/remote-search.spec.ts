import * as fc from 'fast-check';
import { FakeBackendApi } from '../../../../test/support/fake-backend-api';
import { NO_FILTER, START, storedMemory } from '../../../../test/support/memories';
import { asRemote, filters, manyMemories } from '../../../../test/support/remote-documents';
import { DomainError } from '../../../common/domain-error';
import type { SearchRequest } from '../../memory-search';
import { matches } from '../../memory-filter';
import { toDocument } from '../../document';
import { RemoteSearch } from './remote-search';
import { compareText } from './storage-order';

function request(fields: Partial<SearchRequest> = {}): SearchRequest {
  return {
    query: 'tea',
    limit: 10,
    minScore: 0,
    explain: false,
    at: new Date(START),
    filter: NO_FILTER,
    ...fields,
  };
}

/** So many memories that are found, the first one best; every fourth is active. */
function expiredMostly(count: number): FakeBackendApi {
  const api = FakeBackendApi.of([]);
  const memories = Array.from({ length: count }, (_, at) =>
    at % 4 === 0
      ? storedMemory({ content: String(at) })
      : storedMemory({ status: 'expired', expiredAt: new Date(START), expiredBy: 'manual' }),
  );
  api.put(...memories);
  api.hits.hits = memories.map(({ id }, at) => ({ id, score: 1 - at / count }));
  return api;
}

describe('a search', () => {
  it('gives the best that pass the filter, equal scores by id', async () => {
    const scores = fc.array(fc.constantFrom(0, 0.25, 0.5, 1), { minLength: 25, maxLength: 25 });
    const wanted = fc.record({ limit: fc.integer({ min: 1, max: 12 }), minScore: fc.constantFrom(0, 0.3) });
    await fc.assert(
      fc.asyncProperty(manyMemories, scores, filters, wanted, async (memories, scores, filter, rest) => {
        const api = FakeBackendApi.of(memories);
        const scored = memories.map((memory, at) => ({ memory, score: scores[at] ?? 0 }));
        api.hits.hits = scored.map(({ memory, score }) => ({ id: memory.id, score }));
        const expected = scored
          .filter(({ memory, score }) => score >= rest.minScore && matches(memory, filter))
          .sort((one, other) => other.score - one.score || compareText(one.memory.id, other.memory.id));
        const { results } = await new RemoteSearch(api, null).search('ns', request({ ...rest, filter }));
        expect(results.map(({ memory, score }) => ({ memory, score }))).toEqual(
          expected.slice(0, rest.limit),
        );
      }),
    );
  });

  it('asks for all there may be where hits of the last score may be left out', async () => {
    const memories = Array.from({ length: 60 }, (_, at) => storedMemory({ content: String(at) }));
    const api = FakeBackendApi.of(memories);
    const ids = memories.map(({ id }) => id).sort(compareText);
    api.hits.hits = ids.toReversed().map((id) => ({ id, score: 0.5 }));
    const { results } = await new RemoteSearch(api, null).search('ns', request({ limit: 3 }));
    expect(results.map(({ memory }) => memory.id)).toEqual(ids.slice(0, 3));
  });

  it('says what the server says of itself, and claims nothing else', async () => {
    const api = FakeBackendApi.of([]);
    const memory = storedMemory();
    api.put(memory);
    api.hits = { hits: [{ id: memory.id, score: 0.5 }], retrieval: 'lexical' };
    expect(await new RemoteSearch(api, null).search('ns', request())).toEqual({
      results: [
        {
          memory,
          score: 0.5,
          neighbourScore: 0,
          timeScore: 0,
          speakerScore: 0,
          inThread: false,
          lexical: null,
          vector: null,
          matchedTerms: [],
        },
      ],
      candidates: null,
      retrieval: 'lexical',
      lexicalReason: 'backend',
      embeddingModel: null,
      notEmbedded: null,
    });
    api.hits.retrieval = null;
    expect(await new RemoteSearch(api, null).search('ns', request())).toMatchObject({ retrieval: 'hybrid' });
  });

  it('neither shows what was deleted nor what a memory no longer says', async () => {
    const [deleted, edited] = [storedMemory(), storedMemory({ content: 'old' })];
    const api = FakeBackendApi.of([{ ...edited, content: 'new' }]);
    api.hits.hits = [deleted, edited, edited].map(({ id }) => ({ id, score: 0.5 }));
    const { results } = await new RemoteSearch(api, null).search('ns', request());
    expect(results.map(({ memory }) => memory.content)).toEqual(['new']);
  });

  it('asks for three times the limit, between 30 and 100, and in one look for the documents', async () => {
    for (const [limit, topK] of [
      [1, 30],
      [10, 30],
      [20, 60],
      [100, 100],
    ] as const) {
      const api = expiredMostly(8);
      await new RemoteSearch(api, null).search('ns', request({ limit }));
      expect(api.searches).toEqual([{ namespace: 'ns', query: 'tea', topK, threshold: null }]);
      expect(api.gets).toHaveLength(1);
    }
  });

  it('asks once more for all there may be when too few pass', async () => {
    const api = expiredMostly(200);
    const filter = { ...NO_FILTER, status: 'active' as const };
    const { results } = await new RemoteSearch(api, null).search('ns', request({ filter }));
    expect(results.map(({ memory }) => memory.content)).toEqual(
      Array.from({ length: 10 }, (_, at) => String(4 * at)),
    );
    expect(api.searches.map(({ topK }) => topK)).toEqual([30, 100]);
    expect(api.gets.map((ids) => ids.length)).toEqual([30, 70]);
    await new RemoteSearch(api, null).search('ns', request({ filter, limit: 50 }));
    expect(api.searches.map(({ topK }) => topK)).toEqual([30, 100, 100]);
  });

  it('hands a least score to the server, and holds it to that', async () => {
    const api = expiredMostly(10);
    api.hits.hits = api.hits.hits.map(({ id }) => ({ id, score: 0.4 }));
    const search = new RemoteSearch(
      {
        getDocuments: (namespace, ids) => api.getDocuments(namespace, ids),
        search: async (asked) => ({ ...(await api.search(asked)), hits: api.hits.hits }),
      },
      null,
    );
    expect((await search.search('ns', request({ minScore: 0.5 }))).results).toEqual([]);
    expect(api.searches[0]?.threshold).toBe(0.5);
  });

  it.each(['', ' \n\u3000', '\0', ' \0 '])('finds nothing for the blank query %j', async (query) => {
    const api = expiredMostly(8);
    expect((await new RemoteSearch(api, null).search('ns', request({ query }))).results).toEqual([]);
    expect(api.searches).toEqual([]);
  });

  it('takes any query', async () => {
    const api = expiredMostly(8);
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (query) => {
        await new RemoteSearch(api, null).search('ns', request({ query }));
      }),
    );
    expect(api.searches.length).toBeGreaterThan(0);
    for (const { query } of api.searches) expect(query.trim() !== '' && query.isWellFormed()).toBe(true);
  });

  it('lets no query set conditions of its own', async () => {
    const api = expiredMostly(8);
    await new RemoteSearch(api, null).search('ns', request({ query: 'C# notes #status:expired ##x' }));
    expect(api.searches[0]?.query).toBe('C# notes \uff03status:expired \uff03\uff03x');
  });

  it('throws in a namespace that does not exist', async () => {
    const searching = new RemoteSearch(FakeBackendApi.of([]), null).search('nowhere', request());
    await expect(searching).rejects.toMatchObject({ code: 'AgentNotFound' });
    await expect(searching).rejects.toBeInstanceOf(DomainError);
  });

  it('throws when the namespace goes while it is searched', async () => {
    const api = expiredMostly(8);
    const { id } = asRemote(toDocument(storedMemory()));
    const search = new RemoteSearch(
      {
        getDocuments: () => api.getDocuments('nowhere', [id]),
        search: (asked) => api.search(asked),
      },
      null,
    );
    await expect(search.search('ns', request())).rejects.toMatchObject({ code: 'AgentNotFound' });
  });

  it('throws what the server fails with', async () => {
    const failure = new DomainError('BackendUnavailable', 'no');
    const search = new RemoteSearch(
      { getDocuments: async () => [], search: () => Promise.reject(failure) },
      null,
    );
    await expect(search.search('ns', request())).rejects.toBe(failure);
  });
});
