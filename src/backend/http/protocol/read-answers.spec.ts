import fc from 'fast-check';
import { WrongAnswer } from './call';
import {
  readAnswer,
  readDeletion,
  readHits,
  readJobId,
  readJobState,
  readNamespaces,
  readDocuments,
  readPage,
} from './read-answers';
import { messageText, readRun, runIdOf } from './run-events';

const READERS = {
  readAnswer,
  readDeletion,
  readDocuments,
  readHits,
  readJobId,
  readJobState,
  readNamespaces,
  readPage,
  readRun,
};

const document = { id: 'a', text: 'Hello' };
const pagination = { limit: 100, has_more: false, next_token: null };

describe('whatever a server answers', () => {
  it.each(Object.entries(READERS))('%s takes it, or calls it a wrong answer', (_, read) => {
    const names = [
      'items',
      'documents',
      'namespaces',
      'results',
      'pagination',
      'messages',
      'status',
      'id',
      'text',
      'errors',
    ];
    const anything = fc.letrec((tie) => ({
      value: fc.oneof(
        fc.jsonValue(),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(
          fc.constantFrom(...names, '__proto__', 'metadata', 'has_more', 'next_token'),
          tie('value'),
        ),
      ),
    })).value;
    fc.assert(
      fc.property(anything, (body) => {
        try {
          read(body);
        } catch (error) {
          expect(error).toBeInstanceOf(WrongAnswer);
        }
      }),
    );
  });

  it.each(Object.entries(READERS))('%s refuses a list and a text', (_, read) => {
    for (const body of [[], [document], '<html>', 7, true]) expect(() => read(body)).toThrow(WrongAnswer);
  });
});

describe('documents', () => {
  it.each([
    [
      'nested',
      { ...document, metadata: { title: 'T', created_at: 'then' }, created_at: 'now', is_summary: false },
    ],
    ['beside the text', { ...document, title: 'T', created_at: 'then' }],
    ['both', { ...document, title: 'other', metadata: { title: 'T', created_at: 'then' } }],
  ])('are read with metadata that is %s', (_, item) => {
    const [read] = readDocuments({ items: [item] });
    expect(read).toMatchObject({ id: 'a', text: 'Hello', metadata: { title: 'T', created_at: 'then' } });
    expect(Object.keys(read?.metadata ?? {}).sort()).toEqual(['created_at', 'title']);
  });

  it('carry when the server got them', () => {
    expect(
      readDocuments({ documents: [{ ...document, metadata: {}, created_at: 'now' }] })[0]?.createdAt,
    ).toBe('now');
    expect(readDocuments({ items: [document] })[0]?.createdAt).toBeNull();
  });

  it('may have numbers for ids, and null for metadata', () => {
    expect(readDocuments({ items: [{ id: 7, text: '', metadata: null }] })).toEqual([
      { id: '7', text: '', metadata: {}, createdAt: null },
    ]);
  });

  it.each([{ text: 'x' }, { id: '', text: 'x' }, { id: 'a' }, { id: 'a', text: null }, 'a', null])(
    'are wrong when one is %j',
    (item) => {
      expect(() => readDocuments({ items: [document, item] })).toThrow(WrongAnswer);
    },
  );
});

describe('a page', () => {
  it.each([
    ['the last', pagination, null],
    ['the last, though it has a token', { has_more: false, next_token: 'x' }, null],
    ['one of several', { has_more: true, next_token: 'x' }, 'x'],
    ['one of several in the old spelling', { hasMore: true, nextToken: 'x' }, 'x'],
    ['one of several without a claim', { next_token: 'x' }, 'x'],
    ['the last without a claim', { next_token: null }, null],
    ['the last without a claim in the old spelling', { nextToken: null }, null],
  ])('is %s', (_, pagination, next) => {
    expect(readPage({ items: [document], pagination }).next).toBe(next);
  });

  it.each([undefined, null, {}, [], { has_more: true }, { has_more: true, next_token: '' }])(
    'is wrong with the pagination %j: the rest would be lost',
    (pagination) => {
      expect(() => readPage({ items: [document], pagination })).toThrow(WrongAnswer);
    },
  );
});

