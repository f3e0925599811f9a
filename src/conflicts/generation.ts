import type { Memory } from '../backend/memory';
import type { UtcDay } from '../common/utc-dates';
import { UUID } from '../common/uuid';
import type { NewConflictRow } from './conflict-report';

export interface DetectionRequest {
  agentId: string;
  namespace: string;
  day: UtcDay;
}

/** Two memories, as they were when they were judged, and the row of the report. */
export interface FoundConflict {
  pair: FoundPair;
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

export interface FoundPair {
  older: Memory;
  newer: Memory;
}

/** Pairs of different memories, each once, whichever of the two it was found by. */
export class PairSet {
  private readonly pairs = new Map<string, FoundPair>();

  /** Skips documents of other programs: reports hold UUIDs only, the ids of this service. */
  add(one: Memory, other: Memory): void {
    if (one.id === other.id || !UUID.test(one.id) || !UUID.test(other.id)) return;
    const key = pairKey(one.id, other.id);
    if (!this.pairs.has(key)) this.pairs.set(key, inOrder(one, other));
  }

  /** In the order they were found in. */
  list(): FoundPair[] {
    return [...this.pairs.values()];
  }
}

/** The same for both orders. */
export function pairKey(one: string, other: string): string {
  return one < other ? `${one} ${other}` : `${other} ${one}`;
}

/** By creation, then by the last change; ids of the service rise with time too. */
export function inOrder(one: Memory, other: Memory): FoundPair {
  const difference =
    one.createdAt.getTime() - other.createdAt.getTime() ||
    one.updatedAt.getTime() - other.updatedAt.getTime() ||
    (one.id < other.id ? -1 : 1);
  return difference < 0 ? { older: one, newer: other } : { older: other, newer: one };
}
