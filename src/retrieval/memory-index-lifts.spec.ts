import fc from 'fast-check';
import type { IndexDocument } from './change-feed';
import { compactedNow, document, EVERYTHING, indexOf, query } from '../../test/support/index-samples';
import type { MemoryIndex } from './memory-index';
import { ASKING, NEAR, NEAR_QUESTION } from './score-formulas';
import type { SearchQuery } from './search-query';

describe('MemoryIndex search', () => {
  describe('among neighbours', () => {
    const turns = (session: string, from: number, texts: readonly string[]): IndexDocument[] =>
      texts.map((each, n) => document({ id: `${session}${n}`, text: each, group: session, order: from + n }));
    const found = (documents: readonly IndexDocument[], fields: Partial<SearchQuery> = {}): string[] =>
      indexOf(documents)
        .search(query('red', fields))
        .hits.map(({ id }) => id);

    it('finds what stands next to a match, nearer ones first, and nothing further', () => {
      const documents = turns('s', 0, ['cat', 'dog', 'tea', 'red', 'map', 'sun', 'moon']);
      expect(found(documents)).toEqual(['s3', 's2', 's4', 's1', 's5']);
    });

    it('lends nothing across the end of a session', () => {
      const documents = [...turns('s', 0, ['cat', 'red']), ...turns('t', 2, ['dog', 'tea'])];
      expect(found(documents)).toEqual(['s1', 's0']);
      expect(found([...documents, document({ id: 'u', text: 'moon', order: 4 })])).toEqual(['s1', 's0']);
    });

    it('closes up where a document was removed', () => {
      const index = indexOf(turns('s', 0, ['red', 'dog', 'tea', 'cat']));
      index.remove('s1');
      expect(index.search(query('red')).hits.map(({ id }) => id)).toEqual(['s0', 's2', 's3']);
    });

    it('scores the same whatever the filter, and shows nothing that it excludes', () => {
      const [first, second] = turns('s', 0, ['red', 'cat']);
      const documents = [{ ...first!, status: 'expired' as const }, second!];
      const all = indexOf(documents).search(query('red')).hits;
      const active = indexOf(documents).search(query('red', { filter: { ...EVERYTHING, status: 'active' } }));
      expect(active.hits).toEqual([{ ...all[1], lexical: { rank: 1, score: 0 } }]);
      expect(active.candidates).toBe(1);
    });

    it('distinguishes the own score from the score of a neighbour', () => {
      const [own, neighbour] = indexOf(turns('s', 0, ['red', 'cat'])).search(query('red')).hits;
      expect(own?.lexical?.score).toBe(own?.score);
      expect(neighbour).toMatchObject({ id: 's1', lexical: { rank: 2, score: 0 }, matchedTerms: [] });
      expect(neighbour?.score).toBeCloseTo((own?.score ?? 0) / 2);
    });
  });

  describe('beside a question', () => {
    const pair = (first: string, second = 'Tuna.'): number => {
      const texts = [first, second];
      const index = indexOf(texts.map((text, n) => document({ id: `m${n}`, text, group: 's', order: n })));
      return index.search(query('red')).hits.find(({ id }) => id === 'm1')?.score ?? 0;
    };

    it('gives more to what follows it', () => {
      expect(pair('red?')).toBeCloseTo(pair('red') * (NEAR_QUESTION / NEAR));
    });

    it('takes less from its neighbours itself', () => {
      expect(pair('red', 'Tuna?')).toBeCloseTo(pair('red') * ASKING);
      expect(pair('red?', 'Tuna?')).toBeCloseTo(pair('red?') * ASKING);
    });

    it('gives what precedes it no more', () => {
      const index = indexOf([
        document({ id: 'a', text: 'Tuna.', group: 's', order: 0 }),
        document({ id: 'b', text: 'red?', group: 's', order: 1 }),
      ]);
      const [own, before] = index.search(query('red')).hits;
      expect(before?.score).toBeCloseTo(NEAR * (own?.score ?? 0));
    });
  });

  describe('asked about a speaker', () => {
    const turn = (id: string, text: string): IndexDocument =>
      document({ id, text: `[1:56 pm on 8 May, 2023] ${text}` });
    const said = (index: MemoryIndex, text: string): string[] =>
      index.search(query(text)).hits.map(({ id }) => id);
    const ann = turn('z', 'Ann: red tea');
    const bob = turn('a', 'Bob: Ann red tea');

    it('puts turns of that speaker before those that only name the person', () => {
      expect(said(indexOf([ann, bob]), 'What red thing does Ann like?')).toEqual(['z', 'a']);
      expect(said(indexOf([ann, bob]), "Ann's tea")).toEqual(['z', 'a']);
    });

    it('finds nothing by the speaker of a removed or edited turn', () => {
      const index = indexOf([ann, bob]);
      index.upsert({ ...ann, version: 2, text: 'Carl: red tea' });
      expect(index.search(query('Ann red')).hits.map(({ speakerScore }) => speakerScore)).toEqual([0, 0]);
    });

    it('takes the label of a fact for no speaker, and a name that alternates with others for one', () => {
      const speakerScores = (texts: readonly string[]) =>
        indexOf(texts.map((text, n) => document({ id: `m${n}`, text, group: 's', order: n })))
          .search(query('deadline red'))
          .hits.map(({ speakerScore }) => speakerScore > 0);
      expect(speakerScores(['Deadline: red', 'Owner: red', 'Budget: red'])).toEqual([false, false, false]);
      expect(speakerScores(['Deadline: red', 'Ann: red', 'Deadline: red'])).toContain(true);
    });

    it('shows what the speaker adds to the score, beside what the time adds', () => {
      const index = indexOf([ann]);
      const plain = index.search(query('red')).hits[0];
      expect(plain?.speakerScore).toBe(0);
      const hit = index.search(query('Ann red on 8 May 2023')).hits[0];
      const { score = 0, timeScore = 0, speakerScore = 0, lexical } = hit ?? {};
      expect(timeScore).toBeGreaterThan(0);
      expect(speakerScore).toBeGreaterThan(0);
      expect(score - timeScore - speakerScore).toBeCloseTo(lexical?.score ?? 0, 12);
      expect(score).toBeLessThan(1);
    });

    it('keeps the speakers of a compacted index', () => {
      const index = indexOf([ann, bob]);
      expect(said(compactedNow(index), 'What red thing does Ann like?')).toEqual(['z', 'a']);
    });

    it('finds the same with a short list of results as with a long one', () => {
      const speakers = ['Ann: ', 'Bob: ', 'Ann? ', ''];
      const texts = fc.array(fc.constantFrom('red', 'tea', 'cat', 'why?'), { minLength: 1, maxLength: 4 });
      const turns = fc.array(fc.tuple(fc.constantFrom(...speakers), texts, fc.constantFrom('s', 't')), {
        maxLength: 30,
      });
      fc.assert(
        fc.property(turns, fc.integer({ min: 1, max: 5 }), (all, limit) => {
          const documents = all.map(([speaker, words, group], n) =>
            document({ id: `m${n}`, text: speaker + words.join(' '), group, order: n }),
          );
          const index = indexOf(documents);
          const ids = (most: number) =>
            index.search(query('Ann red', { limit: most, explain: false })).hits.map(({ id }) => id);
          expect(ids(limit)).toEqual(ids(100).slice(0, limit));
        }),
      );
    });
  });

  describe('asked for a time', () => {
    const now = Date.UTC(2026, 10, 21);
    const found = (text: string, documents: readonly IndexDocument[]): string[] =>
      indexOf(documents)
        .search(query(text, { now }))
        .hits.map(({ id }) => id);
    const red = (id: string, fields: Partial<IndexDocument>): IndexDocument =>
      document({ id, text: 'red tea', ...fields });

    it('puts memories created then, or speaking of it, before their equals', () => {
      const documents = [
        red('a', { createdAt: now }),
        red('b', { createdAt: Date.UTC(2026, 10, 20, 23) }),
        red('c', { text: 'red tea on 2026-11-20' }),
        red('d', { text: 'red tea on 2026-11-19' }),
      ];
      expect(found('red yesterday', documents)).toEqual(['b', 'c', 'a', 'd']);
      expect(found('red', documents)).toEqual(['a', 'b', 'c', 'd']);
    });

    it('finds nothing for its time alone', () => {
      expect(found('blue yesterday', [red('a', { createdAt: now - 3_600_000 })])).toEqual([]);
    });

    it('explains what the time adds to the score', () => {
      const index = indexOf([red('a', { createdAt: now - 3_600_000 })]);
      const [hit] = index.search(query('red yesterday', { now })).hits;
      expect(hit?.neighbourScore).toBeCloseTo(0);
      expect(hit?.score).toBeGreaterThan(hit?.lexical?.score ?? 1);
      expect(hit?.score).toBeLessThan(1);
    });
  });

  it('finds identifiers as written, and by their parts', () => {
    const index = indexOf([
      document({ id: 'a', text: 'Order ORD-4411 runs on v2.3.1 since 2026-05-07' }),
      document({ id: 'b', text: 'Order ORD 2026 runs on 4411 v2, 3.1, 05 and 07' }),
      document({ id: 'c', text: 'set maxRetryCount in foo_bar.baz, ask ann@example.org' }),
    ]);
    const found = (text: string): string[] => index.search(query(text)).hits.map(({ id }) => id);
    for (const text of ['ord-4411', 'v2.3.1', '2.3.1', '2026-05-07']) expect(found(text)[0]).toBe('a');
    for (const text of ['4411', 'ord', '2026']) expect(found(text).sort()).toEqual(['a', 'b']);
    for (const text of ['maxretrycount', 'retry', 'foo_bar.baz', 'bar', 'Ann@Example.org', 'example']) {
      expect(found(text)).toEqual(['c']);
    }
  });

  it('scores by the words of an identifier where no document has the whole', () => {
    const index = indexOf([document({ id: 'a', text: 'user and id' })]);
    expect(index.search(query('user_id')).hits).toEqual(index.search(query('user id')).hits);
  });

  it('takes any string of up to 1000 code points for a query', () => {
    const index = indexOf([
      document({ id: 'a', text: 'red "sun" AND (moon*) 🎉 日本語 ภาษาไทย v2.3.1 a@b.org last week' }),
      document({ id: 'b', text: "' OR 1=1; -- %_ \\\\ 8 May 2023" }),
    ]);
    const long = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 1000, size: 'max' }),
      fc
        .array(fc.constantFrom('red', '"', '*', 'OR', '🎉', ' ', '日本', 'ไทย', '.', '8', 'may', '-', 'A'), {
          maxLength: 500,
          size: 'max',
        })
        .map((pieces) => pieces.join('')),
    );
    fc.assert(
      fc.property(long, (text) => {
        const { hits } = index.search(query(text, { now: 1e12 }));
        for (const { score } of hits) expect(score > 0 && score < 1).toBe(true);
      }),
      { interruptAfterTimeLimit: 3000, markInterruptAsFailure: false },
    );
  });
});
