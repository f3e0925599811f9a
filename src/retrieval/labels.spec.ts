import { compactedNow, document, indexOf, query } from '../../test/support/index-samples';
import type { IndexDocument } from './change-feed';
import { MemoryIndex } from './memory-index';
import { runToEnd } from './time-slices';

const OTHERS = ['The mill is green.', 'Ships wait in the harbour.'].map((text, n) => ({ id: `o${n}`, text }));

const find = (text: string, ...fields: (Partial<IndexDocument> & { id: string })[]): string[] =>
  indexOf([...OTHERS, ...fields].map((each, order) => document({ order, createdAt: order, ...each })))
    .search(query(text, { neighbours: 'off' }))
    .hits.map(({ id }) => id);

describe('labels of memories', () => {
  it.each<[string, Partial<IndexDocument>, string[]]>([
    ['a tag', { tags: ['payments', 'on-call'] }, ['payments', 'call']],
    ['a key, by its parts', { key: 'user.homeTown' }, ['user', 'town', 'user.homeTown']],
    ['a source', { source: 'release-notes' }, ['release']],
    ['a reference', { sourceRef: 'docs/handbook_v2.md' }, ['handbook', 'handbook_v2.md']],
  ])('find it by %s', (_, fields, words) => {
    for (const word of words)
      expect(find(word, { id: 'x', text: 'Lamps are off.', ...fields })).toEqual(['x']);
  });

  it('count less than the words of a text, even a longer and older one', () => {
    const long = `Of payments, ${'we spoke of other matters at length '.repeat(4)}`;
    const found = find(
      'payments',
      { id: 'says', text: long },
      { id: 'tagged', text: 'Lamps.', tags: ['payments'] },
    );
    expect(found).toEqual(['says', 'tagged']);
  });

  it('do not count beside the same word in the text or the names', () => {
    const scoreOf = (fields: Partial<IndexDocument>): number | undefined =>
      indexOf([document({ id: 'x', text: 'Payments are late.', ...fields })]).search(query('payments'))
        .hits[0]?.score;
    expect(scoreOf({ tags: ['payments'] })).toBe(scoreOf({}));
  });

  it.each<[string, Partial<IndexDocument>, string]>([
    ['the tag of session summaries', { tags: ['session-summary'] }, 'session summary'],
    ['the other labels of session summaries', { tags: ['session-summary', 'tea'], source: 'service' }, 'tea'],
    ['sources that are there without a choice', { source: 'agent' }, 'agent'],
    ['what extraction writes', { source: 'conversation', tags: ['conversation-extract'] }, 'conversation'],
  ])('are not %s', (_, fields, text) => {
    expect(find(text, { id: 'x', text: 'Lamps are off.', ...fields })).toEqual([]);
  });

  it('are terms that the memory matched', () => {
    const index = indexOf([document({ id: 'x', text: 'Lamps are off.', tags: ['payments'] })]);
    expect(index.search(query('lamps payments')).hits[0]?.matchedTerms).toEqual(['lamp', 'payment']);
  });

  it('stay over a compaction and an image, and end with the memory', () => {
    const index = indexOf([
      document({ id: 'x', text: 'Lamps.', tags: ['tea'] }),
      document({ id: 'y', text: 'Tea.' }),
    ]);
    const image = runToEnd(compactedNow(index).toImage());
    const loaded = runToEnd(MemoryIndex.ofImage('english', null, image));
    expect(loaded.search(query('tea')).hits).toEqual(index.search(query('tea')).hits);
    loaded.remove('x');
    expect(loaded.search(query('tea')).hits.map(({ id }) => id)).toEqual(['y']);
  });

  it('do not lower the scores of texts that hold the word', () => {
    const says = document({ id: 'says', text: 'Payments are late.' });
    const tagged = document({ id: 'tagged', text: 'Lamps.', tags: ['payments'] });
    const bare = document({ id: 'tagged', text: 'Lamps.' });
    const best = (...all: IndexDocument[]) => indexOf(all).search(query('late payments')).hits[0];
    expect(best(says, tagged)).toEqual({ ...best(says, bare), lexical: expect.anything() });
  });
});
