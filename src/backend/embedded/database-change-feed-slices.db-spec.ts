import fc from 'fast-check';
import { actAt, aMemory, anEdit } from '../../../test/support/memories';
import { storeContents, sweepFacts } from '../../../test/support/feed';
import { openBackend, type OpenBackend } from '../../../test/support/open-backend';
import { sql } from '../../database/sql';
import type { ChangeFeed } from '../../retrieval/change-feed';
import { IndexCache } from '../../retrieval/index-cache';
import { EVERYTHING, query } from '../../../test/support/index-samples';
import { DatabaseChangeFeed } from './database-change-feed';
import { propertyCases } from '../../../test/support/property-cases';

const WORDS = ['alpha', 'bravo', 'delta'] as const;

let opened: OpenBackend;
let feed: DatabaseChangeFeed;
let namespace: string;

beforeAll(async () => {
  opened = await openBackend();
  feed = new DatabaseChangeFeed(opened.database, { withVectors: false, onNewServer: () => undefined });
});

afterAll(() => opened.close());

const store = (contents: readonly string[]) => storeContents(opened.backend, namespace, contents);
const sweep = (ms: number) => sweepFacts(opened.backend, namespace, ms);

interface Step {
  kind: 'store' | 'edit' | 'delete' | 'again' | 'expire' | 'restore' | 'sweep';
  targets: number[];
  word: (typeof WORDS)[number];
  /** Whether the index is brought up to date after it, while it goes on, or not at all. */
  search: 'after' | 'beside' | 'none';
}

const steps: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(
    'store',
    'store',
    'edit',
    'edit',
    'expire',
    'expire',
    'delete',
    'again',
    'restore',
    'sweep',
  ),
  targets: fc.array(fc.nat({ max: 40 }), { minLength: 1, maxLength: 12 }),
  word: fc.constantFrom(...WORDS),
  search: fc.constantFrom('after', 'beside', 'beside', 'none', 'none', 'none'),
});

/** Changes to several memories at once, each but a store and a sweep in a transaction of its own. */
async function take({ kind, targets, word }: Step, ids: string[], ms: number): Promise<void> {
  const { backend } = opened;
  if (kind === 'store') return void ids.push(...(await store(targets.map(() => word))));
  if (kind === 'sweep') return sweep(ms);
  const chosen = ids.length === 0 ? [] : [...new Set(targets.map((n) => ids[n % ids.length]!))];
  await Promise.all(
    chosen.map(async (id) => {
      if (kind === 'edit') return backend.edit(namespace, id, anEdit({ content: word }), actAt(ms));
      if (kind === 'expire') return backend.expire(namespace, id, 'manual', actAt(ms));
      if (kind === 'restore') return backend.restore(namespace, id, actAt(ms));
      const found = await backend.delete(namespace, id, actAt(ms));
      if (kind === 'delete' || !found) return found;
      return backend.store(namespace, [aMemory({ id, content: word })], { dedupe: false });
    }),
  );
}

async function expected(word: string, status: string): Promise<string[]> {
  const rows = await opened.database.query<{ id: string }>(sql`
    SELECT m.id FROM memories m JOIN namespaces n ON n.id = m.namespace_id
    WHERE n.name = ${namespace} AND m.content = ${word} AND m.status = ${status}`);
  return rows.map(({ id }) => id).toSorted();
}

describe('an index brought up to date in small slices', () => {
  it('finds what the tables hold, after any changes', async () => {
    // Slices of three changes, where the real ones hold thousands.
    const narrow: ChangeFeed = {
      start: (name) => feed.start(name),
      extent: (name) => feed.extent(name),
      page: (...asked) => feed.page(...asked),
      changes: (name, cursor, { from, limit }) =>
        feed.changes(name, cursor, { from, limit: Math.ceil(limit / 700) }),
    };
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 6, maxLength: 20 }), async (taken) => {
        namespace = await opened.newNamespace();
        const cache = new IndexCache(narrow, { maxBytes: 2 ** 26 });
        const found = async (word: string, status: 'active' | 'expired'): Promise<string[]> => {
          const asked = query(word, { filter: { ...EVERYTHING, status } });
          const { hits } = await cache.search(namespace, asked);
          return hits.flatMap(({ id, matchedTerms }) => (matchedTerms.length > 0 ? [id] : [])).toSorted();
        };
        const ids: string[] = [];
        for (const [n, step] of taken.entries()) {
          const beside = step.search === 'beside' ? [cache.warm(namespace), cache.warm(namespace)] : [];
          await Promise.all([take(step, ids, 10 * (n + 1)), ...beside]);
          if (step.search !== 'after' && n < taken.length - 1) continue;
          for (const word of WORDS) {
            for (const status of ['active', 'expired'] as const) {
              expect(await found(word, status)).toEqual(await expected(word, status));
            }
          }
        }
      }),
      { numRuns: propertyCases(20) },
    );
  });
});
