import type { IncomingMessage } from 'node:http';
import type { Env } from '../config/env';

/** How fast the body of a request must come. */
export interface Pace {
  /** Time for the first byte, and the span over which the rate is an average. */
  windowMs: number;
  minBytesPerSecond: number;
}

const SAMPLES = 10;

export function paceOf({ BODY_WINDOW_MS, BODY_MIN_BYTES_PER_SECOND }: Env): Pace {
  return { windowMs: BODY_WINDOW_MS, minBytesPerSecond: BODY_MIN_BYTES_PER_SECOND };
}

/**
 * Calls `onSlow` once when a body comes too slowly: no byte within the first window, or too few within a later one.
 * Time is counted in samples, and only in those at which the service reads. So neither a slow disk of the service nor a
 * busy event loop counts against the client.
 */
export class BodyPace {
  private readonly timer: NodeJS.Timeout;
  private readonly leastBytes: number;
  private hasBegun = false;
  private samples = 0;
  private bytes = 0;

  constructor(
    private readonly request: IncomingMessage,
    { windowMs, minBytesPerSecond }: Pace,
    private readonly onSlow: () => void,
  ) {
    this.leastBytes = (minBytesPerSecond * windowMs) / 1_000;
    this.timer = setInterval(this.sample, windowMs / SAMPLES).unref();
    request.on('data', this.onData);
  }

  stop(): void {
    clearInterval(this.timer);
    this.request.off('data', this.onData);
  }

  private readonly onData = ({ length }: Buffer): void => {
    if (!this.hasBegun) this.samples = 0;
    this.hasBegun = true;
    this.bytes += length;
  };

  private readonly sample = (): void => {
    if (this.request.complete) return this.stop();
    if (this.request.isPaused()) return;
    this.samples++;
    if (this.samples < SAMPLES) return;
    const isSlow = !this.hasBegun || this.bytes < this.leastBytes;
    this.samples = 0;
    this.bytes = 0;
    if (!isSlow) return;
    this.stop();
    this.onSlow();
  };
}
