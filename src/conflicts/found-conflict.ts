import type { UtcDay } from '../common/utc-day';
import type { NewConflictRow } from './conflict-report';
import type { FoundPair } from './memory-pairs';

export interface DetectionRequest {
  agentId: string;
  namespace: string;
  day: UtcDay;
}

/** Two memories, as they were when they were judged, and the row that says what they come to. */
export interface FoundConflict {
  pair: FoundPair;
  row: NewConflictRow;
}

export interface Detected {
  found: FoundConflict[];
  /** Pairs that were looked at. */
  compared: number;
  /** `rules`, `backend` or the name of a model. */
  generatedBy: string;
}
