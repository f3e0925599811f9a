import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A request to a handler under `/api/v2/agents`, before it is put into bytes. */
export interface WireRequest {
  path: string;
  /** Of the session, or a key. */
  token: string;
  /** JSON. */
  body: string;
}

const ANSWER_LIMIT_MS = 30_000;
const KEY_PREFIX = 'amk_';
const HEAD_END = '\r\n\r\n';
/** The last chunk. JSON has no line ends of this kind, so nothing else ends like it. */
const CHUNKS_END = Buffer.from('\r\n0\r\n\r\n');

/** Keys have a header of their own. */
function headerOf(token: string): string {
  return token.startsWith(KEY_PREFIX) ? 'X-Api-Key' : 'X-Session-Token';
}

interface Waiting {
  answered: (status: number) => void;
  failed: (error: Error) => void;
}

/**
 * One keep-alive connection that posts one request after another. A load generator that shares two cores with
 * what it loads must cost little: this writes and reads just the HTTP that the benchmarks' servers speak, and
 * fails on any other.
 */
export class WireConnection {
  private waiting: Waiting | null = null;
  private received: Buffer = Buffer.alloc(0);

  private constructor(
    private readonly socket: Socket,
    private readonly host: string,
  ) {
    socket.setNoDelay(true);
    socket.setTimeout(ANSWER_LIMIT_MS, () => socket.destroy(new Error('No answer in time')));
    socket.on('data', (chunk) => this.take(chunk));
    socket.on('error', (error) => this.fail(error));
    socket.on('close', () => this.fail(new Error('The connection was closed')));
  }

  /** `url`: such as `http://127.0.0.1:8000`. */
  static async open(url: string): Promise<WireConnection> {
    const { hostname, port, host } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port) });
    await once(socket, 'connect');
    return new WireConnection(socket, host);
  }

  get isOpen(): boolean {
    return !this.socket.destroyed;
  }

  /** The status, when the answer's last byte is here. Rejects when there is none; the connection is closed then. */
  post({ path, token, body }: WireRequest): Promise<number> {
    const head =
      `POST ${path} HTTP/1.1\r\nHost: ${this.host}\r\nContent-Type: application/json\r\n` +
      `${headerOf(token)}: ${token}\r\nContent-Length: ${Buffer.byteLength(body)}${HEAD_END}`;
    return new Promise((answered, failed) => {
      this.waiting = { answered, failed };
      if (this.socket.destroyed) this.fail(new Error('The connection is closed'));
      else this.socket.write(head + body);
    });
  }

  close(): void {
    this.socket.destroy();
  }

  private take(chunk: Buffer): void {
    this.received = this.received.length === 0 ? chunk : Buffer.concat([this.received, chunk]);
    const end = this.received.indexOf(HEAD_END);
    if (end < 0) return;
    const head = this.received.toString('latin1', 0, end);
    const status = /^HTTP\/1\.1 (\d{3})/.exec(head)?.[1];
    const isWhole = this.hasWholeBody(head, end + HEAD_END.length);
    if (isWhole === null || status === undefined) {
      this.socket.destroy(new Error(`An answer that this client does not read: ${head.slice(0, 200)}`));
      return;
    }
    if (!isWhole) return;
    this.received = Buffer.alloc(0);
    const waiting = this.waiting;
    this.waiting = null;
    waiting?.answered(Number(status));
  }

  /** Null if the head does not say how the body ends. */
  private hasWholeBody(head: string, start: number): boolean | null {
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    if (length !== undefined) return this.received.length >= start + Number(length);
    if (!/\r\ntransfer-encoding: *chunked/i.test(head)) return null;
    return this.received.subarray(-CHUNKS_END.length).equals(CHUNKS_END);
  }

  private fail(error: Error): void {
    const waiting = this.waiting;
    this.waiting = null;
    waiting?.failed(error);
  }
}
