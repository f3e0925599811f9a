/** When a request reached this process. */
export interface Arrival {
  /** By the calendar, to compare with what other replicas recorded. */
  at: Date;
  /** By the monotonic clock of this process, in ms: exact, and never set back. */
  tick: number;
}
