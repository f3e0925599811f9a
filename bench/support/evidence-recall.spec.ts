import {
  evidenceRecall,
  evidenceTable,
  fallsBehind,
  gains,
  sessionFound,
  sessionShares,
} from './evidence-recall';

describe('evidenceRecall', () => {
  it('is the share of the evidence among the first k', () => {
    const asked = { category: 'temporal', evidence: ['a', 'b'], found: ['x', 'a', 'y', 'b'] };
    expect([1, 2, 3, 4].map((k) => evidenceRecall(asked, k))).toEqual([0, 0.5, 0.5, 1]);
  });
});

describe('sessionFound', () => {
  const sessions = new Map([
    ['a1', 'a'],
    ['a2', 'a'],
    ['b1', 'b'],
    ['c1', 'c'],
  ]);

  it('counts sessions by their best memory, once each', () => {
    const asked = { category: 'temporal', evidence: ['c1'], found: ['a1', 'a2', 'b1', 'c1'] };
    expect([1, 2, 3].map((k) => sessionFound(asked, sessions, k))).toEqual([0, 0, 1]);
  });

  it('is content with another memory of the session', () => {
    const asked = { category: 'temporal', evidence: ['a2'], found: ['a1'] };
    expect(sessionFound(asked, sessions, 1)).toBe(1);
  });

  it('finds nothing where nothing was found', () => {
    expect(sessionFound({ category: 'temporal', evidence: ['a1'], found: [] }, sessions, 5)).toBe(0);
  });

  it('is averaged without adversarial questions', () => {
    const asked = [
      { category: 'temporal', evidence: ['a1'], found: ['a1'], sessions },
      { category: 'temporal', evidence: ['b1'], found: ['a1'], sessions },
      { category: 'adversarial', evidence: ['b1'], found: ['a1'], sessions },
    ];
    expect(sessionShares(asked, [1])).toEqual([0.5]);
    expect(sessionShares([], [1])).toEqual([0]);
  });
});

describe('evidenceTable', () => {
  const asked = [
    { category: 'temporal', evidence: ['a'], found: ['a'] },
    { category: 'multi-hop', evidence: ['a', 'b'], found: ['a'] },
    { category: 'temporal', evidence: ['b'], found: [] },
    { category: 'adversarial', evidence: ['a'], found: ['a'] },
  ];

  it('averages over the questions of a category', () => {
    expect(evidenceTable(asked, [5])).toContainEqual({ name: 'temporal', questions: 2, shares: [0.5] });
  });

  it('leaves adversarial questions out of the overall row', () => {
    expect(evidenceTable(asked, [5]).at(-1)).toMatchObject({ questions: 3, shares: [0.5] });
  });

  it('answers zero where there is nothing to average', () => {
    expect(evidenceTable([], [5, 10]).at(-1)).toMatchObject({ questions: 0, shares: [0, 0] });
  });
});

describe('fallsBehind', () => {
  const row = (name: string, shares: number[]) => ({ name, questions: 100, shares });

  it('lets hybrid find less by the tolerance, at every cut', () => {
    const lexical = [row('overall', [0.65, 0.73])];
    expect(fallsBehind({ lexical, hybrid: [row('overall', [0.64, 0.72])] }, 0.01)).toBe(false);
    expect(fallsBehind({ lexical, hybrid: [row('overall', [0.7, 0.719])] }, 0.01)).toBe(true);
  });

  it('looks at the overall row only', () => {
    const lexical = [row('temporal', [0.9]), row('overall', [0.6])];
    const hybrid = [row('temporal', [0.5]), row('overall', [0.6])];
    expect(fallsBehind({ lexical, hybrid }, 0.01)).toBe(false);
  });

  it('finds nothing to judge where nothing was asked', () => {
    expect(fallsBehind({ lexical: [], hybrid: [] }, 0.01)).toBe(false);
  });
});

describe('gains', () => {
  it('reports by cut how much more the second finds', () => {
    const lexical = { name: 'overall', questions: 1, shares: [0.5, 0.75] };
    const hybrid = { name: 'overall', questions: 1, shares: [0.75, 0.5] };
    expect(gains(lexical, hybrid)).toEqual([0.25, -0.25]);
  });
});
