import fc from 'fast-check';
import type { IndexDocument } from './change-feed';
import { compactedNow, document, indexOf, query } from '../../test/support/index-samples';
import { MemoryIndex } from './memory-index';
import type { SearchFilter } from './search-query';
import { propertyCases } from '../../test/support/property-cases';
// Words without stop words or endings, so that the reference below can split at spaces.
const WORDS = ['red', 'blue', 'sun', 'moon', 'cat', 'dog', 'tea', 'map'];
const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 12 }).map((words) => words.join(' '));
const stored = fc.record({
  text,
  group: fc.constantFrom(null, 's1', 's2'),
  isThread: fc.constant(false),
  type: fc.constantFrom('fact', 'event'),
  tags: fc.subarray(['x', 'y', 'z']),
  source: fc.constantFrom('user', 'agent'),
  status: fc.constantFrom('active' as const, 'expired' as const),
  createdAt: fc.nat(5),
});
const corpus = fc
  .array(stored, { maxLength: 12 })
  .map((all) => all.map((fields, n) => document({ ...fields, id: `m${n}`, order: n })));
const anyFilter = fc.record<SearchFilter>({
  types: fc.option(fc.subarray(['fact', 'event', 'goal'])),
  tags: fc.option(fc.subarray(['x', 'y', 'w'])),
  sources: fc.option(fc.subarray(['user', 'agent', 'nobody'])),
  createdAfter: fc.option(fc.date({ min: new Date(0), max: new Date(5) })),
  createdBefore: fc.option(fc.date({ min: new Date(0), max: new Date(5) })),
  status: fc.constantFrom('active', 'expired', 'all'),
});
const ageIn = (all: readonly IndexDocument[], id: string) =>
  all.find((each) => each.id === id)?.createdAt ?? 9;
/** The definition, written once more as plainly as possible. */
function naiveScore(documents: readonly IndexDocument[], id: string, question: string): number {
  const words = (value: string | null): string[] => (value ?? '').split(' ').filter((word) => word !== '');
  const average = documents.reduce((sum, each) => sum + words(each.text).length, 0) / documents.length;
  const own = words(documents.find((each) => each.id === id)?.text ?? '');
  let sum = 0;
  let covered = 0;
  let whole = 0;
  for (const term of new Set(words(question))) {
    const holding = documents.filter((each) => words(each.text).includes(term)).length;
    const missing = Math.max(0, 100 - documents.length);
    const held = holding + (missing * Math.max(0, holding - 1)) / (documents.length - 1 + 3);
    const weight = Math.log(1 + (documents.length + missing - held + 0.5) / (held + 0.5));
    const frequency = own.filter((word) => word === term).length;
    whole += weight;
    if (frequency > 0) covered += weight;
    sum += (weight * frequency) / (frequency + 1.2 * (1 - 0.4 + (0.4 * own.length) / average));
  }
  return whole === 0 ? 0 : (sum / whole) * ((1 + covered / whole) / 2);
}
function naiveScoreAmongNeighbours(
  documents: readonly IndexDocument[],
  id: string,
  question: string,
): number {
  const one = documents.find((each) => each.id === id);
  const group = documents.filter(
    (each) => each.id === id || (each.group !== null && each.group === one?.group),
  );
  const sorted = group.toSorted((a, b) => a.order - b.order);
  const at = sorted.findIndex((each) => each.id === id);
  const doubts = sorted.map((each, place) => {
    const weight = [1, 0.5, 0.25][Math.abs(place - at)] ?? 0;
    return 1 - weight * naiveScore(documents, each.id, question);
  });
  return 1 - doubts.reduce((product, doubt) => product * doubt, 1);
}

function passes(filter: SearchFilter, each: IndexDocument): boolean {
  return (
    (filter.status === 'all' || filter.status === each.status) &&
    (filter.types === null || filter.types.includes(each.type)) &&
    (filter.sources === null || filter.sources.includes(each.source)) &&
    (filter.tags === null || filter.tags.some((tag) => each.tags.includes(tag))) &&
    (filter.createdAfter === null || each.createdAt >= filter.createdAfter.getTime()) &&
    (filter.createdBefore === null || each.createdAt <= filter.createdBefore.getTime())
  );
}

