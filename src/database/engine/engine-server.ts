import { chmod } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import type { Engine } from './engine';
import { EngineConnection, type SharedEngine } from './engine-connection';
import { SharedStatements } from './shared-statements';
import { Turn } from './turn';

export interface EngineServerOptions {
  engine: Engine;
  socketPath: string;
  /** What a client may leave the others waiting for the next message of its transaction, in ms. */
  idleInTransactionMs: number;
  /** Called when the engine itself breaks, after which it serves nobody. */
  onBroken: (error: unknown) => void;
}

/** Lets any number of clients of PostgreSQL use an engine that has one session, by turns. */
export class EngineServer {
  private readonly serving = new Map<Socket, Promise<void>>();
  private readonly server: Server;

  private constructor(
    private readonly shared: SharedEngine,
    private readonly onBroken: (error: unknown) => void,
  ) {
    this.server = createServer((socket) => this.serve(socket));
  }

  /** Resolves when the socket is there, for its owner alone. */
  static async listen({ socketPath, onBroken, ...options }: EngineServerOptions): Promise<EngineServer> {
    const shared = { ...options, turn: new Turn(), statements: new SharedStatements() };
    const made = new EngineServer(shared, onBroken);
    await new Promise<void>((resolve, reject) => {
      made.server.once('error', reject);
      made.server.listen(socketPath, resolve);
    });
    await chmod(socketPath, 0o600);
    return made;
  }

  /** Ends every connection, with what it has left open. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    for (const socket of this.serving.keys()) socket.destroy();
    await Promise.all(this.serving.values());
    await closed;
  }

  private serve(socket: Socket): void {
    socket.setNoDelay(true);
    // Every end of a connection is seen by whoever reads it.
    socket.on('error', () => undefined);
    const served = new EngineConnection(socket, this.shared)
      .serve()
      .catch((error: unknown) => this.onBroken(error))
      .finally(() => this.serving.delete(socket));
    this.serving.set(socket, served);
  }
}
