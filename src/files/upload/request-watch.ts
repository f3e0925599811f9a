import type { IncomingMessage } from 'node:http';
import { unboundRequestTime } from '../../common/request-time';
import { BodyPace, type Pace } from '../../traffic/body-pace';
import { stopCounting } from '../../traffic/concurrency-limit';

/** Why a request is given up before it has come whole. */
export interface WatchReasons {
  gone: Error;
  slow: Error;
}

/** A signal that is aborted when the client goes away, or sends too slowly, before its request is whole. */
export class RequestWatch {
  private readonly ending = new AbortController();
  private readonly pace: BodyPace;

  /**
   * From now on only the pace bounds the time of the request. It no longer counts as one under way: the limit of those
   * is for work, and this one waits for its client.
   */
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

  /** The errors of a request that nobody reads any more stay caught. */
  stop(): void {
    this.pace.stop();
    this.request.off('close', this.onGone);
  }

  private readonly onGone = (): void => {
    if (!this.request.complete) this.ending.abort(this.reasons.gone);
  };
}
