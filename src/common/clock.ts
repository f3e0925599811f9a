import { Injectable } from '@nestjs/common';

/** The one source of the current time, so that tests can move it. */
@Injectable()
export class Clock {
  /** The current instant, in whole milliseconds. */
  now(): Date {
    return new Date();
  }
}
