import { document, indexOf, query } from '../../test/support/index-samples';
import { unrelated } from '../../test/support/restated-memory';
import { storedMemory } from '../../test/support/memories';
import { bearing } from './bearing';
import { questionTerms } from './question-terms';

const RIGHT = 'Anna Bell drinks green tea in the morning.';

/** The ids of the memories that bear on a question, in a store of `size` memories, each a second later: these ones first. */
function bearingIn(size: number, question: string, own: Record<string, string> = { right: RIGHT }): string[] {
  const texts = new Map(Object.entries(own));
  for (let n = texts.size; n < size; n++) texts.set(`u${n}`, unrelated(n));
  const ids = [...texts.keys()];
  const store = indexOf([...texts].map(([id, text], order) => document({ id, text, order: order + 1 })));
  const found = store.search(query(question, { limit: 10 })).hits.map((hit) => {
    const createdAt = new Date(1000 * ids.indexOf(hit.id));
    return { ...hit, memory: storedMemory({ id: hit.id, content: texts.get(hit.id)!, createdAt }) };
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

it('a former and a newer value that score alike do not hide each other', () => {
  const former = 'Passwords have to be changed every 90 days.';
  const newer = 'Passwords now have to be changed every 30 days.';
  const question = 'How often must passwords be changed?';
  expect(bearingIn(30, question, { former, newer }).sort()).toEqual(['former', 'newer']);
});