describe('the other answers', () => {
  it.each(['item_count', 'itemCount'])('count documents as %s', (field) => {
    expect(readNamespaces({ namespaces: [{ namespace_name: 'a', [field]: 3 }] })).toEqual([
      { name: 'a', itemCount: 3 },
    ]);
  });

  it.each([null, undefined, -1, 1.5, 'many', ''])('know of no count where it is %j', (count) => {
    expect(
      readNamespaces({ namespaces: [{ namespace_name: 'a', item_count: count }] })[0]?.itemCount,
    ).toBeNull();
  });

  it('name the parts of a score only where the server does', () => {
    const parts = { lexical_score: 0.4, vector_score: 0.2, similarity: -0.5 };
    const nulls = { lexical_score: null, vector_score: null, similarity: null };
    const results = [parts, nulls].map((each, id) => ({ id: `${id}`, score: 0.5, ...each }));
    const vector = { rank: null, score: 0.2, similarity: -0.5 };
    expect(readHits({ results }).hits).toEqual([
      { id: '0', score: 0.5, lexical: { rank: null, score: 0.4 }, vector },
      { id: '1', score: 0.5 },
    ]);
  });

  it('keep scores between 0 and 1', () => {
    const results = [-1, 0.25, '0.5', 7].map((score, id) => ({ id: `${id}`, score }));
    expect(readHits({ results }).hits.map(({ score }) => score)).toEqual([0, 0.25, 0.5, 1]);
    expect(() => readHits({ results: [{ id: 'a' }] })).toThrow(WrongAnswer);
  });

  it.each([
    ['hybrid', 'hybrid'],
    ['lexical', 'lexical'],
    ['magic', null],
    [undefined, null],
  ])('say that a search was %s', (retrieval, read) => {
    expect(readHits({ results: [], retrieval }).retrieval).toBe(read);
  });

  it.each([
    ['completed', 'done'],
    ['SUCCESS', 'done'],
    ['failed', 'failed'],
    ['completed_with_errors', 'failed'],
    ['cancelled', 'failed'],
    ['processing', 'running'],
    ['queued', 'running'],
  ])('know that a job that is %s is %s', (status, state) => {
    expect(readJobState({ status })).toBe(state);
  });

  it('distinguish a deletion with errors from a complete one', () => {
    expect(readDeletion(null).isWhole).toBe(true);
    expect(readDeletion({ status: 'success', errors: [] }).isWhole).toBe(true);
    expect(readDeletion({ status: 'partial', errors: [{ id: 'a' }] }).isWhole).toBe(false);
  });
});

describe('a run', () => {
  it.each([
    ['text', 'text'],
    [{ content: 'text' }, 'text'],
    [{ role: 'assistant', content: [{ type: 'text', text: 'te' }, { text: 'xt' }] }, 'text'],
    [{ message: { content: 'text' } }, 'text'],
    [[{ old_memory_id: 'a' }], '[{"old_memory_id":"a"}]'],
    [{ role: 'user', content: 'text' }, null],
    [{ status: 'completed' }, null],
    [null, null],
  ])('says with %j: %j', (data, text) => {
    expect(messageText(data)).toBe(text);
  });

  it('is known by an id', () => {
    expect(runIdOf({ run_id: 'r' })).toBe('r');
    expect(runIdOf({ id: 7 })).toBe('7');
    expect(runIdOf('r')).toBeNull();
  });

  it('has its result in the last message that is not a question', () => {
    const messages = [
      { role: 'user', content: 'What?' },
      { role: 'assistant', content: 'first' },
      { role: 'assistant', content: 'last' },
      { role: 'tool', content: 'noise' },
    ];
    expect(readRun({ status: 'completed', messages })).toEqual({ state: 'done', text: 'last' });
    expect(readRun({ status: 'processing', messages })).toEqual({ state: 'running' });
    expect(readRun({ status: 'failed' })).toEqual({ state: 'failed' });
    expect(() => readRun({ status: 'completed', messages: [] })).toThrow(WrongAnswer);
  });
});
