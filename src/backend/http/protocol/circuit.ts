import {
  BrokenCircuitError,
  CircuitState,
  circuitBreaker,
  ConsecutiveBreaker,
  handleWhen,
  type CircuitBreakerPolicy,
} from 'cockatiel';
import { CallFault, isOutage } from './call-fault';

export interface CircuitOptions {
  /** Outages in a row that open it. */
  failures: number;
  /** Until it is tried whether the backend is back. */
  halfOpenAfterMs: number;
}

/**
 * Keeps calls from a backend that keeps failing. While it is open they fail at once; after a while the next one
 * asks first whether the backend is back, by the cheapest call there is: a long one would hold up all others.
 */
export class Circuit {
  private readonly policy: CircuitBreakerPolicy;
  private isOpen = false;

  constructor(
    options: CircuitOptions,
    /** Throws a fault that is an outage while the backend is not back. */
    private readonly probe: () => Promise<unknown>,
    /** Hears when it opens, and when it is closed again. */
    private readonly tell: (isOpen: boolean) => void,
  ) {
    this.policy = circuitBreaker(handleWhen(isOutage), {
      halfOpenAfter: options.halfOpenAfterMs,
      breaker: new ConsecutiveBreaker(options.failures),
    });
    this.policy.onBreak(() => this.turn(true));
    this.policy.onReset(() => this.turn(false));
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.policy.state !== CircuitState.Closed) await this.close();
    return this.guarded(work);
  }

  /** It opens anew each time the backend is found not to be back, which is no news. */
  private turn(isOpen: boolean): void {
    if (isOpen !== this.isOpen) this.tell(isOpen);
    this.isOpen = isOpen;
  }

  private async close(): Promise<void> {
    // One asks; the others need not wait for what it is told.
    if (this.policy.state === CircuitState.HalfOpen) throw open();
    await this.guarded(this.probe).catch((error: unknown) => {
      throw isOutage(error) ? open() : error;
    });
  }

  private async guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.policy.execute(work);
    } catch (error) {
      throw error instanceof BrokenCircuitError ? open() : error;
    }
  }
}

function open(): CallFault {
  return new CallFault('not sent', 'the circuit is open');
}
