import { DomainError } from '../common/domain-error';
import { ERROR_TABLE } from '../common/error-table';
import type { Env } from '../config/env';

const RETRY_AFTER_SECONDS = 5;

/** A few exports, or imports, of a process at a time. */
export class TransferSlots {
  private used = 0;

  constructor(
    private readonly what: 'exports' | 'imports',
    private readonly most: number,
  ) {}

  /** Returns what frees the slot again; a second call does nothing. Throws ServiceOverloaded. */
  take(): () => void {
    if (this.used >= this.most) throw this.overloaded();
    this.used++;
    let isTaken = true;
    return () => {
      if (isTaken) this.used--;
      isTaken = false;
    };
  }

  private overloaded(): DomainError {
    const message = `The service has ${this.most} ${this.what} under way, as many as it takes: try again shortly`;
    return new DomainError('ServiceOverloaded', message, {
      [`max_${this.what}`]: this.most,
      retry_after_seconds: RETRY_AFTER_SECONDS,
    });
  }
}

/** Throws TransferUnsupported when the memories are not in this database. */
export function refuseExternalBackend({ BACKEND_MODE }: Env): void {
  if (BACKEND_MODE === 'embedded') return;
  throw new DomainError('TransferUnsupported', ERROR_TABLE.TransferUnsupported.message);
}
