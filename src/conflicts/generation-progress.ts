/** How far a run is. */
export interface GenerationProgress {
  step: 'start' | 'search' | 'detect' | 'done';
  message: string;
  /** Of `total` memories while searching, of as many pairs while detecting. */
  done: number;
  total: number;
}

/** Who waits for a run. */
export interface Watcher {
  /** Ends the run, which then writes nothing. */
  signal: AbortSignal;
  tell: (progress: GenerationProgress) => void;
}
