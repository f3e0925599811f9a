import { document, indexOf, query } from '../../test/support/index-samples';
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

  const sprint = chat(
    'User: My first sprint ends on March 29.',
    'Assistant: Great! A first sprint that ends in March leaves time. For the first sprint, plan how the sprint ends.',
    'User: Thanks, that helps.',
    'Assistant: You are welcome.',
  );

  it('puts what the user said first when the question is about its asker', () => {
    expect(found(sprint, 'When does my first sprint end?')[0]).toBe('m0');
    expect(found(sprint, 'When does the first sprint end?')[0]).toBe('m1');
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
