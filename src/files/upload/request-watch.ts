import type { IncomingMessage } from 'node:http';
import { unboundRequestTime } from '../../common/request-time';

/** Why a request is given up before it has come whole. */
export interface WatchReasons {
  gone: Error;
  idle: Error;
}

/** A signal that is aborted when the client goes away, or sends nothing for too long, before its request is whole. */
export class RequestWatch {
  private readonly ending = new AbortController();
  private readonly timer: NodeJS.Timeout;

  /** From now on only idleness bounds the time of the request. */
  constructor(
    private readonly request: IncomingMessage,
    idleMs: number,
    private readonly reasons: WatchReasons,
  ) {
    unboundRequestTime(request);
    this.timer = setTimeout(this.onSilence, idleMs);
    request.on('data', this.onData);
    request.on('error', this.onGone);
    request.on('close', this.onGone);
    if (request.destroyed) this.onGone();
  }

  get signal(): AbortSignal {
    return this.ending.signal;
  }

  /** The errors of a request that nobody reads any more stay caught. */
  stop(): void {
    clearTimeout(this.timer);
    this.request.off('data', this.onData);
    this.request.off('close', this.onGone);
  }

  private readonly onData = (): void => {
    this.timer.refresh();
  };

  private readonly onSilence = (): void => {
    // Nothing is read while what came is being stored: then it is not the client who keeps us waiting.
    if (this.request.isPaused() || this.request.complete) this.timer.refresh();
    else this.ending.abort(this.reasons.idle);
  };

  private readonly onGone = (): void => {
    if (!this.request.complete) this.ending.abort(this.reasons.gone);
  };
}
