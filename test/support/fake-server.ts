import { once } from 'node:events';
import {
  createServer,
  request as send,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterFault, ownAnswer, type FakeAnswer, type Fault } from './server-fault';

export type { FakeAnswer } from './server-fault';

export interface FakeRequest {
  method: string;
  /** Its path and query count. */
  url: URL;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** Aborted when the connection of the answer is closed. */
  signal: AbortSignal;
}

/** Null closes the connection. */
type Answering = (request: FakeRequest) => FakeAnswer | null | Promise<FakeAnswer | null>;

/** Which requests are meant, by method and path such as `POST /search`: a part of it, or a pattern. */
type RequestPattern = string | RegExp;

interface PlannedFault {
  fault: Fault;
  on: RequestPattern;
  /** Requests that still meet it. */
  left: number;
}

/** An HTTP server of a test on 127.0.0.1, which fails when the test says so. */
export class FakeServer {
  /** Requests so far, as `METHOD /path`, without the query; failed ones too. */
  readonly requests: string[] = [];
  /** Requests now without the end of an answer, and the most there ever were at a time. */
  open = 0;
  mostOpen = 0;
  /** Requests whose client closed the connection before the end of the answer. */
  abandoned = 0;
  /** What requests meet that no planned fault concerns. */
  outage: Fault | (() => Fault | null) | null = null;
  /** Before each answer. */
  delayMs = 0;
  /** Of the server, also after it was closed. */
  port = 0;
  readonly server = createServer((incoming, outgoing) => void this.handle(incoming, outgoing));
  private planned: PlannedFault[] = [];
  /** Answers that this server broke off. */
  private readonly dropped = new WeakSet<ServerResponse>();

  constructor(private readonly answer: Answering) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Requests so far that match. */
  count(on: RequestPattern): number {
    return this.requests.filter((line) => matches(on, line)).length;
  }

  /** The next requests that match meet this fault; the first of several plans that matches counts. */
  failNext(count: number, fault: Fault, on: RequestPattern = ''): void {
    this.planned.push({ fault, on, left: count });
  }

  /** As `failNext`, until `heal`. */
  failAll(fault: Fault, on: RequestPattern = ''): void {
    this.failNext(Number.POSITIVE_INFINITY, fault, on);
  }

  /** Removes all faults and the delay. */
  heal(): void {
    this.planned = [];
    this.outage = null;
    this.delayMs = 0;
  }

  /** Forgets the requests too. */
  reset(): void {
    this.heal();
    this.requests.length = this.abandoned = 0;
    this.mostOpen = this.open;
  }

  /** Listens: on a free port the first time, and on the same port again after `close`. */
  async start(): Promise<this> {
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = (this.server.address() as AddressInfo).port;
    return this;
  }

  /** Closes it with its connections. */
  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  private async handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const signal = this.watch(outgoing);
    const { method = '', headers } = incoming;
    const url = new URL(incoming.url ?? '/', this.url);
    this.requests.push(`${method} ${url.pathname}`);
    const fault = this.faultOf(`${method} ${url.pathname}`);
    try {
      const body = await buffer(incoming);
      if (this.delayMs > 0) await delay(this.delayMs);
      if (fault?.kind === 'hang') return;
      const answer =
        (fault && ownAnswer(fault)) ?? (await this.answer({ method, url, headers, body, signal }));
      if (answer === null || fault?.kind === 'lost' || fault?.kind === 'reset') return this.drop(outgoing);
      await sendAnswer(outgoing, fault ? await afterFault(answer, fault) : answer);
    } catch {
      this.drop(outgoing);
    }
  }

  private watch(outgoing: ServerResponse): AbortSignal {
    const closing = new AbortController();
    this.open++;
    this.mostOpen = Math.max(this.mostOpen, this.open);
    outgoing.on('error', () => undefined);
    outgoing.once('close', () => {
      this.open--;
      if (!outgoing.writableFinished && !this.dropped.has(outgoing)) this.abandoned++;
      closing.abort();
    });
    return closing.signal;
  }

  private drop(outgoing: ServerResponse): void {
    this.dropped.add(outgoing);
    outgoing.destroy();
  }

  private faultOf(line: string): Fault | null {
    const planned = this.planned.find(({ on, left }) => left > 0 && matches(on, line));
    if (!planned) return typeof this.outage === 'function' ? this.outage() : this.outage;
    planned.left--;
    return planned.fault;
  }
}

/** A fake server that passes requests on to another server, and its answers back. */
export function startFaultProxy(target: string): Promise<FakeServer> {
  return new FakeServer((request) => forward(request, target)).start();
}

/** The answer of another server; null when it cannot be reached. */
export function forward(request: FakeRequest, target: string): Promise<FakeAnswer | null> {
  const { method, url, headers, body, signal } = request;
  return new Promise((resolve) => {
    const onward = send(new URL(url.pathname + url.search, target), {
      method,
      headers,
      signal,
      agent: false,
    });
    onward.on('error', () => resolve(null));
    onward.on('response', (answer) =>
      resolve({ status: answer.statusCode, headers: answer.headers, body: answer }),
    );
    onward.end(body);
  });
}

export function json(body: unknown, status = 200): FakeAnswer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** A step of a stream: an event, or raw text, or a pause without end, or the end of the connection. */
export type StreamStep = { event: string; data: unknown } | { raw: string } | 'wait' | 'break';

export function eventStream(steps: Iterable<StreamStep>): FakeAnswer {
  return { headers: { 'content-type': 'text/event-stream' }, body: textOf(steps) };
}

async function* textOf(steps: Iterable<StreamStep>): AsyncGenerator<string> {
  for (const step of steps) {
    if (step === 'wait') await new Promise(() => {});
    else if (step === 'break') throw new Error('The stream breaks off');
    else yield 'raw' in step ? step.raw : `event: ${step.event}\ndata: ${JSON.stringify(step.data)}\n\n`;
  }
}

async function sendAnswer(
  outgoing: ServerResponse,
  { status = 200, headers, body }: FakeAnswer,
): Promise<void> {
  outgoing.writeHead(status, headers);
  if (body === undefined || typeof body === 'string' || Buffer.isBuffer(body)) return void outgoing.end(body);
  outgoing.flushHeaders();
  for await (const piece of body) {
    if (outgoing.closed) return;
    await new Promise((resolve) => outgoing.write(piece, resolve));
  }
  outgoing.end();
}

function matches(on: RequestPattern, line: string): boolean {
  return typeof on === 'string' ? line.includes(on) : on.test(line);
}