describe('MemoryIndex search', () => {
  it('scores as the definition of BM25 with coverage and neighbours does, over any corpus, question and filter', () => {
    fc.assert(
      fc.property(corpus, text, anyFilter, (documents, question, filter) => {
        const found = indexOf(documents).search(query(question, { filter }));
        const expected = documents
          .filter((each) => passes(filter, each))
          .map((each) => ({ id: each.id, score: naiveScoreAmongNeighbours(documents, each.id, question) }))
          .filter(({ score }) => score > 0);
        expect(found.candidates).toBe(expected.length);
        expect(new Map(found.hits.map(({ id, score }) => [id, score.toFixed(9)]))).toEqual(
          new Map(expected.map(({ id, score }) => [id, score.toFixed(9)])),
        );
      }),
    );
  });

  it('answers best first, of equal scores the newer first and then by id, scores from above 0 to below 1', () => {
    fc.assert(
      fc.property(corpus, text, (documents, question) => {
        const { hits } = indexOf(documents).search(query(question));
        hits.forEach((hit, at) => {
          expect(hit.lexical?.rank).toBe(at + 1);
          expect(hit.score).toBeGreaterThan(0);
          expect(hit.score).toBeLessThan(1);
          const { id, score } = hits[at - 1] ?? { id: '', score: 1 };
          const age = score - hit.score || ageIn(documents, id) - ageIn(documents, hit.id);
          expect(age || (id < hit.id ? 1 : -1)).toBeGreaterThan(0);
        });
      }),
    );
  });

  it('answers the beginning of the whole ranking for any limit and least score', () => {
    fc.assert(
      fc.property(
        corpus,
        text,
        fc.nat(6),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (documents, question, limit, minScore) => {
          const index = indexOf(documents);
          const all = index.search(query(question));
          const some = index.search(query(question, { limit, minScore }));
          expect(some.hits).toEqual(all.hits.slice(0, limit).filter(({ score }) => score >= minScore));
          expect(some.candidates).toBe(all.candidates);
        },
      ),
    );
  });

  it('does not depend on the order in which documents came', () => {
    fc.assert(
      fc.property(corpus, text, (documents, question) => {
        const forwards = indexOf(documents).search(query(question));
        expect(indexOf(documents.toReversed()).search(query(question))).toEqual(forwards);
      }),
    );
  });

  it('names the terms that matched, in the order of the question', () => {
    const index = indexOf([
      document({ id: 'a', text: 'We painted a sunset' }),
      document({ id: 'b', text: 'Paint' }),
    ]);
    const { hits } = index.search(query('Which sunset did they paint, and where in Paris?'));
    expect(hits.map(({ id, matchedTerms }) => [id, matchedTerms])).toEqual([
      ['a', ['sunset', 'paint']],
      ['b', ['paint']],
    ]);
  });

  it('scores a document lower when the question asks for more that it does not hold', () => {
    const index = indexOf([document({ id: 'a', text: 'red sun' }), document({ id: 'b', text: 'blue moon' })]);
    const scoreOf = (question: string): number => index.search(query(question)).hits[0]?.score ?? 0;
    expect(scoreOf('red')).toBeGreaterThan(scoreOf('red cat'));
    expect(scoreOf('red cat')).toBeGreaterThan(scoreOf('red cat dog'));
  });

  it('finds a text of only stop words by its words, and nothing else by them', () => {
    const index = indexOf([
      document({ id: 'a', text: 'The Who' }),
      document({ id: 'b', text: 'the one who left' }),
    ]);
    expect(index.search(query('who is the')).hits.map(({ id }) => id)).toEqual(['a']);
  });

  it('finds nothing for questions without words, in an empty index, or with limit 0', () => {
    const index = indexOf([document({ id: 'a', text: 'red' })]);
    expect(index.search(query('?!'))).toMatchObject({ hits: [], candidates: 0 });
    expect(new MemoryIndex('english', null).search(query('red'))).toMatchObject({ hits: [], candidates: 0 });
    expect(index.search(query('red', { limit: 0 }))).toMatchObject({ hits: [], candidates: 1 });
  });

  it('takes documents that repeat a term more often than it counts', () => {
    const index = indexOf([
      document({ id: 'a', text: 'red '.repeat(1000) }),
      document({ id: 'b', text: 'blue' }),
    ]);
    expect(index.search(query('red')).hits).toMatchObject([{ id: 'a', matchedTerms: ['red'] }]);
  });

  it('grows past its first capacity', () => {
    const documents = Array.from({ length: 500 }, (_, n) =>
      document({ id: `m${n}`, text: `red word${n}`, order: n }),
    );
    const index = indexOf(documents);
    expect(index.search(query('red')).candidates).toBe(500);
    expect(index.search(query('word499')).hits.map(({ id }) => id)).toEqual(['m499']);
  });
});

