import type { MixedOptions } from './mixed/mixed-options';
import { count, databaseUrl, flag, oneOf, readOptions, text, type Values } from './options';

export const LOAD_KINDS = ['remember', 'recall'] as const;
export type LoadKind = (typeof LOAD_KINDS)[number];

/** The parts of the benchmark: one kind of request at a time, and all kinds mixed. */
const PARTS = ['separate', 'mixed'] as const;
const PROFILES = [...LOAD_KINDS, 'mixed'] as const;

const SEPARATE = {
  databaseUrl,
  /** Measured seconds of a phase. */
  seconds: count(30),
  rounds: count(2),
  connections: count(16),
  /** Memories of the agent that recall is asked on. */
  memories: count(10_000),
  /** Print only: exit with 0 whatever the figures. */
  noFail: flag,
  /** Only profile the service under this load. */
  profile: oneOf(PROFILES),
  /** Null: all parts. */
  only: oneOf(PARTS),
};
const MIXED = {
  mixedAgents: count(200),
  mixedMemories: count(5_000),
  mixedConnections: count(64),
  indexMb: count(768),
  dataset: text,
};

export interface LoadOptions extends Values<typeof SEPARATE> {
  mixed: MixedOptions;
}

export function readLoadOptions(args?: readonly string[], environment?: NodeJS.ProcessEnv): LoadOptions {
  const all = readOptions({ ...SEPARATE, ...MIXED }, args, environment);
  const { mixedAgents, mixedMemories, mixedConnections, indexMb, dataset, ...separate } = all;
  const { seconds, rounds } = separate;
  const load = { agents: mixedAgents, memories: mixedMemories, connections: mixedConnections };
  return { ...separate, mixed: { ...load, seconds, rounds, indexMb, dataset } };
}
