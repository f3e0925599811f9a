import { evidenceRecall, evidenceTable } from './evidence-recall';

describe('evidenceRecall', () => {
  it('is the share of the evidence among the first k', () => {
    const asked = { category: 'temporal', evidence: ['a', 'b'], found: ['x', 'a', 'y', 'b'] };
    expect([1, 2, 3, 4].map((k) => evidenceRecall(asked, k))).toEqual([0, 0.5, 0.5, 1]);
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
