/** The part of autocannon that the benchmarks use; the package has no types. */
declare module 'autocannon' {
  interface Request {
    method: string;
    path: string;
    headers: Record<string, string>;
    body: string;
  }

  interface Client {
    setRequests(requests: Request[]): void;
  }

  interface Options {
    url: string;
    connections: number;
    /** Seconds; `amount` or it. */
    duration?: number;
    /** Requests. */
    amount?: number;
    setupClient(client: Client): void;
  }

  interface Result {
    '2xx': number;
    non2xx: number;
    /** Failed connections and time-outs. */
    errors: number;
    /** Seconds. */
    duration: number;
  }

  interface Instance extends PromiseLike<Result> {
    /** Ends before the duration is over. */
    stop(): void;
    /** `milliseconds`: from the request's first byte to the answer's last. */
    on(
      event: 'response',
      listener: (client: Client, status: number, bytes: number, milliseconds: number) => void,
    ): this;
  }

  function autocannon(options: Options): Instance;

  export = autocannon;
}
