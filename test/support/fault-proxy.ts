import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { buffer as bufferOf } from 'node:stream/consumers';
import { close, listen, urlOf } from './local-server';

/** What happens to a request on its way to the server behind, or to its answer on the way back. */
export type ProxyFault =
  /** An answer of the proxy's own; `retryAfter` is the header. The server behind hears nothing. */
  | { kind: 'status'; status: number; retryAfter?: string }
  /** As `status`, with a body of whatever kind. */
  | { kind: 'body'; body: string; status?: number; contentType?: string }
  | { kind: 'redirect'; to: string }
  /** The connection is closed; the server behind hears nothing. */
  | { kind: 'reset' }
  /** No answer until the client or the proxy closes; the server behind hears nothing. */
  | { kind: 'hang' }
  /** The server behind does it, and the connection is closed instead of an answer. */
  | { kind: 'lost' }
  /** The server behind does it; the head and half the body of its answer come, and the connection is closed. */
  | { kind: 'half' }
  /** The head and half the body come, and no more until the client or the proxy closes. */
  | { kind: 'stall' }
  /** The answer of the server behind with another body. */
  | { kind: 'rewrite'; body: (body: string) => string }
  /** A streamed answer ends after so many of its chunks, in good order or not. */
  | { kind: 'cut stream'; chunks: number; clean?: boolean };

/** Which requests are meant, by method and path such as `POST /search`: a part of it, or a pattern. */
export type RequestPattern = string | RegExp;

interface Planned {
  fault: ProxyFault;
  on: RequestPattern;
  /** Requests that still meet it. */
  left: number;
}

/** Pages of a listing that claim that there are more: always the same token, or a new one each time. */
export function endlessPages(token: 'same' | 'new'): ProxyFault {
  let pages = 0;
  return {
    kind: 'rewrite',
    body: (text) => {
      const body = JSON.parse(text) as { pagination?: object };
      if (body.pagination === undefined) return text;
      const next = token === 'same' ? 'again' : `again-${pages++}`;
      return JSON.stringify({ ...body, pagination: { limit: 100, has_more: true, next_token: next } });
    },
  };
}

/** An HTTP proxy before any server, which makes trouble where the test says so. */
export class FaultProxy {
  /** Requests that came, as `METHOD /path`, without the query; those that met a fault too. */
  readonly requests: string[] = [];
  /** Requests that the server behind has heard. */
  forwarded = 0;
  /** Requests now without the end of an answer, and the most there ever were at a time. */
  open = 0;
  mostOpen = 0;
  /** Before a request is looked at. */
  latencyMs = 0;
  private planned: Planned[] = [];
  private choose: (() => ProxyFault | null) | null = null;
  private readonly target: URL;
  private readonly server = createServer((incoming, outgoing) => void this.handle(incoming, outgoing));

  constructor(target: string) {
    this.target = new URL(target);
  }

  get url(): string {
    return urlOf(this.server);
  }

  /** Requests so far that match. */
  count(on: RequestPattern): number {
    return this.requests.filter((line) => matches(on, line)).length;
  }

  /** The next requests that match meet this fault; the first of several plans that matches counts. */
  failNext(count: number, fault: ProxyFault, on: RequestPattern = ''): void {
    this.planned.push({ fault, on, left: count });
  }

  /** As `failNext`, until `heal`. */
  failAll(fault: ProxyFault, on: RequestPattern = ''): void {
    this.failNext(Number.POSITIVE_INFINITY, fault, on);
  }

  /** Requests that match no plan meet the fault that `choose` returns, if any, until `heal`. */
  failBy(choose: () => ProxyFault | null): void {
    this.choose = choose;
  }

  /** No more faults, no latency. */
  heal(): void {
    this.planned = [];
    this.choose = null;
    this.latencyMs = 0;
  }

  /** Forgets what came, too. */
  reset(): void {
    this.heal();
    this.requests.length = 0;
    this.forwarded = 0;
    this.mostOpen = this.open;
  }

  /** Port 0, the default, lets the system choose. */
  start(port = 0): Promise<void> {
    return listen(this.server, port);
  }

