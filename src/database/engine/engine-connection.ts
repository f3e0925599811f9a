import type { Socket } from 'node:net';
import { BackendMessages, PARSED } from './backend-messages';
import type { Engine } from './engine';
import { FrontendMessages, type Request, type Unit } from './frontend-messages';
import { query, sync, terminated } from './own-messages';
import { SharedStatements, StatementNames, type Segment } from './shared-statements';
import type { Turn } from './turn';

/** What the connections to an engine share. */
export interface SharedEngine {
  engine: Engine;
  turn: Turn;
  statements: SharedStatements;
  /** What a client may leave the others waiting for the next message of its transaction, in ms. */
  idleInTransactionMs: number;
}

/**
 * Ends whatever a client has left open: first what it has not synchronised, which a synchronisation alone would
 * commit, or where that failed, when the engine has been told to go on after the failure.
 */
const ROLLBACK = Buffer.concat([query('ROLLBACK'), sync(), query('ROLLBACK')]);
const NO_ENCRYPTION = 'N';

/**
 * One client of the engine. The engine has one session, which is this client's from the beginning of a unit of
 * messages to its end, or to the end of the transaction that it opens.
 */
export class EngineConnection {
  private readonly names: StatementNames;
  private isMyTurn = false;
  /** After a failure the engine skips what comes, until it is told to synchronise. */
  private isSkipping = false;
  private idle: NodeJS.Timeout | undefined;

  constructor(
    private readonly socket: Socket,
    private readonly shared: SharedEngine,
  ) {
    this.names = new StatementNames(shared.statements);
  }

  /** Resolves when the client is gone, and nothing of it is left. Rejects when the engine fails. */
  async serve(): Promise<void> {
    const incoming = new FrontendMessages();
    try {
      for await (const request of requestsOf(this.socket, incoming)) {
        if (request.end === 'bye') break;
        if (request.end === 'encryption') this.socket.write(NO_ENCRYPTION);
        else await this.run(request);
      }
    } finally {
      this.socket.destroy();
      await this.leave();
    }
  }

  private async run(unit: Unit): Promise<void> {
    clearTimeout(this.idle);
    if (!this.isMyTurn) await this.shared.turn.take();
    this.isMyTurn = true;
    // Whoever went away while it waited has nothing to be told, and so must have nothing done.
    if (this.socket.destroyed) return;
    this.socket.cork();
    try {
      for (const segment of this.segmentsOf(unit)) await this.runSegment(segment);
    } finally {
      this.socket.uncork();
    }
    if (unit.end !== 'flush') this.isSkipping = false;
    if (unit.end === 'flush' || this.shared.engine.isInTransaction()) this.waitForMore();
    else this.pass();
  }

  /** The first message of a connection has no type, and prepares nothing. */
  private segmentsOf({ end, messages }: Unit): Segment[] {
    if (end !== 'startup') return this.names.translate(messages);
    return [{ tellsParsed: false, bytes: Buffer.concat(messages), prepares: [] }];
  }

  private async runSegment({ tellsParsed, bytes, prepares }: Segment): Promise<void> {
    if (tellsParsed && !this.isSkipping) this.socket.write(PARSED);
    if (bytes.length === 0) return;
    const answer = new BackendMessages();
    await this.shared.engine.exec(bytes, (piece) => {
      answer.push(piece);
      // The engine writes the next piece over this one.
      this.socket.write(Buffer.from(piece));
    });
    this.shared.statements.notePrepared(prepares.slice(0, answer.parsed));
    this.isSkipping ||= answer.failed;
  }

  private waitForMore(): void {
    this.idle = setTimeout(() => {
      this.socket.write(terminated('idle-in-transaction timeout'));
      this.socket.destroy();
    }, this.shared.idleInTransactionMs);
  }

  private async leave(): Promise<void> {
    clearTimeout(this.idle);
    if (!this.isMyTurn) return;
    await this.shared.engine.exec(ROLLBACK, () => undefined);
    this.pass();
  }

  private pass(): void {
    this.isMyTurn = false;
    this.shared.turn.pass();
  }
}

/** Ends with the connection, however that ends. */
async function* requestsOf(socket: Socket, incoming: FrontendMessages): AsyncGenerator<Request> {
  try {
    for await (const chunk of socket) yield* incoming.push(chunk as Buffer);
  } catch {
    // Broken off, or no client of PostgreSQL: there is nobody to tell.
  }
}
