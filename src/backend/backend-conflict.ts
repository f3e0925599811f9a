import type { Memory } from './memory';

/** Two memories that the backend itself found to be at odds. */
export interface BackendConflict {
  oldId: string;
  newId: string;
  type: 'contradiction' | 'update' | 'duplicate';
  title: string;
  description: string;
  recommendation: string;
}

/** A run of the backend's own detection of conflicts. */
export interface ConflictRun {
  /** Of the UTC day whose memories are compared with the others, `YYYY-MM-DD`. */
  date: string;
  /** The memories of that day, of which one stands in every pair. */
  memories: readonly Memory[];
  signal: AbortSignal;
  /** Hears of each step that the backend tells of. */
  tell(step: 'search' | 'detect', message: string): void;
}
