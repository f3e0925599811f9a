import fc from 'fast-check';
import { ACTIVE, document, EVERYTHING, indexOf, query } from '../../test/support/index-samples';

const text = fc
  .array(fc.constantFrom('red', 'blue', 'sun', 'moon'), { maxLength: 6 })
  .map((words) => words.join(' '));

describe('the standings of documents', () => {
  it('are the places and scores of a search that returns everything', () => {
    fc.assert(
      fc.property(
        fc.array(text, { maxLength: 12 }),
        text,
        fc.integer({ min: 1, max: 3 }),
        (texts, asked, limit) => {
          const documents = texts.map((each, n) =>
            document({ id: `m${n}`, text: each, group: 's', order: n }),
          );
          const index = indexOf(documents);
          const { hits } = index.search(query(asked));
          const explainIds = documents.map(({ id }) => id);
          const { standings } = index.search(query(asked, { limit, explainIds }));
          expect(standings.map(({ hit }) => hit.id)).toEqual(explainIds);
          for (const { hit, rank } of standings) {
            const at = hits.findIndex(({ id }) => id === hit.id);
            expect(rank).toBe(at < 0 ? null : at + 1);
            expect(hit).toMatchObject(at < 0 ? { score: 0 } : hits[at]!);
          }
        },
      ),
    );
  });

  it('have the score that a document would have without the filter, and no place', () => {
    const documents = [
      document({ id: 'a', text: 'red sun', status: 'expired' }),
      document({ id: 'b', text: 'red moon' }),
    ];
    const index = indexOf(documents);
    const all = index.search(query('red', { filter: EVERYTHING })).hits;
    const { standings } = index.search(query('red', { filter: ACTIVE, explainIds: ['a', 'b', 'gone'] }));
    expect(standings.map(({ hit, rank }) => [hit.id, hit.score, rank])).toEqual([
      ['a', all.find(({ id }) => id === 'a')?.score, null],
      ['b', all.find(({ id }) => id === 'b')?.score, 1],
    ]);
  });
});
