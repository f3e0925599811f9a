import type { Memory } from '../backend/memory';
import type { UtcDay } from '../common/utc-dates';
import { UUID } from '../common/uuid';
import type { Found } from '../links/judge/said';
import type { NewConflictRow } from './conflict-report';

export interface DetectionRequest {
  agentId: string;
  namespace: string;
  day: UtcDay;
}

/** Two memories, as they were when they were judged, and the row of the report. */
export interface FoundConflict {
  pair: Pair;
  row: NewConflictRow;
  /** Of its link, 0 to 1; absent if it is not known. */
  certainty?: number;
}

export interface Detected {
  found: FoundConflict[];
  /** Pairs that were looked at. */
  compared: number;
  /** `rules`, `backend` or the name of a model. */
  generatedBy: string;
}

/** How far a run is. */
export interface GenerationProgress {
  step: 'start' | 'search' | 'detect' | 'done';
  message: string;
  /** Of `total` memories while searching, of as many pairs while detecting. */
  done: number;
  total: number;
}

/** The caller of a run. */
export interface Watcher {
  /** Ends the run, which then writes nothing. */
  signal: AbortSignal;
  tell: (progress: GenerationProgress) => void;
}

export interface Pair {
  older: Memory;
  newer: Memory;
}

/** A pair of which a search for one memory found the other. */
export interface FoundPair extends Pair {
  found: Found;
}

/** Pairs of different memories, each once, whichever of the two it was found by. */
export class PairSet<P extends Pair> {
  private readonly pairs = new Map<string, P>();

  /** Skips documents of other programs: reports hold UUIDs only, the ids of this service. */
  add(pair: P): void {
    const [one, other] = [pair.older.id, pair.newer.id];
    if (one === other || !UUID.test(one) || !UUID.test(other)) return;
    const key = pairKey(one, other);
    if (!this.pairs.has(key)) this.pairs.set(key, pair);
  }

  /** The pairs in the order in which they were found. */
  list(): P[] {
    return [...this.pairs.values()];
  }
}

/** The same for both orders. */
export function pairKey(one: string, other: string): string {
  return one < other ? `${one} ${other}` : `${other} ${one}`;
}

/** By creation, then by the last change; ids of the service rise with time too. */
export function inOrder(one: Memory, other: Memory): Pair {
  const difference =
    one.createdAt.getTime() - other.createdAt.getTime() ||
    one.updatedAt.getTime() - other.updatedAt.getTime() ||
    (one.id < other.id ? -1 : 1);
  return difference < 0 ? { older: one, newer: other } : { older: other, newer: one };
}
