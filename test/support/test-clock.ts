import { Clock } from '../../src/common/clock';

const START = Date.UTC(2026, 4, 1, 12);

/** A clock that stands still until a test moves it. */
export class TestClock extends Clock {
  constructor(private instant = START) {
    super();
  }

  override now(): Date {
    return new Date(this.instant);
  }

  override writeTime(): Date {
    return this.now();
  }

  advance(by: { hours?: number; minutes?: number; seconds?: number; ms?: number }): void {
    const { hours = 0, minutes = 0, seconds = 0, ms = 0 } = by;
    this.instant += ((hours * 60 + minutes) * 60 + seconds) * 1000 + ms;
  }

  set(instant: Date): void {
    this.instant = instant.getTime();
  }
}
