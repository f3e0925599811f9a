import { selfTimes } from './cpu-profile';

function node(id: number, functionName: string, url = '') {
  return { id, callFrame: { functionName, url, lineNumber: 9 } };
}

describe('selfTimes', () => {
  const profile = {
    nodes: [
      node(1, '(idle)'),
      node(2, 'search', 'file:///app/dist/retrieval/memory-index.js'),
      node(3, '(idle)'),
    ],
    samples: [1, 2, 3, 2],
    timeDeltas: [10, 50, 20, 20],
  };

  it('adds up the time of a function over all its callers, most first', () => {
    const times = selfTimes(profile, 5);
    expect(times.map((time) => time.name)).toEqual(['search retrieval/memory-index.js:10', '(idle)']);
    expect(times[0]?.share).toBeCloseTo(0.7);
    expect(times[1]?.share).toBeCloseTo(0.3);
  });

  it('keeps the first few', () => {
    expect(selfTimes(profile, 1)).toHaveLength(1);
  });
});
