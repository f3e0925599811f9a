import { count, counts, databaseUrl, flag, readOptions, text, type Values } from './options';

const OPTIONS = {
  databaseUrl,
  /** Memories of the agent, a case each, in rising order. */
  sizes: counts([1_000, 10_000, 100_000, 1_000_000]),
  /** Memories of the other agents in the case with a crowd; 0: no such case. */
  crowd: count(1_000_000, 0),
  /** Agents that the crowd is spread over. */
  crowdAgents: count(1_000),
  /** Measured recalls a case. */
  recalls: count(400),
  /** Memories of the agent whose index is built while others recall; 0: no such phase. */
  build: count(100_000, 0),
  /** The file that the chart is written to. */
  chart: text,
  noChart: flag,
  /** Print only: exit with 0 whatever the figures. */
  noFail: flag,
};
const CHART = 'docs/recall-scale.svg';

/** `chart` is null if no chart is wanted. */
export type ScaleOptions = Omit<Values<typeof OPTIONS>, 'noChart'>;

export function readScaleOptions(args?: readonly string[], environment?: NodeJS.ProcessEnv): ScaleOptions {
  const { noChart, chart, ...options } = readOptions(OPTIONS, args, environment);
  return { ...options, chart: noChart ? null : (chart ?? CHART) };
}
