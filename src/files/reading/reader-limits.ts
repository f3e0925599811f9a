export interface ReaderLimits {
  /** In MiB, of the process that reads. */
  memoryMb: number;
  /** How long nothing may come of it. */
  silenceMs: number;
}
