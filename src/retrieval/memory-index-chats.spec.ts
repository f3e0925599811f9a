import fc from 'fast-check';
import { ACTIVE, document, indexOf, query } from '../../test/support/index-samples';
import type { IndexDocument } from './change-feed';
import type { SearchQuery } from './search-query';

describe('A chat with an assistant', () => {
  const chat = (...texts: readonly string[]): IndexDocument[] =>
    texts.map((text, order) => document({ id: `m${order}`, text, group: 's', order }));
  const found = (
    documents: readonly IndexDocument[],
    text: string,
    fields: Partial<SearchQuery> = {},
  ): string[] =>
    indexOf(documents)
      .search(query(text, fields))
      .hits.map(({ id }) => id);

  const scored = (documents: readonly IndexDocument[], text: string): Map<string, number> =>
    new Map(
      indexOf(documents)
        .search(query(text))
        .hits.map(({ id, score }) => [id, score]),
    );

  const sprint = chat(
    'User: My first sprint ends on March 29.',
    'Assistant: Great! A first sprint that ends in March leaves time. For the first sprint, plan how the sprint ends.',
    'User: Thanks, that helps.',
    'Assistant: You are welcome.',
  );

  it('puts what the user said first when the question is about its asker', () => {
    const [asker, anybody] = ['When does my first sprint end?', 'When does the first sprint end?'].map(
      (text) => scored(sprint, text),
    );
    expect(asker?.get('m0')).toBeGreaterThan(asker?.get('m1') ?? 1);
    expect(anybody?.get('m0')).toBeLessThan(anybody?.get('m1') ?? 0);
  });

  it('lets the message of the user stand for an exchange whose reply repeats it, for every limit', () => {
    const all = found(sprint, 'When does the first sprint end?');
    expect(all[0]).toBe('m0');
    for (const limit of [1, 2]) {
      expect(found(sprint, 'When does the first sprint end?', { limit })).toEqual(all.slice(0, limit));
    }
  });

  it('keeps a reply that says more than the message, or whose message may not be found', () => {
    const question = 'When does the first sprint end?';
    const answered = chat('User: Tell me the plan.', 'Assistant: The first sprint ends on March 29.');
    expect(found(answered, question)[0]).toBe('m1');
    const tagged = sprint.map((each) => ({ ...each, tags: each.id === 'm0' ? [] : ['plan'] }));
    expect(found(tagged, question, { filter: { ...ACTIVE, tags: ['plan'] } })[0]).toBe('m1');
    const scores = scored(sprint, question);
    const minScore = ((scores.get('m0') ?? 0) + (scores.get('m1') ?? 0)) / 2;
    expect(found(sprint, question, { minScore })).toEqual(['m1']);
  });

  it('begins every shorter list as the longer one', () => {
    const texts = fc.array(fc.stringMatching(/^(a|b|c|d)( (a|b|c|d)){0,5}$/), {
      minLength: 2,
      maxLength: 16,
    });
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 9 }), (said, limit) => {
        const turns = chat(...said.map((text, at) => `${at % 2 === 0 ? 'User' : 'Assistant'}: ${text}`));
        const all = found(turns, 'a b c', { limit: 16 });
        const exchanges = new Set(all.map((id) => Math.floor(Number(id.slice(1)) / 2))).size;
        const first = Math.min(limit, exchanges);
        expect(found(turns, 'a b c', { limit }).slice(0, first)).toEqual(all.slice(0, first));
      }),
    );
  });

  it('takes one place for each exchange, and the other halves behind them', () => {
    const documents = [
      ...sprint,
      document({ id: 'fact', text: 'A sprint takes two weeks.', group: null, order: 9 }),
    ];
    expect(found(documents, 'When does my first sprint end?', { limit: 3 })).not.toContain('m1');
    expect(found(documents, 'When does my first sprint end?').toSorted()).toEqual(
      ['fact', 'm0', 'm1', 'm2', 'm3'].toSorted(),
    );
  });

  it('gives each turn of people its own place', () => {
    const people = chat('Ann: red tea', 'Bob: red tea too', 'Ann: red cup', 'Bob: tea cup');
    expect(found(people, 'Who likes red tea?', { limit: 2 }).toSorted()).toEqual(['m0', 'm1']);
  });

  it('forgets the side of a turn that was removed', () => {
    const index = indexOf(sprint);
    index.remove('m1');
    index.remove('m3');
    expect(index.search(query('When does my first sprint end?', { limit: 1 })).hits[0]?.id).toBe('m0');
  });
});
