import type { IncomingMessage } from 'node:http';
import { unboundRequestTime } from '../../traffic/request-time';
import { BodyPace, type Pace } from '../../traffic/body-pace';
import { stopCounting } from '../../traffic/concurrency-limit';

export interface WatchReasons {
  gone: Error;
  slow: Error;
}

/** Aborts its signal when the client disconnects, or sends too slowly, before the request is complete. */
export class RequestWatch {
  private readonly ending = new AbortController();
  private readonly pace: BodyPace;

  /** From now on only the pace limits the request, which waits for its client and so counts for no other limit. */
  constructor(
    private readonly request: IncomingMessage,
    pace: Pace,
    private readonly reasons: WatchReasons,
  ) {
    unboundRequestTime(request);
    stopCounting(request);
    this.pace = new BodyPace(request, pace, () => this.ending.abort(this.reasons.slow));
    request.on('error', this.onGone);
    request.on('close', this.onGone);
    if (request.destroyed) this.onGone();
  }

  get signal(): AbortSignal {
    return this.ending.signal;
  }

  /** Keeps the error listener: an error without a listener would end the process. */
  stop(): void {
    this.pace.stop();
    this.request.off('close', this.onGone);
  }

  private readonly onGone = (): void => {
    if (!this.request.complete) this.ending.abort(this.reasons.gone);
  };
}
