import fc from 'fast-check';
import { readCandidates } from './model-candidates';

const row = {
  type: 'preference',
  title: 'Tea',
  content: 'Likes tea',
  confidence: 0.9,
  provenance: 'inferred',
};
const kept = (fields: object) => readCandidates({ memories: [{ ...row, ...fields }] })?.candidates[0];

describe('readCandidates', () => {
  it('reads what was asked for', () => {
    expect(readCandidates({ memories: [row] })).toEqual({ candidates: [row], rejected: 0 });
  });

  it('reads a list without the object around it, and an empty one', () => {
    expect(readCandidates([row])).toEqual({ candidates: [row], rejected: 0 });
    expect(readCandidates({ memories: [] })).toEqual({ candidates: [], rejected: 0 });
  });

  it.each([null, 'text', 7, {}, { memories: 'none' }, { memories: { '0': row } }])(
    'is null for %j',
    (answer) => {
      expect(readCandidates(answer)).toBeNull();
    },
  );

  it.each([
    ['an unknown type', { type: 'opinion' }],
    ['a type that is no text', { type: 7 }],
    ['no content', { content: undefined }],
    ['blank content', { content: ' \n' }],
    ['content that is no text', { content: { text: 'x' } }],
    ['content that cannot be stored', { content: 'a\u0000b' }],
    ['content that is too long', { content: 'x'.repeat(10_001) }],
    ['a title that is too long', { title: 'x'.repeat(101) }],
    ['confidence above 1', { confidence: 1.5 }],
    ['confidence in words', { confidence: 'high' }],
  ])('leaves out and counts one with %s', (_, fields) => {
    expect(readCandidates({ memories: [{ ...row, ...fields }, row] })).toEqual({
      candidates: [row],
      rejected: 1,
    });
  });

  it('leaves out and counts what is no object', () => {
    expect(readCandidates(['Likes tea', null, [row], row])).toEqual({ candidates: [row], rejected: 3 });
  });

  it('fills in what may be left out, as remember does', () => {
    expect(readCandidates([{ content: 'Likes tea' }])?.candidates).toEqual([
      { type: 'fact', title: null, content: 'Likes tea', confidence: 0.8, provenance: 'inferred' },
    ]);
    expect(kept({ title: ' ', type: ' Preference' })).toMatchObject({ title: null, type: 'preference' });
  });

  it('takes no other provenance than the two that a model can judge', () => {
    expect(kept({ provenance: 'explicit_statement' })?.provenance).toBe('explicit_statement');
    expect(kept({ provenance: 'validated' })?.provenance).toBe('inferred');
  });

  it('takes over nothing else', () => {
    const more = {
      id: 'x',
      agent_id: 'other',
      namespace: 'n',
      tags: ['pinned'],
      source: 'user',
      source_ref: 'r',
    };
    expect(Object.keys(kept(more) ?? {}).sort()).toEqual(Object.keys(row).sort());
  });

  it('never fails', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (answer) => {
        readCandidates(answer);
        readCandidates({ memories: [answer] });
      }),
    );
  });
});
