import { parseArgs } from 'node:util';

export interface ScaleOptions {
  /** Null: a temporary server. */
  databaseUrl: string | null;
  /** Memories of the agent, a case each, in rising order. */
  sizes: number[];
  /** Memories of the other agents in the case with a crowd; 0: no such case. */
  crowd: number;
  /** Agents that the crowd is spread over. */
  crowdAgents: number;
  /** Measured recalls a case. */
  recalls: number;
  /** Memories of the agent whose index is built while others recall; 0: no such phase. */
  build: number;
  /** Where the chart is written; null: nowhere. */
  chart: string | null;
  /** Print only: exit with 0 whatever the figures. */
  noFail: boolean;
}

/** Throws on an option that is unknown or out of range. */
export function readScaleOptions(args: readonly string[], environment: NodeJS.ProcessEnv): ScaleOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      'database-url': { type: 'string' },
      sizes: { type: 'string', default: '1000,10000,100000,1000000' },
      crowd: { type: 'string', default: '1000000' },
      'crowd-agents': { type: 'string', default: '1000' },
      recalls: { type: 'string', default: '400' },
      build: { type: 'string', default: '100000' },
      chart: { type: 'string', default: 'docs/recall-scale.svg' },
      'no-chart': { type: 'boolean', default: false },
      'no-fail': { type: 'boolean', default: false },
    },
  });
  const sizes = values.sizes.split(',').map((size) => count('sizes', size, 1));
  return {
    databaseUrl: values['database-url'] ?? environment.BENCH_DATABASE_URL ?? null,
    sizes: [...new Set(sizes)].sort((a, b) => a - b),
    crowd: count('crowd', values.crowd, 0),
    crowdAgents: count('crowd-agents', values['crowd-agents'], 1),
    recalls: count('recalls', values.recalls, 1),
    build: count('build', values.build, 0),
    chart: values['no-chart'] ? null : values.chart,
    noFail: values['no-fail'],
  };
}

function count(name: string, text: string, min: number): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isInteger(value) && value >= min) return value;
  throw new Error(`--${name} must be whole numbers from ${min}`);
}
