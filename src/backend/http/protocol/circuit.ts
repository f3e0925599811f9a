import {
  BrokenCircuitError,
  CircuitState,
  circuitBreaker,
  ConsecutiveBreaker,
  handleWhen,
  type CircuitBreakerPolicy,
} from 'cockatiel';
import { CallFault, isOutage } from './call';

interface CircuitOptions {
  /** Consecutive outages that open the circuit. */
  failures: number;
  /** How long it stays open before the next probe. */
  halfOpenAfterMs: number;
}

/** A circuit breaker that closes after a probe, the cheapest call: a long call would delay all others. */
export class Circuit {
  private readonly policy: CircuitBreakerPolicy;
  private isOpen = false;

  constructor(
    options: CircuitOptions,
    /** Throws an outage while the backend is down. */
    private readonly probe: () => Promise<unknown>,
    private readonly onChange: (isOpen: boolean) => void,
  ) {
    this.policy = circuitBreaker(handleWhen(isOutage), {
      halfOpenAfter: options.halfOpenAfterMs,
      breaker: new ConsecutiveBreaker(options.failures),
    });
    this.policy.onBreak(() => this.setOpen(true));
    this.policy.onReset(() => this.setOpen(false));
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.policy.state !== CircuitState.Closed) await this.close();
    return this.guarded(work);
  }

  /** The policy reports each failed probe as another opening. */
  private setOpen(isOpen: boolean): void {
    if (isOpen !== this.isOpen) this.onChange(isOpen);
    this.isOpen = isOpen;
  }

  private async close(): Promise<void> {
    // Another call is probing already.
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

/** Consecutive pings without an answer after which a call is aborted. */
const MAX_MISSED_PINGS = 2;

/**
 * Pings the backend during long calls. A call may take long, but a backend that answers no ping does not work on it,
 * and the call would block others until its time-out.
 */
export class Liveness {
  /** All watched calls share one ping. */
  private ping: Promise<boolean> | null = null;

  constructor(
    private readonly probe: () => Promise<unknown>,
    /** The pause before each ping. */
    private readonly everyMs: number,
  ) {}

  /** Calls `giveUp` once if the backend is down. Returns a function that ends the watch. */
  watch(giveUp: () => void): () => void {
    let missed = 0;
    let timer: NodeJS.Timeout | null = null;
    let hasEnded = false;
    const look = async (): Promise<void> => {
      missed = (await this.isAlive()) ? 0 : missed + 1;
      if (hasEnded) return;
      if (missed === MAX_MISSED_PINGS) giveUp();
      else wait();
    };
    const wait = (): void => {
      timer = setTimeout(() => void look(), this.everyMs).unref();
    };
    wait();
    return () => {
      hasEnded = true;
      if (timer !== null) clearTimeout(timer);
    };
  }

  private isAlive(): Promise<boolean> {
    this.ping ??= this.probe()
      .then(
        () => true,
        (error: unknown) => !isSilence(error),
      )
      .finally(() => (this.ping = null));
    return this.ping;
  }
}

function isSilence(error: unknown): boolean {
  return error instanceof CallFault && (error.kind === 'unreachable' || error.kind === 'broken');
}
