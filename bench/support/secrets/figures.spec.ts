import { figuresByKind, isHit } from './figures';
import type { LabelledText } from './labelled-texts';

function labelled(kind: string, ...secrets: [number, number][]): LabelledText {
  return { kind, half: 'development', text: '', secrets: secrets.map(([start, end]) => ({ start, end })) };
}

describe('isHit', () => {
  it('needs all of each secret, which several findings may cover together', () => {
    const text = labelled('env', [2, 8], [10, 12]);
    expect(isHit(text, [{ start: 0, end: 20 }])).toBe(true);
    expect(
      isHit(text, [
        { start: 10, end: 12 },
        { start: 5, end: 9 },
        { start: 2, end: 5 },
      ]),
    ).toBe(true);
    expect(isHit(text, [{ start: 2, end: 8 }])).toBe(false);
    expect(
      isHit(text, [
        { start: 2, end: 7 },
        { start: 10, end: 12 },
      ]),
    ).toBe(false);
  });

  it('counts anything that is found in a text without secrets', () => {
    expect(isHit(labelled('docs'), [{ start: 0, end: 1 }])).toBe(true);
    expect(isHit(labelled('docs'), [])).toBe(false);
  });
});

describe('figuresByKind', () => {
  it('counts each kind, and all', () => {
    const found = [{ start: 0, end: 9 }];
    const rows = figuresByKind([
      { labelled: labelled('env', [0, 3]), found },
      { labelled: labelled('log', [0, 3]), found: [] },
      { labelled: labelled('env', [0, 10]), found },
    ]);
    expect([...rows]).toEqual([
      ['env', { texts: 2, hits: 1 }],
      ['log', { texts: 1, hits: 0 }],
      ['all', { texts: 3, hits: 1 }],
    ]);
  });
});
