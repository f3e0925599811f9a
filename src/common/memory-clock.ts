/** The clock that gives memories their times: the same for all replicas. */
export abstract class MemoryClock {
  /** The current instant, in whole milliseconds. */
  abstract now(): Promise<Date>;
}
