import { bestOf, type Candidate, titleOf } from './candidate';
import { newestWithin } from './conversation';

function candidate(content: string, confidence = 0.8): Candidate {
  return { type: 'fact', title: null, content, confidence, provenance: 'inferred' };
}

const contents = (candidates: readonly Candidate[]) => candidates.map(({ content }) => content);

describe('bestOf', () => {
  it('keeps the most certain ones, in their order', () => {
    const all = [candidate('a', 0.5), candidate('b', 0.9), candidate('c', 0.4), candidate('d', 0.7)];
    expect(contents(bestOf(all, 2))).toEqual(['b', 'd']);
  });

  it('prefers the newer of equals', () => {
    expect(contents(bestOf([candidate('a'), candidate('b'), candidate('c')], 2))).toEqual(['b', 'c']);
  });

  it('keeps one of those that say the same, whatever their case, white space and end', () => {
    const all = [candidate('Likes  tea.'), candidate('likes tea'), candidate('Likes coffee')];
    expect(contents(bestOf(all, 10))).toEqual(['Likes  tea.', 'Likes coffee']);
  });
});

describe('titleOf', () => {
  it('is derived where none was given', () => {
    expect(titleOf(candidate('Likes tea'))).toBe('Likes tea');
    expect(titleOf({ ...candidate('Likes tea'), title: 'Tea' })).toBe('Tea');
  });
});

const message = (content: string) => ({ role: 'user', content });

describe('newestWithin', () => {
  it('keeps all that is within the limit', () => {
    const messages = [message('aaa'), message('bb')];
    expect(newestWithin(messages, 5)).toEqual(messages);
  });

  it('leaves out the oldest beyond it, whole', () => {
    const messages = [message('aaa'), message('bb'), message('c')];
    expect(newestWithin(messages, 5)).toEqual(messages.slice(1));
  });

  it('counts code points', () => {
    expect(newestWithin([message('😀😀'), message('😀')], 3)).toHaveLength(2);
  });
});
