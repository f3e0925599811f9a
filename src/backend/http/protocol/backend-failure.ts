import { DomainError } from '../../../common/domain-error';

/** Of a call that failed: it certainly did nothing, or it may have been done all the same. */
export type FailedOutcome = 'refused' | 'unknown';

/** The backend did not do what it was asked for. The message is fit for clients: why is in the log alone. */
export class BackendFailure extends DomainError {
  constructor(
    message: string,
    readonly outcome: FailedOutcome,
    /** For the log: statuses and codes, no address, key or text. */
    readonly why: string = 'no answer',
    /** It takes requests, but not with this key. */
    readonly refusesKey: boolean = false,
  ) {
    super('BackendUnavailable', message);
  }
}

export const NO_ANSWER = 'The memory backend does not answer: try again shortly';
export const NOT_TAKEN = 'The memory backend did not take the request';
