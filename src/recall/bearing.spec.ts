import { aMemory } from '../../test/support/memories';
import type { Memory } from '../backend/memory';
import type { ScoredMemory } from '../backend/memory-search';
import { bearing, certaintyOf } from './bearing';

function found(score: number, fields: Partial<ScoredMemory> = {}): ScoredMemory {
  return {
    memory: aMemory() as unknown as Memory,
    score,
    neighbourScore: 0,
    timeScore: 0,
    speakerScore: 0,
    inThread: false,
    lexical: null,
    vector: null,
    matchedTerms: ['tea', 'cup'],
    ...fields,
  };
}

const similar = (score: number) => ({ vector: { rank: null, score, similarity: 0.5 } });
const worded = (score: number) => ({ lexical: { rank: null, score } });

const scores = (all: readonly ScoredMemory[]): number[] => bearing(all).map(({ score }) => score);

describe('bearing', () => {
  it('leaves out what is far below the best, sooner among facts than among turns', () => {
    const falling = [0.6, 0.31, 0.29, 0.13, 0.01];
    expect(scores(falling.map((score) => found(score)))).toEqual([0.6, 0.31]);
    expect(scores(falling.map((score) => found(score, { inThread: true })))).toEqual([0.6, 0.31, 0.29, 0.13]);
  });

  it('takes nothing when the best hardly has to do with the question', () => {
    expect(scores([found(0.05), found(0.02)])).toEqual([]);
    expect(scores([found(0.04, { inThread: true })])).toEqual([]);
    expect(scores([found(0.06, { inThread: true })])).toEqual([0.06]);
    expect(scores([])).toEqual([]);
  });

  it('takes no memory that shares a single one of several terms', () => {
    expect(scores([found(0.15, { matchedTerms: ['tea'] })])).toEqual([]);
    expect(scores([found(0.25, { matchedTerms: ['tea'] })])).toEqual([0.25]);
    // Similar by its vector only, or found by a server that names no terms.
    expect(scores([found(0.15, { matchedTerms: [] })])).toEqual([0.15]);
  });

  it('takes a weak memory only where it stands out', () => {
    expect(scores([found(0.1), found(0.09)])).toEqual([]);
    expect(scores([found(0.1), found(0.07)])).toEqual([0.1, 0.07]);
    expect(scores([found(0.1)])).toEqual([0.1]);
  });
});

describe('bearing, where memories have vectors', () => {
  it('takes a weak memory only where it stands out, from a higher score on than by words alone', () => {
    const [best, second] = [found(0.28, { ...similar(0.3), ...worded(0.2) }), found(0.25, similar(0.3))];
    expect(scores([best, second])).toEqual([]);
    expect(scores([best])).toEqual([0.28]);
    expect(scores([found(0.3, similar(0.3)), second])).toEqual([0.3, 0.25]);
  });

  it('takes a weak memory that shares words only for what they say', () => {
    // Such as a name that the question asks something else of: its vector is similar too.
    const named = { ...similar(0.4), ...worded(0.14), matchedTerms: ['tea'] };
    expect(scores([found(0.28, named)])).toEqual([]);
    expect(scores([found(0.28, { ...named, ...worded(0.16) })])).toEqual([0.28]);
  });

  it('takes a weak memory that shares several words where it is far ahead', () => {
    const [several, behind] = [found(0.2, { ...similar(0.3), ...worded(0.08) }), found(0.12, similar(0))];
    expect(scores([several])).toEqual([0.2]);
    expect(scores([several, behind])).toEqual([]);
    expect(scores([found(0.2, { ...similar(0.4), ...worded(0.05) })])).toEqual([]);
  });

  it('takes a weak memory that shares no word where it is far more similar than usual', () => {
    const paraphrase = { matchedTerms: [], lexical: null };
    expect(scores([found(0.15, { ...paraphrase, ...similar(0.33) })])).toEqual([0.15]);
    expect(scores([found(0.11, { ...paraphrase, ...similar(0.24) })])).toEqual([]);
  });

  it('leaves further memories out sooner, and turns of a thread as by words', () => {
    const falling = (fields: Partial<ScoredMemory>) =>
      [0.6, 0.4, 0.35, 0.13, 0.1].map((score) => found(score, { ...similar(0.4), ...fields }));
    expect(scores(falling({}))).toEqual([0.6, 0.4]);
    expect(scores(falling({ inThread: true }))).toEqual([0.6, 0.4, 0.35, 0.13]);
  });
});

describe('the certainty of an answer', () => {
  it('is that of its best source', () => {
    expect(certaintyOf([found(0.26, worded(0.26)), found(0.1, worded(0.1))])).toBe('high');
    expect(certaintyOf([found(0.24, worded(0.24))])).toBe('low');
    expect(certaintyOf([])).toBe('none');
  });

  it('takes more where vectors or neighbours score', () => {
    for (const fields of [similar(0.5), { ...worded(0.3), inThread: true }]) {
      expect(certaintyOf([found(0.39, fields)])).toBe('low');
      expect(certaintyOf([found(0.41, fields)])).toBe('high');
    }
  });

  it('is low where a server does not say what its scores are made of', () => {
    expect(certaintyOf([found(0.9)])).toBe('low');
  });
});