  close(): Promise<void> {
    return close(this.server);
  }

  private async handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    this.open++;
    this.mostOpen = Math.max(this.mostOpen, this.open);
    outgoing.once('close', () => this.open--);
    incoming.on('error', () => outgoing.destroy());
    const line = `${incoming.method} ${new URL(incoming.url ?? '/', this.target).pathname}`;
    this.requests.push(line);
    const fault = this.faultOf(line);
    if (this.latencyMs > 0) await delay(this.latencyMs);
    if (fault !== null && answeredAlone(fault, outgoing)) {
      incoming.resume();
      return;
    }
    this.forward(incoming, outgoing, fault);
  }

  private faultOf(line: string): ProxyFault | null {
    const planned = this.planned.find(({ on, left }) => left > 0 && matches(on, line));
    if (!planned) return this.choose?.() ?? null;
    planned.left--;
    return planned.fault;
  }

  private forward(incoming: IncomingMessage, outgoing: ServerResponse, fault: ProxyFault | null): void {
    this.forwarded++;
    const { method, headers } = incoming;
    const onward = request(new URL(incoming.url ?? '/', this.target), { method, headers, agent: false });
    onward.on('error', () => outgoing.destroy());
    onward.on('response', (answer) => void relay(answer, outgoing, fault).catch(() => outgoing.destroy()));
    outgoing.once('close', () => onward.destroy());
    incoming.pipe(onward);
  }
}

export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const proxy = new FaultProxy(target);
  await proxy.start();
  return proxy;
}

function matches(on: RequestPattern, line: string): boolean {
  return typeof on === 'string' ? line.includes(on) : on.test(line);
}

/** Whether the fault is an answer, or the lack of one, by itself. */
function answeredAlone(fault: ProxyFault, outgoing: ServerResponse): boolean {
  if (fault.kind === 'hang') return true;
  if (fault.kind === 'reset') {
    outgoing.destroy();
    return true;
  }
  if (fault.kind === 'redirect') {
    outgoing.writeHead(307, { location: fault.to }).end();
    return true;
  }
  if (fault.kind !== 'status' && fault.kind !== 'body') return false;
  const answer = fault.kind === 'body' ? fault : { ...fault, body: '{"error":"fault"}' };
  const { status = 200, contentType = 'application/json', retryAfter } = answer as Answer;
  const wait = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
  outgoing.writeHead(status, { 'content-type': contentType, ...wait }).end(answer.body);
  return true;
}

interface Answer {
  status?: number;
  contentType?: string;
  retryAfter?: string;
}

async function relay(
  answer: IncomingMessage,
  outgoing: ServerResponse,
  fault: ProxyFault | null,
): Promise<void> {
  const status = answer.statusCode ?? 502;
  if (fault === null) {
    outgoing.writeHead(status, answer.headers);
    answer.pipe(outgoing);
    answer.on('error', () => outgoing.destroy());
    return;
  }
  if (fault.kind === 'cut stream') return relaySome(answer, outgoing, fault);
  const body = await bufferOf(answer);
  if (fault.kind === 'rewrite') {
    const { 'content-length': _, 'transfer-encoding': __, ...headers } = answer.headers;
    outgoing.writeHead(status, headers).end(fault.body(body.toString()));
    return;
  }
  if (fault.kind === 'lost') {
    outgoing.destroy();
    return;
  }
  outgoing.writeHead(status, { ...answer.headers, 'content-length': body.length });
  outgoing.write(body.subarray(0, Math.floor(body.length / 2)), () => {
    if (fault.kind === 'half') outgoing.destroy();
  });
}

async function relaySome(
  answer: IncomingMessage,
  outgoing: ServerResponse,
  { chunks, clean }: { chunks: number; clean?: boolean },
): Promise<void> {
  outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
  outgoing.flushHeaders();
  let left = chunks;
  for await (const chunk of answer) {
    if (left-- <= 0) break;
    await new Promise((resolve) => outgoing.write(chunk, resolve));
  }
  if (clean === true) outgoing.end();
  else outgoing.destroy();
}
