import { CallFault } from './call-fault';

/** Answers to pings that may be missing before a call is given up. */
const MISSED = 2;

/**
 * Watches over calls that take long, which is no fault of theirs: a backend that does not even answer a ping meanwhile
 * is not at work on them, and they would keep others waiting until their time is up.
 */
export class Liveness {
  /** One ping does for all who ask at that moment. */
  private asking: Promise<boolean> | null = null;

  constructor(
    private readonly ping: () => Promise<unknown>,
    /** Before the first ping, and after each. */
    private readonly everyMs: number,
  ) {}

  /** Calls `giveUp` once when the backend is not there, unless what it returns was called before. */
  watch(giveUp: () => void): () => void {
    let missed = 0;
    let timer: NodeJS.Timeout | null = null;
    let hasEnded = false;
    const look = async (): Promise<void> => {
      missed = (await this.isThere()) ? 0 : missed + 1;
      if (hasEnded) return;
      if (missed === MISSED) giveUp();
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

  private isThere(): Promise<boolean> {
    this.asking ??= this.ping()
      .then(
        () => true,
        (error: unknown) => !isSilence(error),
      )
      .finally(() => (this.asking = null));
    return this.asking;
  }
}

function isSilence(error: unknown): boolean {
  return error instanceof CallFault && (error.kind === 'unreachable' || error.kind === 'broken');
}
