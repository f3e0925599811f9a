import { document, indexOf, query } from '../../test/support/index-samples';
import { unrelated } from '../../test/support/restated-memory';
import { storedMemory } from '../../test/support/memories';
import { bearing } from './bearing';
import { questionTerms } from './question-terms';

const RIGHT = 'Anna Bell drinks green tea in the morning.';

/** The ids of the memories that bear on a question, in a store of `size` memories of which one is `RIGHT`. */
function bearingIn(size: number, question: string): string[] {
  const texts = new Map([['right', RIGHT]]);
  for (let n = 1; n < size; n++) texts.set(`u${n}`, unrelated(n));
  const store = indexOf([...texts].map(([id, text], order) => document({ id, text, order: order + 1 })));
  const found = store.search(query(question, { limit: 10 })).hits.map((hit) => {
    return { ...hit, memory: storedMemory({ id: hit.id, content: texts.get(hit.id)! }) };
  });
  return bearing(questionTerms(question, 'english'), found).map(({ memory }) => memory.id);
}

describe.each([1, 3, 10, 100])('in a store of %d memories', (size) => {
  it.each([
    'What does Anna Bell drink in the morning?',
    'Which tea does Anna Bell like?',
    'Who drinks green tea?',
    'what is in the morning tea of anna bell',
    'What do you know about Anna?',
    'Anna tea',
  ])('the only right memory is not hidden: %s', (question) => {
    expect(bearingIn(size, question)).toEqual(['right']);
  });

  it.each(['What does Ben Holt drink in the morning?', 'Which car does the landlord own?'])(
    'nothing bears on a question about somebody or something else: %s',
    (question) => {
      expect(bearingIn(size, question)).toEqual([]);
    },
  );
});
