import type { Embed } from '../truth/baselines';
import type { Judge } from './judges';

/** Values by the name of their row. */
export type Rows = Record<string, number>;

/** A judge with the candidates that its index finds. */
export interface Contestant {
  judge: Judge;
  embed: Embed | null;
  /** Where to write what it judges wrongly; null for nowhere. */
  log: ((line: string) => void) | null;
}
