import { scaleChart } from './scale-chart';
import type { CaseFigures } from './scale-targets';

function measured(memories: number, p50: number, crowd = 0): CaseFigures {
  return { size: { memories, crowd, crowdAgents: 5 }, p50, p99: 2 * p50, firstRecall: 1, grownBy: 1 };
}

function chart(...cases: CaseFigures[]): string {
  return scaleChart({ cases, indexes: [], builds: [] }, 'PostgreSQL <16>');
}

function marks(svg: string, percentile: string): { x: number; y: number }[] {
  const circles = svg.matchAll(new RegExp(`class="${percentile} mark" cx="([\\d.]+)" cy="([\\d.]+)"`, 'g'));
  return [...circles].map(([, x, y]) => ({ x: Number(x), y: Number(y) }));
}

describe('scaleChart', () => {
  it('puts ten times the memories as far to the right each time, and slower higher', () => {
    const [first, second, third] = marks(chart(measured(10, 1), measured(100, 2), measured(1_000, 4)), 'p50');
    expect(second!.x - first!.x).toBeCloseTo(third!.x - second!.x, 0);
    expect(first!.y).toBeGreaterThan(second!.y);
    expect(second!.y).toBeGreaterThan(third!.y);
  });

  it('keeps everything inside the picture, also one case alone', () => {
    for (const svg of [chart(measured(1_000, 3.3)), chart(measured(1, 0.01), measured(1e6, 900))]) {
      const drawn = [...marks(svg, 'p50'), ...marks(svg, 'p99')];
      expect(drawn.length).toBeGreaterThan(0);
      expect(drawn.every(({ x, y }) => x >= 0 && x <= 720 && y >= 40 && y <= 330)).toBe(true);
    }
  });

  it('rings the agent that has a crowd beside it', () => {
    const svg = chart(measured(10, 1), measured(10, 1.2, 1_000));
    expect(svg).toContain('p50 crowd');
    expect(svg).toContain('beside 1,000 memories of 5 other agents');
  });

  it('writes text that is XML', () => {
    expect(chart(measured(10, 1))).toContain('PostgreSQL &lt;16>');
  });
});
