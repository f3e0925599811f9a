import { TestClock } from '../../test/support/test-clock';
import type { MemorySearch, SearchRequest } from '../backend/memory-search';
import { dayAt } from '../retrieval/time-range';
import type { DocumentsService } from './documents.service';
import { SearchingService } from './searching.service';

describe('SearchingService', () => {
  it('reads the times of a query once, whatever the number of namespaces', async () => {
    const requests: SearchRequest[] = [];
    const backend = {
      search: (_: string, request: SearchRequest) => {
        requests.push(request);
        return Promise.resolve({ results: [], retrieval: 'lexical' });
      },
    };
    const service = new SearchingService(
      backend as unknown as MemorySearch,
      {
        namespaceId: (name: string) => Promise.resolve(name),
        findByMemory: () => Promise.resolve(new Map()),
      } as unknown as DocumentsService,
      new TestClock(Date.UTC(2026, 4, 2)),
    );
    const search = { query: 'what happened yesterday', limit: 5, minScore: 0, status: 'all' } as const;
    await service.search(['a', 'b', 'c'], search);
    const day = dayAt(2026, 5, 1);
    expect(requests.map(({ times }) => times)).toEqual(Array(3).fill([{ from: day, to: day }]));
    expect(new Set(requests.map(({ times }) => times)).size).toBe(1);
  });
});
