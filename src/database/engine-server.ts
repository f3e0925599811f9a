import { chmod } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';

/** Answers protocol messages; the pieces are valid during `onAnswer` only. Rejects when the engine is broken. */
type Exec = (messages: Uint8Array, onAnswer: (piece: Uint8Array) => void) => Promise<void>;

interface EngineServerOptions {
  exec: Exec;
  socketPath: string;
  /** Called when the engine breaks, after which it answers no client. */
  onBroken: (error: unknown) => void;
}

/** https://www.postgresql.org/docs/current/protocol-message-formats.html */
const PROTOCOL_3 = 196_608;
const LENGTH_BYTES = 4;
const TERMINATE = 'X'.charCodeAt(0);

/** Resets the session. The first ROLLBACK ends a failed transaction too; Sync ends an unfinished batch. */
const RESET = Buffer.concat([query('ROLLBACK'), message('S', ''), query('ROLLBACK'), query('DISCARD ALL')]);

/**
 * Gives clients of PostgreSQL an engine that has one session: one client at a time, the next one when it has left. The
 * service has one connection, so that only a connection that replaces a broken one ever waits.
 */
export class EngineServer {
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;
  private served: Promise<void> = Promise.resolve();

  private constructor(
    private readonly exec: Exec,
    private readonly onBroken: (error: unknown) => void,
  ) {
    this.server = createServer((socket) => this.accept(socket));
  }

  /** Resolves when the socket exists. Only its owner may use it. */
  static async listen({ exec, socketPath, onBroken }: EngineServerOptions): Promise<EngineServer> {
    const made = new EngineServer(exec, onBroken);
    await new Promise<void>((resolve, reject) => {
      made.server.once('error', reject);
      made.server.listen(socketPath, resolve);
    });
    await chmod(socketPath, 0o600);
    return made;
  }

  /** Ends every connection and rolls back what it left open. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    for (const socket of this.sockets) socket.destroy();
    await this.served;
    await closed;
  }

  private accept(socket: Socket): void {
    this.sockets.add(socket);
    // The reader of the socket sees its end as well.
    socket.on('error', () => undefined);
    socket.on('close', () => this.sockets.delete(socket));
    this.served = this.served.then(() => this.serve(socket)).catch(this.onBroken);
  }

  private async serve(socket: Socket): Promise<void> {
    if (socket.destroyed) return;
    try {
      for await (const messages of messagesOf(socket)) await this.answer(socket, messages);
    } finally {
      socket.destroy();
      await this.exec(RESET, () => undefined);
    }
  }

  private async answer(socket: Socket, messages: Buffer): Promise<void> {
    socket.cork();
    // The engine overwrites each piece with the next one.
    await this.exec(messages, (piece) => socket.write(Buffer.from(piece)));
    socket.uncork();
  }
}

/** Whole messages in batches, until the client terminates or the connection ends. */
async function* messagesOf(socket: Socket): AsyncGenerator<Buffer> {
  const reader = new MessageReader();
  try {
    for await (const chunk of socket) {
      const messages = reader.push(chunk as Buffer);
      if (messages.length > 0) yield messages;
      if (reader.isTerminated) return;
    }
  } catch {
    // The connection broke, or the client does not speak the protocol: there is no one to answer.
  }
}

/** Cuts the bytes of one client after the last whole message. */
export class MessageReader {
  isTerminated = false;
  private pending: Buffer[] = [];
  private size = 0;
  /** Bytes that are needed to know more. */
  private needed = 2 * LENGTH_BYTES;
  private isStarted = false;

  /** The messages that are whole now; empty if there are none. Throws if the bytes are not of the protocol. */
  push(chunk: Buffer): Buffer {
    this.pending.push(chunk);
    this.size += chunk.length;
    if (this.size < this.needed) return Buffer.alloc(0);
    const bytes = this.pending.length === 1 ? chunk : Buffer.concat(this.pending);
    const end = this.endOfMessages(bytes);
    this.pending = end < bytes.length ? [bytes.subarray(end)] : [];
    this.size = bytes.length - end;
    return bytes.subarray(0, end);
  }

  private endOfMessages(bytes: Buffer): number {
    let end = 0;
    for (;;) {
      // The first message has no type.
      const typeBytes = this.isStarted ? 1 : 0;
      this.needed = typeBytes + LENGTH_BYTES;
      if (bytes.length - end < this.needed) return end;
      if (this.isStarted && bytes[end] === TERMINATE) {
        this.isTerminated = true;
        return end;
      }
      this.needed = typeBytes + bytes.readUInt32BE(end + typeBytes);
      if (this.needed < typeBytes + LENGTH_BYTES) throw new Error('A message is shorter than its header');
      if (bytes.length - end < this.needed) return end;
      if (!this.isStarted) this.start(bytes);
      end += this.needed;
    }
  }

  /** Clients of this process use neither encryption nor requests to cancel. */
  private start(bytes: Buffer): void {
    if (bytes.readUInt32BE(LENGTH_BYTES) !== PROTOCOL_3)
      throw new Error('The client does not start a session');
    this.isStarted = true;
  }
}

function query(sql: string): Buffer {
  return message('Q', `${sql}\0`);
}

function message(type: string, text: string): Buffer {
  const body = Buffer.from(text);
  const header = Buffer.alloc(1 + LENGTH_BYTES);
  header.write(type);
  header.writeUInt32BE(body.length + LENGTH_BYTES, 1);
  return Buffer.concat([header, body]);
}
