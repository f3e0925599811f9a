import { Injectable } from '@nestjs/common';

/** The one source of the current time, so that tests can move it. */
@Injectable()
export class Clock {
  /** The current instant, in whole milliseconds. */
  now(): Date {
    return new Date();
  }

  /**
   * The time of a memory or a change that is about to be stored. Null: the clock of the database gives it, which is the
   * same for all replicas. A clock that a test moves returns its own time.
   */
  writeTime(): Date | null {
    return null;
  }
}