describe('MemoryIndex changes', () => {
  type Amendment = Pick<IndexDocument, 'status' | 'type' | 'tags' | 'source'>;
  type Step =
    | { kind: 'upsert'; id: string; fields: Partial<IndexDocument> }
    | { kind: 'amend'; id: string; fields: Amendment }
    | { kind: 'remove'; id: string }
    | { kind: 'compact' };
  const id = fc.constantFrom('a', 'b', 'c', 'd', 'e');
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('upsert' as const), id, fields: stored }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('amend' as const), id, fields: stored }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), id }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('compact' as const) }) },
  );

  // Changes come in any order of storage.
  const places = fc.shuffledSubarray(
    Array.from({ length: 60 }, (_, n) => n),
    { minLength: 60 },
  );

  it('answers as an index made from scratch, after any changes and compactions', () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 60 }),
        places,
        text,
        anyFilter,
        (steps, orders, question, filter) => {
          const model = new Map<string, IndexDocument>();
          let index = new MemoryIndex('english', null);
          steps.forEach((each, version) => {
            if (each.kind === 'compact') index = compactedNow(index);
            else if (each.kind === 'remove') {
              index.remove(each.id);
              model.delete(each.id);
            } else if (each.kind === 'amend') {
              const former = model.get(each.id);
              if (!former) return;
              const { status, type, tags, source } = each.fields;
              const changed = { ...former, status, type, tags, source, version };
              index.upsert({ ...changed, text: null });
              model.set(each.id, changed);
            } else {
              // An edit keeps its place and its group, as in the database.
              const { order, group } = model.get(each.id) ?? {
                order: orders[version]!,
                group: each.fields.group,
              };
              const changed = document({ ...each.fields, id: each.id, order, group, version });
              index.upsert(changed);
              model.set(each.id, changed);
            }
          });
          const fresh = indexOf([...model.values()]);
          expect(index.size).toBe(model.size);
          expect(index.search(query(question, { filter }))).toEqual(
            fresh.search(query(question, { filter })),
          );
        },
      ),
      { numRuns: propertyCases(300) },
    );
  });

  it('keeps the days that texts speak of through a compaction', () => {
    const index = indexOf([
      document({ id: 'a', text: 'red tea' }),
      document({ id: 'b', text: 'red tea on 2026-11-20' }),
    ]);
    const asked = query('red in November 2026');
    expect(index.search(asked).hits.map(({ id }) => id)).toEqual(['b', 'a']);
    expect(compactedNow(index).search(asked)).toEqual(index.search(asked));
  });

  it('replaces what has another version, even a smaller one', () => {
    const index = indexOf([
      document({ id: 'a', text: 'red', version: 6 }),
      document({ id: 'a', text: 'blue', version: 5 }),
    ]);
    expect(index.search(query('red')).hits).toEqual([]);
    expect(index.search(query('blue')).hits).toHaveLength(1);
    expect(index.size).toBe(1);
  });

  it('does no work for a version that it holds', () => {
    const index = indexOf([document({ id: 'a', text: 'red', version: 6 })]);
    index.upsert(document({ id: 'a', text: 'never read', version: 6 }));
    expect(index.search(query('red')).hits).toHaveLength(1);
  });

  it('wants compaction when more than a quarter is dead, and is smaller and clean after it', () => {
    const documents = Array.from({ length: 400 }, (_, n) =>
      document({ id: `m${n}`, text: `red word${n}`, order: n }),
    );
    const index = indexOf(documents);
    for (let n = 0; n < 100; n++) index.remove(`m${n}`);
    expect(index.wantsCompaction).toBe(false);
    index.remove('m100');
    expect(index.wantsCompaction).toBe(true);
    const compact = compactedNow(index);
    expect(compact.wantsCompaction).toBe(false);
    expect(compact.size).toBe(299);
    expect(compact.bytes).toBeLessThan(index.bytes);
    expect(compact.search(query('red word350'))).toEqual(index.search(query('red word350')));
  });
});
