import type { DatabaseHostAddress } from '../config/database-url';

/** A server that answers and may not be used: it is a standby, or only reads. The code is PostgreSQL's for such writes. */
export class NotWritable extends Error {
  readonly code = '25006';

  constructor(readonly reason: 'standby' | 'read-only') {
    super(reason === 'standby' ? 'the server is a standby' : 'the server is read-only');
    this.name = 'NotWritable';
  }
}

/** Finds the server to connect to among several, and remembers it until a connection to it fails. */
export class PrimaryFinder {
  private known: DatabaseHostAddress | null = null;
  private search: Promise<DatabaseHostAddress> | null = null;

  /** `probe` rejects unless the server may be used. */
  constructor(
    private readonly servers: readonly DatabaseHostAddress[],
    private readonly probe: (server: DatabaseHostAddress) => Promise<void>,
  ) {}

  /** Concurrent callers share one search. Rejects with the reason of a server if none may be used. */
  find(): Promise<DatabaseHostAddress> {
    if (this.known !== null) return Promise.resolve(this.known);
    this.search ??= this.searchAll().finally(() => (this.search = null));
    return this.search;
  }

  /** Searches again before the next connection. */
  forget(): void {
    this.known = null;
  }

  /** All at once, so that a server that does not answer costs no time: at most one may be used, as a rule. */
  private async searchAll(): Promise<DatabaseHostAddress> {
    const probes = this.servers.map((server) => this.probe(server).then(() => server));
    try {
      this.known = await Promise.any(probes);
      return this.known;
    } catch (error) {
      throw mostTelling((error as AggregateError).errors as unknown[]);
    }
  }
}

/** A server that answers says more than one that cannot be reached. */
function mostTelling(errors: unknown[]): unknown {
  return errors.find((error) => error instanceof NotWritable) ?? errors[0];
}
